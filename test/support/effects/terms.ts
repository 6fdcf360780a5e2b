/** What is done to categories, tags and files, and with them to the texts that show them. */
import assert from "node:assert/strict";
import * as z from "zod";
import { paths } from "#http/paths.ts";
import { type Filled, type Posted, press, pressOn } from "../forms.ts";
import { jsonOf } from "../public-answers.ts";
import { fileAt, idOf, keepDone, png, undo, upload, type Writer } from "../written-site.ts";
import { type Effects, LIST_PATHS, LISTS, TEXT } from "./effect.ts";

const { categories, tags, media } = paths.admin;
const Total = z.object({ meta: z.object({ total: z.int() }) });

/** Summaries show the names of categories and tags; feeds those of categories; when an article was changed stays. */
const NAMED = "article articles homepage search changes";

const make = (writer: Writer, on: string, slug: string): Promise<Posted> => pressOn(writer, on, { name: slug, slug });
const edit = (writer: Writer, name: string, filled: Filled): Promise<Posted> => {
	const places = name.startsWith("tag:") ? tags : categories;
	const on = places.edit(idOf(writer, name));
	return pressOn(writer, on, filled);
};

const told = (own: string, list: "categories" | "tags") => ({ tags: `${own} ${list} ${LISTS}`, paths: LIST_PATHS });
/** Together with the article that has it. */
const toldWith = (slug: string, own: string, list: "categories" | "tags") => ({
	tags: `article:${slug} ${own} ${list} ${LISTS}`,
	paths: `/articles/${slug} ${LIST_PATHS}`,
});

const reordered = {
	article: "labelled",
	changes: `${NAMED} categories rss`,
	events: "category.updated",
	...told("category:third category:fourth", "categories"),
};

export const CATEGORIES: Effects = {
	"a category is made": {
		act: (writer) => make(writer, categories.create(), "brand-new"),
		changes: "categories homepage changes",
		events: "category.created",
		...told("category:brand-new", "categories"),
	},
	"a category gets another name": {
		act: (writer) => edit(writer, "category:named", { name: "居家照護" }),
		article: "labelled",
		changes: `${NAMED} categories rss`,
		events: "category.updated",
		...told("category:named", "categories"),
	},
	"a category gets another address": {
		act: (writer) => edit(writer, "category:second", { slug: "another" }),
		article: "labelled",
		other: "/articles?category=second",
		changes: `${NAMED} categories other`,
		events: "category.updated",
		...told("category:second", "categories"),
		shows: ({ other }) => assert.equal(Total.parse(jsonOf(other)).meta.total, 0),
	},
	"a category moves up": {
		act: (writer) => {
			const move = `${idOf(writer, "category:fourth")} up`;
			const place = { on: categories.list(), to: categories.order() };
			return keepDone(writer, "category:fourth", press(writer, place, { move }));
		},
		...reordered,
	},
	"that a category moved up is taken back": {
		act: (writer) => undo(writer, "category:fourth", categories.order()),
		...reordered,
	},
	"a category goes, its articles to another": {
		act: (writer) => {
			const place = categories.removal(idOf(writer, "category:leaving"));
			return pressOn(writer, place, { target: String(idOf(writer, "category:care")) });
		},
		article: "moved",
		other: "/articles?category=care",
		changes: `${NAMED} categories rss other`,
		events: "article.updated category.deleted",
		...toldWith("moved", "category:leaving category:care", "categories"),
	},
};

export const TAGS: Effects = {
	"a tag is made": {
		act: (writer) => make(writer, tags.create(), "brand-new"),
		changes: "tags changes",
		events: "tag.created",
		...told("tag:brand-new", "tags"),
	},
	"a tag gets another name": {
		act: (writer) => edit(writer, "tag:home", { name: "在家" }),
		article: "labelled",
		changes: `${NAMED} tags`,
		events: "tag.updated",
		...told("tag:home", "tags"),
	},
	"a tag goes into another": {
		act: (writer) => {
			const to = tags.merge(idOf(writer, "tag:rehab"));
			return press(writer, { on: `${to}?into=therapy`, to });
		},
		article: "merged",
		other: "/articles?tag=therapy",
		changes: `${NAMED} tags other`,
		events: "article.updated tag.deleted",
		...toldWith("merged", "tag:rehab tag:therapy", "tags"),
	},
	"a tag goes": {
		act: (writer) => {
			const place = tags.removal(idOf(writer, "tag:spare"));
			return pressOn(writer, place);
		},
		article: "untagged",
		changes: `${NAMED} tags`,
		events: "article.updated tag.deleted",
		...toldWith("untagged", "tag:spare", "tags"),
	},
};

export const MEDIA: Effects = {
	"a picture is uploaded into the library": {
		act: (writer) => upload(writer, png("unused.png")),
		changes: "",
	},
	"a picture that nothing shows goes": {
		act: (writer) => {
			const place = media.removal(fileAt(writer, "unused.png").id);
			return pressOn(writer, place);
		},
		changes: "",
	},
	"a picture gets another alt text in the library": {
		act: (writer) => {
			const place = media.show(fileAt(writer, "cover.png").id);
			return pressOn(writer, place, { alt: "窗邊的爐火" });
		},
		article: "cover",
		changes: "",
	},
	"a picture is replaced in an article and a page": {
		act: (writer) => {
			const place = media.replacement(fileAt(writer, "old.png").id);
			return pressOn(writer, place, { file: png("new.png") });
		},
		article: "pictured",
		page: "gallery",
		file: "old.png",
		changes: `${TEXT} page file`,
		events: "article.updated page.updated",
		tags: `article:pictured category:care tag:winter page:gallery pages ${LISTS}`,
		paths: `/articles/pictured /gallery ${LIST_PATHS}`,
		shows: ({ file }) => assert.equal(file.status, 404),
	},
};
