import type { PlanPeople, PlanRow } from "#db/people/index.ts";
import { assessableYears, type KindChoice, kindsOf } from "#domain/money/dues/form.ts";
import { DUES_KIND_LABELS } from "#domain/money/dues/labels.ts";
import { baseOf, type DuesKind, type Fees } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { amount, figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import { DUES_CRUMBS } from "./show-page.ts";
import { yearWords } from "./words.ts";

export type AssessmentPage = {
	year: number;
	thisYear: number;
	kinds: KindChoice;
	rows: readonly PlanRow[];
	people: PlanPeople;
	fees: Fees;
	/** How many membership types have a fee of their own (會費標準). */
	ownFees: number;
	/**
	 * The chosen members: the conditions of the members' list as a query string (`asked`) and in words, how many they are,
	 * and the words for a number of them; null for all members.
	 */
	whom: { asked: string; words: string; many: number; told: (many: number) => string } | null;
};

/** Draws the page 產生應繳會費: the dues items that would be created. Creating them again creates nothing. */
export function assessmentPage(page: AssessmentPage, state: FormState = freshForm()): Page {
	const { whom, people } = page;
	return {
		title: "產生應繳會費",
		area: "應繳會費",
		crumbs: DUES_CRUMBS,
		lead: whom
			? `${whom.words}：選了 ${whom.told(whom.many)} 位，其中 ${whom.told(people.members)} 位是待繳費、有效或停權的會員。`
			: `全部會員：待繳費、有效或停權的 ${figure(people.members)} 位。`,
		slim: true,
		body: html`<div class="stack">
			${card({ title: "年度與種類" }, choosing(page))} ${card({ title: "試算", flush: true }, preview(page))}
			${card({ label: "產生" }, confirming(page, state))}
		</div>`,
	};
}

/** Draws the form of year, kinds and members. It is a GET form, so that the address says what is previewed. */
function choosing({ year, thisYear, kinds, whom, fees, ownFees }: AssessmentPage): VNode {
	const state = freshForm({ year: String(year), kinds }, "p");
	const years = assessableYears(thisYear);
	return html`<form class="form stack" method="get" action=${paths.admin.dues.assessment()}>
		${whom && [...new URLSearchParams(whom.asked)].map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
		<div class="cols two">
			${field({
				name: "year",
				label: "年度",
				state,
				type: "select",
				options: years.map((one) => ({ value: String(one), label: yearWords(one) })),
			})}
			${segment({
				name: "kinds",
				label: "種類",
				state,
				options: [
					{ value: "both", label: "兩種" },
					{ value: "annual", label: "常年會費" },
					{ value: "entrance", label: "入會費" },
				],
			})}
		</div>
		${facts([
			{
				name: "目前的設定",
				value: `${ownFees > 0 ? "有自己標準的類別照會費標準；其餘" : ""}入會費 ${money(fees.entrance_fee)}，常年會費 ${money(fees.annual_fee)}，身障減免 ${fees.disability_discount_percent}%`,
			},
			{
				name: "減免",
				value: `依${year > thisYear ? ` ${dayText(`${year}-01-01`)}` : "今天"}有效的身心障礙證明`,
			},
		])}
		<div class="row form-end">${button({ label: "重新試算" })}</div>
	</form>`;
}

type Line = { kind: DuesKind; base: string; owed: PlanRow | undefined; exists: number };

const COLUMNS: Column<Line>[] = [
	{
		label: "種類",
		head: true,
		cell: ({ kind, base }) => html`<span>${DUES_KIND_LABELS[kind]}<small>${base}</small></span>`,
	},
	{ label: "要產生", end: true, cell: ({ owed }) => amount(owed?.items ?? 0) },
	{ label: "其中有減免", end: true, cell: ({ owed }) => amount(owed?.discounted ?? 0) },
	{ label: "減免後 0 元", end: true, cell: ({ owed }) => amount(owed?.waived ?? 0) },
	{ label: "金額", end: true, nowrap: true, cell: ({ owed }) => amount(owed?.amount ?? 0) },
	{ label: "已經有", end: true, cell: ({ exists }) => amount(exists) },
];

function preview({ rows, kinds, people, fees, ownFees }: AssessmentPage): Children {
	const lines = kindsOf(kinds).map((kind) => ({
		kind,
		base: ownFees > 0 ? "依會員類別" : `每筆 ${money(baseOf(kind, fees))}`,
		owed: rows.find((row) => row.kind === kind && row.fate === "owed"),
		exists: rows.find((row) => row.kind === kind && row.fate === "exists")?.items ?? 0,
	}));
	return [
		table({ caption: "試算", cards: true, columns: COLUMNS, rows: lines }),
		html`<div class="card-body stack tight">
			<p class="small soft">免繳的類別（學術榮譽、榮譽、永久會員）${figure(people.exempt)} 位，不產生。</p>
			<p class="small soft">入會費只產生給該年度入會、還沒有入會費的會員；常年會費從入會的年度起算（${fees.next_year_from_month > 12 ? "不分月份" : `${fees.next_year_from_month} 月起入會的從次年起`}）。</p>
		</div>`,
	];
}

function confirming({ rows, year, kinds, whom, people }: AssessmentPage, state: FormState): VNode {
	const owed = rows.filter(({ fate }) => fate === "owed");
	const items = owed.reduce((sum, row) => sum + row.items, 0);
	const sum = owed.reduce((all, row) => all + row.amount, 0);
	if (items === 0)
		return html`<div class="stack">
			${state.problem && notice({ tone: "danger", role: "alert" }, state.problem)}
			${notice({ tone: "ok", title: "沒有要產生的" }, `${yearWords(year)}該有的會費都已經有了。`)}
		</div>`;
	return form(
		{
			action: paths.admin.dues.assessment(),
			state,
			submit: `產生 ${figure(items)} 筆應繳會費`,
			busy: "產生中...",
			cancel: paths.admin.dues.list(),
			main: true,
		},
		html`<p>為 ${figure(people.owing)} 位會員產生 ${figure(items)} 筆，共 ${money(sum)}。已經有的不會重複，金額之後也不因設定變更而改變；現在不會寄出通知。</p>`,
		html`<input type="hidden" name="year" value=${year} />`,
		html`<input type="hidden" name="kinds" value=${kinds} />`,
		html`<input type="hidden" name="chosen" value=${whom?.asked ?? ""} />`,
	);
}
