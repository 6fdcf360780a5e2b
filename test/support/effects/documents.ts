/** What is done to documents: only those for everybody are seen here. */
import assert from "node:assert/strict";
import { paths } from "#http/paths.ts";
import { type Posted, press } from "../forms.ts";
import { addDocument, addVersion, idOf, keepDone, save, step, undo, type Writer } from "../written-site.ts";
import type { Effect, Effects } from "./effect.ts";

const { documents } = paths.admin;
const SHOWN = "document documents search changes";
const told = (slug: string) => ({ tags: `document:${slug} documents`, paths: `/documents/${slug} /documents` });

/** Ticks documents in the list of those whose titles hold `q`, and presses a button over it. */
const choose = (writer: Writer, place: string, q: string): Promise<Posted> => {
	const ids = [String(idOf(writer, `document:${q}`))];
	const to = `${documents.bulk(place)}?q=${q}`;
	return keepDone(writer, `document:${q}`, press(writer, { on: `${documents.list()}?q=${q}`, to }, { ids }));
};

/** A document comes back as it stood, by the message that followed what was done with it. */
const back = (slug: string): Effect => ({
	act: (writer) => undo(writer, `document:${slug}`, documents.undo()),
	document: slug,
	file: "download",
	changes: `${SHOWN} file`,
	events: "document.published",
	...told(slug),
	shows: ({ document, file }) => assert.deepEqual([document.status, file.status], [200, 200]),
});

export const DOCUMENTS: Effects = {
	"a document is uploaded and kept as a draft": {
		act: (writer) => addDocument(writer, "kept", "draft"),
		document: "kept",
		file: "download",
		changes: "",
	},
	"a document is scheduled": {
		act: (writer) => step(writer, "document:planned", { place: "schedule", publish_at: "2099-01-01T09:00" }),
		document: "planned",
		file: "download",
		changes: "",
	},
	"a document comes out of the trash": {
		act: (writer) => step(writer, "document:thrown", { place: "restoration" }),
		document: "thrown",
		file: "download",
		changes: "",
	},
	"a document is published": {
		act: (writer) => step(writer, "document:ready", { place: "publication" }),
		document: "ready",
		file: "download",
		changes: `${SHOWN} file`,
		events: "document.published",
		...told("ready"),
	},
	"a document gets another title": {
		act: (writer) => save(writer, "document:titled", { title: "改過的名稱" }),
		document: "titled",
		changes: SHOWN,
		events: "document.updated",
		...told("titled"),
	},
	"a document gets a new version": {
		act: (writer) => addVersion(writer, "minutes"),
		document: "minutes",
		file: "download",
		changes: `${SHOWN} file`,
		events: "document.updated",
		...told("minutes"),
	},
	"a document becomes one for members": {
		act: (writer) => save({ ...writer, cookie: writer.keeper }, "document:inner", { visibility: "members" }),
		document: "inner",
		file: "download",
		changes: `${SHOWN} file`,
		finds: 0,
		events: "document.unpublished",
		...told("inner"),
		shows: ({ document, file }) => assert.deepEqual([document.status, file.status], [404, 404]),
	},
	"a document is archived": {
		act: (writer) => step(writer, "document:archived", { place: "archiving" }),
		document: "archived",
		file: "download",
		changes: `${SHOWN} file`,
		finds: 0,
		events: "document.archived",
		...told("archived"),
		shows: ({ document, file }) => assert.deepEqual([document.status, file.status], [410, 410]),
	},
	"a document shows an earlier version again": {
		act: (writer) => {
			const id = idOf(writer, "document:twice");
			return press(writer, { on: documents.show(id), to: documents.restoration(id, 1) });
		},
		document: "twice",
		file: "download",
		changes: `${SHOWN} file`,
		events: "document.updated",
		...told("twice"),
	},
	"a document is taken down": {
		act: (writer) => step(writer, "document:closing", { place: "unpublication" }),
		document: "closing",
		file: "download",
		changes: `${SHOWN} file`,
		finds: 0,
		events: "document.unpublished",
		...told("closing"),
	},
	"a document goes to the trash": {
		act: (writer) => step(writer, "document:trash", { place: "trashing" }),
		document: "trash",
		file: "download",
		changes: `${SHOWN} file`,
		finds: 0,
		events: "document.deleted",
		...told("trash"),
	},
	"an archived document is published again": {
		act: (writer) => step(writer, "document:shelf", { place: "republication" }),
		document: "shelf",
		file: "download",
		changes: `${SHOWN} file`,
		events: "document.published",
		...told("shelf"),
	},
	"a chosen document is published": {
		act: (writer) => choose(writer, "publication", "bulk-publish"),
		document: "bulk-publish",
		file: "download",
		changes: `${SHOWN} file`,
		events: "document.published",
		...told("bulk-publish"),
	},
	"a chosen document is archived": {
		act: (writer) => choose(writer, "archiving", "bulk-archive"),
		document: "bulk-archive",
		file: "download",
		changes: `${SHOWN} file`,
		finds: 0,
		events: "document.archived",
		...told("bulk-archive"),
	},
	"a chosen document goes to the trash": {
		act: (writer) => choose(writer, "trashing", "bulk-trash"),
		document: "bulk-trash",
		file: "download",
		changes: `${SHOWN} file`,
		finds: 0,
		events: "document.deleted",
		...told("bulk-trash"),
	},
	"that a document was taken down is taken back": back("closing"),
	"that a document was archived is taken back": back("archived"),
	"that a document went to the trash is taken back": back("trash"),
	"that a chosen document was archived is taken back": back("bulk-archive"),
	"that a chosen document went to the trash is taken back": back("bulk-trash"),
};
