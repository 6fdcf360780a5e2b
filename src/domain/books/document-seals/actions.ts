import {
	documentEnds,
	documentSealsAfter,
	insertDocumentSeal,
	type LinkedSeal,
	newestDocumentSeal,
	type Range,
	sealedDocuments,
	unsealedNumbers,
} from "#db/books/document-seals.ts";
import { commit, type Db } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { insertMacs, macsFrom } from "#db/system/index.ts";
import { linkFaults, type MacState, macFaults, macState, missingIds, type Sign, span } from "#domain/system/index.ts";
import { Refusal } from "#kernel/refusal.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { type DocumentSeal, macText, type SealedDocument, sealedText } from "./chain.ts";

/** The largest numbers of documents in a seal, of seals made in one run, and of seals read at once. */
const DOCUMENTS_PER_SEAL = 200;
const SEALS_AT_ONCE = 200;
const SEALS_A_PAGE = 100;

/**
 * Seals the receipts and vouchers that no seal covers, at `at` (UTC milliseconds), each seal for consecutive numbers of
 * one series and year. Concurrent runs make one chain. What exceeds the limits of a run is sealed by the next.
 */
export async function sealDocuments(db: Db, sign: Sign, at: number): Promise<void> {
	for (let seals = 0; seals < SEALS_AT_ONCE; seals++) {
		const [[last], ranges] = await readRows(db.$client, newestDocumentSeal(), unsealedNumbers(DOCUMENTS_PER_SEAL));
		const found = await firstDocuments(db, ranges);
		if (!found) return;
		const next = { ...found.range, id: (last?.id ?? 0) + 1, prev: last?.hash ?? "", sealed_at: at };
		const seal = { ...next, hash: await sha256Hex(sealedText(next, found.documents)) };
		try {
			await commit(db, [insertDocumentSeal(seal), ...insertMacs("documents", seal.id, sign(macText(seal)))]);
		} catch (error) {
			if (!(error instanceof Refusal && error.code === "audit.not_next")) throw error;
		}
	}
}

/** Returns the documents of the first range that has any, up to a missing number; the check of numbers reports that. */
async function firstDocuments(
	db: Db,
	ranges: readonly Range[],
): Promise<{ range: Range; documents: SealedDocument[] } | undefined> {
	for (const range of ranges) {
		const all = await sealedDocuments(db.$client, range);
		const documents = all.filter(({ seq }, nth) => seq === range.from_seq + nth);
		if (documents.length > 0) return { range: { ...range, to_seq: range.from_seq + documents.length - 1 }, documents };
	}
	return undefined;
}

/**
 * The result of a check: the numbers of checked seals and documents, and in `hashes` the hash of each checked seal by
 * the seal's id.
 */
export type VerifiedDocuments = {
	seals: number;
	documents: number;
	/** The id of the first seal that has a MAC; null when no seal has one. */
	macsFrom: number | null;
	hashes: Map<number, string>;
	faults: string[];
};

/** Recomputes seals of receipts and vouchers, all or those from `first` to `last`. It may run while others write. */
export async function verifyDocuments(
	db: Db,
	{ sign, first = 1, last = Number.MAX_SAFE_INTEGER }: { sign: Sign; first?: number; last?: number },
): Promise<VerifiedDocuments> {
	const [[ends], [macs]] = await readRows(db.$client, documentEnds(), macsFrom("documents"));
	const verified: VerifiedDocuments = {
		seals: 0,
		documents: 0,
		macsFrom: macs?.from ?? null,
		hashes: new Map(),
		faults: [],
	};
	const states: { id: number; state: MacState }[] = [];
	const [newest, made] = [ends?.last_seal ?? 0, ends?.ever_made ?? 0];
	let before = first > 1 ? (await readRows(db.$client, documentSealsAfter(first - 2, 1)))[0][0] : undefined;
	if (first > 1 && before?.id !== first - 1) verified.faults.push(`document seal ${first - 1} missing`);
	for await (const seal of eachSeal(db, first, Math.min(last, newest))) {
		const found = await documentFaults(db, seal, before);
		const words = `document seal ${seal.id} (${seal.series} ${seal.roc_year}, ${seal.from_seq} to ${seal.to_seq})`;
		verified.faults.push(...found.faults.map((fault) => `${words}: ${fault}`));
		verified.documents += found.documents;
		verified.seals += 1;
		verified.hashes.set(seal.id, seal.hash);
		states.push({ id: seal.id, state: macState(JSON.parse(seal.macs), sign(macText(seal))) });
		before = seal;
	}
	const byKey = { from: verified.macsFrom, withKeys: sign("").length > 0 };
	verified.faults.push(...macFaults(states, byKey).map((fault) => `document ${fault}`));
	if (made > newest) verified.faults.push(`document ${span("seal", newest + 1, made)} taken away`);
	return verified;
}

async function* eachSeal(db: Db, first: number, last: number): AsyncGenerator<LinkedSeal> {
	for (let after = first - 1; after < last; ) {
		const [seals] = await readRows(db.$client, documentSealsAfter(after, Math.min(SEALS_A_PAGE, last - after)));
		for (const seal of seals) if (seal.id <= last) yield seal;
		const end = seals.at(-1);
		if (!end) return;
		after = end.id;
	}
}

async function documentFaults(
	db: Db,
	seal: LinkedSeal,
	before: DocumentSeal | undefined,
): Promise<{ documents: number; faults: string[] }> {
	const documents = await sealedDocuments(db.$client, seal);
	const numbers = documents.map(({ seq }) => ({ id: seq }));
	const missing = missingIds(numbers, seal.from_seq, seal.to_seq).map((rows) => rows.replace("row", "number"));
	const faults = linkFaults(seal, before);
	if (seal.sealed_to !== null && seal.sealed_to !== seal.from_seq - 1)
		faults.push(`it begins at number ${seal.from_seq}, not at ${seal.sealed_to + 1}`);
	if (missing.length > 0) faults.push(`${missing.join(", ")} missing`);
	else if ((await sha256Hex(sealedText(seal, documents))) !== seal.hash)
		faults.push("a document, or the seal itself, is not what was sealed");
	return { documents: documents.length, faults };
}
