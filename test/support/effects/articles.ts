/** What is done to one article in its editor. The first take the newest away: the feed shows twenty. */
import assert from "node:assert/strict";
import * as z from "zod";
import { paths } from "#http/paths.ts";
import { type Posted, press, pressOn } from "../forms.ts";
import { jsonOf } from "../public-answers.ts";
import { autosave, draft, fileAt, idOf, pdf, publish, save, step, undo, type Writer } from "../written-site.ts";
import { type Effect, type Effects, LIST_PATHS, LISTS, TEXT } from "./effect.ts";

const { articles } = paths.admin;
const TERMS = "categories tags";
/** Of an article with a category and a tag. */
const touches = (slug: string): string => `article:${slug} category:care tag:winter ${LISTS}`;
const pathsOf = (...slugs: string[]): string => `${slugs.map((slug) => `/articles/${slug}`).join(" ")} ${LIST_PATHS}`;

const Shown = z.object({
	data: z.object({
		title: z.string(),
		is_pinned: z.boolean(),
		cover_image: z.object({ url: z.string() }).nullable(),
		attachments: z.array(z.object({ filename: z.string() })),
		categories: z.array(z.object({ slug: z.string() })),
		tags: z.array(z.object({ slug: z.string() })),
	}),
	related: z.array(z.object({ slug: z.string() })),
});
const shown = ({ article }: { article: Parameters<typeof jsonOf>[0] }) => Shown.parse(jsonOf(article));

export const TAKEN_DOWN: Effects = {
	"an article is taken down": {
		act: (writer) => step(writer, "article:unpublish", { place: "unpublication" }),
		article: "unpublish",
		file: "gone.pdf",
		changes: `${TEXT} ${TERMS} file`,
		finds: 0,
		events: "article.unpublished",
		tags: touches("unpublish"),
		paths: pathsOf("unpublish"),
		shows: ({ article, file }) => assert.deepEqual([article.status, file.status], [404, 404]),
	},
	"an article is archived": {
		act: (writer) => step(writer, "article:archive", { place: "archiving" }),
		article: "archive",
		changes: `${TEXT} ${TERMS}`,
		finds: 0,
		events: "article.archived",
		tags: touches("archive"),
		paths: pathsOf("archive"),
		shows: ({ article }) => assert.equal(article.status, 410),
	},
	"an article goes to the trash": {
		act: (writer) => step(writer, "article:trash", { place: "trashing" }),
		article: "trash",
		changes: `${TEXT} ${TERMS}`,
		finds: 0,
		events: "article.deleted",
		tags: touches("trash"),
		paths: pathsOf("trash"),
		shows: ({ article }) => assert.equal(article.status, 404),
	},
};

/** The same three come back as they stood, by the message that followed. */
const back = (slug: string): Effect => ({
	act: (writer) => undo(writer, `article:${slug}`, articles.undo()),
	article: slug,
	changes: `${TEXT} ${TERMS}`,
	events: "article.published",
	tags: touches(slug),
	paths: pathsOf(slug),
	shows: ({ article }) => assert.equal(article.status, 200),
});
export const TAKEN_BACK: Effects = {
	"that an article was taken down is taken back": {
		...back("unpublish"),
		file: "gone.pdf",
		changes: `${TEXT} ${TERMS} file`,
	},
	"that an article was archived is taken back": back("archive"),
	"that an article went to the trash is taken back": back("trash"),
};

/** Nothing that readers see. */
const UNSEEN = { changes: "" };
/** Presses another button of an article's editor. */
const onEditor = (writer: Writer, slug: string, placeOf: (id: number) => string): Promise<Posted> => {
	const id = idOf(writer, `article:${slug}`);
	return press(writer, { on: articles.show(id), to: placeOf(id) });
};
export const WRITTEN: Effects = {
	"an article is written and kept as a draft": {
		act: (writer) => draft(writer, "article:new-draft"),
		article: "new-draft",
		finds: 0,
		...UNSEEN,
	},
	"a draft is scheduled": {
		act: (writer) =>
			step(writer, "article:planned", { place: "publication", publish: "later", publish_at: "2099-01-01T09:00" }),
		article: "planned",
		finds: 0,
		...UNSEEN,
	},
	"a draft is edited": {
		act: (writer) => save(writer, "article:drafted", { title: "另一個標題" }),
		article: "drafted",
		finds: 0,
		...UNSEEN,
	},
	"a published article is autosaved": { act: (writer) => autosave(writer, "article:kept"), article: "kept", ...UNSEEN },
	"what was autosaved is thrown away": {
		act: (writer) => onEditor(writer, "kept", articles.draftRemoval),
		article: "kept",
		...UNSEEN,
	},
	"what is being typed is looked at": {
		act: (writer) => onEditor(writer, "drafted", paths.admin.writing.preview),
		article: "drafted",
		finds: 0,
		...UNSEEN,
	},
	"an article is copied": {
		act: (writer) => onEditor(writer, "steady", articles.copy),
		article: "steady",
		...UNSEEN,
	},
	"an article in the trash is deleted for good": {
		act: (writer) => {
			const place = articles.removal(idOf(writer, "article:erased"));
			return pressOn(writer, place);
		},
		article: "erased",
		finds: 0,
		...UNSEEN,
	},
	"an article comes out of the trash": {
		act: (writer) => step(writer, "article:thrown", { place: "restoration" }),
		article: "thrown",
		finds: 0,
		...UNSEEN,
	},
};

export const CORRECTED: Effects = {
	"the title of a published article is corrected": {
		act: (writer) => save(writer, "article:correct", { title: "改過的標題" }),
		article: "correct",
		other: "/articles/rename",
		changes: `${TEXT} other`,
		events: "article.updated",
		tags: touches("correct"),
		paths: pathsOf("correct"),
		shows: (now) => assert.equal(shown(now).data.title, "改過的標題"),
	},
	"an earlier text of an article is restored": {
		act: (writer) => {
			const id = idOf(writer, "article:restored");
			return press(writer, { on: `${articles.revision(id, 1)}?with=now`, to: articles.restoration(id, 1) });
		},
		article: "restored",
		other: "/articles/terms",
		changes: `${TEXT} other`,
		events: "article.updated",
		tags: `article:restored ${LISTS}`,
		paths: pathsOf("restored"),
		shows: (now) => assert.equal(shown(now).data.title, "關於 restored"),
	},
	"an article gets another address": {
		act: (writer) => save(writer, "article:rename", { slug: "改名之後" }),
		article: "rename",
		other: `/articles/${encodeURIComponent("改名之後")}`,
		changes: `${TEXT} other`,
		events: "article.updated",
		tags: `article:rename ${LISTS}`,
		paths: pathsOf("rename", encodeURIComponent("改名之後")),
		shows: ({ article, other }) => assert.deepEqual([article.status, other.status], [301, 200]),
	},
	"an article gets another category and another tag": {
		act: (writer) =>
			save(writer, "article:terms", { categories: [String(idOf(writer, "category:news"))], tags: "spring" }),
		article: "terms",
		changes: `${TEXT} ${TERMS}`,
		events: "article.updated",
		tags: `article:terms category:care category:news tag:winter tag:spring ${LISTS}`,
		paths: pathsOf("terms"),
		shows: (now) => {
			const { categories, tags } = shown(now).data;
			assert.deepEqual([categories, tags], [[{ slug: "news" }], [{ slug: "spring" }]]);
		},
	},
	"an article is pinned": {
		act: (writer) => save(writer, "article:pin", { is_pinned: "1" }),
		article: "pin",
		changes: TEXT,
		events: "article.updated",
		tags: touches("pin"),
		paths: pathsOf("pin"),
		shows: (now) => assert.equal(shown(now).data.is_pinned, true),
	},
	"an article is pinned no more": {
		act: (writer) => save(writer, "article:unpin", { is_pinned: [] }),
		article: "unpin",
		changes: TEXT,
		events: "article.updated",
		tags: `article:unpin ${LISTS}`,
		paths: pathsOf("unpin"),
		shows: (now) => assert.equal(shown(now).data.is_pinned, false),
	},
	"an article gets a cover": {
		act: (writer) => save(writer, "article:cover", { cover_id: fileAt(writer, "cover.png").id, cover_alt: "封面" }),
		article: "cover",
		file: "cover.png",
		changes: `${TEXT} file`,
		events: "article.updated",
		tags: `article:cover ${LISTS}`,
		paths: pathsOf("cover"),
		shows: ({ file }) => assert.equal(file.status, 200),
	},
	"a file is attached": {
		act: (writer) => save(writer, "article:attach", { attach_files: pdf("報名表.pdf") }),
		article: "attach",
		changes: TEXT,
		events: "article.updated",
		tags: `article:attach ${LISTS}`,
		paths: pathsOf("attach"),
		shows: (now) => assert.deepEqual(shown(now).data.attachments, [{ filename: "報名表.pdf" }]),
	},
	"attachments are put in another order": {
		act: (writer) => save(writer, "article:reorder", { file_positions: ["2", "1"] }),
		article: "reorder",
		changes: TEXT,
		events: "article.updated",
		tags: `article:reorder ${LISTS}`,
		paths: pathsOf("reorder"),
		shows: (now) =>
			assert.deepEqual(shown(now).data.attachments, [{ filename: "second.pdf" }, { filename: "first.pdf" }]),
	},
	"related articles are chosen": {
		act: (writer) => save(writer, "article:relating", { related: "steady" }),
		article: "relating",
		changes: TEXT,
		events: "article.updated",
		tags: `article:relating ${LISTS}`,
		paths: pathsOf("relating"),
		shows: (now) => assert.deepEqual(shown(now).related, [{ slug: "steady" }]),
	},
};

export const PUBLISHED: Effects = {
	"a draft is published": {
		act: (writer) => step(writer, "article:fresh", { place: "publication" }),
		article: "fresh",
		changes: `${TEXT} ${TERMS}`,
		events: "article.published",
		tags: touches("fresh"),
		paths: pathsOf("fresh"),
	},
	"an article is written and published at once": {
		act: (writer) => publish(writer, "article:at-once"),
		article: "at-once",
		changes: TEXT,
		events: "article.published",
		tags: `article:at-once ${LISTS}`,
		paths: pathsOf("at-once"),
	},
	"an archived article is published again": {
		act: (writer) => step(writer, "article:shelf", { place: "republication" }),
		article: "shelf",
		changes: `${TEXT} ${TERMS}`,
		events: "article.published",
		tags: touches("shelf"),
		paths: pathsOf("shelf"),
		shows: ({ article }) => assert.equal(article.status, 200),
	},
};
