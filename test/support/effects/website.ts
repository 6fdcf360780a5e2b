/** What is done to releases, and to what the website is made of besides its texts: menus, redirects, synonyms. */
import assert from "node:assert/strict";
import * as z from "zod";
import { paths } from "#http/paths.ts";
import { type Filled, type Posted, press, pressOn } from "../forms.ts";
import { jsonOf } from "../public-answers.ts";
import { fileAt, idOf, keepDone, keepId, pdf, publish, undo, type Writer, wordOf } from "../written-site.ts";
import { type Effects, LIST_PATHS, LISTS, TEXT } from "./effect.ts";

const { media, menus, redirects, releases, synonyms } = paths.admin;

type Made = { places: { list: () => string; create: () => string }; words: string; filled: Filled };

/** Makes one of a list, and keeps by `name` the id of what the list then links to by these words. */
async function make(writer: Writer, name: string, { places, words, filled }: Made): Promise<Posted> {
	const posted = await pressOn(writer, places.create(), filled);
	const list = places.list();
	const page = await fetch(writer.address + list, { headers: { Cookie: writer.cookie } });
	const id = new RegExp(`href="${list}/(\\d+)[^"]*"[^>]*>\\s*${words}`).exec(await page.text())?.[1];
	assert.ok(id, `${list} has no link to ${words}`);
	writer.ids.set(name, Number(id));
	return posted;
}

const given = { name: "阿文", kinds: ["pictures", "story"], uses: "website", given_on: "115/1/5" };

const consented = {
	article: "consented",
	changes: TEXT,
	tags: `article:consented ${LISTS}`,
	paths: `/articles/consented ${LIST_PATHS}`,
};

export const RELEASES: Effects = {
	"a release is written down": {
		act: async (writer) => {
			const posted = await pressOn(writer, releases.create(), { ...given, file: pdf("release.pdf") });
			keepId(writer, "release:wen", posted);
			return posted;
		},
		changes: "",
	},
	"a release is corrected": {
		act: (writer) => pressOn(writer, releases.edit(idOf(writer, "release:wen")), { name: "阿文（小文）" }),
		changes: "",
	},
	"a picture of an article gets its release": {
		act: (writer) => {
			const { id } = fileAt(writer, "cover.png");
			const release = String(idOf(writer, "release:wen"));
			return press(writer, { on: media.show(id), to: media.release(id) }, { release });
		},
		article: "cover",
		changes: "",
	},
	"a picture is no longer of a release": {
		act: (writer) => {
			const { id } = fileAt(writer, "cover.png");
			return press(writer, { on: media.show(id), to: media.releaseRemoval(id) });
		},
		article: "cover",
		changes: "",
	},
	"a story is published with its release": {
		act: (writer) =>
			publish(writer, "article:consented", { type: "story", releases: String(idOf(writer, "release:wen")) }),
		...consented,
		events: "article.published",
	},
	"a release is withdrawn, its story taken down": {
		act: (writer) => pressOn(writer, releases.withdrawal(idOf(writer, "release:wen")), { reason: "本人來電" }),
		...consented,
		finds: 0,
		events: "article.unpublished",
		shows: ({ article }) => assert.equal(article.status, 404),
	},
};

const toldOfSite = {
	changes: "other changes",
	other: "/site",
	events: "site.updated",
	tags: "site:whole site",
	paths: "/",
};
const Site = z.object({ data: z.object({ menus: z.object({ main: z.array(z.object({ label: z.string() })) }) }) });
const mainOf = (answer: Parameters<typeof jsonOf>[0]): string[] =>
	Site.parse(jsonOf(answer)).data.menus.main.map(({ label }) => label);

const item = (writer: Writer, label: string, target: string): Promise<Posted> =>
	make(writer, `menu:${label}`, { places: menus, words: label, filled: { label, target, place: "main" } });

const moveUp = (writer: Writer): Promise<Posted> => {
	const move = `${idOf(writer, "menu:聯絡")} up`;
	return keepDone(writer, "menu:聯絡", press(writer, { on: menus.list(), to: menus.order() }, { move }));
};

export const MENUS: Effects = {
	"a menu gets an item": { act: (writer) => item(writer, "關於", "/about"), ...toldOfSite },
	"a menu gets another item": { act: (writer) => item(writer, "聯絡", "/contact"), ...toldOfSite },
	"an item moves up": {
		act: moveUp,
		...toldOfSite,
		shows: ({ other }) => assert.deepEqual(mainOf(other), ["聯絡", "關於"]),
	},
	"that an item moved up is taken back": {
		act: (writer) => undo(writer, "menu:聯絡", menus.order()),
		...toldOfSite,
		shows: ({ other }) => assert.deepEqual(mainOf(other), ["關於", "聯絡"]),
	},
	"an item moves up once more": { act: moveUp, ...toldOfSite },
	"an item gets other words": {
		act: (writer) => pressOn(writer, menus.edit(idOf(writer, "menu:關於")), { label: "認識我們" }),
		...toldOfSite,
		shows: ({ other }) => assert.deepEqual(mainOf(other), ["聯絡", "認識我們"]),
	},
	"an item goes": {
		act: (writer) => pressOn(writer, menus.removal(idOf(writer, "menu:聯絡"))),
		...toldOfSite,
		shows: ({ other }) => assert.deepEqual(mainOf(other), ["認識我們"]),
	},
};

const redirect = { changes: "other changes", other: "/redirects", tags: "redirect:old redirects", paths: "/old-shelf" };

export const REDIRECTS: Effects = {
	"an old address leads to a page": {
		act: (writer) =>
			make(writer, "redirect:old", {
				places: redirects,
				words: "/old-shelf",
				filled: { path: "/old-shelf", target: "/contact" },
			}),
		...redirect,
		events: "redirect.created",
	},
	"it leads elsewhere": {
		act: (writer) => pressOn(writer, redirects.edit(idOf(writer, "redirect:old")), { target: "/about" }),
		...redirect,
		events: "redirect.updated",
	},
	"it leads nowhere any more": {
		act: (writer) => pressOn(writer, redirects.removal(idOf(writer, "redirect:old"))),
		...redirect,
		events: "redirect.deleted",
	},
};

/** Searching for either word finds what the other does; the website is told nothing, because it keeps no answers to searches. */
const searched = { changes: "other", other: `/articles?search=${encodeURIComponent("爐灶")}` };

export const SYNONYMS: Effects = {
	"words become the same to a search": {
		act: (writer) =>
			make(writer, "synonym:stove", {
				places: synonyms,
				words: "爐灶",
				filled: { words: "爐灶\n說明" },
			}),
		...searched,
	},
	"a group of words is changed": {
		act: (writer) =>
			pressOn(writer, synonyms.edit(idOf(writer, "synonym:stove")), { words: `爐灶\n${wordOf("steady")}` }),
		...searched,
	},
	"a group of words goes": {
		act: (writer) => pressOn(writer, synonyms.removal(idOf(writer, "synonym:stove"))),
		...searched,
	},
};
