/** A small site that was written in the admin's own forms, for tests of what each further change does to it. */
import assert from "node:assert/strict";
import * as z from "zod";
import type { StepPlace } from "#domain/content/content/steps.ts";
import { paths } from "#http/paths.ts";
import { type Desk, type Filled, type Posted, press, pressOn, takeBack, tell } from "./forms.ts";
import { REAL } from "./pictures.ts";

const { admin } = paths;
type TextName = `${"article" | "page"}:${string}`;
type Name = TextName | `document:${string}`;
const Media = z.object({ data: z.object({ id: z.string(), url: z.string() }) });

/**
 * The site and the editor who writes it; `keeper` is the cookie of somebody who keeps documents for members too. `ids` has
 * what was made, by its kind and slug: "article:pin"; `done` has what was done last with some of it, to be taken back.
 */
export type Writer = Desk & {
	keeper: string;
	ids: Map<string, number>;
	files: Map<string, { id: string; url: string }>;
	done: Map<string, Posted>;
};

/** Returns an editor who has written nothing yet, and keeps documents too unless somebody else does. */
export const newWriter = (of: { address: string; cookie: string; keeper?: string }): Writer => ({
	keeper: of.cookie,
	...of,
	sent: [],
	ids: new Map(),
	files: new Map(),
	done: new Map(),
});

/** The id of "article:pin". */
export function idOf({ ids }: Pick<Writer, "ids">, name: string): number {
	const id = ids.get(name);
	assert.ok(id !== undefined, `nothing is called ${name}`);
	return id;
}

/** The word that is found in the text of `slug` alone. */
export const wordOf = (slug: string): string => `zz${slug.replace(/\W/g, "")}zz`;

export const pdf = (name: string): File =>
	new File([`%PDF-1.7\n% ${name}\n1 0 obj\nendobj\n%%EOF\n`], name, { type: "application/pdf" });
export const png = (name: string): File => new File([Uint8Array.from(REAL.png)], name, { type: "image/png" });

/** Keeps the id that the address of a new record ends with. */
export function keepId({ ids }: Writer, name: string, { location }: Posted): void {
	const id = Number(/\/(\d+)$/.exec(location)?.[1]);
	assert.ok(id > 0, `${location} names no record`);
	ids.set(name, id);
}

/** Writes a new text and keeps it as a draft. */
export const draft = (writer: Writer, name: TextName, filled: Filled = {}): Promise<Posted> =>
	make(writer, name, { to: placesOf(name).create(), filled });

/** Writes a new text and publishes it at once. */
export const publish = (writer: Writer, name: TextName, filled: Filled = {}): Promise<Posted> =>
	make(writer, name, { to: placesOf(name).createPublished(), filled });

const placesOf = (name: TextName) => (name.startsWith("page:") ? admin.pages : admin.articles);

async function make(writer: Writer, name: TextName, { to, filled }: { to: string; filled: Filled }) {
	const slug = name.slice(name.indexOf(":") + 1);
	const text = { title: `關於 ${slug}`, slug, body: `第一段說明。\n\n${wordOf(slug)}` };
	const posted = await press(writer, { on: placesOf(name).create(), to }, { ...text, ...filled });
	keepId(writer, name, posted);
	return posted;
}

/** Uploads a file into the library, as the editor's script does. */
export async function upload(writer: Writer, file: File): Promise<Posted> {
	const form = new FormData();
	form.append("file", file);
	const posted = await tell(writer, admin.media.list(), form);
	writer.files.set(file.name, Media.parse(JSON.parse(posted.body)).data);
	return posted;
}

/** Keeps what somebody typed, as the editor's script does while they type. */
export const autosave = (writer: Writer, name: TextName): Promise<Posted> => {
	const fields = JSON.stringify({ title: "還在打字", body: "還沒有人看得到" });
	return tell(writer, placesOf(name).draft(idOf(writer, name)), { fields, seen: 0 });
};

/** The address of an uploaded file. */
export function fileAt({ files }: Pick<Writer, "files">, name: string): { id: string; url: string } {
	const file = files.get(name);
	assert.ok(file, `no file is called ${name}`);
	return file;
}

/** Saves the editor's form of a record. */
export const save = (writer: Writer, name: Name, filled: Filled = {}): Promise<Posted> => {
	const on = editorOf(name).show(idOf(writer, name));
	return pressOn(writer, on, filled);
};

/** Saves it with a step of the workflow. */
export const step = (
	writer: Writer,
	name: Name,
	{ place, ...filled }: { place: StepPlace } & Filled,
): Promise<Posted> => {
	const [id, places] = [idOf(writer, name), editorOf(name)];
	return keepDone(writer, name, press(writer, { on: places.show(id), to: places.step(id, place) }, filled));
};

/** Keeps what was done with a record, and passes it on. */
export async function keepDone({ done }: Writer, name: string, doing: Promise<Posted>): Promise<Posted> {
	const posted = await doing;
	done.set(name, posted);
	return posted;
}

/** Takes back what was done last with a record, by the form that is sent to `to`. */
export function undo(writer: Writer, name: string, to: string): Promise<Posted> {
	const posted = writer.done.get(name);
	assert.ok(posted, `nothing was done with ${name}`);
	return takeBack(writer, posted, to);
}

const editorOf = (name: Name) =>
	name.startsWith("page:") ? admin.pages : name.startsWith("document:") ? admin.documents : admin.articles;

/** Adds a document of one PDF for everybody. */
export async function addDocument(writer: Writer, slug: string, publish: "draft" | "now"): Promise<Posted> {
	const place = admin.documents.create();
	const filled = { file: pdf(`${slug}.pdf`), title: `文件 ${slug}`, slug, description: wordOf(slug), publish };
	const posted = await pressOn(writer, place, filled);
	keepId(writer, `document:${slug}`, posted);
	return posted;
}

/** Uploads another version of a document, which is the current one from then on. */
export const addVersion = (writer: Writer, slug: string): Promise<Posted> => {
	const id = idOf(writer, `document:${slug}`);
	const [on, to] = [admin.documents.show(id), admin.documents.versions(id)];
	return press(writer, { on, to }, { file: pdf(`${slug}-2.pdf`) });
};
