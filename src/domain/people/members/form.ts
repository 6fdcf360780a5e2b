import * as z from "zod";
import { identify } from "#domain/system/users/identifiers.ts";
import { readDate, rocWords } from "#kernel/calendar.ts";
import { Checked, lines, Version, within } from "#kernel/form.ts";
import { dateInTaipei } from "#kernel/times.ts";
import {
	ALL_MEMBERSHIP_TYPES,
	GENDERS,
	type Gender,
	IDENTITY_TYPES,
	type IdentityType,
	MEMBERSHIP_TYPES,
	type MembershipType,
} from "./codes.ts";
import { normalNationalId } from "./national-id.ts";
import { readMemberNo } from "./numbers.ts";
import { readPhone } from "./phones.ts";
import { CITIES, districtsOf, isPostalCode, postalCodeOf } from "./places.ts";

/**
 * Everything that an editor of a record says of a member. Phones, dates, ids and addresses are canonical; what is sealed
 * (`national_id`, `diagnosis_note`) is left as it is where it is undefined. `health_consent` records, with the change,
 * that the member agreed on paper to have health data kept.
 */
export type MemberInput = {
	member_no: string | null;
	name: string;
	name_en: string;
	identity_type: IdentityType;
	membership_type: MembershipType;
	gender: Gender | null;
	/** YYYY-MM-DD. */
	birth_date: string | null;
	national_id?: string | null | undefined;
	diagnosis_note?: string | null | undefined;
	phone: string | null;
	phone_home: string | null;
	email: string | null;
	line_id: string | null;
	postal_code: string | null;
	city: string | null;
	district: string | null;
	address: string | null;
	occupation: string | null;
	emergency_name: string | null;
	emergency_relation: string | null;
	emergency_phone: string | null;
	/** YYYY-MM-DD. */
	joined_on: string | null;
	health_consent?: boolean | undefined;
};

/** What members may change themselves, without proof: how to reach them, and what helps them in need. */
export const SELF_FIELDS = [
	"name_en",
	"gender",
	"phone",
	"phone_home",
	"email",
	"line_id",
	"postal_code",
	"city",
	"district",
	"address",
	"occupation",
	"emergency_name",
	"emergency_relation",
	"emergency_phone",
] as const satisfies readonly (keyof MemberInput)[];
export type SelfField = (typeof SELF_FIELDS)[number];

/** Control characters, what turns the reading direction, and what nobody can see. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/u;
const isSeen = (text: string): boolean => !UNSEEN.test(text.replace(/\n/g, ""));
const SEEN = { error: "含有看不見的字元，請重新輸入。" };

/** One line of at most `max` characters. A tab or a line end that was pasted along becomes a space. */
export const plain = (max: number) =>
	z
		.string()
		.transform((text) =>
			text
				.normalize("NFC")
				.replace(/[\s\u3000]+/g, " ")
				.trim(),
		)
		.refine(...within(max))
		.refine(isSeen, SEEN);
const maybe = (max: number) => plain(max).transform((text) => text || null);

/** A text that `read` makes canonical; null where nothing was typed. */
const canonical = (read: (text: string) => string | null | undefined, error: string) =>
	z
		.string()
		.max(254, { error })
		.transform((text, context): string | null => {
			if (text.trim() === "") return null;
			const value = read(text);
			if (value) return value;
			context.addIssue({ code: "custom", message: error });
			return z.NEVER;
		});

const mobile = (text: string): string | undefined => {
	const read = readPhone(text);
	return read && "mobile" in read ? read.mobile : undefined;
};
const anyPhone = (text: string): string | undefined => {
	const read = readPhone(text);
	return read === null ? undefined : "mobile" in read ? read.mobile : read.landline;
};
const email = (text: string): string | undefined => {
	const known = identify(text);
	return known?.kind === "email" ? known.email : undefined;
};
const digits = (text: string): string => text.normalize("NFKC").replace(/[\s-]/g, "");

/** A day as people write it; one that reads two ways is said back and not taken. */
const Day = z
	.string()
	.max(40, { error: "請輸入正確的日期，例如 1985/3/5。" })
	.transform((text, context): string | null => {
		if (text.trim() === "") return null;
		const read = readDate(text);
		const say = (message: string) => context.addIssue({ code: "custom", message });
		if (read === null) say("請輸入正確的日期，例如 1985/3/5、74/3/5 或 民國74年3月5日。");
		else if (read.ambiguous) say(`這樣寫有兩種讀法。若是民國${rocWords(read.date)}，請寫成 ${read.date}。`);
		else return read.date;
		return z.NEVER;
	});
// The clock is read here because a day to come is a mistake like any other, and is told with the others.
const isPast = (day: string | null): boolean => day === null || day <= dateInTaipei(Date.now());
/** A day that is not to come; null where nothing was typed. */
export const PastDay = Day.refine(isPast, { error: "日期不能在今天之後。" });

const choice = <const T extends readonly [string, ...string[]]>(codes: T) =>
	z
		.enum([...codes, ""], { error: "請從選項中選擇。" })
		.transform((code): T[number] | null => (code === "" ? null : code));

/** The fields of a member, each as a form sends it: pick those that a form has. */
export const MEMBER_FIELDS = {
	member_no: canonical(readMemberNo, "會員編號只用英文字母、數字與橫線，最多 20 個字，例如 M0001 或 A-001。"),
	name: plain(80).refine((text) => /[\p{L}\p{N}]/u.test(text), { error: "請填寫姓名。" }),
	name_en: plain(80),
	identity_type: z.enum(IDENTITY_TYPES, { error: "請選擇身分。" }),
	membership_type: z.enum(ALL_MEMBERSHIP_TYPES, { error: "請選擇會員類別。" }),
	gender: choice(GENDERS),
	birth_date: PastDay.refine((day) => day === null || day >= "1900-01-01", { error: "請確認出生年份。" }),
	national_id: canonical(normalNationalId, "身分證字號或居留證號不正確，請逐字核對。"),
	diagnosis_note: lines(2_000)
		.refine(isSeen, SEEN)
		.transform((text) => text || null),
	phone: canonical(mobile, "請輸入 09 開頭的手機號碼，例如 0912 345 678；市話請填在住家電話。"),
	phone_home: canonical(anyPhone, "請輸入電話號碼，例如 02-2345-6789。"),
	email: canonical(email, "請輸入電子郵件，例如 name@example.org。"),
	line_id: canonical(
		(text) => /^[\w.-]{1,40}$/.exec(text.normalize("NFKC").trim().replace(/^@/, ""))?.[0],
		"LINE ID 只有英文字母、數字、點、底線與橫線。",
	),
	postal_code: canonical((text) => (isPostalCode(digits(text)) ? digits(text) : null), "郵遞區號是 3、5 或 6 位數字。"),
	city: maybe(20).refine((city) => city === null || CITIES.includes(city), { error: "請從選項中選擇縣市。" }),
	district: maybe(20),
	address: maybe(200),
	occupation: maybe(80),
	emergency_name: maybe(80),
	emergency_relation: maybe(40),
	emergency_phone: canonical(anyPhone, "請輸入電話號碼，例如 0912 345 678。"),
	joined_on: PastDay,
};

/** What was typed into a field, as it is stored: the same number or day is the same, however it was typed. */
export function canonicalText(field: keyof typeof MEMBER_FIELDS, text: string): string {
	const read = MEMBER_FIELDS[field].safeParse(text);
	return read.success ? (read.data ?? "") : text.trim();
}

type Place = { city?: unknown; district?: unknown };
export const isOfCity = ({ city, district }: Place): boolean =>
	typeof district !== "string" || district === "" || (typeof city === "string" && districtsOf(city).includes(district));
/** Told together with what is wrong in other fields. */
const TOGETHER = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };
export const DISTRICT_OF_CITY = {
	...TOGETHER,
	path: ["district"],
	error: "這個鄉鎮市區不在所選的縣市，請重新選擇。",
};

/** The board's resolution (理監事會議決議) that an approval needs. */
export const RESOLUTION_FIELDS = {
	resolution_no: plain(80).refine((text) => text !== "", { error: "請填寫決議文號或會議名稱。" }),
	resolution_on: PastDay.refine((day) => day !== null, { error: "請填寫決議日期。" }).transform((day) => day ?? ""),
};

/** What a member is to sign in with: at least one of the two. */
export const LoginForm = z
	.strictObject({ email: MEMBER_FIELDS.email, phone: MEMBER_FIELDS.phone, version: Version })
	.refine(({ email: address, phone }) => address !== null || phone !== null, {
		path: ["email"],
		error: "電子郵件和手機號碼請至少填寫一項。",
	});

const SEALED = { remove_national_id: Checked, remove_diagnosis_note: Checked, health_consent: Checked };
type Given = { [K in keyof typeof SEALED]: boolean } & {
	[K in "national_id" | "diagnosis_note" | "postal_code" | "city" | "district"]: string | null;
};

/** An empty field leaves what is sealed as it is; a tick takes it away. The postal code is that of the district. */
function settled<T extends Given>({ remove_national_id: noId, remove_diagnosis_note: noNote, ...rest }: T) {
	const { postal_code, city, district } = rest;
	return {
		...rest,
		postal_code: postal_code ?? (city && district ? postalCodeOf(city, district) : undefined) ?? null,
		national_id: rest.national_id ?? (noId ? null : undefined),
		diagnosis_note: rest.diagnosis_note ?? (noNote ? null : undefined),
	};
}

/** 編輯會員. `base` is what the form started from, which tells who changed what when two saved. */
export const MemberForm = z
	.strictObject({ ...MEMBER_FIELDS, ...SEALED, base: z.string().max(20_000).default(""), version: Version })
	.refine(isOfCity, DISTRICT_OF_CITY)
	.transform(settled);

/** The id of a record that is chosen, or null. */
export const OptionalId = z
	.string()
	.regex(/^(?:[1-9]\d{0,14})?$/)
	.default("")
	.transform((id) => (id === "" ? null : Number(id)));

/** 新增會員: the types that are offered, and under whose guardianship. */
export const NewMemberForm = z
	.strictObject({
		...MEMBER_FIELDS,
		...SEALED,
		membership_type: z.enum(MEMBERSHIP_TYPES, { error: "請選擇會員類別。" }),
		guardian: OptionalId,
	})
	.refine(isOfCity, DISTRICT_OF_CITY)
	.refine(({ diagnosis_note, health_consent }) => !diagnosis_note || health_consent === true, {
		...TOGETHER,
		path: ["diagnosis_note"],
		error: "健康資料須有書面同意才能保存，請先取得同意並勾選下面的欄位。",
	})
	.transform(settled);
