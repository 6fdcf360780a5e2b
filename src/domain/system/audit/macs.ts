import { type Seal, sealHead, span } from "./chain.ts";

/** The two chains of seals: of the audit log, and of receipts and vouchers. */
export const CHAINS = ["audit", "documents"] as const;
export type Chain = (typeof CHAINS)[number];

/** A seal's MAC under one key; `key_id` is the key's fingerprint. */
export type SealMac = { key_id: string; mac: string };
/** A function that computes a text's MACs, one under each configured key. */
export type Sign = (text: string) => SealMac[];

/** Returns the text that the MAC of an audit seal is computed over: the first line of the sealed text, and the hash. */
export const macText = (seal: Seal): string => JSON.stringify([...sealHead(seal), seal.hash]);

/** The state of a seal's MACs; `other` means that it has MACs only under keys that are not configured. */
export type MacState = "valid" | "wrong" | "none" | "other";

/** Compares a seal's stored MACs, by key fingerprint, with those that the configured keys make. */
export function macState(stored: Readonly<Record<string, string>>, expected: readonly SealMac[]): MacState {
	if (Object.keys(stored).length === 0) return "none";
	const known = expected.filter(({ key_id }) => stored[key_id] !== undefined);
	if (known.some(({ key_id, mac }) => stored[key_id] !== mac)) return "wrong";
	return known.length > 0 ? "valid" : "other";
}

/**
 * Says in words what is wrong with the MACs of consecutive seals. From seal `from` on each must have one, and once one
 * is under a configured key, all later ones must be too, because keys only move forward. Without configured keys only
 * the first rule is checked.
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
