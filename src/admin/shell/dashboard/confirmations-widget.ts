import { whatWords } from "#admin/shell/confirmations/words.ts";
import type { ConfirmationRow } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import type { Children } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { ago } from "#ui/time.ts";

const { confirmations } = paths.admin;

/**
 * Draws the requests that wait for the current user's confirmation as the second person; nothing when there are none.
 */
export const drawConfirmations = (rows: ConfirmationRow[], at: number): Children =>
	rows.length > 0 &&
	card(
		{
			title: "等候您第二人確認",
			count: rows.length,
			due: true,
			flush: true,
			link: { href: confirmations.list(), label: "辦理" },
		},
		items(
			rows.map((row) => ({
				title: whatWords(row).title,
				href: confirmations.list(),
				sub: `${row.requested_by_name}提出`,
				endSub: ago(row.requested_at, at),
			})),
		),
	);
