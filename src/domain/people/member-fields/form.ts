import * as z from "zod";
import { MOST } from "#kernel/field-limits.ts";
import { Checked, line, lines, Version } from "#kernel/form.ts";
import { FIELD_KINDS, FOR_WHOM, SEEN_BY, SELF } from "./rules.ts";

const SHAPE = {
	name: line(40).refine((text) => text !== "", { error: "請填寫欄位名稱。" }),
	hint: line(200).default(""),
	kind: z.enum(FIELD_KINDS, { error: "請選擇種類。" }),
	for_whom: z.enum(FOR_WHOM, { error: "請選擇給誰填。" }),
	seen_by: z.enum(SEEN_BY, { error: "請選擇誰看得到。" }),
	self: z.enum(SELF, { error: "請選擇會員自己能做什麼。" }),
	is_special: Checked,
	purpose: line(200).default(""),
	in_list: Checked,
	position: z.coerce
		.number({ error: "請填 1 到 999 的數字。" })
		.int({ error: "請填 1 到 999 的數字。" })
		.min(1, { error: "請填 1 到 999 的數字。" })
		.max(999, { error: "請填 1 到 999 的數字。" }),
	new_choices: lines(3_000)
		.register(MOST, { characters: 3_000 })
		.default("")
		.transform((text) => [...new Set(text.split("\n").map((one) => one.trim()))].filter((one) => one !== ""))
		.refine((all) => all.every((one) => [...one].length <= 40), { error: "一個選項最多 40 個字。" }),
};
const TOGETHER = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };
type Given = Partial<Record<"is_special" | "purpose", unknown>>;
const hasPurpose = ({ is_special, purpose }: Given): boolean => is_special !== true || purpose !== "";
const PURPOSE = { ...TOGETHER, path: ["purpose"], error: "特種個資要寫明用途，會員依用途同意。" };

type Seen = { is_special: boolean; seen_by: (typeof SEEN_BY)[number]; in_list: boolean; purpose: string };
/** Special data are for those who may see sensitive data, and never stand in the list; plain ones need no purpose. */
const settled = <F extends Seen>(field: F): F => {
	const seen_by = field.is_special ? "sensitive" : field.seen_by;
	return {
		...field,
		seen_by,
		in_list: field.in_list && seen_by === "view",
		purpose: field.is_special ? field.purpose : "",
	};
};

export const FieldInput = z.strictObject(SHAPE).refine(hasPurpose, PURPOSE).transform(settled);
export type FieldInput = z.infer<typeof FieldInput>;
export const FieldEdit = z
	.strictObject({ ...SHAPE, is_active: Checked, version: Version })
	.refine(hasPurpose, PURPOSE)
	.transform(settled);
export type FieldEdit = z.infer<typeof FieldEdit>;

/** The parameters of the address of a member's file, of a member and of a field. */
const Id = z
	.string()
	.regex(/^[1-9]\d{0,14}$/)
	.transform(Number);
export const OwnFileParams = z.strictObject({ id: Id, field: Id });
export const FieldParams = z.strictObject({ field: Id });

/** Matches the names of the inputs of a field's choices: what it is called, and whether it is offered. */
export const CHOICE_NAMES = /^choice\.[1-9]\d{0,9}(?:\.on)?$/;
/** A choice as a form changes it. */
export type ChoiceEdit = { id: number; name: string; isActive: boolean };
export const ChoiceName = line(40);

/** Returns the choices as a form sent them; undefined for one whose name is empty or too long. */
export const choiceEdits = (sent: Record<string, string>, ids: readonly number[]): (ChoiceEdit | undefined)[] =>
	ids.map((id) => {
		const name = ChoiceName.safeParse(sent[`choice.${id}`] ?? "").data;
		return name ? { id, name, isActive: sent[`choice.${id}.on`] === "1" } : undefined;
	});
