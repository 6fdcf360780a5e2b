import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { memberStatus } from "#admin/people/members/list-words.ts";
import { NOTICES_PER_PAGE, type OwingFigures, type OwingRow } from "#db/money/dues-notices.ts";
import { rocYear } from "#domain/money/dues/labels.ts";
import { owesDues } from "#domain/money/fees.ts";
import { ALL_MEMBERSHIP_TYPES } from "#domain/people/members/codes.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { memberStatusNow } from "#domain/people/members/rules.ts";
import { MEMBERSHIP_TYPE_LABELS } from "#domain/people/membership.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneNow, pastTheEnd } from "#ui/empty.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { island } from "#ui/islands/island.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { dateWords } from "#ui/time.ts";
import type { Here } from "#ui/url-state.ts";
import { hrefOf, QUIET_OPTIONS, queryOf, REACH_LABELS, TOLD_STATUSES, type Whom } from "./notices-query.ts";
import { lastWords, NOTICES, noticeTabs } from "./notices-words.ts";

const { dues, members } = paths.admin;
/** The form that the boxes of the rows belong to. */
const BULK_FORM = "notices-bulk";

/** THE ways to tell somebody what they owe. */
export const NOTICE_WAYS = {
	mail: { label: "寄電子郵件", icon: "mail", path: dues.noticesMail() },
	print: { label: "列印通知單", icon: "print", path: dues.noticesPrint() },
	text: { label: "LINE 文字", icon: "copy", path: dues.noticesText() },
} as const;
export type NoticeWay = keyof typeof NOTICE_WAYS;
export const isWay = (name: string): name is NoticeWay => Object.hasOwn(NOTICE_WAYS, name);

export type NoticeList = {
	rows: OwingRow[];
	figures: OwingFigures;
	years: readonly number[];
	whom: Whom;
	page: number;
	query: Record<string, string>;
	at: number;
};

/** 會費通知: who owes, how they are reached, and when they were told last. */
export function noticeListPage(list: NoticeList): Page {
	const { rows, figures, whom, page, query, at } = list;
	const here: Here = { path: dues.notices(), query };
	const total = figures.members;
	return {
		title: NOTICES,
		area: "會費與收款",
		crumbs: MONEY_CRUMBS,
		lead: leadOf(figures),
		actions: total > 0 && ways(whom),
		tabs: noticeTabs("list"),
		body: card(
			{ flush: true, label: "要通知的會員" },
			filters({ here, fields: fields(list), also: chosen(whom) }),
			rows.length > 0 && band(whom, total),
			table({ caption: "還有會費未繳的會員", cards: true, columns: columns(at), rows, empty: nothing(list, here) }),
			rows.length > 0 && pager({ here, page, size: NOTICES_PER_PAGE, total, unit: "位" }),
		),
	};
}

const leadOf = ({ members: many, amount, mailed }: OwingFigures): string =>
	many === 0
		? "沒有需要通知的會員。"
		: `${figure(many)} 位共欠 ${money(amount)}；${figure(mailed)} 位可以寄電子郵件，${figure(many - mailed)} 位要寄通知單。`;

/** For everybody who fits. */
const ways = (whom: Whom): Children =>
	Object.values(NOTICE_WAYS).map(({ label, icon, path }, nth) =>
		linkButton({
			label,
			icon,
			tone: nth === 0 ? "primary" : "plain",
			// On paper for those whom no mail reaches, unless the list says otherwise.
			href: hrefOf(path, whom, path === NOTICE_WAYS.print.path && !whom.reach ? { reach: "none" } : {}),
		}),
	);

const chosen = ({ ids }: Whom) => (ids ? [{ name: "ids", words: `勾選的 ${ids.length} 位` }] : []);

/** For those who are ticked. */
const band = (whom: Whom, total: number): VNode =>
	island("bulk-select", {
		id: BULK_FORM,
		unit: "位",
		total,
		query: queryOf(whom),
		actions: Object.entries(NOTICE_WAYS).map(([place, { label }]) => ({ label, action: dues.noticesBulk(place) })),
	});

const fields = ({ years }: NoticeList): Filter[] => [
	{
		name: "year",
		label: "未繳的年度",
		options: years.map((year) => ({ value: String(year), label: `${rocYear(year)} 年` })),
	},
	{
		name: "status",
		label: "狀態",
		options: TOLD_STATUSES.map((value) => ({ value, label: MEMBER_STATUS_LABELS[value] })),
	},
	{
		name: "type",
		label: "會員類別",
		options: ALL_MEMBERSHIP_TYPES.filter(owesDues).map((value) => ({ value, label: MEMBERSHIP_TYPE_LABELS[value] })),
	},
	{
		name: "reach",
		label: "電子郵件",
		options: Object.entries(REACH_LABELS).map(([value, label]) => ({ value, label })),
	},
	{ name: "quiet", label: "上次通知", options: QUIET_OPTIONS },
];

const columns = (at: number): Column<OwingRow>[] => [
	{
		label: "會員編號",
		bare: true,
		nowrap: true,
		cell: ({ id, name, member_no }) => html`<span class="who">
			<input type="checkbox" form=${BULK_FORM} name="ids" value=${id} aria-label=${`選取 ${name}`} />
			${member_no ?? "—"}
		</span>`,
	},
	{
		label: "姓名",
		head: true,
		cell: ({ id, name, guardian_name }) => [
			html`<a href=${members.show(id)}>${name}</a>`,
			guardian_name && html`<small class="soft">受監護：${guardian_name}</small>`,
		],
	},
	{ label: "會員類別", sheet: "away", cell: ({ membership_type }) => MEMBERSHIP_TYPE_LABELS[membership_type] },
	{
		label: "狀態",
		sheet: "corner",
		bare: true,
		nowrap: true,
		cell: (row) => memberStatus(memberStatusNow(row, dateInTaipei(at))),
	},
	{
		label: "有效期限",
		nowrap: true,
		cell: ({ paid_until }) =>
			paid_until === null ? html`<span class="soft">—</span>` : dateWords(Date.parse(paid_until)),
	},
	{
		label: "尚欠（元）",
		end: true,
		nowrap: true,
		cell: ({ amount, items }) => [figure(amount), html`<small class="soft">${items} 項</small>`],
	},
	{
		label: "電子郵件",
		nowrap: true,
		cell: ({ has_mail }) => (has_mail === 1 ? "有" : html`<span class="soft">沒有</span>`),
	},
	{ label: "上次通知", sheet: "line", nowrap: true, cell: (row) => lastWords(row, at) },
];

function nothing({ figures, whom }: NoticeList, here: Here): VNode {
	if (figures.members > 0) return pastTheEnd(here, "列表已經變短", "會員");
	if (queryOf(whom) !== "") return noMatch({ title: "沒有符合的會員", clearHref: here.path });
	return noneNow({
		title: "沒有需要通知的會員",
		text: "產生應繳會費之後，還沒有繳清的會員會列在這裡；已送出繳費、等候核對的不會列出。",
	});
}
