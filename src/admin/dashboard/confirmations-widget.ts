import { whatWords } from "#admin/confirmations/words.ts";
import type { Children } from "#admin/html.ts";
import { card } from "#admin/ui/card.ts";
import { items } from "#admin/ui/items.ts";
import { ago } from "#admin/ui/time.ts";
import type { ConfirmationRow } from "#db/confirmation-lists.ts";
import { paths } from "#http/paths.ts";

const { confirmations } = paths.admin;

/** What waits for this person's word as the second one. */
export const drawConfirmations = (rows: ConfirmationRow[], at: number): Children =>
	rows.length > 0 &&
	card(
		{
			title: "等您第二人確認",
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
