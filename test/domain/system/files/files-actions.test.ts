import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { commit, guard } from "#db/commit.ts";
import { assignFile, filesOf, readFileRow } from "#db/system/files.ts";
import { deleteFile, openFile, prepareFile, removeFile, storeFile } from "#domain/system/files/actions.ts";
import { PURPOSE, PURPOSES } from "#domain/system/files/purposes.ts";
import { privateFileResponse } from "#http/private-file.ts";
import { keyId, sha256Hex } from "#platform/crypto.ts";
import { audited, by, db, insertUploader, NOW, store, upload } from "../../../support/files.ts";
import { asLatin1, PHONE, REAL, SECRET } from "../../../support/pictures.ts";
import { codeOf } from "../../../support/refusal.ts";

beforeAll(insertUploader);

const object = async (key: string): Promise<Uint8Array> => {
	const found = await env.FILES.get(key);
	if (!found) throw new Error("no object");
	return found.bytes();
};
const read = async (body: Uint8Array | ReadableStream): Promise<Uint8Array> => new Response(body).bytes();
const reading = (file: Awaited<ReturnType<typeof store>>, bindings: Partial<typeof env> = {}) =>
	openFile({ ...env, ...bindings }, db, { file, by }).catch((error: Error) => error.message);
const files = () => env.DB.prepare("SELECT count(*) FROM files").first<number>("count(*)");
const objects = async () => (await env.FILES.list({ prefix: "private/" })).objects.length;

describe.each(PURPOSES.filter((purpose) => purpose !== "import"))("%s", (purpose) => {
	test("goes in and comes out again, clean, with everything its row says", async () => {
		const file = await storeFile(env, db, {
			purpose,
			upload: upload(PHONE["image/png"](6), "王小明 <1>.png"),
			subject: { type: "test", id: purpose },
			by,
		});
		const isSealed = PURPOSE[purpose].isSensitive;
		const opened = await openFile(env, db, { file, by });
		const bytes = await read(opened?.body ?? new Uint8Array());
		expect(asLatin1(bytes).includes(SECRET)).toBe(false);
		const { id, objectKey, ...rest } = file;
		expect(rest).toEqual({
			purpose,
			subjectType: "test",
			subjectId: purpose,
			filename: ["finance", "document"].includes(purpose) ? "王小明 <1>.png" : `${purpose}.png`,
			contentType: "image/png",
			size: bytes.length,
			width: 16,
			height: 24,
			sha256: await sha256Hex(bytes),
			isSealed,
			keyId: isSealed ? await keyId(env.SEALING_KEY) : null,
			uploadedBy: 7,
			createdAt: NOW,
			deletedAt: null,
			version: 1,
		});
		expect(objectKey).toMatch(/^private\/[0-9a-f]{32}$/);
		expect(await readFileRow(db, id)).toEqual(file);
		expect(await filesOf(db, { type: "test", id: purpose })).toEqual([file]);
		const stored = await object(objectKey);
		expect(stored.length).toBe(isSealed ? bytes.length + 28 : bytes.length);
		expect(asLatin1(stored).includes("IHDR")).toBe(!isSealed);
	});

	test("is in the audit log: stored, seen when sensitive, deleted, and no name of a person", async () => {
		const at = NOW + 1_000 + PURPOSES.indexOf(purpose);
		const file = await store(purpose, at);
		await openFile(env, db, { file, by: { ...by, at } });
		await deleteFile(env, db, { file, by: { ...by, at } });
		const line = (action: string) => `file.${action} ${file.id} ${purpose} user:7 192.0.2.7`;
		const seen = PURPOSE[purpose].isSensitive ? [line("view")] : [];
		const all = (await audited(at)).filter((one) => one.includes(` ${file.id} `));
		expect(all).toEqual([line("create"), ...seen, line("delete")]);
	});
});

describe("a sealed file", () => {
	test("never opens under another key, moved to another key's place, or altered in any byte", async () => {
		const file = await store("certificate");
		const other = await store("certificate");
		const place = `files.object:${file.objectKey}`;
		const OTHER_KEY = btoa("another-sealing-key-of-32-bytes!");
		expect(await reading(file, { SEALING_KEY: OTHER_KEY })).toBe(
			`${place} was sealed with key ${file.keyId}, SEALING_KEY is ${await keyId(OTHER_KEY)}`,
		);
		const stored = await object(file.objectKey);
		for (const altered of [await object(other.objectKey), stored.slice(0, -1), stored.slice(0, 12), new Uint8Array()]) {
			await env.FILES.put(file.objectKey, altered);
			expect(await reading(file)).toBe(`${place} was altered or belongs elsewhere`);
		}
		for (const at of [0, 11, 12, 40, stored.length - 1]) {
			await env.FILES.put(
				file.objectKey,
				stored.map((byte, i) => (i === at ? byte ^ 1 : byte)),
			);
			expect(await reading(file)).toBe(`${place} was altered or belongs elsewhere`);
		}
		await env.FILES.put(file.objectKey, stored);
		expect(await reading(file)).toMatchObject({ body: REAL.png });
	});

	test("is not shown when its view cannot be recorded", async () => {
		const file = await store("certificate");
		await env.DB.prepare(
			"CREATE TRIGGER no_views BEFORE INSERT ON audit_log WHEN NEW.action = 'file.view' BEGIN SELECT RAISE(ABORT, 'file.stale'); END",
		).run();
		expect(await openFile(env, db, { file, by }).catch(codeOf)).toBe("file.stale");
		await env.DB.prepare("DROP TRIGGER no_views").run();
		expect(await reading(file)).toMatchObject({ body: REAL.png });
	});
});

test("a file in the clear that is not the stored object is not shown", async () => {
	const file = await store("finance");
	await env.FILES.put(
		file.objectKey,
		REAL.png.map((byte) => byte ^ 1),
		{ sha256: await sha256Hex(REAL.png.map((byte) => byte ^ 1)) },
	);
	expect(await reading(file)).toBe(`${file.objectKey} is not the object that was stored`);
	await env.FILES.put(file.objectKey, "shorter");
	expect(await reading(file)).toBe(`${file.objectKey} is not the object that was stored`);
});

test("a refused upload leaves nothing behind", async () => {
	const before = [await files(), await objects()];
	const lie = { purpose: "certificate", upload: upload(new TextEncoder().encode("<svg/>")), by } as const;
	expect(await storeFile(env, db, lie).catch(codeOf)).toBe("file.type_mismatch");
	expect([await files(), await objects()]).toEqual(before);
});

test("when R2 does not take the object there is no row", async () => {
	const before = [await files(), await audited()];
	const FILES = { put: () => Promise.reject(new Error("put: We encountered an internal error (10001)")) };
	const bindings = { ...env, FILES: FILES as unknown as R2Bucket };
	const failed = await storeFile(bindings, db, { purpose: "finance", upload: upload(), by }).catch(String);
	expect(failed).toBe("Error: put: We encountered an internal error (10001)");
	expect([await files(), await audited()]).toEqual(before);
});

test("a caller's batch names the new file's id, and takes it all back when it fails", async () => {
	const prepared = await prepareFile(env, db, { purpose: "finance", upload: upload(), by });
	const mine = sql`INSERT INTO settings (key, value, updated_at) VALUES ('file', CAST(${prepared.id} AS TEXT), 1)`;
	const before = await files();
	const no = [sql`UPDATE settings SET value = 'x' WHERE key = 'nothing'`, guard("file.stale")];
	expect(await commit(db, [...prepared.writes, mine, ...no]).catch(codeOf)).toBe("file.stale");
	expect(await files()).toBe(before);
	await commit(db, [...prepared.writes, mine]);
	const id = await env.DB.prepare("SELECT value FROM settings WHERE key = 'file'").first<string>("value");
	expect((await readFileRow(db, Number(id)))?.objectKey).toBe(prepared.objectKey);
});

test("a subject is said once", async () => {
	const file = await store("certificate");
	await commit(db, assignFile(file, { type: "certificate", id: "12" }));
	const taken = { ...file, subjectType: "certificate", subjectId: "12", version: 2 };
	expect(await readFileRow(db, file.id)).toEqual(taken);
	expect(await commit(db, assignFile(taken, { type: "certificate", id: "13" })).catch(codeOf)).toBe("file.stale");
});

describe("deleting", () => {
	test("the object goes, the row stays and says when", async () => {
		const file = await store("certificate");
		await deleteFile(env, db, { file, by: { ...by, at: NOW + 5 } });
		const gone = { ...file, deletedAt: NOW + 5, version: 2 };
		expect(await readFileRow(db, file.id)).toEqual(gone);
		expect(await env.FILES.head(file.objectKey)).toBe(null);
		expect(await reading(gone)).toBe(null);
		expect(await deleteFile(env, db, { file: gone, by }).catch(codeOf)).toBe("file.stale");
	});

	test("of two at once one wins", async () => {
		const file = await store("finance");
		const ends = await Promise.allSettled([1, 2, 3].map(() => commit(db, removeFile(db, file, by))));
		expect(ends.map((end) => end.status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
	});

	test("R2 that fails is told to the log and keeps nobody from deleting", async () => {
		const file = await store("finance");
		const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
		const FILES = { delete: () => Promise.reject(new Error("no")) } as unknown as R2Bucket;
		await deleteFile({ ...env, FILES }, db, { file, by });
		expect(warn.mock.calls).toEqual([[`{"event":"file.object_not_removed","file":${file.id},"error":"Error: no"}`]]);
		warn.mockRestore();
		expect((await readFileRow(db, file.id))?.deletedAt).toBe(NOW);
	});
});

test("a row without its object is null, and the log says which", async () => {
	const file = await store("certificate");
	await env.FILES.delete(file.objectKey);
	const error = vi.spyOn(console, "error").mockImplementation(() => {});
	const before = await audited();
	expect(await reading(file)).toBe(null);
	expect(error.mock.calls).toEqual([[`{"event":"file.object_missing","file":${file.id},"key":"${file.objectKey}"}`]]);
	error.mockRestore();
	expect(await audited()).toEqual(before);
});

describe("what SQL may do to a row", () => {
	test.each([
		"UPDATE files SET filename = 'b.png' WHERE id = ?1",
		"UPDATE files SET sha256 = replace(sha256, '0', '1') || '', size = size + 1 WHERE id = ?1",
		"UPDATE files SET object_key = 'private/x' WHERE id = ?1",
		"UPDATE files SET is_sealed = 0, key_id = NULL WHERE id = ?1",
		"UPDATE files SET width = NULL WHERE id = ?1",
		"UPDATE files SET uploaded_by = NULL WHERE id = ?1",
		"UPDATE files SET purpose = 'logo' WHERE id = ?1",
		"UPDATE files SET id = id + 1000 WHERE id = ?1",
		"UPDATE files SET subject_id = '9' WHERE id = ?1",
		"UPDATE files SET subject_type = NULL, subject_id = NULL WHERE id = ?1",
		"DELETE FROM files WHERE id = ?1",
		"INSERT OR REPLACE INTO files SELECT * FROM files WHERE id = ?1",
		"INSERT OR REPLACE INTO files (purpose, filename, content_type, size, sha256, object_key, is_sealed, created_at) SELECT purpose, filename, content_type, size, sha256, object_key, 0, 1 FROM files WHERE id = ?1",
	])("%s: refused", async (statement) => {
		const file = await storeFile(env, db, {
			purpose: "certificate",
			upload: upload(),
			subject: { type: "a", id: "1" },
			by,
		});
		await expect(env.DB.prepare(statement).bind(file.id).run()).rejects.toThrow("file.is_final");
		expect(await readFileRow(db, file.id)).toEqual(file);
	});

	test("a deleted one changes no more", async () => {
		const file = await store("finance");
		await deleteFile(env, db, { file, by });
		for (const change of ["deleted_at = NULL", "deleted_at = 1", "subject_type = 'a', subject_id = '1'"])
			await expect(env.DB.prepare(`UPDATE files SET ${change} WHERE id = ?1`).bind(file.id).run()).rejects.toThrow(
				"file.is_final",
			);
	});
});

describe("the answer", () => {
	test("of a sealed PDF", async () => {
		const bytes = new TextEncoder().encode("%PDF-1.7\n%%EOF");
		const file = await storeFile(env, db, { purpose: "certificate", upload: upload(bytes, "a.pdf"), by });
		const opened = await openFile(env, db, { file, by });
		if (!opened) throw new Error("nothing opened");
		const answer = privateFileResponse(opened, "inline");
		expect(Object.fromEntries(answer.headers)).toEqual({
			"cache-control": "no-store",
			"content-disposition": `inline; filename="certificate.pdf"; filename*=UTF-8''certificate.pdf`,
			"content-length": "14",
			"content-security-policy": "sandbox; default-src 'none'",
			"content-type": "application/pdf",
			"cross-origin-resource-policy": "same-origin",
			"x-content-type-options": "nosniff",
		});
		expect([answer.status, await answer.bytes()]).toEqual([200, bytes]);
	});

	test("of a document streams, and only pictures and PDF are ever shown", () => {
		const of = (contentType: string, as?: "inline" | "attachment") =>
			privateFileResponse(
				{ file: { filename: "年報 (1)*'\"\\%.docx", contentType, size: 1 }, body: new Uint8Array(1) },
				as,
			).headers.get("Content-Disposition");
		const name = `filename="__ (1)*'___.docx"; filename*=UTF-8''%E5%B9%B4%E5%A0%B1%20%281%29%2A%27%22%5C%25.docx`;
		expect(["image/png", "image/jpeg", "image/webp", "application/pdf"].map((type) => of(type, "inline"))).toEqual(
			Array(4).fill(`inline; ${name}`),
		);
		expect(["text/csv", "image/svg+xml", "text/html", "application/zip"].map((type) => of(type, "inline"))).toEqual(
			Array(4).fill(`attachment; ${name}`),
		);
		expect(of("image/png")).toBe(`attachment; ${name}`);
	});
});
