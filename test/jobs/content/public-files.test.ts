import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { open } from "#db/commit.ts";
import { uploadMedia } from "#domain/content/media/actions.ts";
import { sweepFiles } from "#jobs/shell/files.ts";
import { byCron } from "#kernel/by.ts";
import { insert } from "../../support/content.ts";
import { REAL } from "../../support/pictures.ts";

const db = open(env.DB);
const MINUTE = 60_000;
const DAY = 86_400_000;
beforeAll(() => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
});
beforeEach(async () => {
	for (const table of ["attachments", "documents"]) await env.DB.prepare(`DELETE FROM ${table}`).run();
	await env.FILES.delete((await env.FILES.list()).objects.map(({ key }) => key));
});

const exists = async (key: string) => (await env.FILES.head(key)) !== null;
/** The object of a name that no row has: an upload whose batch failed, or one that nobody removed. */
async function orphan(place: "attachments" | "documents", name: string): Promise<string> {
	await env.FILES.put(`${place}/${name.padEnd(26, "x")}`, "bytes");
	return `${place}/${name.padEnd(26, "x")}`;
}
/** All 32 parts, from `at` on; how many objects went. */
async function sweepAll(at: number): Promise<number> {
	let removed = 0;
	for (let minute = 0; minute < 32; minute++) removed += await sweepFiles(env, at + minute * MINUTE);
	return removed;
}
const store = (filename: string, at: number) =>
	uploadMedia(env, db, { upload: { filename, declaredType: "", bytes: REAL.png }, by: byCron(at) });

test("a file of the website without a row goes a day later, once a newer file is known; one with a row stays", async () => {
	const kept = await store("a.png", Date.now() - DAY);
	const lost = await orphan("attachments", "abc");
	const later = Date.now() + DAY + MINUTE;
	// Nothing says that this object is not a file of tomorrow's backup.
	expect([await sweepAll(later), await exists(lost)]).toEqual([0, true]);
	await store("b.png", Date.now() + MINUTE);
	expect([await sweepAll(Date.now() + DAY - 40 * MINUTE), await exists(lost)]).toEqual([0, true]);
	expect([await sweepAll(later), await exists(lost), await exists(`attachments/${kept.id}`)]).toEqual([1, false, true]);
});

test("an empty database loses nothing", async () => {
	const [file, document] = [await orphan("attachments", "abd"), await orphan("documents", "2bd")];
	expect([await sweepAll(Date.now() + 30 * DAY), await exists(file), await exists(document)]).toEqual([0, true, true]);
});

test("a document's version keeps its object; what no version names goes; each place by its own newest file", async () => {
	const [named, lost] = [await orphan("documents", "q2"), await orphan("documents", "7q")];
	const file = await orphan("attachments", "7q");
	const at = Date.now() + MINUTE;
	await insert("documents", { id: 1, slug: "rules", title: "章程", created_at: at, updated_at: at });
	await insert("document_versions", {
		document_id: 1,
		number: 1,
		filename: "a.pdf",
		content_type: "application/pdf",
		size: 5,
		sha256: "0".repeat(64),
		object_key: named,
		created_at: at,
	});
	expect(await sweepAll(Date.now() + DAY + 2 * MINUTE)).toBe(1);
	expect([await exists(named), await exists(lost), await exists(file)]).toEqual([true, false, true]);
});

test("more than one page of a part", async () => {
	await store("c.png", Date.now() + MINUTE);
	const lost = await Promise.all(["za", "zb", "zc", "zd", "ze"].map((name) => orphan("attachments", name)));
	const FILES = new Proxy(env.FILES, {
		get: (bucket, method) =>
			method === "list"
				? (options: R2ListOptions) => bucket.list({ ...options, limit: 2 })
				: Reflect.get(bucket, method).bind(bucket),
	});
	const later = Math.floor((Date.now() + 2 * DAY) / MINUTE);
	const minute = later + ((25 - (later % 32) + 32) % 32); // "z" is the 26th
	expect(await sweepFiles({ ...env, FILES }, minute * MINUTE)).toBe(5);
	expect(await Promise.all(lost.map(exists))).toEqual(Array(5).fill(false));
});
