import { crumbsOf, NOUNS } from "#admin/content/writing/nouns.ts";
import type { RevisionRow } from "#db/content/revision-reads.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import type { Crumb, Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { numberWords, reasonWords, whoWords } from "./words.ts";

/** The number of revisions on one page of the list. */
export const REVISIONS_PER_PAGE = 30;

/** Returns the breadcrumbs of the pages of a record's revisions. */
export const revisionCrumbs = (kind: TextKind, record: { id: number; title: string }): Crumb[] => [
	...crumbsOf(NOUNS[kind]),
	{ label: record.title, href: NOUNS[kind].places.show(record.id) },
];

type List = {
	kind: TextKind;
	record: { id: number; title: string };
	rows: RevisionRow[];
	total: number;
	page: number;
	at: number;
};

/** Draws the list of all kept texts (revisions) of a record, newest first. */
export function revisionListPage({ kind, record, rows, total, page, at }: List): Page {
	const { word, places } = NOUNS[kind];
	return {
		title: "版本紀錄",
		area: word,
		crumbs: revisionCrumbs(kind, record),
		lead: "每次儲存留下一個版本，新的在前。打開一個版本可以看改了什麼，也可以還原。",
		actions: linkButton({ label: "回到編輯", href: places.show(record.id) }),
		body: card(
			{ flush: true, label: "版本" },
			table({
				caption: "版本，新的在前",
				cards: true,
				columns: [
					{
						label: "版本",
						head: true,
						cell: (row: RevisionRow) => [
							html`<a href=${places.revision(record.id, row.number)}>${numberWords(row.number)}</a>`,
							row.number === total && html`<small>最新</small>`,
						],
					},
					{ label: "原因", cell: (row) => reasonWords(row.reason) },
					{ label: "誰", cell: whoWords },
					{ label: "時間", nowrap: true, bare: true, sheet: "corner", cell: (row) => ago(row.created_at, at) },
				],
				rows,
				empty: noneYet({ title: "還沒有版本紀錄", text: "下一次儲存時，會留下修改前後的內容。" }),
			}),
			pager({
				here: { path: places.revisions(record.id), query: {} },
				page,
				size: REVISIONS_PER_PAGE,
				total,
				unit: "個版本",
			}),
		),
	};
}
