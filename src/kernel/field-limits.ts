import * as z from "zod";

/** The most characters of a schema that counts them itself; those made of it by `refine` inherit it. */
export const MOST = z.registry<{ characters: number }>();

/** The schema of what is typed, where this one makes something of it. */
function typedIn(schema: z.core.$ZodType): z.core.$ZodType | undefined {
	if (schema instanceof z.ZodPipe) return schema.in;
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
		return schema.unwrap();
	return undefined;
}

/** How many characters a field takes at most; undefined where its schema does not say. */
export function mostCharacters(schema: z.core.$ZodType): number | undefined {
	const own = MOST.get(schema)?.characters ?? (schema instanceof z.ZodString ? schema.maxLength : null);
	const typed = typedIn(schema);
	return own ?? (typed && mostCharacters(typed));
}

/** Whether a field may not be left empty. */
export const isRequired = (schema: z.core.$ZodType): boolean => !z.safeParse(schema, "").success;

/** A form's field by its name; undefined where the form has none such. */
export function fieldIn(schema: z.core.$ZodType, name: string): z.core.$ZodType | undefined {
	if (schema instanceof z.ZodObject) return schema.shape[name];
	if (schema instanceof z.ZodIntersection) return fieldIn(schema.def.left, name) ?? fieldIn(schema.def.right, name);
	const typed = typedIn(schema);
	return typed && fieldIn(typed, name);
}
