import { CHILD_FIELDS, childField, MOST_CHILDREN, PARTS } from "./announced.ts";

/*
 * The form of an application shows a set of fields for each announced child. Its buttons 再加一位孩子 and 移除 send the form
 * (`step`), which comes back with one set more or less and everything else as it was typed, so they work without a script.
 */

type Values = Readonly<Record<string, string | string[] | undefined>>;
const textOf = (values: Values, name: string): string => [values[name] ?? ""].flat()[0] ?? "";

/** Returns how many sets a form shows: those that it showed (`sets`), and all up to the last one with something in it. */
export function setsIn(values: Values): number {
	const shown = Number(textOf(values, "sets"));
	const filled = CHILD_FIELDS.findLastIndex((name) => textOf(values, name).trim() !== "");
	const most = Math.max(Number.isInteger(shown) ? shown : 0, Math.ceil((filled + 1) / PARTS.length));
	return Math.min(Math.max(most, 0), MOST_CHILDREN);
}

/** Returns the values after the button 再加一位孩子 or 移除; undefined for other buttons. */
export function withSets<V extends Values>(values: V, step: string): V | undefined {
	const sets = setsIn(values);
	if (step === "more") return { ...values, sets: String(Math.min(sets + 1, MOST_CHILDREN)) };
	const dropped = Number(/^drop\.([1-6])$/.exec(step)?.[1] ?? 0);
	if (dropped === 0) return undefined;
	const kept = Array.from({ length: sets }, (_, at) => at + 1).filter((nth) => nth !== dropped);
	const blank = Object.fromEntries(CHILD_FIELDS.map((name) => [name, ""]));
	const moved = kept.flatMap((nth, at) =>
		PARTS.map((part) => [childField(at + 1, part), textOf(values, childField(nth, part))]),
	);
	return { ...values, ...blank, ...Object.fromEntries(moved), sets: String(kept.length) };
}
