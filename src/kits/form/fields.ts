import type * as z from "zod";
import { fieldIn, isRequired, mostCharacters } from "#kernel/field-limits.ts";
import { type Field, field } from "#ui/field.ts";
import type { VNode } from "#ui/html.ts";

type NamesIn<Input> = Input extends unknown ? keyof Input & string : never;
type Labels<Name extends string> = Partial<Record<Name, string>>;
/** A field of a form; its label may stand in the table of its labels. */
type FieldOf<Name extends string, L> = Field extends infer One
	? One extends Field
		? Omit<One, "name" | "label"> & { name: Name } & (Name extends keyof L ? { label?: string } : { label: string })
		: never
	: never;

/** No number of characters bounds what is chosen. */
const CHOSEN: readonly (string | undefined)[] = ["select", "date", "datetime-local", "month", "time"];

/** A choice without an empty one is never left empty. */
const isAsked = (of: Field): boolean => of.type !== "select" || of.empty !== undefined;

/**
 * `field` for the form of a schema: whether it must be filled in and how long it may get is what the schema says, unless the field
 * says otherwise, and only names that the schema knows are taken. A label may come from the table of its labels.
 */
export function fieldsOf<S extends z.ZodType, L extends Labels<NamesIn<z.input<S>>> = Record<never, string>>(
	schema: S,
	labels?: L,
) {
	return <Name extends NamesIn<z.input<S>>>(of: FieldOf<Name, L>): VNode => {
		const { name, type } = of as Field;
		const one = fieldIn(schema, name);
		return field({
			...(one && isAsked(of as Field) && isRequired(one) && { required: true }),
			...(one && !CHOSEN.includes(type) && { maxlength: mostCharacters(one) }),
			label: labels?.[name as Name],
			...of,
		} as Field);
	};
}
