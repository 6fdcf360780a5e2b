/** The regular expressions that the source holds, and hostile texts for each, made of what it looks for. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";

export type Pattern = { source: string; flags: string; at: string };

/** Every literal below `folder`, each once, and where it stands first. */
export function patternsIn(folder: string): Pattern[] {
	const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.[jt]s$/.test(file));
	const found = new Map<string, Pattern>();
	for (const file of files) {
		const text = readFileSync(join(folder, file), "utf8");
		for (const { source, flags, start } of literalsIn(parseAst(text, { lang: "ts" })))
			if (!found.has(`/${source}/${flags}`))
				found.set(`/${source}/${flags}`, { source, flags, at: `${file}:${text.slice(0, start).split("\n").length}` });
	}
	return [...found.values()];
}

type Literal = { source: string; flags: string; start: number };

function literalsIn(node: unknown): Literal[] {
	if (typeof node !== "object" || node === null) return [];
	if ("regex" in node && "start" in node) {
		const { pattern, flags } = node.regex as { pattern: string; flags: string };
		return [{ source: pattern, flags, start: Number(node.start) }];
	}
	return Object.values(node).flatMap(literalsIn);
}

/** A character of each class that patterns here name. */
const SAMPLES: Record<string, string> = {
	s: " ",
	S: "a",
	d: "0",
	D: "a",
	w: "a",
	W: "-",
	n: "\n",
	r: "\r",
	t: "\t",
	b: "",
	B: "",
	p: "漢",
	P: "-",
};
const PART =
	/\\u\{?([0-9a-f]{4,5})\}?|\\[pP]\{[^}]*\}|\\(.)|\[(\^?)((?:\\.|[^\]\\])*)\]|[().|^$*+?{}]|[^\\[\]().|^$*+?{}]+/giu;

/** Words that a pattern looks for: its literal runs, and one character of each of its classes. */
function wordsOf(source: string): string[] {
	const words = new Set<string>();
	for (const [part, code, escaped, not, members] of source.matchAll(PART)) {
		if (code !== undefined) words.add(String.fromCodePoint(Number.parseInt(code, 16)));
		else if (escaped !== undefined) words.add(SAMPLES[escaped] ?? escaped);
		else if (members !== undefined) for (const one of sampled(members, not === "^")) words.add(one);
		else if (part === ".") words.add("a");
		else if (!/^[()|^$*+?{}]$/.test(part)) words.add(part.replace(/^[:=!<]+/, "") || part);
	}
	return [...words].filter((word) => word !== "").slice(0, 24);
}

/** Of a class: its first characters; of a negated one a letter, and where it allows them a tab and a "<". */
function sampled(members: string, isNot: boolean): string[] {
	if (isNot)
		return ["a", "\t", "<"].filter((one) => !members.includes(one) && !(one === "\t" && members.includes("\\s")));
	const [first = "", second = ""] = [...members.matchAll(/\\([a-z])|\\?(.)/giu)].map(([, name, own]) =>
		name ? (SAMPLES[name] ?? name) : (own ?? ""),
	);
	return [first, second];
}

/** Texts of `length` characters in which the pattern begins again and again, and never comes to its end. */
export function* hostileTexts({ source }: Pattern, length: number): Generator<string> {
	const words = wordsOf(source);
	for (const word of words) {
		const many = word.repeat(Math.ceil(length / word.length));
		yield `${many}\u0000`;
		for (const other of words)
			if (other !== word) {
				const pair = word + other;
				yield `${pair.repeat(Math.ceil(length / pair.length))}\u0000`;
				yield `${other}${many}\u0000`;
			}
	}
}
