import * as z from "zod";
import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { groupOptions, memberStatus, segmentOptions } from "#admin/people/index.ts";
import type { Route } from "#auth/route.ts";
import {
	NOTICE_SORTS,
	NOTICES_PER_PAGE,
	type OwingFigures,
	type OwingRow,
	owedYears,
	owingFigures,
	owingPage,
} from "#db/money/dues-notices.ts";
import { groupNames, membershipTypes, segmentsInUse } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { memberStatusNow, typeOptions } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { bulkBand, choosing, rowBox } from "#kits/list/chosen.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneNow } from "#ui/empty.ts";
import { type Children, html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { dateWords } from "#ui/time.ts";
import { filterOf, hrefOf, WHOM, type Whom } from "./notices-query.ts";
import { lastWords, NOTICES, noticeTabs } from "./notices-words.ts";

const { dues, members } = paths.admin;
/** The id of the form that the checkboxes of the rows belong to. */
const BULK_FORM = "notices-bulk";

/** The only table of the ways to send a dues notice. */
export const NOTICE_WAYS = {
	mail: { label: "寄電子郵件", icon: "mail", path: dues.noticesMail() },
	print: { label: "列印通知單", icon: "print", path: dues.noticesPrint() },
	text: { label: "LINE 文字", icon: "copy", path: dues.noticesText() },
} as const;
export type NoticeWay = keyof typeof NOTICE_WAYS;
export const isWay = (name: string): name is NoticeWay => Object.hasOwn(NOTICE_WAYS, name);

const NOBODY = { members: 0, amount: 0, mailed: 0, told: 0 };

/** The list page 會費通知: members who owe dues, how they can be reached, and when they were last notified. */
export const noticeList = listing({
	path: dues.notices(),
	gate: "dues",
	title: NOTICES,
	name: "會員",
	unit: "位",
	area: "會費與收款",
	caption: "還有會費未繳的會員",
	crumbs: MONEY_CRUMBS,
	conditions: WHOM,
	sorts: NOTICE_SORTS,
	sort: "number",
	size: NOTICES_PER_PAGE,
	read: async ({ env, at }, { sort, page, ...whom }) => {
		const filter = filterOf(whom, at);
		const [rows, [figures = NOBODY], years, groups, segments, types] = await readRows(
			env.DB,
			owingPage(filter, { sort, page }),
			owingFigures(filter, at),
			owedYears(),
			groupNames(),
			segmentsInUse(),
			membershipTypes(),
		);
		return { rows, total: figures.members, figures, years, groups, segments, types };
	},
	options: ({ years, groups, segments, types }) => ({
		type: typeOptions(types.filter(({ term }) => term === "year")),
		year: years.map(({ year }) => ({ value: String(year), label: `${rocYear(year)} 年` })),
		group: groupOptions(groups),
		segment: segmentOptions(segments),
	}),
	also: ({ asked: { ids } }) => (ids ? [{ name: "ids", words: `勾選的 ${figure(ids.length)} 位` }] : []),
	lead: ({ figures }) => leadOf(figures),
	actions: ({ total, asked }) => total > 0 && ways(asked),
	tabs: () => noticeTabs("list"),
	band: ({ total, conditions }) =>
		bulkBand({
			form: BULK_FORM,
			unit: "位",
			total,
			conditions,
			actions: Object.entries(NOTICE_WAYS).map(([place, { label }]) => ({ label, action: dues.noticesBulk(place) })),
		}),
	columns: ({ at }) => columns(at),
	none: () =>
		noneNow({
			title: "沒有需要通知的會員",
			text: "產生應繳會費之後，還沒有繳清的會員會列在這裡；已送出繳費、等候核對的不會列出。",
		}),
	noMatch: "沒有符合的會員",
});

/**
 * The routes of the list, and of its buttons, each of which takes the chosen members to the page of one way to notify
 * them.
 */
export const NOTICE_LIST_ROUTES: readonly Route[] = [
	...noticeList.routes,
	choosing({
		path: dues.noticesBulk(":place"),
		gate: "dues",
		params: z.strictObject({ place: z.string().refine(isWay) }),
		list: noticeList,
		leadsTo: ({ place }) => (isWay(place) ? NOTICE_WAYS[place].path : dues.notices()),
		name: "會員",
		title: NOTICES,
		area: "會費與收款",
	}),
];

const leadOf = ({ members: many, amount, mailed }: OwingFigures): string =>
	many === 0
		? "沒有需要通知的會員。"
		: `${figure(many)} 位共欠 ${money(amount)}；${figure(mailed)} 位可以寄電子郵件，${figure(many - mailed)} 位要寄通知單。`;

/** Draws a button for each way to send notices, to all members that match the list's conditions. */
const ways = (whom: Whom): Children =>
	Object.values(NOTICE_WAYS).map(({ label, icon, path }, nth) =>
		linkButton({
			label,
			icon,
			tone: nth === 0 ? "primary" : "plain",
			// Printing is for members without an email address, unless the list has a condition on it.
			href: hrefOf(path, whom, path === NOTICE_WAYS.print.path && !whom.reach ? { reach: "none" } : {}),
		}),
	);

const columns = (at: number): Column<OwingRow>[] => [
	{
		label: "會員編號",
		sort: "number",
		bare: true,
		nowrap: true,
		cell: ({ id, name, member_no }) => html`<span class="who">
			${rowBox(BULK_FORM, { id, name })}
			${member_no ?? "—"}
		</span>`,
	},
	{
		label: "姓名",
		sort: "name",
		head: true,
		cell: ({ id, name, guardian_name }) => [
			html`<a href=${members.show(id)}>${name}</a>`,
			guardian_name && html`<small class="soft">受監護：${guardian_name}</small>`,
		],
	},
	{ label: "會員類別", sort: "type", spare: true, sheet: "away", cell: ({ type_name }) => type_name },
	{
		label: "狀態",
		sort: "state",
		sheet: "corner",
		bare: true,
		nowrap: true,
		cell: (row) => memberStatus(memberStatusNow(row, dateInTaipei(at))),
	},
	{
		label: "有效期限",
		sort: "valid",
		nowrap: true,
		cell: ({ paid_until }) =>
			paid_until === null ? html`<span class="soft">—</span>` : dateWords(Date.parse(paid_until)),
	},
	{
		label: "尚欠（元）",
		sort: "amount",
		end: true,
		nowrap: true,
		cell: ({ amount, items }) => [figure(amount), html`<small class="soft">${items} 項</small>`],
	},
	{
		label: "電子郵件",
		sort: "mail",
		nowrap: true,
		cell: ({ has_mail }) => (has_mail === 1 ? "有" : html`<span class="soft">沒有</span>`),
	},
	{ label: "上次通知", sort: "last", sheet: "line", nowrap: true, cell: (row) => lastWords(row, at) },
];
