import * as z from "zod";
import type { Setting } from "./kinds.ts";
import { type Group, SETTINGS, type Values } from "./schema.ts";

/** A group's settings, whatever their types. */
export const settingsOf = (group: Group): [string, Setting<unknown>][] => Object.entries(SETTINGS[group]);

/** The key of its row: "fees.annual_fee". Those of the site are named as the Worker's variables that they override. */
export const keyOf = (group: Group, name: string): string => (group === "site" ? name : `${group}.${name}`);

/** The keys of a group. */
export const keysOf = (group: Group): string[] => settingsOf(group).map(([name]) => keyOf(group, name));

/** A value as its row has it: a text as it is, anything else as JSON. */
export const storedText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * A group as it counts: what is stored, the default for the rest. `unreadable` are the keys whose text is none of their
 * values (bare SQL); their defaults count.
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
 * What a form for the group may send, and `beside` them what is none of its settings; gives the group's values, and those.
 * Unknown fields are refused.
 */
export function formOf<G extends Group, B extends z.ZodRawShape = Record<never, never>>(
	group: G,
	beside?: B,
): z.ZodType<Values<G> & z.output<z.ZodObject<B>>> {
	const shape = settingsOf(group).map(([name, setting]) => [name, setting.schema]);
	return z.strictObject({ ...Object.fromEntries(shape), ...beside }) as unknown as z.ZodType<
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
