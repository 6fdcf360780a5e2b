import type { LineRow } from "#db/money/bank-lines.ts";
import type { Candidate } from "#domain/money/bank/candidates.ts";
import { IgnoreForm } from "#domain/money/bank/form.ts";
import { paidOf } from "#domain/money/bank/matches.ts";
import { canStep } from "#domain/money/bank/rules.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { fold } from "#ui/disclosure.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { manualCards } from "./line-manual-cards.ts";
import type { LinePage, Refused } from "./line-shown.ts";
import { lookOf } from "./lines-columns.ts";
import { candidateFacts, candidateForm, candidateLabel, candidateTitle, voucherWords } from "./suggestion.ts";
import { alikeWords, BANK_CRUMBS, LINE_LOOKS } from "./words.ts";

const { bank, payments, income, deposits } = paths.admin;
const field = fieldsOf(IgnoreForm);

/** Draws the page of a bank line: the records that it may pay or was matched with, and the actions on it. */
export function linePage(of: LinePage, refused?: Refused): Page {
	const { line } = of;
	const isOpen = canStep("match", { ...line, isSuspense: line.is_suspense === 1 });
	// While the line may be booked already, the page only asks whether it is.
	const mayBeBooked = (of.match?.candidates ?? []).some(({ kind }) => kind === "booked");
	const offers = of.mayMatch ? (mayBeBooked ? bookedCard(of) : suggestionCard(of)) : onlyLooking;
	return {
		title: `${rocWords(line.booked_on)}　${money(line.amount)}`,
		area: "銀行對帳",
		crumbs: BANK_CRUMBS,
		sheets: ["writing"],
		lead: html`<p class="row">${isOpen ? lookOf(line, of.match) : status(LINE_LOOKS[line.amount < 0 ? "out" : line.status])}<span>${line.account_name}</span></p>`,
		body: html`<div class="stack loose">
			${refused && problemOf(of, refused)}
			<div class="split even">
				${factsCard(line)}
				<div class="stack loose">${isOpen ? [offers, of.mayRecord && !mayBeBooked && incomeCard(of), restCard(line, refused, mayBeBooked)] : doneCard(of, refused)}</div>
			</div>
			${isOpen && of.mayMatch && !mayBeBooked && manualCards(of, refused)}
		</div>`,
	};
}

/**
 * Draws the error of a refused form above the cards. Field errors are included only for form `m` without a chosen
 * payer, because no form on the page shows them then.
 */
function problemOf({ payer }: LinePage, { form: own, state }: Refused): Children {
	const isTold = own === "m" ? payer !== undefined : true;
	const problem = state.problem ?? (isTold ? undefined : Object.values(state.errors).flat().join(" "));
	return problem && errorSummary({ ...state, problem, errors: {} });
}

const onlyLooking = notice({ tone: "info", title: "請由出納核對" }, "對帳會開立收據並入帳，需要核對收款的權限。");

const factsCard = (line: LineRow): VNode =>
	card(
		{ title: "銀行明細" },
		facts([
			{ name: line.amount < 0 ? "支出" : "存入", value: money(Math.abs(line.amount)) },
			...(line.fee_amount > 0
				? [
						{ name: "手續費", value: money(line.fee_amount) },
						{ name: "繳款金額", value: money(paidOf(line)) },
					]
				: []),
			{ name: "入帳日", value: rocWords(line.booked_on) },
			{ name: "摘要與附言", value: line.memo },
			{ name: "末五碼", value: line.last5 },
			{ name: "餘額", value: line.balance === null ? null : money(line.balance) },
			{
				name: "來源",
				value: html`<a href=${bank.statement(line.statement_id)}>檔案第 ${String(line.row)} 列</a>`,
			},
			...(line.is_suspense === 1 ? [{ name: "暫收款傳票", value: line.suspense_voucher }] : []),
		]),
	);

/**
 * Draws what became of a finished line: the record it was matched with, or 不處理 or 支出; null for a line that is none
 * of these.
 */
function doneCard(of: LinePage, refused: Refused | undefined): VNode | null {
	const { line, mayReverse } = of;
	if (line.tied_at !== null || line.deposit_id !== null) return tiedCard(of, refused);
	if (line.payment_id !== null)
		return card(
			{ title: "對上的收款" },
			html`<p><a href=${payments.show(line.payment_id)}>收款 ${line.payment_id}（${line.payer_title}）</a>${line.verified_by && `，由${line.verified_by}核對`}</p>`,
			html`<p class="small">已對帳的明細要解除配對，請由核對者以外的人沖銷那筆收款；沖銷後這筆明細會回到待對帳。</p>`,
			mayReverse &&
				html`<div class="row">${linkButton({ label: "到收款頁沖銷", icon: "undo", href: payments.reversal(line.payment_id) })}</div>`,
		);
	if (line.income_id !== null && line.income_number !== null)
		return card(
			{ title: "對上的收入" },
			html`<p><a href=${income.show(line.income_id)}>收入 ${line.income_number}（${line.income_title}）</a></p>`,
			html`<p class="small">要解除配對，請由登錄與入帳以外的人沖銷那筆收入；沖銷後這筆明細會回到待對帳。</p>`,
		);
	if (line.status === "ignored")
		return card(
			{ title: "不處理" },
			html`<p>${line.reason}</p>`,
			form(
				{ action: bank.ignoreEnd(line.id), state: stateOf(refused, "i"), version: line.version },
				html`<div class="row">${button({ label: "改回待對帳", icon: "undo", busy: "處理中..." })}</div>`,
			),
		);
	return line.amount < 0 ? card({ label: "支出" }, html`<p class="soft">支出的明細會保留，不需要處理。</p>`) : null;
}

/** Draws the booked record that the line was tied to, with a button that removes the tie. */
const tiedCard = ({ line, mayMatch, known }: LinePage, refused: Refused | undefined): VNode =>
	card(
		{ title: "就是這一筆" },
		html`<p>${tiedTo(line, known.seesBooks)}</p>`,
		html`<p class="small">它早已入帳，對上明細時沒有再入帳，也沒有開收據。</p>`,
		feeNotice(line, line.tied_at === null ? 0 : (line.payment_arrived ?? line.amount) - line.amount),
		mayMatch &&
			form(
				{ action: bank.tieEnd(line.id), state: stateOf(refused, "t"), version: line.version },
				html`<div class="row">${button({ label: "解除配對", icon: "undo", busy: "處理中..." })}</div>`,
			),
	);

/**
 * Draws the notice about a postal fee (NT$) that nobody booked, because tying a line to a booked record posts nothing;
 * false without a fee.
 */
const feeNotice = ({ ledger_code }: LineRow, fee: number): VNode | false =>
	fee > 0 &&
	notice(
		{ tone: "warn", title: `郵局手續費 NT$ ${figure(fee)} 未入帳` },
		`收款是全額入帳的，存入的已扣手續費。請會計另開一張傳票補記（借手續費、貸 ${ledger_code}，各 ${figure(fee)} 元），帳上才會和郵局的餘額相同；已經補記的不必再開。`,
	);

function tiedTo(line: LineRow, seesBooks: boolean): Children {
	const { deposit_id, payment_id, payer_title, income_id, income_number, income_title, voucher_id } = line;
	if (deposit_id !== null) return html`<a href=${deposits.show(deposit_id)}>存款單 ${deposit_id}</a>`;
	if (voucher_id !== null) return voucherWords(voucher_id, `傳票 ${line.voucher_number}`, seesBooks);
	return payment_id !== null
		? html`<a href=${payments.show(payment_id)}>收款 ${payment_id}（${payer_title}）</a>`
		: income_id !== null && html`<a href=${income.show(income_id)}>收入 ${income_number}（${income_title}）</a>`;
}

const stateOf = (refused: Refused | undefined, own: Refused["form"]): FormState => ({
	...(refused?.form === own ? { ...refused.state, problem: undefined } : freshForm()),
	prefix: own,
});

/**
 * Draws the booked records of which the line may be the bank's record, each with its button, then a form that says that
 * the line is none of them, with the other candidates.
 */
function bookedCard({ line, match, known }: LinePage): VNode {
	const candidates = match?.candidates ?? [];
	const there = candidates.filter(({ kind }) => kind === "booked");
	const others = candidates.filter(({ kind }) => kind !== "booked");
	const isSuspense = line.is_suspense === 1;
	const lacks = Math.max(...there.map((one) => (one.kind === "booked" ? one.lacks : 0)));
	return card(
		{ title: "帳上已經有的", count: there.length, flush: true },
		html`<div class="card-body">${isSuspense ? notice({ tone: "warn" }, "這筆明細已轉為暫收款；若就是下面這一筆，請先取消暫收款，再對上。") : html`<p>${(match?.alike ?? 1) > 1 ? `${alikeWords(match?.alike ?? 2)}。` : ""}按「就是這一筆」只會對上，不再入帳，也不開收據；隨時可以解除。</p>`}</div>`,
		lacks > 0 && html`<div class="card-body">${feeNotice(line, lacks)}</div>`,
		items(
			there.map((one) => ({
				title: candidateTitle(one, known),
				sub: candidateFacts(one, known),
				side: !isSuspense && candidateForm(line, one, { known, label: candidateLabel(one), primary: one.isExact }),
			})),
		),
		fold(
			{ label: "都不是" },
			html`<p>這是另一筆款項，帳上還沒有。記下以後才能核對收款、收為會費或登錄為收入。</p>`,
			others.length > 0 &&
				html`<p class="small">之後的可能：${others.map((one, at) => [at > 0 && "；", candidateTitle(one, known)])}</p>`,
			form(
				{ action: bank.apart(line.id), state: freshForm({}, "apart"), version: line.version },
				html`<div class="row form-end">${button({ label: "都不是，是另一筆", icon: "no", busy: "處理中..." })}</div>`,
			),
		),
	);
}

function suggestionCard(of: LinePage): VNode {
	const candidates = of.match?.candidates ?? [];
	if (candidates.length === 0)
		return card(
			{ title: "建議" },
			html`<p class="soft">找不到金額與末五碼、編號或姓名相符的收款或會費。可以在下面找會員，或先轉暫收款。</p>`,
		);
	return card(
		{ title: "建議", count: candidates.length, flush: true },
		(of.match?.alike ?? 1) > 1 && html`<div class="card-body"><p>${alikeWords(of.match?.alike ?? 2)}。</p></div>`,
		items(
			candidates.map((candidate) => ({
				title: candidateTitle(candidate, of.known),
				sub: candidateFacts(candidate, of.known),
				side: offer(of, candidate),
			})),
		),
	);
}

function offer({ line, known, may }: LinePage, candidate: Candidate): Children {
	if (!may(candidate)) return html`<small class="soft">須由其他人核對</small>`;
	return candidateForm(line, candidate, { known, label: candidateLabel(candidate), primary: candidate.isExact });
}

/** Draws the link that records the line as income: interest, grants, or gifts of donors. */
const incomeCard = ({ line }: LinePage): VNode =>
	card(
		{ title: "登錄為收入" },
		line.income_id === null
			? html`<p class="small">利息、補助，或要登記捐款人的捐款：登錄後這筆明細就對上了。</p>`
			: html`<p class="small">已有一筆收入草稿，登錄後就對上這筆明細。</p>`,
		html`<div class="row">
			${
				line.income_id === null
					? linkButton({ label: "登錄為收入", icon: "plus", href: `${income.create()}?line=${line.id}` })
					: linkButton({ label: "看收入草稿", icon: "edit", href: income.show(line.income_id) })
			}
		</div>`,
	);

/**
 * Draws the forms for a line that nobody can explain: 暫收款 (book it as suspense money, or cancel that) and 不處理.
 */
function restCard(line: LineRow, refused: Refused | undefined, mayBeBooked: boolean): VNode {
	const suspense =
		line.is_suspense === 1
			? fold(
					{ label: "取消暫收款", open: refused?.form === "s" },
					html`<p>以沖銷傳票取消「${line.suspense_voucher}」，明細回到待對帳。查明是會費或捐款時不必取消，直接核對即可。</p>`,
					form(
						{ action: bank.suspenseEnd(line.id), state: stateOf(refused, "s"), version: line.version },
						html`<div class="row form-end">${button({ label: "取消暫收款", icon: "undo", busy: "處理中..." })}</div>`,
					),
				)
			: !mayBeBooked &&
				fold(
					{ label: "轉暫收款", open: refused?.form === "s" },
					html`<p>還查不出是誰的款項：先入帳為暫收款（借 ${line.ledger_code}，貸 2150）${figure(line.amount)} 元。查明後再收為會費或捐款。</p>`,
					form(
						{ action: bank.suspense(line.id), state: stateOf(refused, "s"), version: line.version },
						html`<div class="row form-end">${button({ label: "轉暫收款", icon: "coins", busy: "處理中..." })}</div>`,
					),
				);
	const ignoring =
		line.is_suspense === 0 &&
		fold(
			{ label: "不處理", open: refused?.form === "i" },
			form(
				{ action: bank.ignore(line.id), state: stateOf(refused, "i"), version: line.version },
				field({
					name: "reason",
					label: "原因",
					state: stateOf(refused, "i"),
					hint: "例如已用其他方式入帳。利息與補助請登錄為收入。",
				}),
				html`<div class="row form-end">${button({ label: "不處理", icon: "no", busy: "處理中..." })}</div>`,
			),
		);
	return card({ label: "其他處理", flush: true }, suspense, ignoring);
}
