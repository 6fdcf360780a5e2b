import type { UnlistedRow } from "#db/books/remittances.ts";
import { financeNumber } from "#domain/books/finance/labels.ts";
import { yearWords } from "#domain/books/periods/rules.ts";
import { lacksNumber, shownNumber, standingWords, type YearPayee } from "#domain/books/remittances/year.ts";
import { paths } from "#http/paths.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneNow } from "#ui/empty.ts";
import { MAKING } from "#ui/export-links.ts";
import { facts } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import { categoryWords, WITHHOLDING, WITHHOLDING_CRUMBS, withholdingTabs } from "./words.ts";

const { withholding, finance } = paths.admin;

/** The most rows on the page; the file has all of them. */
const SHOWN = 500;

export type YearShown = {
	year: number;
	thisYear: number;
	payees: readonly YearPayee[];
	unlisted: readonly UnlistedRow[];
	mayTake: boolean;
};

/** Draws the page 年度清單: what was paid to whom in a year, for the statements that are due in January. */
export function yearPage(of: YearShown): Page {
	const { year, thisYear, payees, unlisted } = of;
	const sum = (what: "gross" | "tax" | "premium"): string => money(payees.reduce((all, one) => all + one[what], 0));
	return {
		title: `${yearWords(year)}扣繳清單`,
		area: WITHHOLDING,
		crumbs: [...WITHHOLDING_CRUMBS, { label: WITHHOLDING, href: withholding.month() }],
		tabs: withholdingTabs(withholding.year()),
		lead: `每位受款人全年的給付與扣繳，依付款日計算。扣繳憑單要在次年 1 月 31 日前向國稅局申報（所得稅法第 92 條）。`,
		body: html`<div class="stack loose">
			${chooseYear(year, thisYear)}
			${unlisted.length > 0 && unlistedNotice(unlisted)}
			${missingNotice(payees.filter(lacksNumber))}
			${card(
				{ title: "合計" },
				facts([
					{ name: "給付總額", value: sum("gross") },
					{ name: "扣繳稅額", value: sum("tax") },
					{ name: "補充保費", value: sum("premium") },
				]),
				payees.length > 0 && !payees.some(lacksNumber) && downloads(of),
			)}
			${card(
				{ title: "受款人", count: payees.length, flush: true },
				table({
					caption: `${yearWords(year)}的受款人`,
					cards: true,
					columns: COLUMNS,
					rows: payees.slice(0, SHOWN),
					empty: noneNow({ title: "這一年沒有清冊的付款", text: "用清冊付的講師費、稿費、薪資等，付款後會列在這裡。" }),
				}),
				payees.length > SHOWN && html`<p class="card-body soft">只列出前 ${figure(SHOWN)} 列；檔案裡是全部的。</p>`,
			)}
		</div>`,
	};
}

const chooseYear = (
	year: number,
	thisYear: number,
): VNode => html`<form class="row" method="get" action=${withholding.year()}>
	${field({
		name: "year",
		label: "給付年度",
		hideLabel: true,
		state: freshForm({ year: String(year) }, "y"),
		type: "select",
		options: [...new Set([0, 1, 2, 3, 4, 5, 6].map((ago) => thisYear - ago).concat(year))].map((one) => ({
			value: String(one),
			label: yearWords(one),
		})),
	})}
	${button({ label: "更換年度" })}
</form>`;

const unlistedNotice = (unlisted: readonly UnlistedRow[]): VNode =>
	notice(
		{ tone: "warn", title: `另有 ${figure(unlisted.length)} 張支出申請扣過稅款或保費，但沒有清冊，不在這份清單裡` },
		"系統不知道是哪一類所得、誰的證號，請自行補到申報裡：",
		unlisted
			.slice(0, SHOWN)
			.map(
				(one, at) =>
					html`<span>${at > 0 && "、"}<a href=${finance.show(one.id)}>${financeNumber(one)} ${one.payee_name}</a>（所得稅 ${figure(one.income_tax)}，補充保費 ${figure(one.nhi)}）</span>`,
			),
	);

const missingNotice = (missing: readonly YearPayee[]): Children =>
	missing.length > 0 &&
	notice(
		{ tone: "danger", title: "還缺證號，不能下載" },
		`請先在受款人資料補上：${[...new Set(missing.map(({ name }) => name))].join("、")}。`,
	);

/** Draws the form that downloads the list with complete numbers, which asks the user to confirm the identity again. */
const downloads = ({ year, mayTake }: YearShown): VNode =>
	mayTake
		? html`<div class="stack">
				${notice(
					{ tone: "warn", title: "檔案裡有完整的證號" },
					"下載會要求重新確認身分，並寫入稽核紀錄。申報後，請刪除電腦裡的檔案。",
				)}
				<form class="stack" method="get" action=${withholding.yearExport("xlsx")} data-download>
					<input type="hidden" name="year" value=${String(year)} />
					<div class="row form-end">
						${button({ label: "下載 Excel", icon: "download", tone: "primary", busy: MAKING })}
						${button({ label: "下載 CSV", icon: "download", formaction: withholding.yearExport("csv"), busy: MAKING })}
					</div>
				</form>
			</div>`
		: html`<p class="soft">含證號的檔案由會計下載。</p>`;

const COLUMNS: Column<YearPayee>[] = [
	{
		label: "所得人",
		head: true,
		cell: ({ name, is_resident }) =>
			html`<span>${name}${is_resident === 0 && html`<small class="soft">非居住者</small>`}</span>`,
	},
	{
		label: "證號",
		nowrap: true,
		cell: (one) => shownNumber(one) || html`<span class="soft">${one.is_erased === 1 ? "已去識別化" : "未填"}</span>`,
	},
	{ label: "類別", cell: ({ category }) => categoryWords(category) },
	{ label: "次數", end: true, cell: ({ many }) => figure(many) },
	{ label: "給付總額", end: true, nowrap: true, cell: ({ gross }) => figure(gross) },
	{ label: "扣繳稅額", end: true, nowrap: true, cell: ({ tax }) => figure(tax) },
	{ label: "補充保費", end: true, nowrap: true, cell: ({ premium }) => figure(premium) },
	{ label: "列單", sheet: "line", cell: standingWords },
];
