import * as z from "zod";

/** Copies a value with no more than the fields that a schema names. */
export type Shaper = (value: unknown) => unknown;

const known = new WeakMap<z.ZodType, Shaper>();
const LEAVES = ["string", "number", "int", "boolean", "enum", "literal", "null"];

/**
 * Returns the function that copies the fields which `schema` names, so that a field of a row that nobody declared is
 * never sent. It does not check values, as `schema.parse` does at ten times the cost: tests parse every address's answers.
 * Throws a TypeError for a schema that answers do not use.
 */
export function shaperOf(schema: z.ZodType): Shaper {
	const made = known.get(schema);
	if (made) return made;
	// A schema may name itself, as a tree does.
	let shaper: Shaper | undefined;
	known.set(schema, (value) => shaper?.(value));
	shaper = make(schema);
	known.set(schema, shaper);
	return shaper;
}

function make(schema: z.ZodType): Shaper {
	if (schema instanceof z.ZodObject) return ofObject(schema.shape);
	if (schema instanceof z.ZodArray) {
		const each = shaperOf(schema.element as z.ZodType);
		return (value) => (value as unknown[]).map(each);
	}
	if (schema instanceof z.ZodRecord) {
		const each = shaperOf(schema.valueType as z.ZodType);
		return (value) => Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, each(one)]));
	}
	if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
		const inner = shaperOf(schema.unwrap() as z.ZodType);
		return (value) => (value === null || value === undefined ? value : inner(value));
	}
	if (!LEAVES.includes(schema.type)) throw new TypeError(`an answer cannot be of the type ${schema.type}`);
	return (value) => value;
}

function ofObject(shape: Record<string, z.ZodType>): Shaper {
	const fields = Object.entries(shape).map(([name, field]) => [name, shaperOf(field)] as const);
	return (value) => {
		const given = value as Record<string, unknown>;
		const copy: Record<string, unknown> = {};
		for (const [name, field] of fields) if (given[name] !== undefined) copy[name] = field(given[name]);
		return copy;
	};
}
