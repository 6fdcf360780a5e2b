import * as z from "zod";
import { Checked, line, Version } from "#kernel/form.ts";
import { APPLIES, TERMS } from "./rules.ts";

/** The code of a membership type, as a form or an address sends it; whether there is such a type, the database says. */
export const TypeCode = z.string({ error: "請選擇會員類別。" }).regex(/^[a-z][a-z0-9_]{0,39}$/, "請選擇會員類別。");

/** The schema of a whole number that may be left out. */
const numberUpTo = (most: number, error: string) =>
	z
		.string()
		.trim()
		.regex(/^\d{0,3}$/, { error })
		.default("")
		.transform((text) => (text === "" ? null : Number(text)))
		.refine((value) => value === null || value <= most, { error });

/** The fields of a membership type; what it pays is set by days of its own (會費標準). */
export const TYPE_FIELDS = {
	name: line(20).refine((text) => text !== "", { error: "請填寫名稱，例如學生會員。" }),
	description: line(100),
	term: z.enum(TERMS, { error: "請選擇期限。" }),
	applies: z.enum(APPLIES, { error: "請選擇誰可以申請。" }),
	has_vote: Checked,
	vote_age: numberUpTo(120, "年齡請填 0 到 120 的整數，或留空。"),
	position: numberUpTo(999, "順序請填 0 到 999 的整數。").transform((value) => value ?? 100),
};
/** A type without 表決權 has no least age for it. */
const settled = <T extends { has_vote: boolean; vote_age: number | null }>(type: T): T => ({
	...type,
	vote_age: type.has_vote ? type.vote_age : null,
});
export const TypeInput = z.strictObject(TYPE_FIELDS).transform(settled);
export type TypeInput = z.infer<typeof TypeInput>;
/** The form of a type that is there; `seen` is the change of the term of which its effect on dues was shown. */
export const TypeEdit = z
	.strictObject({ ...TYPE_FIELDS, is_active: Checked, version: Version, seen: z.string().max(80).default("") })
	.transform(settled);
export type TypeEdit = z.infer<typeof TypeEdit>;
export const TypeRemoval = z.strictObject({ version: Version });

/** A change of the term in one text, which the form sends along once its effect on dues was shown. */
export const seenTerm = ({ term, version }: { term: string; version: number }): string => `${version} ${term}`;
