import type * as z from "zod";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Children, VNode } from "#ui/html.ts";

/**
 * Draws the select field 收款帳戶, the association's account that received the money; false when `accounts` is empty.
 */
export const accountField = (
	accounts: readonly { id: number; name: string; number: string }[],
	state: FormState,
): Children =>
	accounts.length > 0 &&
	field({
		name: "account",
		label: "收款帳戶",
		state,
		type: "select",
		empty: "不指定",
		options: accounts.map(({ id, name, number }) => ({ value: String(id), label: `${name}　${number}` })),
	});

/** Draws the select field 專案; false when `projects` is empty. `optional` marks the field as optional. */
export const projectField = (
	projects: readonly { id: number; name: string }[],
	state: FormState,
	{ optional = false }: { optional?: boolean } = {},
): Children =>
	projects.length > 0 &&
	field({
		name: "project",
		label: "專案",
		state,
		type: "select",
		empty: "不屬於專案",
		options: projects.map(({ id, name }) => ({ value: String(id), label: name })),
		optional,
	});

type ReversalSchema = z.ZodObject<{ reason: z.ZodType<string, string> }>;
type Reversal = {
	action: string;
	state: FormState;
	version: number;
	/** The label of the button, such as 沖銷這筆收款. */
	submit: string;
	/** The hint below the field of the reason, which says who will see the reason. */
	hint?: string;
	schema: ReversalSchema;
	cancel: string;
};

/** Draws the form of a reversal (沖銷), with the reason, which is required. */
export const reversalForm = ({ state, hint, schema, ...of }: Reversal): VNode =>
	card(
		{ label: "沖銷的原因" },
		form(
			{ ...of, state, busy: "沖銷中...", danger: true },
			fieldsOf(schema)({ name: "reason", label: "沖銷的原因", state, type: "textarea", rows: 3, hint }),
		),
	);
