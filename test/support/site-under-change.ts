/** The site that test/flows/writing.node.ts changes: a record of its own for every action. */
import * as z from "zod";
import { ARTICLE_TYPES } from "#domain/content/articles/schema.ts";
import { paths } from "#http/paths.ts";
import { type Filled, pressOn } from "./forms.ts";
import { type Answer, askSince, askUntil, jsonOf, revisionOf } from "./public-answers.ts";
import {
	addDocument,
	addVersion,
	draft,
	fileAt,
	idOf,
	pdf,
	png,
	publish,
	save,
	step,
	upload,
	type Writer,
	wordOf,
} from "./written-site.ts";

const { admin } = paths;
const CATEGORIES = ["care", "news", "named", "second", "third", "fourth", "leaving"];
const TAGS = ["winter", "spring", "home", "spare", "rehab", "therapy", "many"];
const CARE = { categories: "category:care", tags: "winter" };

type Seed = { slug: string; [field: string]: string | string[] | File | File[] };

/** Published, from the oldest on: what is taken down is the newest, because lists and feeds show a few. */
const PUBLISHED: readonly Seed[] = [
	{ slug: "steady" },
	{ slug: "kept" },
	{ slug: "pictured", cover_id: "old.png", body: `![爐火](old.png)\n\n${wordOf("pictured")}`, ...CARE },
	{ slug: "untagged", tags: "spare" },
	{ slug: "merged", tags: "rehab" },
	{
		slug: "labelled",
		categories: ["named", "second", "third", "fourth"].map((slug) => `category:${slug}`),
		tags: "home",
	},
	{ slug: "moved", categories: "category:leaving" },
	{ slug: "bulk-tag" },
	{ slug: "bulk-untag", tags: "many" },
	{ slug: "bulk-unpin", is_pinned: "1" },
	{ slug: "bulk-pin", ...CARE },
	{ slug: "relating" },
	{ slug: "reorder", attach_files: [pdf("first.pdf"), pdf("second.pdf")] },
	{ slug: "attach" },
	{ slug: "cover" },
	{ slug: "unpin", is_pinned: "1" },
	{ slug: "pin", ...CARE },
	{ slug: "terms", ...CARE },
	{ slug: "restored" },
	{ slug: "rename" },
	{ slug: "correct", ...CARE },
	{ slug: "bulk-trash", ...CARE },
	{ slug: "bulk-archive-b", body: wordOf("bulk-archive-a") },
	{ slug: "bulk-archive-a", ...CARE },
	{ slug: "trash", ...CARE },
	{ slug: "archive", ...CARE },
	{ slug: "unpublish", attach_files: pdf("gone.pdf"), ...CARE },
];
const DRAFTS: readonly Seed[] = [
	{ slug: "drafted" },
	{ slug: "planned" },
	{ slug: "thrown" },
	{ slug: "erased" },
	{ slug: "bulk-thrown" },
	{ slug: "fresh", ...CARE },
	{ slug: "bulk-publish-a", ...CARE },
	{ slug: "bulk-publish-b", body: wordOf("bulk-publish-a") },
];
const PAGES: readonly (Seed & { below?: string })[] = [
	{ slug: "about" },
	{ slug: "team", below: "page:about" },
	{ slug: "board", below: "page:team" },
	{ slug: "office", below: "page:about" },
	{ slug: "desk", below: "page:office" },
	{ slug: "contact" },
	{ slug: "gallery", body: "![爐火](old.png)" },
	{ slug: "maps" },
	{ slug: "closing" },
	{ slug: "notice" },
	{ slug: "leaflet" },
	{ slug: "shelf" },
	{ slug: "restored" },
];
const DOCUMENTS = [
	"steady",
	"titled",
	"minutes",
	"twice",
	"inner",
	"closing",
	"trash",
	"shelf",
	"bulk-archive",
	"bulk-trash",
	"archived",
];

/** Writes all of it. */
export async function writeSite(writer: Writer): Promise<void> {
	for (const name of ["old.png", "cover.png"]) await upload(writer, png(name));
	for (const slug of CATEGORIES) await makeTerm(writer, "categories", slug);
	for (const slug of TAGS) await makeTerm(writer, "tags", slug);
	await keepTerms(writer);
	for (const page of PAGES) await writePage(writer, page);
	for (const slug of ["ready", "thrown", "erased"]) await draft(writer, `page:${slug}`);
	for (const slug of ["thrown", "erased"]) await step(writer, `page:${slug}`, { place: "trashing" });
	await step(writer, "page:shelf", { place: "archiving" });
	await save(writer, "page:restored", { title: "後來的標題" });
	for (const [at, article] of PUBLISHED.entries())
		await publish(writer, `article:${article.slug}`, { ...named(writer, article), ...kindOf(at) });
	for (const article of DRAFTS) await draft(writer, `article:${article.slug}`, named(writer, article));
	for (const slug of ["thrown", "erased", "bulk-thrown"]) await step(writer, `article:${slug}`, { place: "trashing" });
	await save(writer, "article:restored", { title: "後來的標題" });
	await publish(writer, "article:shelf", named(writer, CARE));
	await step(writer, "article:shelf", { place: "archiving" });
	await keepFiles(writer, "unpublish");
	for (const slug of DOCUMENTS) await addDocument(writer, slug, "now");
	for (const slug of ["ready", "planned", "thrown", "bulk-publish"]) await addDocument(writer, slug, "draft");
	await addVersion(writer, "twice");
	await step(writer, "document:thrown", { place: "trashing" });
	await step(writer, "document:shelf", { place: "archiving" });
	await isIndexed(writer);
}

/** One type after another; of a story nobody can be recognised. */
const kindOf = (at: number): Filled => {
	const type = ARTICLE_TYPES[at % ARTICLE_TYPES.length] ?? "news";
	return { type, ...(type === "story" ? { nobody_shown: "1" } : {}) };
};

/** The same with ids for the names of categories and files. */
function named(writer: Writer, { categories, cover_id, body, ...rest }: Filled): Filled {
	return {
		...rest,
		...(categories ? { categories: [categories].flat().map((one) => String(idOf(writer, String(one)))) } : {}),
		...(typeof cover_id === "string" ? { cover_id: fileAt(writer, cover_id).id } : {}),
		...(typeof body === "string" ? { body: body.replace("old.png", fileAt(writer, "old.png").url) } : {}),
	};
}

const makeTerm = (writer: Writer, kind: "categories" | "tags", slug: string) => {
	const place = admin[kind].create();
	return pressOn(writer, place, { name: slug, slug });
};

const Terms = z.object({ data: z.array(z.object({ id: z.int(), slug: z.string() })) });

/** Keeps the ids of the categories and tags that there are. */
export async function keepTerms(writer: Writer): Promise<void> {
	for (const [kind, path] of [["category", "/categories"] as const, ["tag", "/tags"] as const])
		for (const { id, slug } of Terms.parse(jsonOf(await askNow(writer, path))).data)
			writer.ids.set(`${kind}:${slug}`, id);
}

const askNow = async (writer: Writer, path: string) => {
	const reader = { address: writer.address, from: "10.9.0.1" };
	return askSince(reader, path, await revisionOf(reader));
};

async function writePage(writer: Writer, { below, ...page }: (typeof PAGES)[number]): Promise<void> {
	const parent = below === undefined ? {} : { parent_id: String(idOf(writer, below)) };
	await publish(writer, `page:${page.slug}`, { ...named(writer, page), ...parent });
}

const WithFiles = z.object({
	data: z.object({ attachments: z.array(z.object({ id: z.string(), filename: z.string(), url: z.string() })) }),
});

/** Keeps the addresses of the files that a published article has. */
async function keepFiles(writer: Writer, slug: string): Promise<void> {
	const { data } = WithFiles.parse(jsonOf(await askNow(writer, `/articles/${slug}`)));
	for (const { id, filename, url } of data.attachments) writer.files.set(filename, { id, url: new URL(url).pathname });
}

/** Waits until the last text is found: then every earlier one is. */
async function isIndexed({ address }: Writer): Promise<void> {
	const found = (one: Answer) => z.object({ meta: z.object({ total: z.literal(1) }) }).safeParse(jsonOf(one)).success;
	for (const [path, slug] of [
		["/documents", "archived"],
		["/articles", "unpublish"],
	] as const)
		await askUntil({ address, from: "10.9.0.1" }, `${path}?search=${wordOf(slug)}`, found);
}
