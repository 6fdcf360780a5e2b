import type { ShareRow } from "#db/books/finance-shares.ts";
import { employerWords } from "#domain/books/finance/employer.ts";
import {
	financeNumber,
	PAY_BY_LABELS,
	payByWords,
	REGISTER_LABELS,
	type Register,
} from "#domain/books/finance/labels.ts";
import { refundWords } from "#domain/books/finance/refunds.ts";
import { ownShareOf } from "#domain/books/finance/register.ts";
import { CATEGORIES, CATEGORY_LABELS } from "#domain/books/withholding/rules.ts";
import { bankName } from "#kernel/bank-codes.ts";
import { rocWords } from "#kernel/calendar.ts";
import { capitals } from "#kernel/capitals.ts";
import { noneYet } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { paperPage } from "./paper-page.ts";
import type { FinanceShow } from "./shown.ts";

/** A register with the whole 證號 of each payee, by the share's id. */
export type Papers = FinanceShow & { numbers: ReadonlyMap<number, string>; association: string };

const page = ({ document }: Papers, name: string, paper: VNode): Page =>
	paperPage(document, { name, hint: HINTS[document.register === "refunds" ? "refunded" : "paid"], paper });

const HINTS = {
	paid: "紙上有完整的證號，請妥善保管；這一次列印已記入稽核紀錄。",
	refunded: "紙上有完整的帳號，請妥善保管；這一次列印已記入稽核紀錄。",
};

/** The name of the paper on which the payees of a register sign. */
export const paperName = (register: Register | null): string => (register === "refunds" ? "退費清冊" : "印領清冊");

const HEADS = {
	paid: ["序", "姓名", "證號", "地址", "事由", "應領", "代扣", "實領", "簽名／匯款日"],
	refunded: ["序", "姓名", "退什麼", "受款帳號", "退還金額", "簽名／匯款日"],
};

/** Draws 印領清冊 or 退費清冊: a row for each payee, with room to sign or the day of the transfer. */
export const registerPaper = (of: Papers): Page => {
	const { document, shares } = of;
	const register: Register = document.register ?? "fees";
	const isRefunded = register === "refunds";
	const sum = (name: "gross" | "net"): number => shares.reduce((total, share) => total + share[name], 0);
	return page(
		of,
		paperName(register),
		html`<article class="gluing register-paper">
			<header><p>${of.association}</p><h2>${paperName(register)}</h2></header>
			<p class="ends">
				<span>單號　${financeNumber(document)}（${REGISTER_LABELS[register]}）</span>
				<span>事由　${document.title}</span>
				<span>付款　${payByWords(document)}</span>
			</p>
			<table>
				<thead><tr>
					${HEADS[isRefunded ? "refunded" : "paid"].map((label) => html`<th scope="col">${label}</th>`)}
				</tr></thead>
				<tbody>${shares.map((share) => (isRefunded ? refundRow : paperRow)(of, share))}</tbody>
				<tfoot><tr>
					<th scope="row" colspan=${isRefunded ? 4 : 5}>合計 ${figure(shares.length)} 筆　${isRefunded ? "" : "實領"}新臺幣${capitals(sum("net"))}</th>
					${!isRefunded && [sum("gross"), sum("gross") - sum("net")].map((amount) => html`<td class="num">${figure(amount)}</td>`)}
					<td class="num">${figure(sum("net"))}</td>
					<td></td>
				</tr></tfoot>
			</table>
			${employerWords(document) !== "" && html`<p>雇主負擔　${employerWords(document)}</p>`}
			<dl class="gluing-signs">
				${["製表", "出納", "會計", "理事長"].map((role) => html`<div><dt>${role}</dt><dd></dd></div>`)}
			</dl>
		</article>`,
	);
};

/** Names each amount that is withheld from a share: 所得稅 3,000、補充保費 633. */
function withheldWords(share: ShareRow): string {
	const parts: readonly (readonly [string, number])[] = [
		["所得稅", share.tax],
		["補充保費", share.premium],
		["勞保", share.labour],
		["健保", share.health],
		["勞退", share.pension],
	];
	const words = parts.filter(([, amount]) => amount > 0).map(([name, amount]) => `${name} ${figure(amount)}`);
	return words.length === 0 ? "0" : words.join("、");
}

const paperRow = ({ document, numbers }: Papers, share: ShareRow): VNode => html`<tr>
	<td>${share.position}</td>
	<td>${share.payee_name}</td>
	<td>${numbers.get(share.id) ?? ""}</td>
	<td>${share.address}</td>
	<td>${share.reason}</td>
	<td class="num">${figure(share.gross)}</td>
	<td>${withheldWords(share)}</td>
	<td class="num">${figure(share.net)}</td>
	${signedCell(document, share)}
</tr>`;

const refundRow = ({ document }: Papers, share: ShareRow): VNode => html`<tr>
	<td>${share.position}</td>
	<td>${share.payee_name}</td>
	<td>${share.refund_of && refundWords({ of: share.refund_of, key: share.refund_key ?? "" })}</td>
	<td>${share.pay_by === "cash" ? PAY_BY_LABELS.cash : `${share.bank_code} ${share.account}`}</td>
	<td class="num">${figure(share.net)}</td>
	${signedCell(document, share)}
</tr>`;

const signedCell = ({ paid_on }: Papers["document"], { pay_by, bank_code, account }: ShareRow): VNode =>
	html`<td class="sign">${pay_by === "transfer" && paid_on !== null && `${rocWords(paid_on)} 匯入 ${bank_code} …${account.slice(-5)}`}</td>`;

/** Draws 勞務報酬單, one for each payee with income, to be signed. */
export function slipsPaper(of: Papers): Page {
	const slips = of.shares.filter(({ category }) => category !== null && category !== "none");
	return page(
		of,
		"勞務報酬單",
		slips.length === 0
			? noneYet({
					title: "沒有要簽的勞務報酬單",
					text: "會計審核、選了所得類別之後，這裡會有每一位受款人的報酬單；非所得的不用簽。",
				})
			: html`<div class="slips">${slips.map((share) => slip(of, share))}</div>`,
	);
}

function slip({ document, numbers, association }: Papers, share: ShareRow): VNode {
	const category = CATEGORIES.find((one) => one === share.category);
	const account =
		share.pay_by === "cash"
			? "現金"
			: `${bankName(share.bank_code) ?? share.bank_code} ${share.branch} ${share.account}`;
	const row = (name: string, value: string) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`;
	return html`<article class="gluing slip">
		<header><p>${association}</p><h2>${document.register === "salary" ? "薪資單" : "勞務報酬單"}</h2></header>
		<p class="ends"><span>${financeNumber(document)}-${share.position}</span><span>${document.paid_on === null ? "付款日　＿＿＿＿＿＿＿" : `付款日　${rocWords(document.paid_on)}`}</span></p>
		<table><tbody>
			${row("姓名", share.payee_name)}
			${row("證號", `${numbers.get(share.id) ?? ""}${share.is_resident === 1 ? "" : "（非居住者）"}`)}
			${row("戶籍地址", share.address)}
			${row("事由", `${document.title}：${share.reason}`)}
			${row("所得類別", category ? `${category} ${CATEGORY_LABELS[category]}` : "")}
			${row("應領", `${figure(share.gross)} 元${share.allowance > 0 ? `（含加給 ${figure(share.allowance)} 元）` : ""}`)}
			${row("代扣", `${withheldWords(share)}${ownShareOf(share) > 0 ? "（勞健保與勞退為自付）" : ""}`)}
			${row("實領", `新臺幣${capitals(share.net)}（${figure(share.net)} 元）`)}
			${row("付款", account)}
		</tbody></table>
		<p class="ends"><span>以上金額已如數領訖。領款人簽章：＿＿＿＿＿＿＿＿＿＿</span><span>＿＿＿年＿＿月＿＿日</span></p>
	</article>`;
}
