import * as z from "zod";
import type { Setting } from "./kinds.ts";
import { type Group, SETTINGS, type Values } from "./schema.ts";
import { checkStatutes } from "./statutes.ts";

/** Returns a group's settings, whatever their types. */
export const settingsOf = (group: Group): [string, Setting<unknown>][] => Object.entries(SETTINGS[group]);

/**
 * Returns the key of a setting's row: "fees.annual_fee". A setting that overrides a variable of the Worker has the
 * variable's name, in capitals.
 */
export const keyOf = (group: Group, name: string): string => (/^[A-Z_]+$/.test(name) ? name : `${group}.${name}`);

/** Returns the keys of a group's settings. */
export const keysOf = (group: Group): string[] => settingsOf(group).map(([name]) => keyOf(group, name));

/** Returns a value in its stored form: a text as it is, anything else as JSON. */
export const storedText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Returns a group's current values: the stored ones, and defaults for the rest. `unreadable` are the keys whose stored
 * text is not a valid value (written by plain SQL); their defaults are used.
 */
export function valuesOf<G extends Group>(
	group: G,
	stored: ReadonlyMap<string, string>,
): { values: Values<G>; unreadable: string[] } {
	const unreadable: string[] = [];
	const values = settingsOf(group).map(([name, setting]) => {
		const text = stored.get(keyOf(group, name));
		const read = text === undefined ? undefined : readText(setting, text);
		if (read && !read.success) unreadable.push(keyOf(group, name));
		return [name, read?.success ? read.data : setting.default];
	});
	return { values: Object.fromEntries(values) as Values<G>, unreadable };
}

/**
 * Returns the schema of a group's form; `beside` are further fields that are not settings. It yields the group's values
 * and those fields; unknown fields are refused.
 */
export function formOf<G extends Group, B extends z.ZodRawShape = Record<never, never>>(
	group: G,
	beside?: B,
): z.ZodType<Values<G> & z.output<z.ZodObject<B>>> {
	const shape = settingsOf(group).map(([name, setting]) => [name, setting.schema]);
	const form = z.strictObject({ ...Object.fromEntries(shape), ...beside });
	return (group === "statutes" ? form.superRefine(checkStatutes) : form) as unknown as z.ZodType<
		Values<G> & z.output<z.ZodObject<B>>
	>;
}

function readText(setting: Setting<unknown>, text: string): z.ZodSafeParseResult<unknown> {
	return setting.schema.safeParse(typeof setting.default === "string" ? text : parsed(text));
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return Number.NaN; // no setting's value
	}
}
