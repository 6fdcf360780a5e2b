import {
	type Anchor,
	type Anchors,
	anchorName,
	anchorsAmong,
	anchorsFrom,
	anchorsOf,
	CHAINS,
	type Chain,
	RETURNS,
	type Return,
	returnName,
	type SealMac,
	type Slice,
} from "#domain/system/index.ts";
import type { Bindings } from "#env.ts";

type Store = Pick<Bindings, "FILES">;

/**
 * Creates the anchor of a seal, an object in R2 that holds the seal's hash, and its MAC, outside the database. No
 * anchor is ever replaced: its name holds the hash, so an anchor that exists already is the same.
 */
export const putAnchor = (store: Store, anchor: Anchor, mac: SealMac): Promise<void> =>
	create(store, anchorName(anchor), { ...anchor, ...mac });

/** Creates the object in R2 that records that a restore took a chain of seals back to an earlier seal. */
export const putReturn = (store: Store, back: Return): Promise<void> => create(store, returnName(back), back);

async function create({ FILES }: Store, name: string, body: object): Promise<void> {
	await FILES.put(name, JSON.stringify(body), { onlyIf: { etagDoesNotMatch: "*" } });
}

/**
 * Returns every record of a restore, and the anchors of each chain: of all its seals, or of those from `first` to
 * `last` and perhaps some later ones.
 */
export async function listAnchors({ FILES }: Store, slices: Partial<Record<Chain, Slice>> = {}): Promise<Anchors> {
	const places = CHAINS.map((chain) => {
		const { first = 0, last = 999_999_999_998 } = slices[chain] ?? {};
		return { prefix: anchorsOf(chain), startAfter: anchorsFrom(chain, first), end: anchorsFrom(chain, last + 1) };
	});
	const objects: { key: string; at: number }[] = [];
	for (const { end, ...place } of [...places, { prefix: RETURNS, end: "b" }])
		for (let cursor: string | undefined; ; ) {
			const page = await FILES.list({ ...place, ...(cursor === undefined ? {} : { cursor }) });
			objects.push(...page.objects.map(({ key, uploaded }) => ({ key, at: uploaded.getTime() })));
			if (!page.truncated || (page.objects.at(-1)?.key ?? "") > end) break;
			cursor = page.cursor;
		}
	return anchorsAmong(objects);
}
