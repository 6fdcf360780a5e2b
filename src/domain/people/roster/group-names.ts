import { isNothing } from "./values.ts";

/** Returns the names of groups in the cells of a row, each once: 北區、志工. */
export const groupNamesIn = (texts: readonly string[]): string[] => [
	...new Set(
		texts
			.flatMap((text) => text.normalize("NFC").split(/[、，,；;／/\n]/))
			.map((name) => name.replace(/\s+/g, " ").trim())
			.filter((name) => !isNothing(name)),
	),
];

const fold = (name: string): string => name.normalize("NFKC").replaceAll("台", "臺").toLowerCase();

type Grouped = { groups: string[]; notices: { code: "group_unknown"; field: "groups"; text: string }[] };

/**
 * Returns the function that finds what a row names among the groups in use: their names as they are stored, and a
 * remark for each name that no group has.
 */
export function groupFinder(inUse: readonly { name: string }[]): (names: readonly string[]) => Grouped {
	const byName = new Map(inUse.map(({ name }) => [fold(name), name]));
	return (names) => ({
		groups: [...new Set(names.flatMap((name) => byName.get(fold(name)) ?? []))],
		notices: names
			.filter((name) => !byName.has(fold(name)))
			.map((text) => ({ code: "group_unknown", field: "groups", text })),
	});
}
