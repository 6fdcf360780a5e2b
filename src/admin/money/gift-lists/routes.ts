import * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import { firstGift, giftBooks, giftsOfHalf, otherVouchers, publishedLists } from "#db/money/gift-lists.ts";
import { readRows } from "#db/read.ts";
import { publishGiftList } from "#domain/money/gift-lists/actions.ts";
import { Half, halfWords, halvesSince, isOver } from "#domain/money/gift-lists/halves.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { book } from "#kits/list/book.ts";
import { relay } from "#platform/queue.ts";
import { freshForm } from "#ui/form-state.ts";
import { giftListsPage } from "./list-page.ts";
import { giftListPage } from "./show-page.ts";

const { giftLists } = paths.admin;
const gate = "gift_lists";
const HalfParams = z.object({ half: Half });

const list = book({
	path: giftLists.list(),
	gate,
	conditions: {},
	read: async ({ env, at }) => {
		const [[first], lists] = await readRows(env.DB, firstGift(), publishedLists());
		const halves = first?.day ? halvesSince(first.day, dateInTaipei(at)) : [];
		return halves.map((half) => ({ half, list: lists.find((one) => one.half === half) }));
	},
	page: (rows, { at }) => giftListsPage(rows, at),
});

async function showPage({ env, who, at, params }: Ask<{ half: string }, object>, { sent }: Refused) {
	const { half } = params;
	if (!isOver(half, dateInTaipei(at))) return "missing" as const;
	const [gifts, [published], [books], others] = await readRows(
		env.DB,
		giftsOfHalf(half),
		publishedLists(half),
		giftBooks(half),
		otherVouchers(half),
	);
	return books
		? giftListPage({ half, gifts, list: published, books, others, who }, sent ?? freshForm())
		: ("missing" as const);
}

const page = pageWithForms({ path: giftLists.show(":half"), gate, params: HalfParams, page: showPage });

const publish = page.form("sent", {
	gate: "gift_lists_publish",
	form: z.strictObject({ version: z.coerce.number().int().min(0) }),
	run: async (ask, { input: { version } }) => {
		const { c, env, db, by, params, surroundings } = ask;
		await publishGiftList(env, db, { half: params.half, version, association: surroundings.fullName, by });
		c.executionCtx.waitUntil(relay(env));
		return { to: giftLists.show(params.half), flash: `已發布${halfWords(params.half)}捐款徵信，官網馬上看得到。` };
	},
});

/** The routes of 捐款徵信: the half-years, and the list of each with its press. */
export const GIFT_LIST_ROUTES: readonly Route[] = [...list, page.show, publish];
