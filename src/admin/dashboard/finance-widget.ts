import type { Children } from "#admin/html.ts";
import { card } from "#admin/ui/card.ts";
import { items } from "#admin/ui/items.ts";
import { figure, money } from "#admin/ui/money.ts";
import { ago } from "#admin/ui/time.ts";
import type { WaitingCount } from "#db/finance-waiting.ts";
import { paths } from "#http/paths.ts";

/** How many documents wait for whoever looks; nothing where there is none. */
export const drawFinance = ([row]: WaitingCount[], at: number): Children =>
	row !== undefined &&
	row.since !== null &&
	card(
		{ title: "等我處理的支出申請", count: row.waiting, due: true, flush: true },
		items([
			{
				title: "支出申請",
				href: paths.admin.finance.waiting(),
				sub: `合計 ${money(row.sum)}`,
				end: `${figure(row.waiting)} 件`,
				endSub: ["最早 ", ago(row.since, at)],
			},
		]),
	);
