import * as z from "zod";
import {
	type AlikeRecord,
	alikePairs,
	distinctPairs,
	LIKENESS_NAMES,
	type Likeness,
	likenessesOf,
	PAIR_SORTS,
	PAIRS_PER_PAGE,
} from "#db/people/member-duplicates.ts";
import { readRows } from "#db/read.ts";
import { identityTypeLabel, memberStatusNow } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { choice, tab } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { button, linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { phoneWords } from "#ui/phone.ts";
import type { Column } from "#ui/table.ts";
import { tabsOf } from "#ui/tabs.ts";
import { ago } from "#ui/time.ts";
import { LIKENESS_WORDS } from "./duplicates-words.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";
import { memberStatus } from "./list-words.ts";
import { mergeHref } from "./merge-page.ts";

const { members } = paths.admin;
const TABS = { open: "可能重複", distinct: "已排除" } as const;

type Shown = { a: AlikeRecord; b: AlikeRecord; reasons: Likeness[]; by: string | null; at: number | null };
type Duplicates = { asked: { tab: keyof typeof TABS; page: number }; today: string; at: number };
const LIKENESSES = LIKENESS_NAMES.map((value) => ({ value, label: LIKENESS_WORDS[value] }));

/**
 * The list of likely duplicates (可能重複的會員): pairs of records to be merged, or to be marked as different people.
 */
export const duplicateList = listing({
	path: members.duplicates(),
	gate: "members_merge",
	title: "可能重複的會員",
	name: "資料",
	unit: "組",
	area: "會員",
	crumbs: MEMBER_CRUMBS,
	caption: (asked) => TABS[asked.tab],
	conditions: {
		tab: tab(z.enum(["open", "distinct"]).default("open")),
		reason: choice("相似之處", [LIKENESS_NAMES, LIKENESS_WORDS]),
	},
	sorts: PAIR_SORTS,
	sort: ({ tab }) => (tab === "open" ? "likeness" : "marked"),
	size: PAIRS_PER_PAGE,
	read: async ({ env, at }, asked) => {
		const of = { reason: asked.reason, page: asked.page, sort: asked.sort };
		const [rows, [counts]] = await readRows(env.DB, ...(asked.tab === "open" ? alikePairs(of) : distinctPairs(of)));
		const { total = 0, open = 0, distinct_pairs: apart = 0 } = counts ?? {};
		const shown = rows.map(
			(row): Shown => ({ ...row, a: JSON.parse(row.a), b: JSON.parse(row.b), reasons: likenessesOf(row.reasons) }),
		);
		return { rows: shown, total, open, apart, today: dateInTaipei(at) };
	},
	options: ({ asked, open }) => ({ reason: asked.tab === "open" && open > 0 ? LIKENESSES : undefined }),
	lead: () => "依姓名、生日、手機與電子郵件找出可能是同一個人的資料，最像的在前。家人共用手機或信箱不算重複。",
	tabs: ({ asked, open, apart }) =>
		tabsOf({ here: { path: members.duplicates(), query: {} }, name: "tab", now: asked.tab }, [
			{ value: "open", label: TABS.open, count: open },
			{ value: "distinct", label: TABS.distinct, count: apart },
		]),
	above: ({ state }) => state && errorSummary(state),
	columns: (list) => columnsOf(list),
	none: ({ asked }) =>
		asked.tab === "open"
			? noneYet({ title: "沒有可能重複的會員", text: "新增、匯入或修改會員後，相似的資料會列在這裡。" })
			: noneYet({ title: "還沒有排除任何一組", text: "標示為「不是同一人」的資料會列在這裡，可以取消。" }),
	noMatch: "沒有這樣相似的資料",
});

const recordCell = (one: AlikeRecord, today: string): Children => [
	html`<span class="row"
		><a href=${members.show(one.id)}>${one.name}</a>${memberStatus(memberStatusNow(one, today))}</span
	>`,
	html`<small class="soft">${[one.member_no ?? "尚無編號", identityTypeLabel(one), one.birth_date && dayText(one.birth_date)].filter(Boolean).join("　")}</small>`,
	html`<small class="soft">${[one.phone && phoneWords(one.phone), one.email, one.has_login === 1 && "有登入帳號"].filter(Boolean).join("　")}</small>`,
];

const columnsOf = (list: Duplicates): Column<Shown>[] => [
	{ label: "資料", sort: "a", head: true, cell: ({ a }) => recordCell(a, list.today) },
	{ label: "相似的資料", sort: "b", sheet: "line", cell: ({ b }) => recordCell(b, list.today) },
	...(list.asked.tab === "open" ? [reasonColumn] : [decidedColumn(list)]),
	{ label: "操作", end: true, sheet: "acts", bare: true, cell: (row) => actsOf(row, list) },
];

const reasonColumn: Column<Shown> = {
	label: "相似之處",
	sort: "likeness",
	sheet: "line",
	cell: ({ reasons }) => reasons.map((name) => LIKENESS_WORDS[name]).join("；"),
};

const decidedColumn = ({ at: now }: Duplicates): Column<Shown> => ({
	label: "排除",
	sort: "marked",
	cell: ({ by, at }) => [by ?? "工作人員", " ", at === null ? null : ago(at, now)],
});

/** Returns the address of the merge page of a pair: the record with a member number is kept, else the older one. */
function mergeOf({ a, b }: Shown): string {
	return a.member_no === null && b.member_no !== null ? mergeHref(b.id, a.id) : mergeHref(a.id, b.id);
}

function actsOf(row: Shown, { asked }: Duplicates): VNode {
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
