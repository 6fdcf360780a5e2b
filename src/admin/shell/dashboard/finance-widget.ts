import { waited } from "#admin/books/index.ts";
import type { FirstWaiting } from "#db/books/index.ts";
import { financeNumber, kindLabel } from "#domain/books/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import type { Children } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { money } from "#ui/money.ts";

const { finance } = paths.admin;

/** The most expense requests that the dashboard shows; the others are behind its link. */
export const MOST_SHOWN = 3;

/**
 * Draws the expense requests that wait for the current user, the longest waiting first; nothing when there are none.
 */
export const drawFinance = (rows: FirstWaiting[], at: number): Children => {
	const [first] = rows;
	return (
		first !== undefined &&
		card(
			{
				title: "等我處理的支出申請",
				count: first.waiting,
				due: true,
				flush: true,
				link: { href: finance.waiting(), label: "全部" },
			},
			items(
				rows.map((row) => ({
					title: row.title,
					href: finance.show(row.id),
					sub: [financeNumber(row), row.step === "mend" ? "退回給您補正" : kindLabel(row)].join("　"),
					end: row.net < 0 ? `收回 ${money(-row.net)}` : money(row.net),
					endSub: waited(row.state_since, at),
				})),
			),
		)
	);
};
