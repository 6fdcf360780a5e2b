/**
 * `node scripts/han-variants.ts <OpenCC's data/dictionary>`: writes src/kernel/han-variants.ts, the characters that the
 * second tier of a search takes for one another, from OpenCC's tables of characters (Apache License 2.0,
 * https://github.com/BYVoid/OpenCC). Characters that any table joins are one group, first the one that stands for them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fold } from "#kernel/tokens.ts";

const TABLES = ["STCharacters", "TSCharacters", "TWVariants", "HKVariants"];
const TARGET = "src/kernel/han-variants.ts";
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Say where OpenCC's data/dictionary is.");

const groups = new Map<string, Set<string>>();
const groupOf = (character: string): Set<string> => groups.get(character) ?? new Set([character]);
for (const table of TABLES) {
	for (const line of readFileSync(join(folder, `${table}.txt`), "utf8").split("\n")) {
		const [simplified, forms] = line.split("\t");
		if (line.startsWith("#") || simplified === undefined || forms === undefined) continue;
		// The traditional form first: of STCharacters the first of the forms, of other tables the key.
		const characters = table.startsWith("ST")
			? [...forms.trim().split(" "), simplified]
			: [simplified, ...forms.trim().split(" ")];
		const folded = characters.map(fold);
		if (folded.some((one) => [...one].length !== 1)) continue;
		const joined = new Set(folded.flatMap((one) => [...groupOf(one)]));
		for (const one of joined) groups.set(one, joined);
	}
}
const lines = [...new Set(groups.values())]
	.filter((group) => group.size > 1)
	.map((group) => [...group].join(""))
	.sort()
	.reduce<string[]>((all, group) => {
		const last = all.at(-1);
		if (last !== undefined && last.length + group.length < 110) all[all.length - 1] = `${last} ${group}`;
		else all.push(group);
		return all;
	}, []);
writeFileSync(
	TARGET,
	`// Made by scripts/han-variants.ts from OpenCC (https://github.com/BYVoid/OpenCC, Apache License 2.0). Do not edit.

/** Groups of characters that are one when a search folds them, separated by white space; the first stands for all of its group. */
export const HAN_GROUPS = \`
${lines.join("\n")}
\`;
`,
);
console.log(`${lines.join(" ").split(" ").length} groups written to ${TARGET}`);
