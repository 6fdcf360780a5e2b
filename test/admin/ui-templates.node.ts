/** What holds in every template of the source, also in one that is only drawn in a rare case: one without one root element is an error then. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import htm from "htm";
import { parseAst } from "rolldown/parseAst";

type Node = { type?: string; [key: string]: unknown };
type Template = Node & { tag: Node; quasi: { quasis: { value: { cooked: string } }[] } };

const isTemplate = (node: Node): node is Template =>
	node.type === "TaggedTemplateExpression" && (node as Template).tag.name === "html";

/** Returns the fixed texts of all templates in a program, nested ones included. */
function templatesIn(value: unknown): string[][] {
	if (Array.isArray(value)) return value.flatMap(templatesIn);
	if (typeof value !== "object" || value === null) return [];
	const node = value as Node;
	const own = isTemplate(node) ? [node.quasi.quasis.map(({ value: { cooked } }) => cooked)] : [];
	return [...own, ...Object.values(node).flatMap(templatesIn)];
}

const build = htm.bind((name: unknown) => ({ name }));

/** Whether a template makes one element, whatever its values are. */
function hasOneRoot(texts: readonly string[]): boolean {
	const strings = Object.assign([...texts], { raw: [...texts] }) as unknown as TemplateStringsArray;
	const made: unknown = build(strings, ...texts.slice(1).map(() => "x"));
	return typeof made === "object" && made !== null && !Array.isArray(made);
}

const TEMPLATES = globSync("src/**/*.ts")
	// The page of the API's documentation is text of Hono's own tag.
	.filter((file) => !file.endsWith("routes/docs.ts"))
	.flatMap((file) =>
		templatesIn(parseAst(readFileSync(file, "utf8"), { lang: "ts" })).map((texts) => ({
			texts,
			name: `${file}: ${texts.join("…").slice(0, 100)}`,
		})),
	);
const where = (is: (texts: readonly string[]) => boolean): string[] =>
	TEMPLATES.filter(({ texts }) => is(texts)).map(({ name }) => name);

test("every template has one root element", () => {
	assert.ok(TEMPLATES.length > 1_000, `${TEMPLATES.length} templates`);
	assert.deepEqual(
		where((texts) => !hasOneRoot(texts)),
		[],
	);
});

test("no template writes a day or a time as the browser would: there is one field for it", () => {
	const native = /type="(?:date|time|datetime-local|month|week)"/;
	assert.deepEqual(
		where((texts) => texts.some((text) => native.test(text))),
		[],
	);
});
