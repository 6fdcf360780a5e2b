import { CHAINS, type Chain, type Sign } from "./macs.ts";

/**
 * An anchor: an object in the bucket whose name says which hash a seal had; `at` is when the object was stored (UTC
 * milliseconds).
 */
export type Anchor = { chain: Chain; id: number; hash: string; at: number };
/** An object that records that a restore (`run`, UTC milliseconds) took a chain back to its seal `id`. */
export type Return = { chain: Chain; id: number; run: number; key_id: string; mac: string; at: number };
export type Anchors = { anchors: Anchor[]; returns: Return[] };

/** The prefix of the objects that record restores. An object there is never replaced or removed. */
export const RETURNS = "anchors/restored/";
const NAME = /^anchors\/(\w+)\/(\d{12})-([0-9a-f]{64})\.json$/;
const RETURN = /^anchors\/restored\/(\w+)-(\d{12})-(\d+)-([0-9a-f]{8})-([0-9a-f]{64})\.json$/;

const padded = (id: number): string => String(id).padStart(12, "0");
export const anchorsOf = (chain: Chain): string => `anchors/${chain}/`;
/** Returns the string after which the names of a chain's anchors sort that belong to seal `id` and later ones. */
export const anchorsFrom = (chain: Chain, id: number): string => `${anchorsOf(chain)}${padded(id)}`;
export const anchorName = ({ chain, id, hash }: Omit<Anchor, "at">): string => `${anchorsFrom(chain, id)}-${hash}.json`;
export const returnName = ({ chain, id, run, key_id, mac }: Omit<Return, "at">): string =>
	`${RETURNS}${chain}-${padded(id)}-${run}-${key_id}-${mac}.json`;

/** Returns the text over which the MAC of a restore's record (Return) is computed. */
export const returnText = ({ chain, id, run }: Pick<Return, "chain" | "id" | "run">): string =>
	JSON.stringify(["restored", chain, id, run]);

const chainOf = (name: string | undefined): Chain | undefined => CHAINS.find((one) => one === name);

/** Reads anchors and returns from the names of the objects of a bucket or of a copy. */
export function anchorsAmong(objects: readonly { key: string; at: number }[]): Anchors {
	const found: Anchors = { anchors: [], returns: [] };
	for (const { key, at } of objects) {
		const [, name, id, hash = ""] = NAME.exec(key) ?? [];
		const chain = chainOf(name);
		if (chain) found.anchors.push({ chain, id: Number(id), hash, at });
		const [, of, to, run, key_id = "", mac = ""] = RETURN.exec(key) ?? [];
		const back = chainOf(of);
		if (back) found.returns.push({ chain: back, id: Number(to), run: Number(run), key_id, mac, at });
	}
	return found;
}

/**
 * Returns the records of restores (`returns`) whose MAC was made with a configured key; all when no key is configured.
 */
export const trueReturns = (returns: readonly Return[], sign: Sign): Return[] =>
	returns.filter((back) => {
		const expected = sign(returnText(back));
		return expected.length === 0 || expected.some(({ key_id, mac }) => key_id === back.key_id && mac === back.mac);
	});

/** The seals to check: all, or those from `first` to `last`. */
export type Slice = { first?: number; last?: number };

/**
 * The checked seals of a chain, from `first` to `last`, with their hashes by id; `recorded` are the ids of those that
 * were anchored, `macsFrom` is the id of the first seal with a MAC.
 */
export type Looked = {
	chain: Chain;
	first: number;
	last: number;
	hashes: ReadonlyMap<number, string>;
	recorded: readonly number[];
	macsFrom: number | null;
};

/**
 * Says in words what disagrees between a chain and its anchors: an anchor whose seal is gone or different, an anchor
 * that was made and is gone, and an anchored MAC before the chain's first MAC. An anchor of a seal after the one that a
 * restore went back to, stored before the restore, is no fault: the restore took its seal back.
 */
export function anchorFaults({ anchors, returns }: Anchors, of: Looked): string[] {
	const noun = of.chain === "audit" ? "seal" : "document seal";
	const own = anchors.filter(({ chain, id }) => chain === of.chain && id >= of.first && id <= of.last);
	const stands = ({ id, hash }: Anchor): boolean => of.hashes.get(id) === hash;
	const wasTakenBack = ({ id, at }: Anchor): boolean =>
		returns.some((back) => back.chain === of.chain && id > back.id && at <= back.at);
	const wrong = own.filter((anchor) => !stands(anchor) && !wasTakenBack(anchor));
	const right = own.filter(stands);
	const anchored = new Set(right.map(({ id }) => id));
	return [
		...wrong.map(
			({ id }) => `${noun} ${id}: ${of.hashes.has(id) ? "it is not" : "gone, and there was"} the one that was anchored`,
		),
		...of.recorded.filter((id) => !anchored.has(id)).map((id) => `${noun} ${id}: its anchor is gone from the bucket`),
		...right
			.filter(({ id }) => id < (of.macsFrom ?? Number.POSITIVE_INFINITY))
			.map(({ id }) => `${noun} ${id}: anchored with a MAC, and has none`),
	];
}
