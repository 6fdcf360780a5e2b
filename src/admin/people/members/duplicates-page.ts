import * as z from "zod";
import {
	type AlikeRecord,
	LIKENESS_NAMES,
	type Likeness,
	likenessesOf,
	PAIRS_PER_PAGE,
	type PairRow,
} from "#db/people/member-duplicates.ts";
import { identityTypeLabel, memberStatusNow } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { PageNumber } from "#kernel/query.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { filters } from "#ui/filters.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { phoneWords } from "#ui/phone.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { LIKENESS_WORDS } from "./duplicates-words.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";
import { memberStatus } from "./list-words.ts";
import { mergeHref } from "./merge-page.ts";

const { members } = paths.admin;

export const DuplicatesQuery = z.strictObject({
	tab: z.enum(["open", "distinct"]).default("open"),
	reason: z.enum(["", ...LIKENESS_NAMES]).optional(),
	page: PageNumber,
});
export type DuplicatesQuery = z.infer<typeof DuplicatesQuery>;

export type DuplicateList = {
	rows: PairRow[];
	total: number;
	/** The numbers of pairs: open pairs, and pairs that staff marked as two people (`apart`). */
	open: number;
	apart: number;
	asked: DuplicatesQuery;
	query: Record<string, string>;
	/** The day in Taipei (YYYY-MM-DD); `at` is in UTC milliseconds. */
	today: string;
	at: number;
};
type Shown = { a: AlikeRecord; b: AlikeRecord; reasons: Likeness[]; by: string | null; at: number | null };

const TABS = { open: "可能重複", distinct: "已排除" } as const;

/** Draws the page 可能重複的會員: pairs of records to merge, or to mark as two different people. */
export function duplicatesPage(list: DuplicateList, state?: FormState): Page {
	const { asked, query, total } = list;
	const here: Here = { path: members.duplicates(), query };
	const rows = list.rows.map(
		(row): Shown => ({ ...row, a: JSON.parse(row.a), b: JSON.parse(row.b), reasons: likenessesOf(row.reasons) }),
	);
	return {
		title: "可能重複的會員",
		area: "會員",
		crumbs: MEMBER_CRUMBS,
		lead: "依姓名、生日、手機與電子郵件找出可能是同一個人的資料，最像的在前。家人共用手機或信箱不算重複。",
		tabs: (["open", "distinct"] as const).map((tab) => ({
			label: TABS[tab],
			href: hrefWith({ path: here.path, query: {} }, { tab: tab === "open" ? undefined : tab }),
			current: tab === asked.tab,
			count: tab === "open" ? list.open : list.apart,
		})),
		body: html`<div class="stack">
			${state && errorSummary(state)}
			${card(
				{ flush: true, label: TABS[asked.tab] },
				asked.tab === "open" && list.open > 0 && filters({ here, fields: [REASONS] }),
				table({
					caption: TABS[asked.tab],
					cards: true,
					columns: columnsOf(list),
					rows,
					empty: emptyOf(list, here),
				}),
				rows.length > 0 && pager({ here, page: asked.page, size: PAIRS_PER_PAGE, total, unit: "組" }),
			)}
		</div>`,
	};
}

const REASONS = {
	name: "reason",
	label: "相似之處",
	options: LIKENESS_NAMES.map((value) => ({ value, label: LIKENESS_WORDS[value] })),
};

function emptyOf({ total, asked }: DuplicateList, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "列表已經變短");
	if (asked.reason) return noMatch({ title: "沒有這樣相似的資料", clearHref: hrefWith(here, { reason: undefined }) });
	return asked.tab === "open"
		? noneYet({ title: "沒有可能重複的會員", text: "新增、匯入或修改會員後，相似的資料會列在這裡。" })
		: noneYet({ title: "還沒有排除任何一組", text: "標示為「不是同一人」的資料會列在這裡，可以取消。" });
}

const recordCell = (one: AlikeRecord, today: string): Children => [
	html`<span class="row"
		><a href=${members.show(one.id)}>${one.name}</a>${memberStatus(memberStatusNow(one, today))}</span
	>`,
	html`<small class="soft">${[one.member_no ?? "尚無編號", identityTypeLabel(one), one.birth_date && rocWords(one.birth_date)].filter(Boolean).join("　")}</small>`,
	html`<small class="soft">${[one.phone && phoneWords(one.phone), one.email, one.has_login === 1 && "有登入帳號"].filter(Boolean).join("　")}</small>`,
];

const columnsOf = (list: DuplicateList): Column<Shown>[] => [
	{ label: "資料", head: true, cell: ({ a }) => recordCell(a, list.today) },
	{ label: "相似的資料", sheet: "line", cell: ({ b }) => recordCell(b, list.today) },
	...(list.asked.tab === "open" ? [reasonColumn] : [decidedColumn(list)]),
	{ label: "操作", end: true, sheet: "acts", bare: true, cell: (row) => actsOf(row, list) },
];

const reasonColumn: Column<Shown> = {
	label: "相似之處",
	sheet: "line",
	cell: ({ reasons }) => reasons.map((name) => LIKENESS_WORDS[name]).join("；"),
};

const decidedColumn = ({ at: now }: DuplicateList): Column<Shown> => ({
	label: "排除",
	cell: ({ by, at }) => [by ?? "工作人員", " ", at === null ? null : ago(at, now)],
});

/** Returns the address of the merge. The record with a member number stays, else the older record. */
function mergeOf({ a, b }: Shown): string {
	return a.member_no === null && b.member_no !== null ? mergeHref(b.id, a.id) : mergeHref(a.id, b.id);
}

function actsOf(row: Shown, { asked }: DuplicateList): VNode {
	const { a, b } = row;
	const about = `：${a.name}與${b.name}（${a.member_no ?? a.id}、${b.member_no ?? b.id}）`;
	const sent = Object.entries({ a: a.id, b: b.id, page: asked.page }).map(
		([name, value]) => html`<input type="hidden" name=${name} value=${String(value)} />`,
	);
	return html`<div class="row">
		<span class="push">${asked.tab === "open" && linkButton({ label: "比對合併", about, size: "s", href: mergeOf(row) })}</span>
		<form method="post" action=${asked.tab === "open" ? members.distinct() : members.alike()}>
			${sent}
			${button({ label: asked.tab === "open" ? "不是同一人" : "取消排除", about, tone: "quiet", size: "s", busy: "儲存中..." })}
		</form>
	</div>`;
}
