import type { Context } from "hono";
import type * as z from "zod";
import { refusalField, refusalWords } from "#admin/refusal-words.ts";
import { validated } from "#auth/validated.ts";
import { type Form, readForm, type UploadedFile } from "#http/body.ts";
import type { App } from "#http/context.ts";
import { statusOf } from "#http/refusals.ts";
import { formKey } from "#kernel/form-key.ts";
import { FieldRefusal, type Refusal, RefusalAt } from "#kernel/refusal.ts";
import { formDigest } from "#platform/form-digest.ts";
import { followChoices } from "#ui/conflict.ts";
import type { FormState } from "#ui/form-state.ts";
import { PROOF } from "#ui/proof.ts";

const MEGABYTE = 1024 * 1024;

/** A form as it was sent: the values as its schema parsed them, its files, its key, and the texts as typed. */
export type FormInput<F> = {
	input: F;
	files: Record<string, UploadedFile[]>;
	/** The fields whose names the form's `aside` matches: their texts as typed. */
	aside: Record<string, string>;
	/**
	 * Identifies this sending of the form: made of the form's scope, of the key `_key` that was drawn into the form,
	 * and of a digest of the content. The same key again means that the form was sent twice. Random when the form has
	 * no `_key`.
	 */
	key: string;
	values: FormState["values"];
};
/**
 * A refused form, to be shown again with all that was typed, without passwords and codes. `key` is a new form key, set
 * only after the refusal `form.changed`, because the form's own key was used up.
 */
export type RefusedForm = { status: number; state: FormState; key?: string };

type Reading<F> = {
	form: z.ZodType<F>;
	many?: readonly string[];
	maxBytes?: number;
	only?: readonly string[];
	aside?: RegExp;
	scope: string;
	keys: { PASSWORD_PEPPER: string };
};

/**
 * Reads and checks a form; `sent` is the form as it arrived. Besides the fields of the schema only files and `_key` are
 * allowed, and fields that `aside` matches, unless `only` names the fields to read. A field that occurs more than once is refused unless `many` names
 * it.
 */
export async function readInput<F>(
	c: Context<App>,
	{ form, many = [], maxBytes = MEGABYTE, only, aside, scope, keys }: Reading<F>,
): Promise<{ sent: Form } & ({ ok: true; form: FormInput<F> } | { ok: false; refused: RefusedForm })> {
	const sent = c.get("sent") ?? takeProof(await readForm(c.req.raw, { maxBytes })).form;
	const { _key: [typedKey] = [], ...fields } = sent.fields;
	const rest = only ? pick(fields, only) : fields;
	const given = followChoices(
		Object.fromEntries(Object.entries(rest).map(([name, all]) => [name, many.includes(name) ? all : (all[0] ?? "")])),
	);
	for (const name of many) given[name] = listed(given[name]);
	const isAside = ([name]: [string, unknown]): boolean => aside?.test(name) ?? false;
	const known = Object.fromEntries(Object.entries(given).filter((one) => !isAside(one)));
	const values = Object.fromEntries(Object.entries(given).filter(([name]) => !isSecret(name)));
	const twice = Object.entries(rest).some(([name, all]) => all.length > 1 && !many.includes(name));
	const parsed = await validated(c, "form", { schema: form, value: known, error: inChinese });
	if (!parsed.success || twice)
		return {
			sent,
			ok: false,
			refused: { status: 422, state: stateOf(values, twice ? [] : (parsed.error?.issues ?? [])) },
		};
	const said = Object.fromEntries(Object.entries(rest).filter(([name]) => !isSecret(name)));
	const key = typedKey
		? formKey(`${scope} ${typedKey}`, formDigest(keys, { fields: said, files: sent.files }))
		: `${scope} ${crypto.randomUUID()}`;
	const besides = Object.entries(given).filter(isAside);
	return {
		sent,
		ok: true,
		form: {
			...{ input: parsed.data, files: sent.files, key, values },
			aside: Object.fromEntries(besides.map(([name, value]) => [name, [value].flat()[0] ?? ""])),
		},
	};
}

/**
 * Checks fields that were read without a schema; for a form whose pressed button decides which fields must be valid.
 * Returns the values, or the form's state with its errors.
 */
export function checkedFields<F>(
	form: z.ZodType<F>,
	values: FormState["values"],
): { ok: true; input: F } | { ok: false; state: FormState } {
	const parsed = form.safeParse(values, { error: inChinese });
	if (parsed.success) return { ok: true, input: parsed.data };
	return { ok: false, state: stateOf(values, parsed.error.issues) };
}

/**
 * Returns only the fields with these names, and their fields `_take.<name>` and `_theirs.<name>`, which hold the user's
 * choice in a conflict.
 */
const pick = (fields: Record<string, string[]>, names: readonly string[]): Record<string, string[]> =>
	Object.fromEntries(
		Object.entries(fields).filter(([name]) => names.includes(name.replace(/^_(?:take|theirs)\./, ""))),
	);

/** Returns the values ticked in a group; the stored side of a conflict sends them as one text, separated by spaces. */
const listed = (value: string | string[] = []): string[] =>
	typeof value === "string" ? value.split(" ").filter((one) => one !== "") : value;

/** The proof of identity that was sent with a form. */
type Proof = { password: string; code: string; userId: string };

/**
 * Takes the proof of identity out of a form, so that it is neither kept nor drawn again; undefined when the form has
 * none.
 */
export function takeProof(form: Form): { form: Form; proof: Proof | undefined } {
	const names: readonly string[] = Object.values(PROOF);
	const fields = Object.fromEntries(Object.entries(form.fields).filter(([name]) => !names.includes(name)));
	const of = (name: string): string | undefined => form.fields[name]?.[0];
	const [password, userId] = [of(PROOF.password), of(PROOF.user)];
	const proof =
		password === undefined || userId === undefined ? undefined : { password, code: of(PROOF.code) ?? "", userId };
	return { form: { ...form, fields }, proof };
}

/** Returns whether a field holds a password or code, which is never written into a page again. */
export const isSecret = (name: string): boolean => /password|^current$|^code$/.test(name);

function stateOf(values: FormState["values"], issues: z.core.$ZodIssue[]): FormState {
	const errors: Record<string, string[]> = {};
	for (const issue of issues) {
		const name = String(issue.path[0] ?? "");
		if (name) errors[name] = [...(errors[name] ?? []), issue.message];
	}
	const isForeign = Object.keys(errors).length === 0;
	return { values, errors, ...(isForeign ? { problem: "表單的欄位不正確，請重新整理頁面後再試一次。" } : {}) };
}

/**
 * Makes the refused form of a refusal, with the refusal's words beside the field that it concerns, if any. `who` is the
 * sentence of `somebodyElse` (./somebody-else.ts), which names the users who can do it instead.
 */
export function refusedForm(refusal: Refusal, values: FormState["values"], who = ""): RefusedForm {
	if (refusal instanceof FieldRefusal)
		return { status: statusOf(refusal.code), state: { values, errors: { ...refusal.errors } } };
	const words = refusalWords(refusal) + who;
	const field = refusal instanceof RefusalAt ? refusal.field : refusalField(refusal.code);
	const state = field ? { values, errors: { [field]: [words] } } : { values, errors: {}, problem: words };
	const key = refusal.code === "form.changed" ? { key: crypto.randomUUID() } : {};
	return { status: statusOf(refusal.code), state, ...key };
}

/** Writes a schema's error in Chinese when the schema has no words of its own. */
function inChinese(issue: z.core.$ZodRawIssue): string {
	switch (issue.code) {
		case "too_small":
			return issue.origin === "string" ? "請填寫這一欄。" : `不可小於 ${issue.minimum}。`;
		case "too_big":
			return issue.origin === "string" ? `最多 ${issue.maximum} 個字。` : `不可大於 ${issue.maximum}。`;
		case "invalid_type":
			return "請填寫這一欄。";
		case "invalid_format":
			return issue.format === "url" ? "請輸入完整的網址，例如 https://www.example.org/news。" : "格式不正確。";
		case "invalid_value":
			return "請從選項中選擇。";
		default:
			return "格式不正確。";
	}
}
