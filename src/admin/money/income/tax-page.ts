import * as z from "zod";
import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import type { TaxRow } from "#db/money/income-lists.ts";
import { LEFT_OUT_WORDS, type LeftOut, leftOut } from "#domain/money/income/tax.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { asked } from "#kernel/query.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { MAKING } from "#ui/export-links.ts";
import { facts } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import type { Association } from "./papers.ts";
import { incomeTabs } from "./words.ts";

const { income, receipts, members } = paths.admin;

/** The code of the kind of gifts (捐贈別代碼) in the file; empty when the year's format has none. */
export const GiftCode = z.string().max(2).regex(/^\d*$/).default("00");
/** The charset of the .csv; left out, it is UTF-8. */
export const TaxCharset = asked(z.literal("big5"));
/** The most left-out receipts that the page lists. */
const SHOWN = 200;

export type TaxYear = { year: number; thisYear: number; rows: readonly TaxRow[]; association: Association };

/** Returns why a receipt is left out of the declaration; undefined when it is included. */
export const whyOut = (row: TaxRow): LeftOut | undefined =>
	leftOut({
		title: row.payer_title,
		name: row.name,
		kind: row.kind,
		hasId: row.national_id !== null,
		amount: row.amount,
	});

/** Draws the page 捐款申報 of a year: what the file will contain, and what is missing. */
export function taxPage({ year, thisYear, rows, association }: TaxYear): Page {
	const out = rows.filter((row) => whyOut(row) !== undefined);
	const inIt = rows.filter((row) => whyOut(row) === undefined);
	const sum = (some: readonly TaxRow[]): number => some.reduce((all, { amount }) => all + amount, 0);
	const people = new Set(inIt.map(({ national_id_mask, name }) => `${national_id_mask} ${name}`)).size;
	return {
		title: "捐款申報",
		area: "會費與收款",
		crumbs: MONEY_CRUMBS,
		tabs: incomeTabs(income.tax(), true),
		lead: `${year - 1911} 年收到並開立收據的捐款共 ${figure(rows.length)} 張、${money(sum(rows))}。`,
		body: html`<div class="stack loose">
			${chooseYear(year, thisYear)}
			${
				association.tax_id === "" &&
				notice({ tone: "warn", title: "還沒有設定統一編號" }, "申報檔要有協會的統一編號，請系統管理員在設定裡填寫。")
			}
			${card(
				{ title: "國稅局的捐贈資料檔" },
				facts([
					{ name: "列入申報", value: `${figure(people)} 人，${figure(inIt.length)} 張收據` },
					{ name: "金額", value: money(sum(inIt)) },
					{ name: "沒有列入", value: `${figure(out.length)} 張，${money(sum(out))}` },
					{ name: "受贈單位", value: [association.name, association.tax_id].filter(Boolean).join("　") },
					{ name: "核准文號", value: association.registration_no },
				]),
				inIt.length > 0 && association.tax_id !== "" && downloads(year),
			)}
			${out.length > 0 && missing(out)}
		</div>`,
	};
}

const chooseYear = (
	year: number,
	thisYear: number,
): VNode => html`<form class="row" method="get" action=${income.tax()}>
	${field({
		name: "year",
		label: "捐款年度",
		hideLabel: true,
		state: freshForm({ year: String(year) }, "y"),
		type: "select",
		options: [0, 1, 2, 3, 4, 5, 6].map((ago) => ({
			value: String(thisYear - ago),
			label: `${thisYear - ago - 1911} 年`,
		})),
	})}
	${button({ label: "更換年度" })}
</form>`;

/**
 * Draws the form that downloads the file of the declaration, which has complete national ids. The download asks the
 * user to confirm the identity again and is written to the audit log.
 */
const downloads = (year: number): VNode => html`<div class="stack">
	${notice(
		{ tone: "warn", title: "檔案裡有完整的身分證字號" },
		"下載會要求重新確認身分，並寫入稽核紀錄。上傳國稅局後，請刪除電腦裡的檔案。",
	)}
	<form class="stack" method="get" action=${income.taxExport("xlsx")} data-download>
		<input type="hidden" name="year" value=${String(year)} />
		${field({
			name: "code",
			label: "捐贈別代碼",
			state: freshForm({ code: "00" }, "t"),
			narrow: true,
			maxlength: mostCharacters(GiftCode),
			inputmode: "numeric",
			hint: "依國稅局當年度的格式說明；一般捐贈是 00，可留空白。",
		})}
		${field({
			name: "charset",
			label: "CSV 的編碼",
			state: freshForm({ charset: "" }, "t"),
			type: "select",
			empty: "UTF-8",
			options: [{ value: "big5", label: "Big5" }],
			hint: "Excel 檔不分編碼。有 Big5 沒有的字時不會製作檔案，會告訴您在哪一列，不會改成別的字。",
		})}
		<p class="hint">欄位、代碼與編碼以國稅局當年度說明為準。</p>
		<div class="row form-end">
			${button({ label: "下載 Excel", icon: "download", tone: "primary", busy: MAKING })}
			${button({ label: "下載 CSV", icon: "download", formaction: income.taxExport("csv"), busy: MAKING })}
		</div>
	</form>
</div>`;

const missing = (out: readonly TaxRow[]): VNode =>
	card(
		{ title: "沒有列入的收據", count: out.length, flush: true },
		table({ caption: "沒有列入申報的收據", cards: true, columns: COLUMNS, rows: out.slice(0, SHOWN) }),
		out.length > SHOWN && html`<p class="card-body soft">只列出前 ${figure(SHOWN)} 張。</p>`,
	);

const COLUMNS: Column<TaxRow>[] = [
	{
		label: "收據",
		head: true,
		nowrap: true,
		cell: ({ receipt_id, number }) => html`<a href=${receipts.show(receipt_id)}>${number}</a>`,
	},
	{ label: "抬頭", cell: ({ payer_title }) => payer_title },
	{ label: "金額", end: true, nowrap: true, cell: ({ amount }) => figure(amount) },
	{
		label: "原因",
		sheet: "line",
		cell: (row) => {
			const why = whyOut(row);
			return why && LEFT_OUT_WORDS[why];
		},
	},
	{
		label: "補上資料",
		sheet: "acts",
		quiet: true,
		cell: (row) => {
			const { donor_id, member_id, name } = row;
			if (whyOut(row) !== "no_id") return null;
			return donor_id !== null
				? html`<a href=${income.donors.edit(donor_id)}>補上${name}的資料</a>`
				: member_id !== null
					? html`<a href=${members.show(member_id)}>到${name}的會員資料</a>`
					: null;
		},
	},
];
