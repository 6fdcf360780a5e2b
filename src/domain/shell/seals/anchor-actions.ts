import { newestDocumentSeal } from "#db/books/index.ts";
import { commit, type Db } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { anchoredSeals, chainTurn, insertAnchor, insertMacs, newestHead, readTail, setTurn } from "#db/system/index.ts";
import { type VerifiedDocuments, verifyDocuments } from "#domain/books/actions.ts";
import { macText as documentMacText } from "#domain/books/index.ts";
import { type Verified, verifyChain } from "#domain/system/actions.ts";
import {
	type Anchors,
	anchorFaults,
	CHAINS,
	type Chain,
	macState,
	macText,
	type Return,
	returnText,
	type Sign,
	type Slice,
	trueReturns,
} from "#domain/system/index.ts";
import { listAnchors, putAnchor, putReturn } from "#platform/seal-anchors.ts";

type Store = { FILES: R2Bucket };
const HOUR_MS = 3_600_000;

/**
 * While SEALING_KEY is being changed (two or more keys are configured), gives the newest seal of each chain a MAC under
 * every configured key, if it has a valid MAC under one of them. A seal without a MAC gets none, because nobody could
 * tell who made it.
 */
export async function signHeads(db: Db, sign: Sign): Promise<void> {
	if (sign("").length < 2) return;
	const { last: audit } = await readTail(db.$client, 0);
	const [[documents]] = await readRows(db.$client, newestDocumentSeal());
	const texts = { audit: audit && macText(audit), documents: documents && documentMacText(documents) };
	for (const chain of CHAINS) {
		const [[head]] = await readRows(db.$client, newestHead(chain));
		const [id, text] = [(chain === "audit" ? audit : documents)?.id, texts[chain]];
		if (!head || text === undefined || head.id !== id) continue;
		const [stored, expected] = [macsIn(head.macs), sign(text)];
		if (macState(stored, expected) !== "valid") continue;
		await commit(
			db,
			insertMacs(
				chain,
				id,
				expected.filter(({ key_id }) => stored[key_id] === undefined),
			),
		);
	}
}

const macsIn = (json: string): Record<string, string> => JSON.parse(json);

/**
 * Stores an anchor (hash and MAC) of each chain's newest seal in the bucket, once an hour at most and only when that
 * seal has no anchor yet.
 */
export async function anchorHeads(env: Store, db: Db, { sign, at }: { sign: Sign; at: number }): Promise<void> {
	for (const chain of CHAINS) {
		const [[head]] = await readRows(db.$client, newestHead(chain));
		if (!head || head.anchored === head.id || (head.anchored_at ?? 0) > at - HOUR_MS) continue;
		const stored = macsIn(head.macs);
		const key = sign("").find(({ key_id }) => stored[key_id] !== undefined);
		if (!key) continue;
		const mac = { key_id: key.key_id, mac: stored[key.key_id] ?? "" };
		await putAnchor(env, { chain, id: head.id, hash: head.hash, at }, mac);
		await commit(db, [insertAnchor(chain, head.id, at)]);
	}
}

/**
 * Records in the bucket that a restore took both chains back to their present seals: anchors of later seals stay, and
 * are not reported as faults.
 */
export async function noteReturn(env: Store, db: Db, { sign, at }: { sign: Sign; at: number }): Promise<void> {
	for (const chain of CHAINS) {
		const [[head]] = await readRows(db.$client, newestHead(chain));
		await sayReturn(env, { chain, id: head?.id ?? 0, run: at, at }, sign);
	}
}

/** Signs the records of earlier restores (made by `noteReturn`) anew, under the newest key. */
export async function signReturns(env: Store, sign: Sign): Promise<void> {
	const { returns } = await listAnchors(env);
	for (const back of trueReturns(returns, sign)) await sayReturn(env, back, sign);
}

async function sayReturn(env: Store, back: Omit<Return, "key_id" | "mac">, sign: Sign): Promise<void> {
	const [mac] = sign(returnText(back));
	if (mac) await putReturn(env, { ...back, ...mac });
}

export type SealCheck = Partial<Record<Chain, Slice>> & {
	/**
	 * The function that makes the audit seal's MACs under each configured key; it returns none when no key is
	 * configured.
	 */
	sign: Sign;
	/**
	 * Reads the anchors in the bucket; called after the database was read. When it is missing or gives undefined (the
	 * bucket does not answer), anchors are not checked.
	 */
	anchors?: () => Promise<Anchors | undefined>;
	/** True when the database is a backup copy: the bucket may then have anchors of seals later than its rows. */
	isCopy?: boolean;
	/**
	 * True when the copy was made before there were MACs, anchors and document seals: only the audit chain is then
	 * checked.
	 */
	isOld?: boolean;
};
export type SealsFound = { audit: Verified; documents?: VerifiedDocuments; faults: string[] };

/** Recomputes both chains with their MACs, and compares them with their anchors. It may run while others write. */
export async function verifySeals(db: Db, check: SealCheck): Promise<SealsFound> {
	const { sign, isOld = false, isCopy = false, anchors } = check;
	if (isOld) {
		const audit = await verifyChain(db, { sign, isOld });
		return { audit, faults: audit.faults };
	}
	const sliceOf = (chain: Chain) => ({ first: 1, last: Number.MAX_SAFE_INTEGER, ...check[chain] });
	const recordedOf = (chain: Chain) => anchoredSeals(chain, sliceOf(chain).first, sliceOf(chain).last);
	// The order matters: a recorded anchor was put into the bucket before, and was a seal before that.
	const recorded = await readRows(db.$client, recordedOf("audit"), recordedOf("documents"));
	const kept = await anchors?.();
	const audit = await verifyChain(db, { sign, ...check.audit });
	const documents = await verifyDocuments(db, { sign, ...check.documents });
	const faults = [...audit.faults, ...documents.faults];
	if (!kept) return { audit, documents, faults };
	const known = { anchors: kept.anchors, returns: trueReturns(kept.returns, sign) };
	const compared = { audit, documents };
	for (const [nth, chain] of CHAINS.entries()) {
		const { hashes, macsFrom } = compared[chain];
		const { first, last } = sliceOf(chain);
		const looked = { chain, first, last: isCopy ? Math.max(0, ...hashes.keys()) : last, hashes, macsFrom };
		faults.push(...anchorFaults(known, { ...looked, recorded: (recorded[nth] ?? []).map(({ seal_id }) => seal_id) }));
	}
	return { audit, documents, faults };
}

/**
 * How many of the newest seals of each chain an hourly check looks at, and how many of the other seals, which take
 * turns.
 */
const SEALS_A_TURN = 25;
type Turn = { newest: number; next: number };
const NO_TURN: Turn = { newest: 0, next: 1 };

/**
 * Checks the newest seals of each chain and in turn a part of the others, once an hour; returns the faults. It stays at
 * a part that has faults, so that they are reported until they are repaired. When the bucket does not answer, anchors
 * are not checked in that hour.
 */
export async function verifySome(env: Store, db: Db, sign: Sign): Promise<string[]> {
	const [[audit = NO_TURN], [documents = NO_TURN]] = await readRows(
		db.$client,
		chainTurn("audit"),
		chainTurn("documents"),
	);
	const faultsOf = async (slice: (of: Turn) => Slice) => {
		const looked = { audit: slice(audit), documents: slice(documents) };
		const anchors = () => listAnchors(env, looked).catch(() => undefined);
		return (await verifySeals(db, { sign, anchors, ...looked })).faults;
	};
	const newestFrom = ({ newest }: Turn) => Math.max(1, newest - SEALS_A_TURN + 1);
	const turnFrom = ({ next, newest }: Turn) => (next > newest ? 1 : next);
	const atEnd = await faultsOf((of) => ({ first: newestFrom(of) }));
	const byTurn = await faultsOf((of) => ({ first: turnFrom(of), last: turnFrom(of) + SEALS_A_TURN - 1 }));
	const goesOn = (of: Turn): number => {
		if (byTurn.length > 0) return turnFrom(of);
		return atEnd.length > 0 ? newestFrom(of) : turnFrom(of) + SEALS_A_TURN;
	};
	await commit(db, [setTurn("audit", goesOn(audit)), setTurn("documents", goesOn(documents))]);
	return [...new Set([...atEnd, ...byTurn])];
}
