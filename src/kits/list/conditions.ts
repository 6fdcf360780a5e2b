import * as z from "zod";
import { asked, typedUpTo } from "#kernel/query.ts";
import { AskedDay } from "#kernel/typed.ts";
import type { Option } from "#ui/field-parts.ts";
import type { Filter } from "#ui/filters.ts";
import type { Here } from "#ui/url-state.ts";

/** How the form of a list asks for a condition. "tab": the tabs of the page choose it; "none": only links choose it. */
type Field =
	| { type: "search"; placeholder: string; label: string | undefined }
	| {
			type: "select";
			label: string;
			options: readonly Option[] | undefined;
			empty: string | undefined;
			always?: boolean;
	  }
	| { type: "date"; label: string }
	| { type: "text"; label: string; placeholder?: string; always?: boolean }
	| { type: "end"; label: string }
	| { type: "tab" }
	| { type: "none" };

/** A condition by which a list is filtered: the schema of its query parameter, and its field in the list's form. */
export type Condition<T> = { schema: z.ZodType<T>; field: Field };
/** The conditions of a list by the names of their query parameters. */
export type Conditions = Record<string, Condition<unknown>>;
/** The parsed values of the conditions. */
export type ValuesOf<C extends Conditions> = { [K in keyof C]: C[K] extends Condition<infer T> ? T : never };

const MAX_TYPED = 100;

/** Makes the condition of the search field, whose parameter is `q`. `label` names the whole form for screen readers. */
export const words = (placeholder: string, label?: string): Condition<string> => ({
	schema: typedUpTo(MAX_TYPED),
	field: { type: "search", placeholder, label },
});

/**
 * Makes a condition that is one of a list of codes; its value is undefined without a choice. `empty` is the label of no
 * choice when that is not 全部.
 */
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

/**
 * Makes a condition that is one of the options that the list reads together with its rows: the id of a record, a year,
 * a name. Without options it has no field. `empty` is the label of no choice when that is not 全部.
 */
export const oneOf = <T>(label: string, schema: z.ZodType<T>, empty?: string): Condition<T | undefined> => ({
	schema: asked(schema),
	field: { type: "select", label, options: undefined, empty },
});

/** Makes a condition that always has a value, such as the year of a report: it is not cleared with the others. */
export const always = <T>({ schema, field }: Condition<T>): Condition<T> => ({
	schema,
	field: field.type === "select" || field.type === "text" ? { ...field, always: true } : field,
});

/** Makes a condition that is a day, typed in any style; its value is YYYY-MM-DD. */
export const day = (label: string): Condition<string | undefined> => ({
	schema: AskedDay,
	field: { type: "date", label },
});

/**
 * Makes a condition that is an end of a period, which always has one; `label` is 起始 or 結束. Its field is a month, or a
 * day when the address has days.
 */
export const periodEnd = <T>(label: string, schema: z.ZodType<T>): Condition<T> => ({
	schema,
	field: { type: "end", label },
});

/** Makes a condition that is a short typed text of at most `most` characters, such as a number. */
export const typed = (label: string, most: number): Condition<string | undefined> => ({
	schema: asked(z.string().trim().max(most)),
	field: { type: "text", label },
});

/**
 * Makes a condition that is a typed text which names a record, such as an account by its code or name; the labels of
 * the options that the list reads are suggested.
 */
export const naming = (label: string, placeholder: string): Condition<string | undefined> => ({
	schema: asked(z.string().trim().max(MAX_TYPED)),
	field: { type: "text", label, placeholder },
});

/** Makes a condition that tabs choose. It does not count as a filter and is not cleared with the filters. */
export const tab = <T>(schema: z.ZodType<T>): Condition<T> => ({ schema, field: { type: "tab" } });

/** Makes a condition that has no field and only comes with a link. */
export const linked = <T>(schema: z.ZodType<T>): Condition<T | undefined> => ({
	schema: asked(schema),
	field: { type: "none" },
});

/** The schema of a record's id in an address. */
export const RecordId = z
	.string()
	.regex(/^[1-9]\d{0,14}$/)
	.transform(Number);

/**
 * Conditions that are rows of the database, such as the own fields of members: what matches the names of their
 * parameters, which no declaration knows.
 */
export type OpenNames = { readonly names: RegExp };
const MOST_OPEN = 40;

/** Returns the schema of a query that has these parameters, and those that `open` matches. */
export function queryObject<S extends z.ZodRawShape>(shape: S, open: OpenNames | undefined) {
	const known = z.strictObject(shape);
	if (!open) return known;
	return known.catchall(z.string().max(MAX_TYPED)).refine((all) => {
		const more = Object.keys(all).filter((name) => !Object.hasOwn(shape, name));
		return more.length <= MOST_OPEN && more.every((name) => open.names.test(name));
	});
}

export const schemasOf = (conditions: Conditions) =>
	Object.fromEntries(Object.entries(conditions).map(([name, { schema }]) => [name, schema]));

/** Returns the schema of the query of a page that has conditions but is not a list. */
export const queryOf = <C extends Conditions>(conditions: C) =>
	z.strictObject(schemasOf(conditions)) as unknown as z.ZodType<ValuesOf<C>>;

/** Returns the properties of a list's search field for its form. */
export function searchOf(conditions: Conditions) {
	const { field } = conditions.q ?? {};
	return field?.type === "search" ? { placeholder: field.placeholder, label: field.label } : undefined;
}

const isGone = ({ type }: Field, isAnswered: boolean): boolean => type === "end" && isAnswered;

/**
 * Returns the fields of a list's form in the order of its conditions; `options` are the options read together with the
 * rows (where they name an end of a period, it has no field), `query` is the query of the page that the form stands on.
 */
export const fieldsOf = (
	conditions: Conditions,
	options: Partial<Record<string, readonly Option[] | undefined>>,
	query: Here["query"] = {},
): Filter[] =>
	Object.entries(conditions).flatMap(([name, { field }]): Filter[] => {
		if (isGone(field, name in options)) return [];
		if (field.type === "date") return [{ name, label: field.label, type: field.type }];
		if (field.type === "text") return [{ name, ...field, offers: options[name]?.map(({ label }) => label) }];
		if (field.type === "end") {
			const isDay = query[name]?.length === "YYYY-MM-DD".length;
			const [type, words] = isDay ? (["date", "日期"] as const) : (["month", "月份"] as const);
			return [{ name, label: field.label + words, type, always: true }];
		}
		if (field.type !== "select") return [];
		const { label, empty, always } = field;
		const offered = name in options ? options[name] : field.options;
		return offered ? [{ name, label, options: [...offered], empty, ...(always && { always }) }] : [];
	});

/** Returns whether a list's query filters the list, and its conditions as a query text, without order and page. */
export function narrowedBy(conditions: Conditions, query: Record<string, string>, open?: OpenNames) {
	const isOpen = (name: string): boolean => open?.names.test(name) ?? false;
	const set = Object.entries(query).filter(([name, value]) => (name in conditions || isOpen(name)) && value !== "");
	const narrow = narrowing(conditions);
	return {
		isNarrowed: set.some(([name]) => narrow.includes(name) || isOpen(name)),
		conditions: new URLSearchParams(set).toString(),
	};
}

/** Returns the names of the conditions that filter the list. */
export const narrowing = (conditions: Conditions): string[] =>
	Object.keys(conditions).filter((name) => conditions[name]?.field.type !== "tab");
