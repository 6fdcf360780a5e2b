import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { SEALED, type SealedColumn } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import * as stored from "#db/shell/resealing.ts";
import { rehashFieldTokens } from "#domain/people/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { keyIds, seal, unseal } from "#platform/crypto.ts";
import { nationalIdHash, openNationalId } from "#platform/member-seals.ts";
import { getPrivate, newObjectKey, putPrivate, removePrivate } from "#platform/private-files.ts";

/**
 * SEALING_KEY has one key, or several separated by commas: the new key first, then the older keys under which something
 * is still sealed (`keysOf` of platform/crypto.ts splits them).
 */
type Keys = { SEALING_KEY: string };
type Store = Keys & { FILES: R2Bucket };

const ROWS_AT_ONCE = 100;
const FILES_AT_ONCE = 20;

/**
 * The result of a run of `resealAll`: how many texts and files were sealed anew, and in `lost` the ids of the files
 * whose objects are missing or cannot be opened.
 */
export type Resealed = { texts: number; files: number; lost: number[] };

/**
 * Seals anew everything that is sealed under an older key, some rows or files at a time: it may be stopped at any
 * moment, and run again to continue. It may run beside the service as soon as the service has the new key. `onSlice` is
 * called with the counts so far.
 */
export async function resealAll(env: Store, db: Db, onSlice: (done: Resealed) => void): Promise<Resealed> {
	const done: Resealed = { texts: 0, files: 0, lost: [] };
	for (const column of SEALED) await resealColumn(env, db, { column, done, onSlice });
	await resealFiles(env, db, { done, onSlice });
	return done;
}

type Progress = { done: Resealed; onSlice: (done: Resealed) => void };

async function resealColumn(
	keys: Keys,
	db: Db,
	{ column, done, onSlice }: Progress & { column: SealedColumn },
): Promise<void> {
	const [newest = ""] = await keyIds(keys.SEALING_KEY);
	for (;;) {
		const [rows] = await readRows(db.$client, stored.sealedOtherwise(column, newest, ROWS_AT_ONCE));
		if (rows.length === 0) return;
		const writes = rows.map(async (row) => {
			const text = await unseal(keys.SEALING_KEY, row.sealed, row.place);
			return stored.replaceSealed(column, row, await seal(keys.SEALING_KEY, text, row.place));
		});
		await commit(db, await Promise.all(writes));
		done.texts += rows.length;
		onSlice(done);
	}
}

async function resealFiles(env: Store, db: Db, { done, onSlice }: Progress): Promise<void> {
	const [newest = ""] = await keyIds(env.SEALING_KEY);
	for (let after = 0; ; ) {
		const [files] = await readRows(db.$client, stored.filesSealedOtherwise(newest, after, FILES_AT_ONCE));
		if (files.length === 0) return;
		for (const file of files) {
			if (await resealFile(env, db, file)) done.files += 1;
			else done.lost.push(file.id);
			after = file.id;
		}
		onSlice(done);
	}
}

/**
 * Seals a file anew: first the new object is stored, then the row changed, then the old object removed, so that what an
 * interruption leaves over is an object without a row, which the cleaning of files removes. Returns false when the file
 * cannot be opened.
 */
async function resealFile(env: Store, db: Db, file: stored.SealedFile): Promise<boolean> {
	const { object_key: objectKey, size, sha256, key_id: keyId } = file;
	const bytes = await getPrivate(env, { objectKey, size, sha256, keyId }).catch(() => undefined);
	if (!(bytes instanceof Uint8Array)) return false;
	const to = newObjectKey();
	const under = await putPrivate(env, to, { bytes, sha256, isSealed: true });
	try {
		await commit(db, stored.moveObject(file, { objectKey: to, keyId: under ?? "" }));
	} catch (error) {
		await removePrivate(env, [to]);
		// The file was deleted meanwhile, so nothing is left to seal.
		if (error instanceof Refusal) return true;
		throw error;
	}
	await removePrivate(env, [objectKey]);
	return true;
}

/**
 * Recomputes, from the values themselves and under the oldest key, the hashes by which members, donors and payees are
 * found by national id, and members by special data of own fields; returns how many changed. Fails with a UNIQUE error when two records turn out to have the same
 * id. It can be repeated.
 */
export async function rehashAll(keys: Keys, db: Db): Promise<number> {
	let changed = 0;
	for (const table of stored.NUMBERED)
		for (let after = 0; ; ) {
			const [rows] = await readRows(db.$client, stored.numbered(table, after, ROWS_AT_ONCE));
			const last = rows.at(-1);
			if (!last) break;
			const others = (await Promise.all(rows.map((row) => hashed(keys, row)))).filter(
				({ before, hash }) => before !== hash,
			);
			if (others.length > 0) await commit(db, [stored.rehash(table, others)]);
			changed += others.length;
			after = last.id;
		}
	return changed + (await rehashFieldTokens(keys, db));
}

async function hashed(keys: Keys, row: stored.NumberedRow): Promise<{ id: number; before: string; hash: string }> {
	const number = await openNationalId(keys, row);
	return { id: row.id, before: row.national_id_hash, hash: await nationalIdHash(keys, number ?? "") };
}

/**
 * Records in the audit log how many things were sealed anew, and the id (the fingerprint) of the key, never the key.
 */
export const noteKeyChange = (
	db: Db,
	{ keyId, changes, at }: { keyId: string; changes: Record<string, number>; at: number },
): Promise<void> =>
	commit(
		db,
		recordAudit(db, {
			...byOperator(at),
			action: "keys.rotate",
			auditableType: "key",
			auditableId: keyId,
			description: "SEALING_KEY",
			changes,
		}),
	);
