import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { ArticleReply, ArticlesReply, HomepageReply, PageTree, WholePageList } from "#domain/content/index.ts";
import { shaperOf } from "#http/shape.ts";
import { ask, insertArticle, page } from "../support/content.ts";
import { createPage } from "../support/rows.ts";

const Tree = z.object({
	name: z.string(),
	get children() {
		return z.array(Tree);
	},
});

beforeAll(async () => {
	await insertArticle({ slug: "one" });
	await createPage(page(1, "about"));
});

describe("what a schema names, and nothing else", () => {
	test("of any value it leaves what the schema's parser leaves", () => {
		const Row = z.object({
			id: z.int(),
			name: z.string().nullable(),
			tags: z.array(z.object({ slug: z.string() })),
			more: Tree.optional(),
		});
		const leaf = fc.record({ name: fc.string(), secret: fc.string(), children: fc.constant([]) });
		const above = (below: fc.Arbitrary<unknown>) =>
			fc.record({ name: fc.string(), secret: fc.string(), children: fc.array(below, { maxLength: 2 }) });
		const tree = above(above(leaf));
		const row = fc.record(
			{
				id: fc.integer(),
				name: fc.option(fc.string()),
				tags: fc.array(fc.record({ slug: fc.string(), id: fc.integer() })),
				more: tree,
				secret: fc.string(),
			},
			{ requiredKeys: ["id", "name", "tags"] },
		);
		fc.assert(
			fc.property(row, (value) => {
				expect(shaperOf(Row)(value)).toEqual(Row.parse(value));
			}),
		);
	});

	test("a schema that no answer uses is refused when it is made", () => {
		expect(() => shaperOf(z.object({ a: z.union([z.string(), z.int()]) }))).toThrow("cannot be of the type union");
		expect(() => shaperOf(z.any())).toThrow(TypeError);
	});
});

test.each([
	["/articles", ArticlesReply],
	["/articles?include=body", ArticlesReply],
	["/articles/one", ArticleReply],
	["/homepage", HomepageReply],
	["/pages", PageTree],
	["/pages?include=body", WholePageList],
])("%s answers what its schema says, to the byte", async (path, schema) => {
	const text = await (await ask(`/api/v1${path}`)).text();
	expect(JSON.stringify(schema.parse(JSON.parse(text)))).toBe(text);
});
