import type * as z from "zod";
import { fieldIn, isRequired, mostCharacters } from "#kernel/field-limits.ts";
import { type Field, field } from "#ui/field.ts";
import type { VNode } from "#ui/html.ts";

type NamesIn<Input> = Input extends unknown ? keyof Input & string : never;
type Labels<Name extends string> = Partial<Record<Name, string>>;
/** The declaration of one form field. `label` may be left out when the table of labels has one for the field's name. */
type FieldOf<Name extends string, L> = Field extends infer One
	? One extends Field
		? Omit<One, "name" | "label"> & { name: Name } & (Name extends keyof L ? { label?: string } : { label: string })
		: never
	: never;

/** The field types whose value is chosen or picked, not typed: they get no `maxlength`. */
const CHOSEN: readonly (string | undefined)[] = ["select", "date", "moment", "month", "time"];

/**
 * Returns whether a field can be left empty at all. A select without an empty option cannot, so it needs no `required`.
 */
const isAsked = (of: Field): boolean => of.type !== "select" || of.empty !== undefined;

/**
 * Returns a function that draws the fields of a schema's form, as `field` does. `required` and `maxlength` follow from
 * the schema unless the field's own declaration sets them, and only names of the schema are accepted. A label that is
 * not given is taken from `labels`.
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
