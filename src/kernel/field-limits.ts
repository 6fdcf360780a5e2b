import * as z from "zod";

/**
 * The registry of the maximum number of characters of schemas that count characters by themselves, or whose field takes
 * more than the value has: people also type spaces, commas and signs. A schema made from one of them by `refine`
 * inherits the number.
 */
export const MOST = z.registry<{ characters: number }>();

/**
 * Returns the schema of the typed text when a schema transforms it, or wraps it as optional, nullable or with a
 * default; undefined for any other schema.
 */
function typedIn(schema: z.core.$ZodType): z.core.$ZodType | undefined {
	if (schema instanceof z.ZodPipe) return schema.in;
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
		return schema.unwrap();
	return undefined;
}

/** Returns the maximum number of characters of a field, of a list those of each text; undefined when its schema sets none. */
export function mostCharacters(schema: z.core.$ZodType): number | undefined {
	const own = MOST.get(schema)?.characters ?? (schema instanceof z.ZodString ? schema.maxLength : null);
	const typed = schema instanceof z.ZodArray ? schema.element : typedIn(schema);
	return own ?? (typed && mostCharacters(typed));
}

/** Returns whether a schema refuses an empty text, so that its field must be filled in. */
export const isRequired = (schema: z.core.$ZodType): boolean => !z.safeParse(schema, "").success;

/** Returns the schema of a form's field by its name; undefined when the form has no such field. */
export function fieldIn(schema: z.core.$ZodType, name: string): z.core.$ZodType | undefined {
	if (schema instanceof z.ZodObject) return schema.shape[name];
	if (schema instanceof z.ZodIntersection) return fieldIn(schema.def.left, name) ?? fieldIn(schema.def.right, name);
	const typed = typedIn(schema);
	return typed && fieldIn(typed, name);
}

/** Returns the maximum number of characters of a form's field by its name, for an input that is drawn by hand. */
export function mostIn(schema: z.core.$ZodType, name: string): number | undefined {
	const one = fieldIn(schema, name);
	return one && mostCharacters(one);
}
