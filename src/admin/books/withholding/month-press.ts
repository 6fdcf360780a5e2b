import * as z from "zod";
import { financeStatus } from "#admin/books/finance/words.ts";
import type { RemittanceRow } from "#db/books/remittances.ts";
import { financeNumber } from "#domain/books/finance/labels.ts";
import {
	DUE_KINDS,
	DUE_WORDS,
	type Due,
	dueOn,
	isOver,
	periodWords,
	salariesOf,
} from "#domain/books/remittances/due.ts";
import { paths } from "#http/paths.ts";
import { readAmount } from "#kernel/amounts.ts";
import { line } from "#kernel/form.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { hrefWith } from "#ui/url-state.ts";
import type { MonthShown } from "./month-query.ts";

const { withholding, finance } = paths.admin;

const isPeriod = (kind: string, period: string): boolean =>
	kind === "foreign_tax" ? z.iso.date().safeParse(period).success : /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(period);

/** The form that makes the request for what is due of a period; `insured` is only asked of the association's own premium. */
export const RemittanceForm = z
	.strictObject({
		kind: z.enum(DUE_KINDS),
		period: line(10),
		insured: line(20).default(""),
	})
	.refine(({ kind, period }) => isPeriod(kind, period), { path: ["period"], error: "請重新整理後再試。" })
	.transform(({ insured: typed, ...of }, context) => {
		const insured = typed.replaceAll(/[,\s]/g, "") === "0" ? 0 : readAmount(typed);
		if (of.kind !== "own_premium" || insured !== null) return { ...of, insured: insured ?? 0 };
		context.addIssue({
			code: "custom",
			path: ["insured"],
			message: "請填寫投保金額總額，例如 90,600；沒有投保的員工填 0。",
		});
		return z.NEVER;
	});
const field = fieldsOf(RemittanceForm, { insured: "健保投保金額總額" });

type Of = Pick<Due, "kind" | "period">;
const remittanceOf = ({ remittances }: MonthShown, { kind, period }: Of): RemittanceRow | undefined =>
	remittances.find((one) => one.kind === kind && one.period === period);
const actionOf = ({ month }: MonthShown): string => hrefWith({ path: withholding.payment(), query: { month } }, {});
/** Returns the state of the form of a due: its fields' errors, when it was refused; the page says the rest above. */
const stateOf = ({ state }: MonthShown, { kind, period }: Of): FormState =>
	state && state.values.kind === kind && state.values.period === period
		? { values: state.values, errors: state.errors }
		: freshForm();

const named = ({ kind, period }: Of): Children => [
	html`<input type="hidden" name="kind" value=${kind} />`,
	html`<input type="hidden" name="period" value=${period} />`,
];

/** Draws `requestOf`, and what other requests asked for in excess, with the months where those stand. */
export const pressOf = (due: Due, of: MonthShown): Children => [
	requestOf(due, of),
	due.carried > 0 && carriedWords(due),
];

const carriedWords = ({ amount, carried, from }: Due): VNode =>
	html`<small>代扣 ${money(amount + carried)}，已減去${from.map((period, at) => [
		at > 0 && "、",
		html`<a href=${hrefWith({ path: withholding.month(), query: { month: period.slice(0, 7) } }, {})}>${periodWords(period)}</a>`,
	])}多申請的 ${money(carried)}（申請後付款被退回或更正）。</small>`;

/** Draws the request that pays a due with what changed since; or the button that makes it, or why there is none yet. */
function requestOf(due: Due, of: MonthShown): Children {
	const request = remittanceOf(of, due);
	if (request) return requestWords(request, due.amount, of);
	if (due.amount === 0) return html`<span class="soft">沒有要繳的</span>`;
	if (!isOver(due.period, of.today))
		return html`<span class="soft">${due.kind === "foreign_tax" ? "這一天過了以後建立" : "這個月結束後建立"}</span>`;
	if (!of.mayPay) return html`<span class="soft">請能提出支出申請的人建立</span>`;
	return form(
		{ action: actionOf(of), state: stateOf(of, due), key: crypto.randomUUID() },
		named(due),
		button({ label: "建立支出申請", busy: "建立中..." }),
	);
}

const isPaid = ({ state }: RemittanceRow): boolean => state === "paid" || state === "posted";
/** Whether a due was to be paid before today and is not. */
export function isLate(due: Due, of: MonthShown): boolean {
	const request = remittanceOf(of, due);
	return due.amount > 0 && due.dueOn < of.today && !(request && isPaid(request));
}

/** Draws the link to a request with its state; a draft is only seen by whose it is. */
const requestLink = (request: RemittanceRow, { userId }: MonthShown): Children =>
	request.state !== "draft"
		? [
				html`<a href=${finance.show(request.document_id)}>${financeNumber(request)}</a>`,
				" ",
				financeStatus(request.state),
			]
		: request.applicant_id === userId
			? [html`<a href=${finance.show(request.document_id)}>支出申請</a>`, " ", financeStatus(request.state)]
			: [`${request.applicant}建立的支出申請`, " ", financeStatus(request.state)];

const requestWords = (request: RemittanceRow, amount: number, of: MonthShown): VNode => html`<span>
	${requestLink(request, of)}
	${
		request.gross !== amount &&
		html`<small>這張是 ${money(request.gross)}，和現在的數字差 ${money(Math.abs(amount - request.gross))}；${
			request.gross > amount
				? "多申請的從以後要繳的減去；還沒有繳的，請撤回這張再重新建立。"
				: "之後才付款或更正的，請另外申請或向受理單位更正。"
		}</small>`
	}
</span>`;

/** Draws the card of the association's own premium: the month's salaries, and the form that asks what staff are insured for. */
export function ownCard(of: MonthShown): VNode {
	const { month, shares, today, mayPay } = of;
	const own = { kind: "own_premium", period: month } as const;
	const request = remittanceOf(of, own);
	const salaries = salariesOf(shares);
	const isOpen = !request && salaries > 0 && month < today.slice(0, 7) && mayPay;
	return card(
		{ title: DUE_WORDS.own_premium.short },
		facts([
			{ name: "薪資總額", value: `${figure(salaries)} 元（清冊中類別 50 的給付）` },
			{ name: "繳納期限", value: dayText(dueOn("own_premium", month)) },
			{
				name: "支出申請",
				value: request && requestLink(request, of),
			},
		]),
		html`<p class="hint">薪資總額超過投保金額總額的部分，依補充保費費率由協會負擔（健保法第 34 條）。</p>`,
		isOpen &&
			form(
				{
					action: actionOf(of),
					state: stateOf(of, own),
					key: crypto.randomUUID(),
					submit: "計算並建立支出申請",
					busy: "建立中...",
				},
				named(own),
				field({
					name: "insured",
					state: stateOf(of, own),
					type: "money",
					autocomplete: "off",
					hint: "當月全部員工的健保投保金額合計，見健保署的繳款單。",
				}),
			),
	);
}
