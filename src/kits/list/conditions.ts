import * as z from "zod";
import { asked, typedUpTo } from "#kernel/query.ts";
import type { Option } from "#ui/field-parts.ts";
import type { Filter } from "#ui/filters.ts";

/** How the form of a list asks for a condition. `tab`: its tabs do; `none`: only links lead to it. */
type Field =
	| { type: "search"; placeholder: string; label: string | undefined }
	| { type: "select"; label: string; options: readonly Option[] | undefined; empty: string | undefined }
	| { type: "date"; label: string }
	| { type: "tab" }
	| { type: "none" };

/** A condition of a list: what its address may say, and its field. */
export type Condition<T> = { schema: z.ZodType<T>; field: Field };
/** The conditions of a list by the names that its address has for them. */
export type Conditions = Record<string, Condition<unknown>>;
/** What is asked for, of each condition. */
export type ValuesOf<C extends Conditions> = { [K in keyof C]: C[K] extends Condition<infer T> ? T : never };

const MAX_TYPED = 100;

/** The search field; its name is `q`. `label` names the whole form for a screen reader. */
export const words = (placeholder: string, label?: string): Condition<string> => ({
	schema: typedUpTo(MAX_TYPED),
	field: { type: "search", placeholder, label },
});

/** One of some codes. `empty` says what no choice means, where that is not 全部. */
export const choice = <const Code extends string>(
	label: string,
	[codes, labels]: readonly [readonly Code[], Record<Code, string> | ((code: Code) => string)],
	empty?: string,
): Condition<Code | undefined> => ({
	schema: asked(z.enum(codes)),
	field: {
		type: "select",
		label,
		options: codes.map((value) => ({ value, label: typeof labels === "function" ? labels(value) : labels[value] })),
		empty,
	},
});

/** One of the options that the list reads beside its rows: a record's id, a year, a name. Without options it has no field. */
export const oneOf = <T>(label: string, schema: z.ZodType<T>): Condition<T | undefined> => ({
	schema: asked(schema),
	field: { type: "select", label, options: undefined, empty: undefined },
});

/** A day, YYYY-MM-DD. */
export const day = (label: string): Condition<string | undefined> => ({
	schema: asked(z.iso.date()),
	field: { type: "date", label },
});

/** What tabs choose: no condition that narrows the list, and none to be cleared. */
export const tab = <T>(schema: z.ZodType<T>): Condition<T> => ({ schema, field: { type: "tab" } });

/** A condition without a field, which a link brings. */
export const linked = <T>(schema: z.ZodType<T>): Condition<T | undefined> => ({
	schema: asked(schema),
	field: { type: "none" },
});

/** The id of a record in an address. */
export const RecordId = z
	.string()
	.regex(/^[1-9]\d{0,14}$/)
	.transform(Number);

export const schemasOf = (conditions: Conditions) =>
	Object.fromEntries(Object.entries(conditions).map(([name, { schema }]) => [name, schema]));

/** What an address may say where a page has conditions and is no list. */
export const queryOf = <C extends Conditions>(conditions: C) =>
	z.strictObject(schemasOf(conditions)) as unknown as z.ZodType<ValuesOf<C>>;

/** The search field of a list, as its form draws it. */
export function searchOf(conditions: Conditions) {
	const { field } = conditions.q ?? {};
	return field?.type === "search" ? { placeholder: field.placeholder, label: field.label } : undefined;
}

/** The fields of a list's form in the order of its conditions; `options` are those that were read. */
export const fieldsOf = (
	conditions: Conditions,
	options: Partial<Record<string, readonly Option[] | undefined>>,
): Filter[] =>
	Object.entries(conditions).flatMap(([name, { field }]): Filter[] => {
		if (field.type === "date") return [{ name, label: field.label, type: "date" }];
		if (field.type !== "select") return [];
		const offered = name in options ? options[name] : field.options;
		return offered ? [{ name, label: field.label, options: [...offered], empty: field.empty }] : [];
	});

/** The names of those conditions that make a list shorter. */
export const narrowing = (conditions: Conditions): string[] =>
	Object.keys(conditions).filter((name) => conditions[name]?.field.type !== "tab");
