import type { IncomeRow } from "#db/money/income.ts";
import { INCOME_METHOD_LABELS } from "#domain/money/income/labels.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { capitals } from "#kernel/capitals.ts";
import { incomeNumber } from "#kernel/record-numbers.ts";
import { type Children, html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { type Association, paper, papersOf, type Seal } from "./papers.ts";
import { INCOME_CRUMBS } from "./words.ts";

const { income } = paths.admin;

export type Proof = {
	income: IncomeRow;
	association: Association;
	signers: readonly string[];
	seal: Seal;
	today: string;
};

/** Draws 實物捐贈證明 (what was given, without an amount), or 領據 for money that is not a donation. */
export function proofPage({ income: row, association, signers, seal, today }: Proof): Page {
	const number = incomeNumber(row);
	const title = row.is_in_kind === 1 ? "實物捐贈證明" : "領據";
	return {
		title: `${title} ${number}`,
		area: "收入",
		crumbs: [...INCOME_CRUMBS, { label: number, href: income.show(row.id) }],
		sheets: ["prints"],
		body: papersOf(
			html`<p class="small">${row.is_in_kind === 1 ? "實物不列金額；價值由捐贈人依稅法自行舉證。" : "交給付款的機關或單位。"}</p>`,
			paper(
				{
					association,
					title,
					beside: html`<span>編號 ${number}　中華民國${rocWords(today)}</span>`,
					signers,
					seal,
				},
				row.is_in_kind === 1
					? html`<p>茲收到<b>${giver(row)}</b>捐贈下列物品，特此證明，並致謝忱。</p>`
					: html`<p>茲領到<b>${row.payer_title}</b>撥付下列款項。</p>`,
				html`<table>
					<tbody>
						${linesOf(row).map(([label, value]) => html`<tr><th scope="row" class="c-name">${label}</th><td>${value}</td></tr>`)}
					</tbody>
				</table>`,
			),
		),
	};
}

const giver = ({ payer_title, donor, donor_mask }: IncomeRow): string =>
	donor === payer_title && donor_mask ? `${payer_title}（${donor_mask}）` : payer_title;

const linesOf = (row: IncomeRow): [string, Children][] => [
	...(row.amount === null
		? [["物品與數量", row.items] satisfies [string, Children]]
		: ([
				["金額", `新臺幣${capitals(row.amount)}（NT$${figure(row.amount)}）`],
				["方式", row.method === null ? "" : INCOME_METHOD_LABELS[row.method]],
			] satisfies [string, Children][])),
	["收到日期", rocWords(row.received_on)],
	...(row.purpose === "" ? [] : [["指定用途", row.purpose] satisfies [string, Children]]),
	...(row.project === null ? [] : [["專案", row.project] satisfies [string, Children]]),
];
