/** The site that test/flows/writing.node.ts changes: a record of its own for every action. */
import { ARTICLE_TYPES } from "#domain/articles/schema.ts";
import { paths } from "#http/paths.ts";
import * as z from "zod";
import { type Filled, press } from "./forms.ts";
import { ask, askUntil, jsonOf } from "./public-answers.ts";
import { fileAt, idOf, keepId, pdf, png, save, upload, type Writer, wordOf, write } from "./written-site.ts";

const { admin } = paths;
const CATEGORIES = ["care", "news", "named", "second", "leaving"];
const TAGS = ["winter", "spring", "home", "spare", "rehab", "therapy", "many"];
const CARE = { categories: "category:care", tags: "winter" };

/** Published, from the oldest on: what is taken down is the newest, because lists and feeds show a few. */
const PUBLISHED: readonly ({ slug: string } & Filled)[] = [
	{ slug: "steady" },
	{ slug: "kept" },
	{ slug: "pictured", cover_id: "old.png", body: `![爐火](old.png)\n\n${wordOf("pictured")}`, ...CARE },
	{ slug: "untagged", tags: "spare" },
	{ slug: "merged", tags: "rehab" },
	{ slug: "labelled", categories: ["category:named", "category:second"], tags: "home" },
	{ slug: "moved", categories: "category:leaving" },
	{ slug: "bulk-tag" },
	{ slug: "bulk-pin", ...CARE },
	{ slug: "relating" },
	{ slug: "reorder", attach_files: [pdf("first.pdf"), pdf("second.pdf")] },
	{ slug: "attach" },
	{ slug: "cover" },
	{ slug: "unpin", is_pinned: "1" },
	{ slug: "pin", ...CARE },
	{ slug: "terms", ...CARE },
	{ slug: "rename" },
	{ slug: "correct", ...CARE },
	{ slug: "bulk-trash", ...CARE },
	{ slug: "bulk-archive-b", body: wordOf("bulk-archive-a") },
	{ slug: "bulk-archive-a", ...CARE },
	{ slug: "trash", ...CARE },
	{ slug: "archive", ...CARE },
	{ slug: "unpublish", attach_files: pdf("gone.pdf"), ...CARE },
];
const DRAFTS: readonly ({ slug: string } & Filled)[] = [
	{ slug: "drafted" },
	{ slug: "planned" },
	{ slug: "thrown" },
	{ slug: "fresh", ...CARE },
	{ slug: "bulk-publish-a", ...CARE },
	{ slug: "bulk-publish-b", body: wordOf("bulk-publish-a") },
];
const PAGES: readonly ({ slug: string; below?: string } & Filled)[] = [
	{ slug: "about" },
	{ slug: "team", below: "page:about" },
	{ slug: "board", below: "page:team" },
	{ slug: "history", below: "page:about" },
	{ slug: "contact" },
	{ slug: "gallery", body: "![爐火](old.png)" },
	{ slug: "leaflet" },
];
const DOCUMENTS = ["steady", "minutes", "inner", "shelved"];

/** Writes all of it. */
export async function writeSite(writer: Writer): Promise<void> {
	for (const name of ["old.png", "cover.png"]) await upload(writer, png(name));
	for (const slug of CATEGORIES) await makeTerm(writer, "categories", slug);
	for (const slug of TAGS) await makeTerm(writer, "tags", slug);
	await keepTerms(writer);
	for (const page of PAGES) await writePage(writer, page);
	for (const [at, article] of PUBLISHED.entries())
		await write(writer, "article", { ...named(writer, article), type: ARTICLE_TYPES[at % 6] ?? "", isPublished: true });
	for (const article of DRAFTS) await write(writer, "article", { ...named(writer, article), isPublished: false });
	await save(writer, "article:thrown", { step: "trashing" });
	await write(writer, "article", { slug: "shelf", isPublished: true, ...named(writer, CARE) });
	await save(writer, "article:shelf", { step: "archiving" });
	await keepFiles(writer, "unpublish");
	for (const slug of DOCUMENTS) await addDocument(writer, slug, "now");
	await addDocument(writer, "ready", "draft");
	await isIndexed(writer);
}

/** The same with ids for the names of categories and files. */
function named<T extends Filled>(writer: Writer, { categories, cover_id, body, ...rest }: T): Filled {
	return {
		...rest,
		...(categories ? { categories: [categories].flat().map((one) => String(idOf(writer, String(one)))) } : {}),
		...(typeof cover_id === "string" ? { cover_id: fileAt(writer, cover_id).id } : {}),
		...(typeof body === "string" ? { body: body.replace("old.png", fileAt(writer, "old.png").url) } : {}),
	};
}

const makeTerm = (writer: Writer, kind: "categories" | "tags", slug: string) => {
	const place = admin[kind].create();
	return press(writer, { on: place, to: place }, { name: slug, slug });
};

const Terms = z.object({ data: z.array(z.object({ id: z.int(), slug: z.string() })) });

/** Keeps the ids of the categories and tags that there are. */
export async function keepTerms(writer: Writer): Promise<void> {
	for (const [kind, path, count] of [
		["category", "/categories", CATEGORIES.length],
		["tag", "/tags", TAGS.length],
	] as const) {
		const { answer } = await askUntil({ ...writer, from: "10.9.0.1" }, path, (one) => Terms.parse(jsonOf(one)).data.length >= count);
		for (const { id, slug } of Terms.parse(jsonOf(answer)).data) writer.ids.set(`${kind}:${slug}`, id);
	}
}
