/** What is done to pages: one that moves takes everything below it along. */
import assert from "node:assert/strict";
import { paths } from "#http/paths.ts";
import { type Posted, press, pressOn } from "../forms.ts";
import { autosave, draft, idOf, keepDone, publish, save, step, undo, type Writer } from "../written-site.ts";
import type { Effect, Effects } from "./effect.ts";

const { pages } = paths.admin;
const SHOWN = "page pages homepage sitemap changes";
const told = (slug: string, ...addresses: string[]) => ({
	tags: `page:${slug} pages homepage`,
	paths: [...addresses, "/"].join(" "),
});

/** Presses another button of a page's editor. */
const onEditor = (writer: Writer, slug: string, placeOf: (id: number) => string): Promise<Posted> => {
	const id = idOf(writer, `page:${slug}`);
	return press(writer, { on: pages.show(id), to: placeOf(id) });
};

const moved = {
	page: "contact",
	changes: "pages homepage changes",
	events: "page.updated",
	tags: "page:maps page:gallery pages homepage",
	paths: "/maps /gallery /",
};
/** A page comes back as it stood, by the message that followed what was done with it. */
const back = (slug: string): Effect => ({
	act: (writer) => undo(writer, `page:${slug}`, pages.undo()),
	page: slug,
	changes: SHOWN,
	events: "page.published",
	...told(slug, `/${slug}`),
	shows: ({ page }) => assert.equal(page.status, 200),
});

export const PAGES: Effects = {
	"a page is written and kept as a draft": {
		act: (writer) => draft(writer, "page:plan"),
		page: "plan",
		changes: "",
	},
	"a published page is autosaved": {
		act: (writer) => autosave(writer, "page:gallery"),
		page: "gallery",
		changes: "",
	},
	"what was autosaved of a page is thrown away": {
		act: (writer) => onEditor(writer, "gallery", pages.draftRemoval),
		page: "gallery",
		changes: "",
	},
	"a page in the trash is deleted for good": {
		act: (writer) => {
			const place = pages.removal(idOf(writer, "page:erased"));
			return pressOn(writer, place);
		},
		page: "erased",
		changes: "",
	},
	"a page comes out of the trash": {
		act: (writer) => step(writer, "page:thrown", { place: "restoration" }),
		page: "thrown",
		changes: "",
	},
	"a draft page is published": {
		act: (writer) => step(writer, "page:ready", { place: "publication" }),
		page: "ready",
		changes: SHOWN,
		events: "page.published",
		...told("ready", "/ready"),
	},
	"an archived page is published again": {
		act: (writer) => step(writer, "page:shelf", { place: "republication" }),
		page: "shelf",
		changes: SHOWN,
		events: "page.published",
		...told("shelf", "/shelf"),
		shows: ({ page }) => assert.equal(page.status, 200),
	},
	"an earlier text of a page is restored": {
		act: (writer) => {
			const id = idOf(writer, "page:restored");
			return press(writer, { on: `${pages.revision(id, 1)}?with=now`, to: pages.restoration(id, 1) });
		},
		page: "restored",
		changes: SHOWN,
		events: "page.updated",
		...told("restored", "/restored"),
	},
	"a page is written below another and published": {
		act: (writer) => publish(writer, "page:club", { parent_id: String(idOf(writer, "page:about")) }),
		page: "about/club",
		other: "/pages/about",
		changes: `${SHOWN} other`,
		events: "page.published",
		...told("club", "/about/club", "/about"),
	},
	"a page is edited": {
		act: (writer) => save(writer, "page:team", { title: "我們的團隊" }),
		page: "about/team",
		other: "/pages/about/team/board",
		changes: `${SHOWN} other`,
		events: "page.updated",
		...told("team", "/about/team", "/about"),
	},
	"a page goes below another, with those below it": {
		act: (writer) => save(writer, "page:office", { parent_id: String(idOf(writer, "page:contact")) }),
		page: "about/office",
		other: "/pages/about/office/desk",
		changes: `${SHOWN} other`,
		events: "page.updated",
		tags: "page:office page:desk pages homepage",
		paths: "/about/office /contact/office /about/office/desk /contact/office/desk /about /contact /",
		shows: ({ page, other }) => assert.deepEqual([page.status, other.status], [301, 301]),
	},
	"a page moves up in the tree": {
		act: (writer) => {
			const place = { on: pages.list(), to: pages.move(idOf(writer, "page:maps")) };
			return keepDone(writer, "page:maps", press(writer, place, { shift: "up" }));
		},
		...moved,
	},
	"that a page moved up is taken back": {
		act: (writer) => undo(writer, "page:maps", pages.move(idOf(writer, "page:maps"))),
		...moved,
	},
	"a page is taken down": {
		act: (writer) => step(writer, "page:closing", { place: "unpublication" }),
		page: "closing",
		changes: SHOWN,
		events: "page.unpublished",
		...told("closing", "/closing"),
		shows: ({ page }) => assert.equal(page.status, 404),
	},
	"a page is archived": {
		act: (writer) => step(writer, "page:notice", { place: "archiving" }),
		page: "notice",
		changes: SHOWN,
		events: "page.archived",
		...told("notice", "/notice"),
		shows: ({ page }) => assert.equal(page.status, 410),
	},
	"a page goes to the trash": {
		act: (writer) => step(writer, "page:leaflet", { place: "trashing" }),
		page: "leaflet",
		changes: SHOWN,
		events: "page.deleted",
		...told("leaflet", "/leaflet"),
		shows: ({ page }) => assert.equal(page.status, 404),
	},
	"that a page was taken down is taken back": back("closing"),
	"that a page was archived is taken back": back("notice"),
	"that a page went to the trash is taken back": back("leaflet"),
};
