/** What is done to several articles in their list. */
import assert from "node:assert/strict";
import { BULK_PLACES, type BulkKind } from "#domain/content/articles/bulk.ts";
import { paths } from "#http/paths.ts";
import { type Filled, type Posted, press } from "../forms.ts";
import { idOf, keepDone, undo, type Writer } from "../written-site.ts";
import { type Effects, LIST_PATHS, LISTS, TEXT } from "./effect.ts";

const { articles } = paths.admin;
const TERMS = "categories tags";

/** Ticks articles in the list of those whose titles hold `q`, and presses a button over it. */
const choose = (writer: Writer, kind: BulkKind, { q, slugs, ...filled }: { q: string; slugs: string[] } & Filled) => {
	const on = `${articles.list()}?q=${q}`;
	const ids = slugs.map((slug) => String(idOf(writer, `article:${slug}`)));
	return keepDone(writer, q, press(writer, { on, to: articles.bulk(BULK_PLACES[kind]) }, { ids, ...filled }));
};
/** Takes back what was done to the articles whose titles hold `q`. */
const undone = (writer: Writer, q: string): Promise<Posted> => undo(writer, q, articles.undo());
/** The two whose slugs are these with -a and -b. */
const both = (writer: Writer, kind: BulkKind, q: string): Promise<Posted> =>
	choose(writer, kind, { q, slugs: [`${q}-a`, `${q}-b`] });

/** What the website is told of those two, the first of which has a category and a tag. */
const bothTold = (slug: string) => ({
	tags: `article:${slug}-a article:${slug}-b category:care tag:winter ${LISTS}`,
	paths: `/articles/${slug}-a /articles/${slug}-b ${LIST_PATHS}`,
});

export const BULK_DOWN: Effects = {
	"two articles are archived": {
		act: (writer) => both(writer, "archive", "bulk-archive"),
		article: "bulk-archive-a",
		other: "/articles/bulk-archive-b",
		changes: `${TEXT} ${TERMS} other`,
		finds: 0,
		events: "article.archived",
		...bothTold("bulk-archive"),
		shows: ({ article, other }) => assert.deepEqual([article.status, other.status], [410, 410]),
	},
	"a chosen article goes to the trash": {
		act: (writer) => choose(writer, "trash", { q: "bulk-trash", slugs: ["bulk-trash"] }),
		article: "bulk-trash",
		changes: `${TEXT} ${TERMS}`,
		finds: 0,
		events: "article.deleted",
		tags: `article:bulk-trash category:care tag:winter ${LISTS}`,
		paths: `/articles/bulk-trash ${LIST_PATHS}`,
		shows: ({ article }) => assert.equal(article.status, 404),
	},
};

/** A pin alone is no new text: feeds and the sitemap stay. */
const PINNED = "article articles homepage search changes";
const many = (writer: Writer): string => String(idOf(writer, "tag:many"));

export const BULK: Effects = {
	"a chosen article is pinned": {
		act: (writer) => choose(writer, "pin", { q: "bulk-pin", slugs: ["bulk-pin"] }),
		article: "bulk-pin",
		changes: PINNED,
		events: "article.updated",
		tags: `article:bulk-pin category:care tag:winter ${LISTS}`,
		paths: `/articles/bulk-pin ${LIST_PATHS}`,
	},
	"a chosen article is pinned no more": {
		act: (writer) => choose(writer, "unpin", { q: "bulk-unpin", slugs: ["bulk-unpin"] }),
		article: "bulk-unpin",
		changes: PINNED,
		events: "article.updated",
		tags: `article:bulk-unpin ${LISTS}`,
		paths: `/articles/bulk-unpin ${LIST_PATHS}`,
	},
	"that a chosen article was pinned no more is taken back": {
		act: (writer) => undone(writer, "bulk-unpin"),
		article: "bulk-unpin",
		changes: PINNED,
		events: "article.updated",
		tags: `article:bulk-unpin ${LISTS}`,
		paths: `/articles/bulk-unpin ${LIST_PATHS}`,
	},
	"a chosen article gets a tag": {
		act: (writer) => choose(writer, "add_tag", { q: "bulk-tag", slugs: ["bulk-tag"], tag: many(writer) }),
		article: "bulk-tag",
		changes: `${TEXT} tags`,
		events: "article.updated",
		tags: `article:bulk-tag tag:many ${LISTS}`,
		paths: `/articles/bulk-tag ${LIST_PATHS}`,
	},
	"that a chosen article got a tag is taken back": {
		act: (writer) => undone(writer, "bulk-tag"),
		article: "bulk-tag",
		changes: `${TEXT} tags`,
		events: "article.updated",
		tags: `article:bulk-tag tag:many ${LISTS}`,
		paths: `/articles/bulk-tag ${LIST_PATHS}`,
	},
	"a chosen article loses a tag": {
		act: (writer) => choose(writer, "remove_tag", { q: "bulk-untag", slugs: ["bulk-untag"], tag: many(writer) }),
		article: "bulk-untag",
		changes: `${TEXT} tags`,
		events: "article.updated",
		tags: `article:bulk-untag tag:many ${LISTS}`,
		paths: `/articles/bulk-untag ${LIST_PATHS}`,
	},
};

export const BULK_PUBLISHED: Effects = {
	"two drafts are published": {
		act: (writer) => both(writer, "publish", "bulk-publish"),
		article: "bulk-publish-a",
		other: "/articles/bulk-publish-b",
		changes: `${TEXT} ${TERMS} other`,
		finds: 2,
		events: "article.published",
		...bothTold("bulk-publish"),
	},
	"a chosen article comes out of the trash": {
		act: (writer) => choose(writer, "restore", { q: "bulk-thrown&state=trashed", slugs: ["bulk-thrown"] }),
		article: "bulk-thrown",
		changes: "",
	},
};

export const BULK_BACK: Effects = {
	"that two articles were archived is taken back": {
		act: (writer) => undone(writer, "bulk-archive"),
		article: "bulk-archive-a",
		other: "/articles/bulk-archive-b",
		changes: `${TEXT} ${TERMS} other`,
		finds: 2,
		events: "article.published",
		...bothTold("bulk-archive"),
		shows: ({ article, other }) => assert.deepEqual([article.status, other.status], [200, 200]),
	},
	"that a chosen article went to the trash is taken back": {
		act: (writer) => undone(writer, "bulk-trash"),
		article: "bulk-trash",
		changes: `${TEXT} ${TERMS}`,
		events: "article.published",
		tags: `article:bulk-trash category:care tag:winter ${LISTS}`,
		paths: `/articles/bulk-trash ${LIST_PATHS}`,
		shows: ({ article }) => assert.equal(article.status, 200),
	},
};
