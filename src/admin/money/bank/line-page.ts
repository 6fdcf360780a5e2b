import type { LineRow } from "#db/money/bank-lines.ts";
import type { Candidate } from "#domain/money/bank/candidates.ts";
import { leftOf, paidOf } from "#domain/money/bank/matches.ts";
import { canStep } from "#domain/money/bank/rules.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { fold } from "#ui/disclosure.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { manualCards } from "./line-manual-cards.ts";
import { explainedCard, partsCard } from "./line-parts-cards.ts";
import { incomeCard, restCard } from "./line-rest-cards.ts";
import { type LinePage, type Refused, stateOf } from "./line-shown.ts";
import { lookOf } from "./lines-rows.ts";
import { ruleAct, ruleWords } from "./rule-suggestion.ts";
import { candidateFacts, candidateForm, candidateLabel, candidateTitle } from "./suggestion.ts";
import { alikeWords, BANK_CRUMBS, LINE_LOOKS, suspenseWord } from "./words.ts";

const { bank } = paths.admin;

/** Draws the page of a bank line: the records that it may pay or was matched with, and the actions on it. */
export function linePage(of: LinePage, refused?: Refused): Page {
	const { line } = of;
	const isOpen = canStep("match", { status: line.status, isSuspense: line.is_suspense === 1 });
	// While the line may be booked already, the page only asks whether it is.
	const mayBeBooked = (of.match?.candidates ?? []).some(({ kind }) => kind === "booked");
	const isPlain = of.mayRecord && !mayBeBooked && leftOf(line) > 0;
	const offers = of.mayMatch ? (mayBeBooked ? bookedCard(of) : suggestionCard(of)) : onlyLooking;
	return {
		title: `${dayText(line.booked_on)}　${money(line.amount)}`,
		area: "銀行對帳",
		crumbs: BANK_CRUMBS,
		sheets: ["media", "writing"],
		lead: html`<p class="row">${isOpen ? lookOf(line, of.match) : status(LINE_LOOKS[line.status])}<span>${line.account_name}</span></p>`,
		body: html`<div class="stack loose">
			${refused && problemOf(of, refused)}
			<div class="split even">
				${factsCard(line)}
				<div class="stack loose">
					${explainedCard(of)} ${isOpen ? [offers, isPlain && incomeCard(of), restCard(of, refused, mayBeBooked)] : ignoredCard(of, refused)}
				</div>
			</div>
			${isOpen && of.mayMatch && line.is_suspense === 0 && partsCard(of, refused)}
			${isOpen && of.mayMatch && !mayBeBooked && leftOf(line) > 0 && manualCards(of, refused)}
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
			{ name: "入帳日", value: dayText(line.booked_on) },
			{ name: "摘要與附言", value: line.memo },
			{ name: "末五碼", value: line.last5 },
			{ name: "餘額", value: line.balance === null ? null : money(line.balance) },
			{
				name: "來源",
				value: html`<a href=${bank.statement(line.statement_id)}>檔案第 ${String(line.row)} 列</a>`,
			},
			...(line.status !== "matched" && line.explained !== 0 ? [{ name: "尚未對上", value: money(leftOf(line)) }] : []),
			...(line.is_suspense === 1 ? [{ name: `${suspenseWord(line)}傳票`, value: line.own_voucher }] : []),
		]),
	);

/** Draws why a line is 不處理, with the button that opens it again; null for any other line. */
function ignoredCard({ line }: LinePage, refused: Refused | undefined): VNode | null {
	if (line.status !== "ignored") return null;
	return card(
		{ title: "不處理" },
		html`<p>${line.reason}</p>`,
		form(
			{ action: bank.ignoreEnd(line.id), state: stateOf(refused, "i"), version: line.version },
			html`<div class="row">${button({ label: "改回待對帳", icon: "undo", busy: "處理中..." })}</div>`,
		),
	);
}

/**
 * Draws the booked records of which the line may be the bank's record, each with its button, then a form that says that
 * the line is none of them, with the other candidates.
 */
function bookedCard({ line, match, known, to }: LinePage): VNode {
	const candidates = match?.candidates ?? [];
	const there = candidates.filter(({ kind }) => kind === "booked");
	const others = candidates.filter(({ kind }) => kind !== "booked");
	const isSuspense = line.is_suspense === 1;
	return card(
		{ title: "帳上已經有的", count: there.length, flush: true },
		html`<div class="card-body">${isSuspense ? notice({ tone: "warn" }, `這筆明細已轉為${suspenseWord(line)}；若就是下面這一筆，請先取消${suspenseWord(line)}，再對上。`) : html`<p>${(match?.alike ?? 1) > 1 ? `${alikeWords(match?.alike ?? 2)}。` : ""}按「就是這一筆」只會對上，不再入帳，也不開收據；隨時可以解除。</p>`}</div>`,
		items(
			there.map((one) => ({
				title: candidateTitle(one, known),
				sub: candidateFacts(one, known),
				side: !isSuspense && candidateForm(line, one, { known, label: candidateLabel(one), primary: one.isExact, to }),
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
	if (candidates.length === 0 && of.rule && of.line.is_suspense === 0)
		return card(
			{ title: "建議" },
			html`<p>依附言，這筆是<b>${ruleWords(of.rule, of.accounts)}</b>。</p>`,
			html`<div class="row">${ruleAct(of.line, of.rule, { primary: true, to: of.to })}</div>`,
		);
	if (candidates.length === 0)
		return card(
			{ title: "建議" },
			html`<p class="soft">${of.line.amount > 0 ? "找不到金額與末五碼、編號或姓名相符的收款或會費。可以在下面找會員，或先轉暫收款。" : "找不到金額相符的付款。可以在下面選帳上的數筆，或記為手續費、轉帳。"}</p>`,
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

function offer({ line, known, may, to }: LinePage, candidate: Candidate): Children {
	if (!may(candidate)) return html`<small class="soft">須由其他人核對</small>`;
	return candidateForm(line, candidate, { known, label: candidateLabel(candidate), primary: candidate.isExact, to });
}
