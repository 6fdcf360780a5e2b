import type { DonorRow, GiftRow } from "#db/money/donors.ts";
import { counts, givenIn } from "#domain/money/donors/gifts.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { capitals } from "#kernel/capitals.ts";
import { button } from "#ui/button.ts";
import { field } from "#ui/field.ts";
import { freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { type Association, paper, papersOf, type Seal } from "./papers.ts";
import { DONOR_CRUMBS } from "./words.ts";

const { donors } = paths.admin.income;
/** The number of lines on one sheet. */
const LINES = 18;

export type Statement = {
	donor: DonorRow;
	gifts: readonly GiftRow[];
	year: number;
	/** The years that can be chosen. */
	years: readonly number[];
	association: Association;
	signers: readonly string[];
	seal: Seal;
	today: string;
};

/** Draws 年度捐款證明 of a donor: all gifts of the year with their receipts, and the sum. */
export function statementPage(of: Statement): Page {
	const { donor, year, years } = of;
	const gifts = of.gifts.filter(counts).toReversed();
	const pages = Math.max(1, Math.ceil(gifts.length / LINES));
	return {
		title: `${year - 1911} 年度捐款證明`,
		name: donor.name,
		area: "捐款人",
		crumbs: [...DONOR_CRUMBS, { label: donor.name, href: donors.show(donor.id) }],
		sheets: ["prints"],
		body: papersOf(
			[
				html`<form class="row" method="get" action=${donors.statement(donor.id)}>
					${field({
						name: "year",
						label: "年度",
						hideLabel: true,
						state: freshForm({ year: String(year) }, "y"),
						type: "select",
						options: [...new Set([year, ...years])].map((one) => ({ value: String(one), label: `${one - 1911} 年` })),
					})}
					${button({ label: "更換年度" })}
				</form>`,
				gifts.length === 0 && html`<p class="soft">這一年沒有捐款。</p>`,
			],
			...Array.from({ length: pages }, (_, at) =>
				sheet(of, gifts.slice(at * LINES, (at + 1) * LINES), { page: at + 1, pages }),
			),
		),
	};
}

function sheet(of: Statement, gifts: readonly GiftRow[], { page, pages }: { page: number; pages: number }) {
	const { donor, year, association, signers, seal, today } = of;
	const sum = givenIn(of.gifts);
	return paper(
		{
			association,
			title: `${year - 1911} 年度捐款證明`,
			beside: html`<span>${pages > 1 && `第 ${page} / ${pages} 頁　`}中華民國${rocWords(today)}</span>`,
			signers,
			seal,
		},
		html`<p>茲證明<b>${donor.name}</b>${donor.national_id_mask && `（${donor.national_id_mask}）`}於中華民國 ${year - 1911} 年捐助本會，明細如下：</p>`,
		html`<table>
			<thead>
				<tr><th scope="col" class="c-name">日期</th><th scope="col">項目</th><th scope="col" class="c-phone">收據編號</th><th scope="col" class="c-phone num">金額（元）</th></tr>
			</thead>
			<tbody>
				${gifts.map(
					(gift) => html`<tr>
						<td><div>${rocWords(gift.day)}</div></td>
						<td><div>${itemOf(gift, donor.name)}</div></td>
						<td><div>${gift.receipt ?? "—"}</div></td>
						<td class="num"><div>${gift.amount === null ? "—" : figure(gift.amount)}</div></td>
					</tr>`,
				)}
				${page === pages && html`<tr><th scope="row" colspan="3">合計　新臺幣${capitals(sum)}</th><td class="num"><b>${figure(sum)}</b></td></tr>`}
			</tbody>
		</table>`,
	);
}

const itemOf = ({ amount, items, purpose, receipt_title }: GiftRow, name: string): string =>
	[
		amount === null ? `實物捐贈：${items}` : `捐款${purpose && `（${purpose}）`}`,
		receipt_title !== null && receipt_title !== name && `抬頭 ${receipt_title}`,
	]
		.filter(Boolean)
		.join("　");
