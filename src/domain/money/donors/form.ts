import * as z from "zod";
import { normalNationalId } from "#domain/people/index.ts";
import { Checked, line, lines, orNull, Version } from "#kernel/form.ts";
import { isTaxId } from "#kernel/tax-id.ts";

export const DONOR_KINDS = ["person", "organisation"] as const;
export type DonorKind = (typeof DONOR_KINDS)[number];
export const DONOR_KIND_LABELS: Record<DonorKind, string> = { person: "個人", organisation: "公司或團體" };

/** What a donor allows the public list of gifts (捐款徵信) to say; without an answer it says 善心人士. */
export const NAMINGS = ["anonymous", "name", "other"] as const;
export type Naming = (typeof NAMINGS)[number];
export const NAMING_LABELS: Record<Naming, string> = {
	anonymous: "刊登「善心人士」",
	name: "刊登姓名或名稱",
	other: "刊登另外指定的名稱",
};

/** What is typed to find a donor. */
export const DonorSearch = z.string().trim().max(80).default("");

/** The fields of a donor. `nationalId` is undefined when the number stays unchanged, null when it is removed. */
export type DonorInput = {
	kind: DonorKind;
	name: string;
	nationalId: string | null | undefined;
	email: string | null;
	phone: string | null;
	address: string;
	memberNo: string | null;
	naming: Naming | null;
	/** The name that the donor chose for the list; empty unless `naming` is "other". */
	publicName: string;
	note: string;
};

const FIELDS = {
	kind: z.enum(DONOR_KINDS, "請選擇個人，或公司團體。"),
	name: line(80).refine((text) => text !== "", { error: "請填寫姓名或名稱。" }),
	/** The typed number that identifies the donor (證號); empty when it stays unchanged. */
	national_id: z.string().max(40, "證號太長。").default(""),
	no_national_id: Checked,
	email: line(254)
		.transform((text) => text.toLowerCase())
		.refine((text) => text === "" || /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text), {
			error: "請輸入電子郵件，例如 name@example.org。",
		})
		.transform(orNull),
	phone: line(40).transform(orNull),
	address: line(200),
	member_no: line(20).transform((text) => orNull(text.toUpperCase())),
	naming: z
		.enum(NAMINGS)
		.or(z.literal("").transform(() => null))
		.default(null),
	public_name: line(80).default(""),
	note: lines(500).default(""),
	/** The path back to the income form that the user came from. */
	back: z.string().max(200).default(""),
};
type Fields = z.infer<z.ZodObject<typeof FIELDS>>;

/**
 * Returns a typed number in its stored form: for a person 身分證字號 or 居留證號, for an organisation 統一編號; null
 * when it is not valid.
 */
const numberOf = (kind: DonorKind, text: string): string | null => {
	if (kind === "person") return normalNationalId(text);
	const plain = text.normalize("NFKC").replace(/\s/g, "");
	return isTaxId(plain) ? plain : null;
};

function read(form: Fields, context: z.RefinementCtx) {
	if (form.naming === "other" && form.public_name === "")
		context.addIssue({ code: "custom", path: ["public_name"], message: "請填寫要刊登的名稱。" });
	const typed = form.national_id.trim();
	const number = typed === "" ? undefined : numberOf(form.kind, typed);
	if (number === null)
		context.addIssue({
			code: "custom",
			path: ["national_id"],
			message:
				form.kind === "person" ? "身分證字號或居留證號不正確，請再核對。" : "統一編號不正確，請再核對（8 位數字）。",
		});
	const input: DonorInput = {
		kind: form.kind,
		name: form.name,
		nationalId: number ?? (form.no_national_id ? null : undefined),
		email: form.email,
		phone: form.phone,
		address: form.address,
		memberNo: form.member_no,
		naming: form.naming,
		publicName: form.naming === "other" ? form.public_name : "",
		note: form.note,
	};
	return { input, back: form.back };
}

export const DonorForm = z.strictObject(FIELDS).transform(read);
export const DonorEdit = z
	.strictObject({ ...FIELDS, version: Version })
	.transform((form, context) => ({ ...read(form, context), version: form.version }));
