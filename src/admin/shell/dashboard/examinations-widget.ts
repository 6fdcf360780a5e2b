import type { OpenDoubts } from "#db/books/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import type { Children } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { ago } from "#ui/time.ts";

export const doubtsIn = (rows: readonly OpenDoubts[]): number => rows.reduce((sum, { doubts }) => sum + doubts, 0);

/** Draws the examinations (查核) with doubts that wait for an answer; nothing when there are none. */
export const drawExaminations = (rows: OpenDoubts[], at: number): Children =>
	rows.length > 0 &&
	card(
		{
			title: "等候您答覆的查核疑問",
			count: doubtsIn(rows),
			due: true,
			flush: true,
			link: { href: paths.admin.examinations.list(), label: "全部" },
		},
		items(
			rows.map(({ id, title, doubts, since }) => ({
				title,
				href: paths.admin.examinations.show(id),
				end: `${doubts} 筆`,
				endSub: ago(since, at),
			})),
		),
	);
