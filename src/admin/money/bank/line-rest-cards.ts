import { IgnoreForm, TransferForm } from "#domain/money/bank/form.ts";
import { leftOf } from "#domain/money/bank/matches.ts";
import { partsIn } from "#domain/money/bank/parts.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { fold } from "#ui/disclosure.ts";
import { form } from "#ui/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { type LinePage, type Refused, stateOf } from "./line-shown.ts";
import { suspenseWord } from "./words.ts";

const { bank, income } = paths.admin;
const field = fieldsOf(IgnoreForm);
const transferField = fieldsOf(TransferForm);

/** Draws the link that records the line as income: interest, grants, or gifts of donors. */
export const incomeCard = ({ line }: LinePage): VNode =>
	card(
		{ title: "登錄為收入" },
		line.draft_id === null
			? html`<p class="small">利息、補助，或要登記捐款人的捐款：登錄後這筆明細就對上了。</p>`
			: html`<p class="small">已有一筆收入草稿，登錄後就對上這筆明細。</p>`,
		html`<div class="row">
			${
				line.draft_id === null
					? linkButton({ label: "登錄為收入", icon: "plus", href: `${income.create()}?line=${line.id}` })
					: linkButton({ label: "看收入草稿", icon: "edit", href: income.show(line.draft_id) })
			}
		</div>`,
	);

/**
 * Draws the forms of a line that no record explains: 手續費, 帳戶間轉帳, 暫收款 or 暫付款 (book it as suspense money, or
 * cancel that) and 不處理.
 */
export function restCard(of: LinePage, refused: Refused | undefined, mayBeBooked: boolean): VNode {
	const { line, accounts } = of;
	const isSuspense = line.is_suspense === 1;
	const hasOwn = partsIn(line.parts).some(({ isOwn }) => isOwn === 1);
	const mayPost = !isSuspense && !mayBeBooked && !hasOwn;
	return card(
		{ label: "其他處理", flush: true },
		mayPost && leftOf(line) < 0 && feeFold(of, refused),
		mayPost && accounts.length > 0 && transferFold(of, refused),
		isSuspense ? unsuspendFold(of, refused) : mayPost && line.explained === 0 && suspendFold(of, refused),
		!isSuspense && line.explained === 0 && ignoreFold(of, refused),
	);
}

const feeFold = ({ line, to }: LinePage, refused: Refused | undefined): VNode =>
	fold(
		{ label: "記為手續費" },
		html`<p>銀行收的手續費 ${figure(-leftOf(line))} 元：借手續費，貸 ${line.ledger_code}。</p>`,
		form(
			{ action: to(bank.fee(line.id)), state: stateOf(refused, "s"), version: line.version },
			html`<div class="row form-end">${button({ label: "記為手續費", icon: "check", busy: "處理中..." })}</div>`,
		),
	);

function transferFold({ line, accounts, to }: LinePage, refused: Refused | undefined): VNode {
	const isOut = leftOf(line) < 0;
	const state = refused?.form === "s" ? stateOf(refused, "s") : { ...freshForm(), prefix: "s" };
	return fold(
		{ label: "帳戶間轉帳", open: refused?.form === "s" && refused.state.errors.account !== undefined },
		html`<p>${isOut ? "轉到" : "從"}協會另一個帳戶${isOut ? "" : "轉來"}的 ${figure(Math.abs(leftOf(line)))} 元。那個帳戶的明細匯入後，會建議對上同一張傳票，按「就是這一筆」。</p>`,
		form(
			{ action: to(bank.transfer(line.id)), state, version: line.version },
			transferField({
				name: "account",
				label: isOut ? "轉入的帳戶" : "轉出的帳戶",
				state,
				type: "select",
				empty: "請選擇",
				options: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
			}),
			html`<div class="row form-end">${button({ label: "記為轉帳", icon: "check", busy: "處理中..." })}</div>`,
		),
	);
}

function unsuspendFold({ line, to }: LinePage, refused: Refused | undefined): VNode {
	const word = suspenseWord(line);
	return fold(
		{ label: `取消${word}`, open: refused?.form === "s" },
		html`<p>以沖銷傳票取消「${line.own_voucher}」，明細回到待對帳。${line.amount > 0 && "查明是會費或捐款時不必取消，直接核對即可。"}</p>`,
		form(
			{ action: to(bank.suspenseEnd(line.id)), state: stateOf(refused, "s"), version: line.version },
			html`<div class="row form-end">${button({ label: `取消${word}`, icon: "undo", busy: "處理中..." })}</div>`,
		),
	);
}

function suspendFold({ line, to }: LinePage, refused: Refused | undefined): VNode {
	const left = leftOf(line);
	const isIn = left > 0;
	const word = suspenseWord(line);
	const posted = isIn ? `借 ${line.ledger_code}，貸 2150` : `借 1250，貸 ${line.ledger_code}`;
	return fold(
		{ label: `轉${word}`, open: refused?.form === "s" },
		html`<p>還查不出是${isIn ? "誰的款項" : "什麼支出"}：先入帳為${word}（${posted}）${figure(Math.abs(left))} 元。${isIn ? "查明後再收為會費或捐款。" : "查明後取消，再對上付款。"}</p>`,
		form(
			{ action: to(bank.suspense(line.id)), state: stateOf(refused, "s"), version: line.version },
			html`<div class="row form-end">${button({ label: `轉${word}`, icon: "coins", busy: "處理中..." })}</div>`,
		),
	);
}

const ignoreFold = ({ line, to }: LinePage, refused: Refused | undefined): VNode =>
	fold(
		{ label: "不處理", open: refused?.form === "i" },
		form(
			{ action: to(bank.ignore(line.id)), state: stateOf(refused, "i"), version: line.version },
			field({
				name: "reason",
				label: "原因",
				state: stateOf(refused, "i"),
				hint: `例如開始用系統以前的款項。${line.amount > 0 ? "利息與補助請登錄為收入。" : ""}`,
			}),
			html`<div class="row form-end">${button({ label: "不處理", icon: "no", busy: "處理中..." })}</div>`,
		),
	);
