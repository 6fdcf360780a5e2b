/** A small site that was written in the admin's own forms, for tests of what each further change does to it. */
import assert from "node:assert/strict";
import * as z from "zod";
import { paths } from "#http/paths.ts";
import { type Desk, type Filled, type Posted, press } from "./forms.ts";
import { REAL } from "./pictures.ts";

const { admin } = paths;
const EDITOR = { article: admin.articles, page: admin.pages, document: admin.documents };
export type Kind = keyof typeof EDITOR;
const Media = z.object({ data: z.object({ id: z.string(), url: z.string() }) });

/** The site and whoever writes it; `ids` has what was made, by its kind and slug: "article:pin". */
export type Writer = Desk & { ids: Map<string, number>; files: Map<string, { id: string; url: string }> };

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

/** Writes a new text; it is published where `isPublished` says so. */
export async function write(
	writer: Writer,
	kind: "article" | "page",
	{ isPublished, ...filled }: { isPublished: boolean; slug: string } & Filled,
): Promise<Posted> {
	const places = EDITOR[kind];
	const to = isPublished ? places.createPublished() : places.create();
	const text = { title: `關於 ${filled.slug}`, body: `第一段說明。\n\n${wordOf(filled.slug)}` };
	const posted = await press(writer, { on: places.create(), to }, { ...text, ...filled });
	keepId(writer, `${kind}:${filled.slug}`, posted);
	return posted;
}

/** Uploads a file into the library, as the editor's script does. */
export async function upload(writer: Writer, file: File): Promise<void> {
	const form = new FormData();
	form.append("file", file);
	const answer = await fetch(writer.address + admin.media.list(), {
		method: "POST",
		headers: { Cookie: writer.cookie, "Sec-Fetch-Site": "same-origin", Accept: "application/json" },
		body: form,
	});
	assert.equal(answer.status, 201);
	writer.files.set(file.name, Media.parse(await answer.json()).data);
}

/** The address of an uploaded file. */
export function fileAt({ files }: Pick<Writer, "files">, name: string): { id: string; url: string } {
	const file = files.get(name);
	assert.ok(file, `no file is called ${name}`);
	return file;
}

/** Saves the editor's form of a text, with a step of the workflow where one is named by its place. */
export function save(
	writer: Writer,
	name: `${Kind}:${string}`,
	{ step, ...filled }: { step?: string } & Filled = {},
): Promise<Posted> {
	const [kind] = name.split(":") as [Kind];
	const places = EDITOR[kind];
	const on = places.show(idOf(writer, name));
	return press(writer, { on, to: step === undefined ? on : places.step(idOf(writer, name), step) }, filled);
}
