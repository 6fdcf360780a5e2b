import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { RatioRow } from "#db/books/finance-figures.ts";
import type { PeriodEvent } from "#db/books/periods.ts";
import { ReopenForm } from "#domain/books/periods/form.ts";
import { reopensAs, yearWords } from "#domain/books/periods/rules.ts";
import type { Reviewer } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { funds } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { table } from "#ui/table.ts";
import { closingStatus, openingStatus, type Periods } from "./periods-list-page.ts";
import { PERIOD_CRUMBS, periodHistory, refused } from "./periods-words.ts";
import { ratioLines } from "./ratios.ts";
import { LEDGER } from "./words.ts";

const { ledger } = paths.admin;
const field = fieldsOf(ReopenForm);

export type Year = Omit<Periods, "months" | "years"> & {
	events: PeriodEvent[];
	reopeners: { id: number; name: string }[];
	ratios: RatioRow;
	who: Visitor;
	reopener: Reviewer;
};
export type YearForms = { opening?: FormState; closing?: FormState; reopening?: FormState };

/** Draws the page of a year: 年初轉列 and 年度結帳, each with the changes it would make to the books. */
export function yearPage(of: Year, forms: YearForms = {}): Page {
	const { year, head, events } = of;
	return {
		title: `${yearWords(year)}的年度作業`,
		area: LEDGER,
		crumbs: PERIOD_CRUMBS,
		lead: `年初把預收的會費轉為收入，年底十二個月都結帳後，把餘絀轉入累計餘絀。`,
		body: html`<div class="split">
			<div class="stack loose">
				${refused(forms.opening ?? forms.closing ?? forms.reopening)}
				${openingCard(of)}
				${allows("ledger_post", of.who) && accrualsCard(of)}
				${head.voucher_id === null ? closingCard(of) : closedCard(of, forms.reopening)}
			</div>
			<div class="stack loose">
				${card(
					{
						title: "法定比率",
						link: allows("ledger_post", of.who) ? { label: "結餘使用計畫", href: ledger.surplusPlan(year) } : undefined,
					},
					ratioLines(of.ratios),
				)}
				${card({ title: "紀錄" }, periodHistory(events))}
			</div>
		</div>`,
	};
}

function openingCard(of: Year): VNode {
	const { year, opening, turning, who } = of;
	const isLeft = opening.differing > 0 || turning.length > 0;
	const isDue = isLeft && of.today >= `${year}-01-01`;
	return card(
		{ title: "年初轉列", beside: openingStatus({ ...of, months: [], years: [] }) },
		html`<p>${yearWords(year - 1)}以前預收的 ${yearWords(year)}會費，從「預收款項」轉為「會費收入」；標了「次年迴轉」的應計傳票，以一張沖銷傳票迴轉。</p>`,
		funds([
			{ name: "轉列的常年會費", value: money(opening.annual) },
			...(opening.entrance === 0 ? [] : [{ name: "轉列的入會費", value: money(opening.entrance) }]),
			{ name: "預繳的會員", value: `${figure(opening.members)} 位` },
			{ name: "要迴轉的應計傳票", value: `${figure(turning.length)} 張` },
			...(opening.voucher_id === null
				? []
				: [{ name: "轉列傳票", value: html`<a href=${ledger.voucher(opening.voucher_id)}>${opening.voucher}</a>` }]),
		]),
		turning.length > 0 && turningTable(of),
		isLeft &&
			opening.voucher_id !== null &&
			opening.differing > 0 &&
			notice(
				{ tone: "warn", title: "要重新轉列" },
				`轉列之後，有 ${figure(opening.differing)} 位會員的預繳會費補登或沖銷了。重新轉列會沖銷原來的傳票，再過一張新的。`,
			),
		isDue &&
			allows("periods_close", who) &&
			form({
				action: ledger.yearOpening(year),
				state: freshForm({}, "o"),
				version: opening.seq,
				submit: opening.voucher_id === null ? "辦理年初轉列" : "重新轉列",
				busy: "處理中...",
			}),
	);
}

const accrualsCard = ({ year }: Year): VNode =>
	card(
		{ title: "年底調整", link: { label: "看清單", href: `${ledger.accruals()}?year=${year}` } },
		html`<p>12 月 31 日的應付費用、12 月薪資、預付費用與應收會費，一次產生一張「次年迴轉」的傳票草稿。</p>`,
	);

const turningTable = ({ turning }: Year): VNode =>
	table({
		caption: "要迴轉的應計傳票",
		tight: true,
		columns: [
			{
				label: "傳票",
				head: true,
				nowrap: true,
				cell: ({ id, number }) => html`<a href=${ledger.voucher(id)}>${number}</a>`,
			},
			{ label: "日期", nowrap: true, cell: ({ date }) => dayText(date) },
			{ label: "摘要", cell: ({ description }) => description },
			{ label: "金額", end: true, cell: ({ amount }) => figure(amount) },
		],
		rows: turning,
	});

const result = ({ head }: Year): VNode =>
	funds([
		{ name: "本年收入", value: money(head.income) },
		{ name: "本年支出", value: money(head.expense) },
		{ name: "本年餘絀", value: money(head.income - head.expense) },
	]);

function closingCard(of: Year): VNode {
	const { year, head, who } = of;
	const hinders = [
		...(head.closed_months < 12 ? [`還有 ${12 - head.closed_months} 個月沒有結帳。`] : []),
		...(head.before_open === 1
			? [
					html`<span>前面的年度還沒有年度結帳，請從最早的一年依序辦理。<a href=${ledger.year(year - 1)}>看 ${yearWords(year - 1)}</a></span>`,
				]
			: []),
		...(head.accounts === 0 ? ["這一年沒有要結轉的收入與支出。"] : []),
	];
	return card(
		{ title: "年度結帳", beside: closingStatus(head) },
		result(of),
		html`<p>一張 ${year - 1911} 年 12 月 31 日的結帳傳票，把收入與支出各科目結清，餘絀經「本期餘絀」轉入「累計餘絀」：</p>`,
		funds([
			{ name: "結清的收支科目", value: `${figure(head.accounts)} 個` },
			{ name: "結帳前的累計餘絀", value: money(head.accumulated) },
			{ name: "轉入累計餘絀", value: money(head.moves) },
			{ name: "結帳後的累計餘絀", value: money(head.accumulated + head.moves) },
		]),
		html`<p class="hint">收支表、預算與各期比較都不計結帳傳票，數字不會因此歸零。</p>`,
		hinders.length > 0
			? notice(
					{ tone: "info", title: "還不能年度結帳" },
					html`<ul>${hinders.map((words) => html`<li>${words}</li>`)}</ul>`,
					html`<a href=${`${ledger.periods()}?year=${year}`}>看各月份</a>`,
				)
			: allows("periods_close", who) &&
					form({
						action: ledger.yearClosing(year),
						state: freshForm({}, "c"),
						version: head.seq,
						submit: "辦理年度結帳",
						busy: "結帳中...",
					}),
	);
}

function closedCard(of: Year, state?: FormState): VNode {
	const { head } = of;
	return card(
		{ title: "年度結帳", beside: closingStatus(head) },
		result(of),
		funds([
			{
				name: "結帳傳票",
				value: head.voucher_id !== null && html`<a href=${ledger.voucher(head.voucher_id)}>${head.voucher}</a>`,
			},
			{ name: "結帳後的累計餘絀", value: money(head.accumulated) },
		]),
		reopening(of, state),
	);
}

function reopening({ year, head, who, reopener, reopeners }: Year, given?: FormState): Children {
	const state = { ...(given ?? freshForm({}, "r")), problem: undefined };
	const others = reopeners.filter(({ id }) => id !== head.closed_by && id !== head.on_behalf_of);
	if (!allows("periods_reopen", who)) return null;
	if (head.after_closed === 1)
		return notice({ tone: "info" }, "下一年已經年度結帳，要先取消下一年的，才能取消這一年的。");
	if (!reopensAs(reopener, head))
		return notice(
			{ tone: "info", title: "請由其他人取消年度結帳" },
			others.length === 0
				? "目前沒有其他人可以辦理，請系統管理員設定職務代理人。"
				: `可以辦理的人：${others.map(({ name }) => name).join("、")}。`,
		);
	return form(
		{
			action: ledger.yearReopening(year),
			state,
			version: head.seq,
			submit: "取消年度結帳",
			busy: "處理中...",
			danger: true,
		},
		html`<p>以一張沖銷傳票沖回結帳傳票；要更正哪個月的帳，再重新開那個月的帳，更正後重新結帳。</p>`,
		field({ name: "reason", label: "取消的原因", state, type: "textarea", rows: 3 }),
	);
}
