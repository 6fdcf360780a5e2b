/** Every template has exactly one root element, also one that is only drawn in a rare case: another is an error when it is drawn. */
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

test("every template has one root element", () => {
	const wrong: string[] = [];
	let many = 0;
	// The page of the API's documentation is text of Hono's own tag.
	for (const file of globSync("src/**/*.ts").filter((one) => !one.endsWith("routes/docs.ts")))
		for (const texts of templatesIn(parseAst(readFileSync(file, "utf8"), { lang: "ts" }))) {
			many++;
			if (!hasOneRoot(texts)) wrong.push(`${file}: ${texts.join("…").slice(0, 100)}`);
		}
	assert.ok(many > 1_000, `${many} templates`);
	assert.deepEqual(wrong, []);
});
