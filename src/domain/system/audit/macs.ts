import { type Seal, sealHead, span } from "./chain.ts";

/** The chains of seals: of the audit log, and of receipts and vouchers. */
export const CHAINS = ["audit", "documents"] as const;
export type Chain = (typeof CHAINS)[number];

/** A seal's MAC under one key; `key_id` is the key's fingerprint. */
export type SealMac = { key_id: string; mac: string };
/** What computes a text's MACs, one under each key in hand. */
export type Sign = (text: string) => SealMac[];

/** What the MAC of a seal of the audit log is over: the first line of what its hash is over, and the hash. */
export const macText = (seal: Seal): string => JSON.stringify([...sealHead(seal), seal.hash]);

/** `other`: only under keys that are not in hand. */
export type MacState = "valid" | "wrong" | "none" | "other";

/** How a seal's stored MACs, by their keys' fingerprints, stand against those that the keys in hand make. */
export function macState(stored: Readonly<Record<string, string>>, expected: readonly SealMac[]): MacState {
	if (Object.keys(stored).length === 0) return "none";
	const known = expected.filter(({ key_id }) => stored[key_id] !== undefined);
	if (known.some(({ key_id, mac }) => stored[key_id] !== mac)) return "wrong";
	return known.length > 0 ? "valid" : "other";
}

/**
 * What is wrong with the MACs of seals that follow each other, in words. From seal `from` on each must have one, and once
 * one is under a key in hand, so are all after it: keys only move on. Without any key in hand only the first is known.
 */
export function macFaults(
	seals: readonly { id: number; state: MacState }[],
	{ from, withKeys }: { from: number | null; withKeys: boolean },
): string[] {
	const since = seals.find(({ state }) => state === "valid")?.id ?? Number.POSITIVE_INFINITY;
	const last = seals.at(-1)?.id;
	const faultOf = ({ id, state }: (typeof seals)[number]): string | undefined => {
		if (state === "wrong") return "MAC is not that of the key";
		if (state === "none" && from !== null && id >= from) return "no MAC";
		if (state === "other" && withKeys && (id > since || id === last)) return "no MAC by a key in hand";
		return undefined;
	};
	const runs: { first: number; last: number; fault: string }[] = [];
	for (const seal of seals) {
		const fault = faultOf(seal);
		const run = runs.at(-1);
		if (fault === undefined) continue;
		if (run && run.last === seal.id - 1 && run.fault === fault) run.last = seal.id;
		else runs.push({ first: seal.id, last: seal.id, fault });
	}
	return runs.map((run) => `${span("seal", run.first, run.last)}: ${run.fault}`);
}
