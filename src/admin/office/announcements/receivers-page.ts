import { RECEIVER_RESULTS, RECEIVERS_PER_PAGE, type ReceiverRow } from "#db/office/announcement-mailings.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import type { Here } from "#ui/url-state.ts";
import { ANNOUNCEMENT_CRUMBS } from "./list.ts";
import { RESULT_LOOKS } from "./words.ts";

const { announcements, members, mail } = paths.admin;

export type Receivers = {
	id: number;
	title: string;
	rows: (ReceiverRow & { total: number })[];
	page: number;
	query: Record<string, string>;
	/** Whether the current user may open members' pages. */
	seesMembers: boolean;
	/** Whether the current user may open the log of mails. */
	seesMail: boolean;
	at: number;
};

/** Draws the page 寄送紀錄: the recipients of an announcement's mails, with the delivery state of each mail. */
export function receiversPage(of: Receivers): Page {
	const { id, title, rows, page, query } = of;
	const here: Here = { path: announcements.step(id, "receivers"), query };
	const total = rows[0]?.total ?? 0;
	return {
		title: "寄送紀錄",
		name: `寄送紀錄：${title}`,
		area: "公告",
		crumbs: [...ANNOUNCEMENT_CRUMBS, { label: title, href: announcements.show(id) }],
		lead: `${query.result ? "符合條件的有" : "共"} ${figure(total)} 位。`,
		body: card(
			{ flush: true, label: "寄送紀錄" },
			filters({
				here,
				fields: [
					{
						name: "result",
						label: "結果",
						options: RECEIVER_RESULTS.map((value) => ({ value, label: RESULT_LOOKS[value].word })),
					},
				],
			}),
			table({ caption: "寄送紀錄，新的在前", cards: true, columns: columns(of), rows, empty: nothing(of, here) }),
			rows.length > 0 && pager({ here, page, size: RECEIVERS_PER_PAGE, total, unit: "位" }),
		),
	};
}

function nothing({ page, query }: Receivers, here: Here): VNode {
	if (page > 1) return pastTheEnd(here, "紀錄沒有這麼多", "紀錄");
	if (query.result) return noMatch({ title: "沒有符合的紀錄", clearHref: here.path });
	return noneYet({ title: "還沒有寄過", text: "安排寄送之後，每位收件人的結果都會列在這裡。" });
}

const columns = ({ seesMembers, seesMail, at }: Receivers): Column<ReceiverRow>[] => [
	{
		label: "收件人",
		head: true,
		cell: ({ name, member_id, member_no }) => [
			!seesMembers
				? "收件人"
				: member_id !== null
					? html`<a href=${members.show(member_id)}>${name}</a>`
					: name || "（已刪除的資料）",
			member_no && html`<small class="soft">${member_no}</small>`,
		],
	},
	{ label: "結果", sheet: "corner", bare: true, cell: ({ result }) => status(RESULT_LOOKS[result]) },
	{ label: "時間", nowrap: true, cell: (row) => ago(row.at, at) },
	...(seesMail
		? [
				{
					label: "郵件",
					cell: ({ mail_id }: ReceiverRow) =>
						mail_id === null ? html`<span class="soft">—</span>` : html`<a href=${mail.show(mail_id)}>查看</a>`,
				},
			]
		: []),
];
