import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import type { PublishedList } from "#db/money/gift-lists.ts";
import { type Half, halfWords } from "#domain/money/gift-lists/halves.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { standing } from "./words.ts";

const { giftLists } = paths.admin;

type HalfRow = { half: Half; list: PublishedList | undefined };

/** Draws the page 捐款徵信: the half-years that are over, each with how its list stands. */
export const giftListsPage = (rows: readonly HalfRow[], at: number): Page => ({
	title: "捐款徵信",
	area: "會費與收款",
	crumbs: MONEY_CRUMBS,
	lead: "每半年結束後，依捐款人的意願公告收到的捐款。名單由帳上的捐款產生，按一次就發布到官網。",
	slim: true,
	body: card(
		{ label: "各半年的名單", flush: true },
		rows.length === 0
			? noneYet({ title: "還沒有可以公告的半年", text: "有捐款入帳、那個半年結束之後，會列在這裡。" })
			: table({
					caption: "各半年的捐款徵信",
					cards: true,
					rows: [...rows],
					columns: [
						{
							label: "期間",
							head: true,
							cell: ({ half }) => html`<a href=${giftLists.show(half)}>${halfWords(half)}</a>`,
						},
						{ label: "狀態", sheet: "corner", bare: true, cell: ({ list }) => standing(list) },
						{
							label: "最近發布",
							nowrap: true,
							cell: ({ list }) => (list ? ago(list.published_at, at) : html`<span class="soft">—</span>`),
						},
					],
				}),
	),
});
