import { parse as parseToml, TomlDate, TomlError } from "smol-toml";
import { type Document, isMap, LineCounter, parseDocument } from "yaml";
import { BadFile } from "./bad-file.ts";

/** A value of front matter. Every scalar is a text: `1.10`, `no` and `2020-01-01` stay as the author typed them. */
export type Value = string | Value[] | { [key: string]: Value };
export type Values = { [key: string]: Value };

export type FrontMatter = {
	/** False when the file has no front matter. */
	isThere: boolean;
	/** The top-level keys in lower case, because Hugo does not distinguish `publishDate` from `publishdate`. */
	values: Values;
	body: string;
	/** The whole file, in which the line of a word can be found. */
	text: string;
	/** The line on which the body begins. */
	bodyLine: number;
	/** The keys that are given twice, of which the last one counts. */
	repeated: string[];
};

/**
 * Splits a text into front matter in YAML (`---`), TOML (`+++`) or JSON (`{`) and the body below it. Throws BadFile
 * with the line in the file when the front matter is not closed or cannot be read.
 */
export function splitFrontMatter(text: string): FrontMatter {
	const first = /^(---|\+\+\+|;;;)[ \t]*(?:yaml|toml|json)?[ \t]*(?:\n|$)/.exec(text);
	if (first) return fenced(text, first[1] ?? "---", first[0].length);
	if (/^\{\s*(?:"|\})/.test(text)) return json(text);
	return { isThere: false, values: {}, body: text, text, bodyLine: 1, repeated: [] };
}

/** Returns the line of a top-level key in its front matter, or 1. */
export function lineOfKey({ text, bodyLine }: FrontMatter, key: string): number {
	const lines = text.split("\n", bodyLine);
	const index = lines.findIndex((line) => new RegExp(`^\\s*["']?${key}["']?\\s*[:=]`, "i").test(line));
	return index + 1 || 1;
}

/** Reads a whole file of YAML, TOML or JSON, such as a site's configuration. Throws BadFile. */
export function parseData(text: string, format: "yaml" | "toml" | "json"): Values {
	if (format === "toml") return fromToml(text, 0);
	if (format === "json") return fromJson(text);
	const { values } = fromYaml(text, 0);
	return typeof values === "string" ? {} : values;
}

function fenced(text: string, fence: string, start: number): FrontMatter {
	const closing =
		fence === "---"
			? /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m
			: new RegExp(`^${fence.replace(/\+/g, "\\+")}[ \\t]*(?:\\n|$)`, "m");
	const end = closing.exec(text.slice(start));
	if (!end) throw new BadFile(`front matter is not closed: no line ${fence} after the first one`, 1);
	const inner = text.slice(start, start + end.index);
	const after = start + end.index + end[0].length;
	const parts = { text, body: text.slice(after), bodyLine: text.slice(0, after).split("\n").length };
	if (fence === "+++") return { isThere: true, values: lowerKeys(fromToml(inner, 1)), repeated: [], ...parts };
	if (fence === ";;;") return { isThere: true, values: lowerKeys(fromJson(`{${inner}}`)), repeated: [], ...parts };
	const { values, repeated } = fromYaml(inner, 1);
	// A text that begins with a thematic break is not front matter.
	if (typeof values === "string") return { isThere: false, values: {}, body: text, text, bodyLine: 1, repeated: [] };
	return { isThere: true, values: lowerKeys(values), repeated, ...parts };
}

function json(text: string): FrontMatter {
	const end = endOfObject(text);
	if (end === -1) throw new BadFile("front matter is not closed: no } for the first {", 1);
	const values = lowerKeys(fromJson(text.slice(0, end)));
	const body = text.slice(end).replace(/^[ \t]*\n/, "");
	return {
		isThere: true,
		values,
		body,
		text,
		bodyLine: text.slice(0, text.length - body.length).split("\n").length,
		repeated: [],
	};
}

/** Returns the index after the JSON object that begins at 0, ignoring braces in strings; -1 when it is not closed. */
function endOfObject(text: string): number {
	let depth = 0;
	for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
		if (token[0] === "{") depth++;
		if (token[0] === "}" && --depth === 0) return token.index + 1;
	}
	return -1;
}

function fromYaml(text: string, linesBefore: number): { values: Values | string; repeated: string[] } {
	const lineCounter = new LineCounter();
	const document = parseDocument(text, {
		schema: "failsafe",
		uniqueKeys: false,
		merge: true,
		lineCounter,
		prettyErrors: false,
	});
	const error = document.errors[0];
	if (error) {
		const { line } = lineCounter.linePos(error.pos[0]);
		const hint = error.message.startsWith("Nested mappings") ? " (a value with a colon and a space needs quotes)" : "";
		throw new BadFile(`YAML: ${error.message.replace(/\s+/g, " ")}${hint}`, line + linesBefore);
	}
	const repeated: string[] = [];
	const value = resolved(document, linesBefore);
	if (isMap(document.contents)) {
		const keys = document.contents.items.map(({ key }) => String(key));
		repeated.push(...new Set(keys.filter((key, index) => keys.indexOf(key) !== index)));
	} else if (document.contents !== null) {
		if (typeof value === "string") return { values: value, repeated };
		throw new BadFile("front matter is not a list of `key: value` lines", 1 + linesBefore);
	}
	return { values: toValues(value ?? {}), repeated };
}

/**
 * Returns the YAML document with its aliases resolved; an alias without a target, or too many aliases, are an error of
 * the author (BadFile).
 */
function resolved(document: Document.Parsed, linesBefore: number): unknown {
	try {
		return document.toJS({ maxAliasCount: 100 });
	} catch (error) {
		if (!(error instanceof ReferenceError)) throw error;
		throw new BadFile(`YAML: ${error.message}`, 1 + linesBefore);
	}
}

function fromToml(text: string, linesBefore: number): Values {
	try {
		return toValues(parseToml(text));
	} catch (error) {
		if (!(error instanceof TomlError)) throw error;
		const message = error.message.split("\n")[0]?.replace(/^Invalid TOML document:\s*/, "") ?? "";
		throw new BadFile(`TOML: ${message}`, error.line + linesBefore);
	}
}

function fromJson(text: string): Values {
	try {
		return toValues(JSON.parse(text));
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		const position = Number(/position (\d+)/.exec(error.message)?.[1] ?? 0);
		throw new BadFile(`JSON: ${error.message}`, text.slice(0, position).split("\n").length);
	}
}

function toValues(value: unknown): Values {
	const converted = toValue(value);
	return converted !== undefined && isValues(converted) ? converted : {};
}

function toValue(value: unknown): Value | undefined {
	if (value === null || value === undefined) return undefined;
	if (value instanceof TomlDate) return value.toISOString();
	if (Array.isArray(value)) return value.map(toValue).filter((item) => item !== undefined);
	if (typeof value !== "object") return String(value);
	const entries = Object.entries(value).map(([key, item]) => [key, toValue(item)] as const);
	return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

/** Returns whether a value is a mapping, neither a list nor a text. */
export const isValues = (value: Value | undefined): value is Values =>
	typeof value === "object" && !Array.isArray(value);

/** Returns the mappings of a list; none of what is no list. */
export const valuesIn = (value: Value | undefined): Values[] => (Array.isArray(value) ? value.filter(isValues) : []);

const lowerKeys = (values: Values): Values =>
	Object.fromEntries(Object.entries(values).map(([key, value]) => [key.toLowerCase(), value]));
