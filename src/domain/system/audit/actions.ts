import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import {
	type ChainEnds,
	eachRow,
	eachSeal,
	insertSeal,
	readChainEnds,
	readTail,
	readUntoldSeal,
	type SealWithMacs,
} from "#db/system/audit-seals.ts";
import { notifyHolders } from "#db/system/notifications.ts";
import { insertMacs, macsFrom } from "#db/system/seal-macs.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { faultsOf, missingIds, nextSeal, type Seal, type SealedRow, sealedText, span } from "./chain.ts";
import { type MacState, macFaults, macState, macText, type Sign } from "./macs.ts";

/**
 * Records in the audit log that a user exports a list, a book or many documents, before the data leave: which ones, and
 * how many.
 */
export const noteTaken = (
	db: Db,
	{ action, type, changes }: { action: string; type: string; changes: Record<string, unknown> },
	by: By,
): Promise<void> =>
	commit(db, recordAudit(db, { ...by, action, auditableType: type, auditableId: "", description: "", changes }));

/** The largest number of rows that one seal covers, so that they fit into a Worker's memory. */
export const ROWS_PER_SEAL = 1_000;
/** The largest number of seals in one run: each takes two round trips of the thousand that a Worker may make. */
const SEALS_AT_ONCE = 200;

/**
 * Seals the rows added to the audit log since the newest seal, at `at` (UTC milliseconds), each seal with its MACs;
 * returns the newest seal, if there is one. Concurrent runs make one chain: whichever commits second starts again. A
 * tail of more than 200,000 rows is left to the next run.
 */
export async function sealTail(db: Db, sign: Sign, at: number): Promise<Seal | undefined> {
	for (let seals = 0; ; seals++) {
		const { last, rows } = await readTail(db.$client, ROWS_PER_SEAL);
		const next = nextSeal(last, rows, at);
		if (!next || seals === SEALS_AT_ONCE) return last;
		const seal = { ...next, hash: await sha256Hex(sealedText(next, rows)) };
		try {
			await commit(db, [...insertSeal(seal), ...insertMacs("audit", seal.id, sign(macText(seal)))]);
		} catch (error) {
			if (!(error instanceof Refusal && error.code === "audit.not_next")) throw error;
		}
	}
}

/** The time of day, in milliseconds after midnight UTC, from which the day's notice of the newest seal is sent. */
const NOTICE_HOUR_MS = 3_600_000;

/**
 * Sends the newest seal to every user who may see the audit log, once a day from 01:00 UTC on (`at` is UTC
 * milliseconds). With such a mail a rewritten chain can be detected (`npm run audit:verify -- --expect`).
 */
export async function mailSeal(db: Db, at: number): Promise<void> {
	const key = `audit_seal_${new Date(at - NOTICE_HOUR_MS).toISOString().slice(0, 10)}`;
	const seal = await readUntoldSeal(db.$client, key);
	if (!seal) return;
	const data = { sealId: seal.id, toId: seal.to_id, hash: seal.hash, sealedAt: seal.sealed_at };
	await commit(db, [notifyHolders("audit_seal", { permission: "audit.view", data, at, key })]);
}

/**
 * The result of checking the chain of seals: how many seals and sealed rows were checked, and how many rows follow the
 * last seal (`tail`; 0 when the check ends before it). `faults` are sentences, none when nothing is wrong: first on the
 * hashes and rows of the seals in their order, then on the seals' MACs, then on what is missing after the newest seal.
 */
export type Verified = {
	seals: number;
	rows: number;
	tail: number;
	newest: Seal | undefined;
	/** The id of the first seal that has a MAC; null when none has. */
	macsFrom: number | null;
	/** The hashes of the checked seals, by the seals' ids. */
	hashes: Map<number, string>;
	faults: string[];
};

/**
 * The seals to check, and the function that makes the MACs under the configured keys; `isOld` for a copy made before
 * there were MACs.
 */
export type Check = { sign: Sign; first?: number; last?: number; isOld?: boolean };

/**
 * Recomputes seals, all or those from `first` to `last`, from the seals and rows as they are now. It holds only one
 * seal's rows in memory, and may run while others write.
 */
export async function verifyChain(db: Db, { sign, first = 1, last, isOld = false }: Check): Promise<Verified> {
	const ends = await readChainEnds(db.$client);
	const [[macs]] = isOld ? [[]] : await readRows(db.$client, macsFrom("audit"));
	const seals = eachSeal(db.$client, { after: first - 2, last: Math.min(last ?? ends.lastSeal, ends.lastSeal), isOld });
	let before: SealWithMacs | undefined;
	if (first > 1) before = await nextOf(seals);
	const rows = eachRow(db.$client, before?.to_id ?? 0, ends.lastRow);
	const verified: Verified = {
		seals: 0,
		rows: 0,
		tail: 0,
		newest: undefined,
		macsFrom: macs?.from ?? null,
		hashes: new Map(),
		faults: [],
	};
	if (first > 1 && before?.id !== first - 1) verified.faults.push(`seal ${first - 1} missing`);
	const states: { id: number; state: MacState }[] = [];
	let pending = await nextOf(rows);
	for await (const { macs: stored, ...seal } of seals) {
		const covered: SealedRow[] = [];
		for (; pending && pending.id <= seal.to_id; pending = await nextOf(rows))
			if (pending.id >= seal.from_id) covered.push(pending);
		const hash = await sha256Hex(sealedText(seal, covered));
		const faults = faultsOf(seal, verified.newest ?? before, { rows: covered, hash });
		verified.faults.push(...faults.map((fault) => `seal ${seal.id} (rows ${seal.from_id} to ${seal.to_id}): ${fault}`));
		verified.seals += 1;
		verified.rows += covered.length;
		verified.newest = seal;
		verified.hashes.set(seal.id, seal.hash);
		states.push({ id: seal.id, state: macState(JSON.parse(stored), sign(macText(seal))) });
	}
	verified.faults.push(...macFaults(states, { from: verified.macsFrom, withKeys: sign("").length > 0 }));
	if (last !== undefined && last < ends.lastSeal) return verified;
	const { count, gone } = await tailFrom((verified.newest?.to_id ?? 0) + 1, pending, rows);
	return { ...verified, tail: count, faults: [...verified.faults, ...endFaults(ends, gone)] };
}

/**
 * Reads the rows that no seal covers yet, from `first` on: returns how many there are, and which ids are missing among
 * them.
 */
async function tailFrom(
	first: number,
	pending: SealedRow | undefined,
	rows: AsyncGenerator<SealedRow>,
): Promise<{ count: number; gone: string[] }> {
	const gone: string[] = [];
	let [count, expected] = [0, first];
	for (let row = pending; row; row = await nextOf(rows)) {
		gone.push(...missingIds([row], expected, row.id));
		expected = row.id + 1;
		count += 1;
	}
	return { count, gone };
}

/** Returns what is missing after the newest seal: deleted seals, and the rows in `gone`. */
function endFaults({ lastSeal, everMade }: ChainEnds, gone: readonly string[]): string[] {
	return [
		...(everMade > lastSeal ? [`${span("seal", lastSeal + 1, everMade)} taken away`] : []),
		...(gone.length > 0 ? [`unsealed: ${gone.join(", ")} missing`] : []),
	];
}

async function nextOf<T>(rows: AsyncGenerator<T>): Promise<T | undefined> {
	const next = await rows.next();
	return next.done ? undefined : next.value;
}
