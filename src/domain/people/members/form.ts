import * as z from "zod";
import { Checked, Version } from "#kernel/form.ts";
import { PastDay, plain } from "./field-schemas.ts";
import { MEMBER_FIELDS } from "./fields.ts";
import { districtsOf, postalCodeOf } from "./places.ts";

/** Returns a typed text in its stored form, so that two spellings of the same number or day are equal. */
export function canonicalText(field: keyof typeof MEMBER_FIELDS, text: string): string {
	const read = MEMBER_FIELDS[field].safeParse(text);
	return read.success ? (read.data ?? "") : text.trim();
}

type Place = { city?: unknown; district?: unknown };
export const isOfCity = ({ city, district }: Place): boolean =>
	typeof district !== "string" || district === "" || (typeof city === "string" && districtsOf(city).includes(district));
/** An option of `refine`: the refinement's error is reported together with the errors of other fields. */
const TOGETHER = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };
export const DISTRICT_OF_CITY = {
	...TOGETHER,
	path: ["district"],
	error: "這個鄉鎮市區不在所選的縣市，請重新選擇。",
};

/** The fields of the board's resolution (理監事會議決議) that an approval needs. */
export const RESOLUTION_FIELDS = {
	resolution_no: plain(80).refine((text) => text !== "", { error: "請填寫決議文號或會議名稱。" }),
	resolution_on: PastDay.refine((day) => day !== null, { error: "請填寫決議日期。" }).transform((day) => day ?? ""),
};

/** The form of a member's new login: an e-mail address or a phone number, at least one of the two. */
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

/**
 * Completes a parsed form: an empty sealed field stays unchanged (undefined) unless its box is ticked, which removes it
 * (null); the postal code defaults to that of the district.
 */
function settled<T extends Given>({ remove_national_id: noId, remove_diagnosis_note: noNote, ...rest }: T) {
	const { postal_code, city, district } = rest;
	return {
		...rest,
		postal_code: postal_code ?? (city && district ? postalCodeOf(city, district) : undefined) ?? null,
		national_id: rest.national_id ?? (noId ? null : undefined),
		diagnosis_note: rest.diagnosis_note ?? (noNote ? null : undefined),
	};
}

/**
 * The form that edits a member (編輯會員). `base` holds the values that the form started from, so that conflicting
 * edits can be told apart.
 */
export const MemberForm = z
	.strictObject({ ...MEMBER_FIELDS, ...SEALED, base: z.string().max(20_000).default(""), version: Version })
	.refine(isOfCity, DISTRICT_OF_CITY)
	.transform(settled);

/** The id of a chosen record, or null. */
export const OptionalId = z
	.string()
	.regex(/^(?:[1-9]\d{0,14})?$/)
	.default("")
	.transform((id) => (id === "" ? null : Number(id)));

/**
 * The form of a new member (新增會員): a member's fields, and the id of the guardian or null.
 */
export const NewMemberForm = z
	.strictObject({
		...MEMBER_FIELDS,
		...SEALED,
		guardian: OptionalId,
		/** The member whose guardian a new contact is to be; its page is shown next. */
		ward: OptionalId,
	})
	.refine(isOfCity, DISTRICT_OF_CITY)
	.refine(({ diagnosis_note, health_consent }) => !diagnosis_note || health_consent === true, {
		...TOGETHER,
		path: ["diagnosis_note"],
		error: "健康資料須有書面同意才能保存，請先取得同意並勾選下面的欄位。",
	})
	.transform(settled);
