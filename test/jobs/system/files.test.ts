import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { commit, guard } from "#db/commit.ts";
import { deleteFile, prepareFile } from "#domain/system/files/actions.ts";
import { sweepFiles } from "#jobs/shell/files.ts";
import { by, db, insertUploader, store, upload } from "../../support/files.ts";

beforeAll(async () => {
	await insertUploader();
	vi.spyOn(console, "warn").mockImplementation(() => {});
});

const DAY = 86_400_000;
const exists = async (key: string) => (await env.FILES.head(key)) !== null;

/** The first minute from `from` on in which the sweep looks where the object lies. */
function minuteOf(objectKey: string, from: number): number {
	const shard = Number.parseInt(objectKey.slice("private/".length, "private/".length + 2), 16);
	const minute = Math.floor(from / 60_000);
	return (minute + ((shard - (minute % 256) + 256) % 256)) * 60_000;
}

/** An object whose batch failed. */
async function orphan(): Promise<string> {
	const { objectKey, writes } = await prepareFile(env, db, { purpose: "certificate", upload: upload(), by });
	const lost = [sql`UPDATE settings SET value = '' WHERE key = 'none'`, guard("file.stale")];
	await expect(commit(db, [...writes, ...lost])).rejects.toThrow("file.stale");
	return objectKey;
}

test("an object without a row goes a day later, once a newer file is known; a file with a row stays", async () => {
	const kept = await store("certificate", Date.now());
	const lost = await orphan();
	expect(await exists(lost)).toBe(true);
	const later = minuteOf(lost, Date.now() + DAY + 60_000);
	// As after a database was set back: nothing says that this object is not a file of tomorrow's backup.
	expect([await sweepFiles(env, later), await exists(lost)]).toEqual([0, true]);
	await store("finance", Date.now() + 60_000);
	const early = minuteOf(lost, Date.now() + DAY - 257 * 60_000);
	expect([await sweepFiles(env, early), await exists(lost)]).toEqual([0, true]);
	expect([await sweepFiles(env, later + 60_000), await exists(lost)]).toEqual([0, true]); // another part
	expect([await sweepFiles(env, later), await exists(lost)]).toEqual([1, false]);
	await sweepFiles(env, minuteOf(kept.objectKey, Date.now() + 2 * DAY));
	expect(await exists(kept.objectKey)).toBe(true);
});

test("the object of a deleted file that R2 did not remove goes with the next sweep", async () => {
	const file = await store("certificate", Date.now());
	const FILES = { delete: () => Promise.reject(new Error("no")) } as unknown as R2Bucket;
	await deleteFile({ ...env, FILES }, db, { file, by });
	expect(await exists(file.objectKey)).toBe(true);
	expect([await sweepFiles(env, minuteOf(file.objectKey, Date.now())), await exists(file.objectKey)]).toEqual([
		1,
		false,
	]);
});

test("256 minutes see every object, more than one page of each part, and nothing outside of private/", async () => {
	await store("finance", Date.now() + 60_000);
	const part = Array.from({ length: 1_005 }, (_, at) => `private/ab${String(at).padStart(30, "0")}`);
	await Promise.all([...part, "attachments/ab", "private.txt"].map((key) => env.FILES.put(key, "x")));
	const start = Math.floor((Date.now() + 2 * DAY) / 60_000) * 60_000;
	let removed = 0;
	for (let minute = 0; minute < 256; minute++) removed += await sweepFiles(env, start + minute * 60_000);
	expect(removed).toBe(1_005);
	expect([await exists("attachments/ab"), await exists("private.txt")]).toEqual([true, true]);
	for (let minute = 0; minute < 256; minute++) expect(await sweepFiles(env, start + minute * 60_000)).toBe(0);
});

test("two sweeps at once do no harm", async () => {
	const lost = await orphan();
	await store("finance", Date.now() + 60_000);
	const later = minuteOf(lost, Date.now() + DAY + 60_000);
	await Promise.all([sweepFiles(env, later), sweepFiles(env, later)]);
	expect(await exists(lost)).toBe(false);
});
