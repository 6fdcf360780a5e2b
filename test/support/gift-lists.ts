import { env } from "cloudflare:test";
import { storedDonor } from "#db/money/donors.ts";
import { giftBooks, giftsOfHalf, publishedLists } from "#db/money/gift-lists.ts";
import { readRows } from "#db/read.ts";
import { editDonor } from "#domain/money/donors/actions.ts";
import type { Naming } from "#domain/money/donors/form.ts";
import { publishGiftList } from "#domain/money/gift-lists/actions.ts";
import { donorInput } from "./income.ts";
import { db } from "./payments.ts";
import { by, rows } from "./users.ts";

export const HALF = "2026-H1";
export const ASSOCIATION = "測試病友協會";
/** A moment after the half-year. */
export const LATER = Date.UTC(2026, 6, 2, 1);

/** The list of the half-year as it was published last; undefined before. */
export const listNow = async (half = HALF) => (await readRows(env.DB, publishedLists(half)))[0][0];
export const giftsNow = async (half = HALF) => (await readRows(env.DB, giftsOfHalf(half)))[0];

/** Publishes the list as somebody who has just seen it. */
export async function publish(
	userId: number,
	{ half = HALF, at = LATER, version }: { half?: string; at?: number; version?: number } = {},
) {
	const seen = version ?? (await listNow(half))?.version ?? 0;
	await publishGiftList(env, db, { half, version: seen, association: ASSOCIATION, by: by({ id: userId }, at) });
}

/** The rows of the published list: "3 月 林淑芬 5000", or the words of what is in kind. */
export const listed = async (half = HALF): Promise<string[]> =>
	(
		await rows<{ day: string; name: string; amount: number; items: string }>(
			`SELECT r.day, r.name, r.amount, r.items FROM gift_list_rows r JOIN gift_lists l USING (document_id) WHERE l.half = ?
			ORDER BY r.items <> '', r.day, r.source, r.gift_id, r.part`,
			half,
		)
	).map(({ day, name, amount, items }) => `${day} ${name || "善心人士"} ${items || amount}`);

/** The books beside the list: what they have, and what the list's sum comes to. */
export async function booksNow(half = HALF) {
	const [[books], gifts] = await readRows(env.DB, giftBooks(half), giftsOfHalf(half));
	if (!books) throw new Error("there is no answer");
	const { booked, elsewhere, ...rest } = books;
	const sum = gifts.reduce((all, { amount }) => all + amount, 0);
	return { ...books, reached: sum - elsewhere + Object.values(rest).reduce((all, one) => all + one, 0), sum };
}

/** Changes what a donor allows. */
export async function nameDonor(id: number, naming: Naming | null, publicName = "", at = LATER) {
	const [[row]] = await readRows(env.DB, storedDonor(id));
	if (!row) throw new Error(`there is no donor ${id}`);
	const input = donorInput({ name: row.name, naming, publicName, memberNo: row.member_no });
	await editDonor(env, db, { ref: { id, version: row.version }, input, by: by({ id: 1 }, at) });
}
