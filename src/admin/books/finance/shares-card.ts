import { allows } from "#auth/permissions.ts";
import type { ShareRow } from "#db/books/finance-shares.ts";
import { PAY_BY_LABELS, type Register } from "#domain/books/finance/labels.ts";
import { refundWords } from "#domain/books/finance/refunds.ts";
import { ownShareOf } from "#domain/books/finance/register.ts";
import { isWaiting } from "#domain/books/finance/rules.ts";
import { proposedCategory, ruledOf, ruledOtherwise, withheldOn } from "#domain/books/finance/share-withholding.ts";
import { CATEGORIES, CATEGORY_LABELS, type Category, type Withheld } from "#domain/books/withholding/rules.ts";
import { paths } from "#http/paths.ts";
import { readAmount } from "#kernel/amounts.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { AmountText, undashed } from "#kernel/typed.ts";
import { dayText } from "#kernel/written.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { type Column, table } from "#ui/table.ts";
import { DECISION } from "./account-cells.ts";
import { type FinanceShow, may, mayReviewBoth } from "./shown.ts";

const { payees, members, payments, bank } = paths.admin;

/** Returns whether the current user decides what is withheld: in the accountant's review of a register. */
export const choosesWithheld = (of: FinanceShow): boolean =>
	of.document.register !== null &&
	of.document.register !== "refunds" &&
	(may(of, "approve_accountant") !== null || mayReviewBoth(of));

const sentAt = (sent: FormState | undefined, name: string, at: number): string | undefined =>
	sent && [sent.values[name] ?? []].flat()[at];

type Cell = { share: ShareRow; at: number; category: Category | undefined; ruled: Withheld | undefined };

/**
 * Draws the shares of a register: what each payee gets, and what is withheld, which are fields while the current user
 * decides it. False for a request that pays one payee.
 */
export function sharesCard(of: FinanceShow, sent?: FormState): VNode | false {
	const { document, shares, at } = of;
	const { register } = document;
	if (register === null) return false;
	const on = withheldOn(document.wanted_on, at);
	const chooses = choosesWithheld(of);
	const chosen = shares.map((share, place) => {
		const typed = CATEGORIES.find((one) => one === sentAt(sent, "category", place));
		const all = CATEGORIES.find((one) => one === [sent?.values.category_all ?? []].flat()[0]);
		return { share, category: typed ?? all ?? proposedCategory(share, register) };
	});
	const ruled = ruledOf(chosen, { register, rates: of.rates, on });
	const rows = chosen.map((one, place): Cell => ({ ...one, at: place, ruled: ruled.get(one.share.id) }));
	const gets = (row: Cell): number => netOf(row, chooses ? sent : null);
	const total = {
		gross: rows.reduce((all, { share }) => all + share.gross, 0),
		net: rows.reduce((all, row) => all + gets(row), 0),
	};
	return card(
		{
			title: "清冊",
			count: shares.length,
			flush: true,
			foot: chooses ? decisionFoot(on, sent) : undefined,
		},
		table({
			caption: "清冊的受款人與代扣",
			cards: true,
			columns: columnsOf(of, { chooses, sent }),
			rows,
			under: (row) => (chooses ? reasons(row) : otherwise(row.share)),
			foot: html`<tr role="row">
				<th role="rowheader" scope="row" colspan="2">合計</th>
				${totalCells(register, total)}
			</tr>`,
		}),
	);
}

/** Draws the sums below a register; on a phone the last of them stands in the corner, as that of a row. */
const totalCells = (register: Register, { gross, net }: { gross: number; net: number }): Children =>
	register === "refunds"
		? html`<td role="cell" class="num sheet-corner">${figure(gross)}</td>`
		: [
				html`<td role="cell" class="num" data-label="應領">${figure(gross)}</td>`,
				html`<td role="cell" class="num sheet-corner" colspan="4">${figure(net)}</td>`,
			];

function columnsOf(of: FinanceShow, { chooses, sent }: { chooses: boolean; sent: FormState | undefined }) {
	const seesPayees = allows("finance_all", of.who);
	if (of.document.register === "refunds") return refundColumns(of, seesPayees);
	const columns: Column<Cell>[] = [
		{ label: "受款人", head: true, cell: ({ share }) => payeeCell(of, share, seesPayees) },
		{ label: "事由", sheet: "line", cell: ({ share }) => share.reason },
		{ label: "應領", end: true, cell: ({ share }) => figure(share.gross) },
		{
			label: "所得類別",
			sheet: "line",
			cell: (row) => (chooses ? categoryCell(row) : categoryWords(row.share)),
		},
		{
			label: "所得稅",
			end: true,
			sheet: chooses ? "line" : undefined,
			cell: (row) => (chooses ? amountCell(row, "tax", sent) : withheldWords(row.share, "tax")),
		},
		{
			label: "補充保費",
			end: true,
			sheet: chooses ? "line" : undefined,
			cell: (row) => (chooses ? amountCell(row, "premium", sent) : withheldWords(row.share, "premium")),
		},
		{ label: "實領", end: true, sheet: "corner", cell: (row) => netCell(row, chooses ? sent : null) },
	];
	return columns;
}

const refundColumns = (of: FinanceShow, seesPayees: boolean): Column<Cell>[] => [
	{ label: "受款人", head: true, cell: ({ share }) => payeeCell(of, share, seesPayees) },
	{ label: "退什麼", sheet: "line", cell: ({ share }) => refundCell(of, share) },
	{ label: "退還金額", end: true, sheet: "corner", cell: ({ share }) => figure(share.gross) },
];

/** Draws what a share gives back, with a link to its record for users who may see that. */
function refundCell({ who }: FinanceShow, { refund_of, refund_id, refund_key }: ShareRow): Children {
	if (refund_of === null || refund_id === null) return null;
	const words = refundWords({ of: refund_of, key: refund_key ?? "" });
	const [gate, show] = REFUNDED[refund_of];
	return allows(gate, who) ? html`<a href=${show(refund_id)}>${words}</a>` : words;
}
const REFUNDED = {
	credit: ["members", members.show],
	donation: ["payments", payments.show],
	suspense: ["bank", bank.line],
} as const;

const quiet = html`<span class="soft">—</span>`;

function payeeCell(of: FinanceShow, share: ShareRow, seesPayees: boolean): Children {
	const { payee_id, payee_name, mark, pay_by, bank_code, account } = share;
	if (!seesPayees) return payee_name;
	return [
		html`<a href=${payees.show(payee_id)}>${payee_name}</a>`,
		html`<div class="small soft">${[mark ?? (of.document.register !== "refunds" && "沒有證號"), pay_by === "cash" ? PAY_BY_LABELS.cash : account && `${bank_code} ${account}`].filter(Boolean).join("　")}</div>`,
		accountHint(of, share),
	];
}

/** Warns of an account that differs from the payee's last payment, while the register waits to be reviewed or paid. */
function accountHint({ document }: FinanceShow, { account, last_account }: ShareRow): VNode | false {
	if (!isWaiting(document.state) || account === "") return false;
	if (last_account !== null && undashed(last_account) === undashed(account)) return false;
	return last_account === null
		? html`<div class="small soft">第一次轉帳給這位</div>`
		: html`<div class="small"><b>帳號與上次付款不同</b>（上次 ${last_account}）</div>`;
}

const categoryWords = ({ category }: ShareRow): Children => {
	const known = CATEGORIES.find((one) => one === category);
	return known ? categoryLabel(known) : quiet;
};
const categoryLabel = (category: Category): string =>
	category === "none" ? CATEGORY_LABELS.none : `${category} ${CATEGORY_LABELS[category]}`;

const withheldWords = (share: ShareRow, name: "tax" | "premium"): Children =>
	share.category === null ? quiet : figure(share[name]);

/**
 * Returns what the payee gets. While the current user decides what is withheld (`sent` is not null), it is what the rules
 * or the typed amounts leave.
 */
const netOf = ({ share, at, ruled }: Cell, sent: FormState | undefined | null): number =>
	sent === null ? share.net : share.gross - ownShareOf(share) - takenAt(sent, at, ruled);

/** Draws what the payee gets, with what the payee of a salary pays of the insurances. */
const netCell = (row: Cell, sent: FormState | undefined | null): Children => [
	figure(netOf(row, sent)),
	ownShareOf(row.share) > 0 && html`<div class="small soft">自付 ${figure(ownShareOf(row.share))}</div>`,
];

const takenAt = (sent: FormState | undefined, at: number, ruled: Withheld | undefined): number =>
	(["tax", "premium"] as const).reduce((sum, name) => {
		const typed = sentAt(sent, name, at) ?? "";
		return sum + (typed === "" ? (ruled?.[name] ?? 0) : (readAmount(typed) ?? 0));
	}, 0);

const categoryCell = ({ share, category }: Cell): VNode => html`<span>
	<input type="hidden" name="share" value=${share.id} form=${DECISION} />
	<select class="input" name="category" form=${DECISION} aria-label=${`${share.payee_name}的所得類別`}>
		<option value="">請選擇</option>
		${CATEGORIES.map((one) => html`<option value=${one} selected=${one === category}>${categoryLabel(one)}</option>`)}
	</select>
</span>`;

/** Draws the field of an amount; empty, it follows the rules, whose amount stands in it as a hint. */
function amountCell({ share, at, ruled }: Cell, name: "tax" | "premium", sent: FormState | undefined): VNode {
	const asks = ruled?.typed.includes(name);
	const label = `${share.payee_name}的${name === "tax" ? "所得稅" : "補充保費"}`;
	return html`<input class="input money short" name=${name} form=${DECISION} value=${sentAt(sent, name, at) ?? ""} inputmode="numeric"
		autocomplete="off" maxlength=${mostCharacters(AmountText)} aria-label=${label} placeholder=${ruled && !asks ? figure(ruled[name]) : undefined} />`;
}

const reasons = ({ category, ruled }: Cell): VNode | null =>
	ruled && category !== "none" ? html`<p class="card-body small soft">${ruled.why.join("")}</p>` : null;

/** Draws what the rules had computed, where the accountant decided otherwise. */
function otherwise(share: ShareRow): VNode | null {
	const ruled = ruledOtherwise(share);
	if (ruled === null) return null;
	const { tax, premium } = ruled;
	const words = [tax !== null && `所得稅 ${figure(tax)} 元`, premium !== null && `補充保費 ${figure(premium)} 元`];
	return html`<p class="card-body small soft">會計另行決定；依規定是${words.filter(Boolean).join("、")}。</p>`;
}

const decisionFoot = (on: string, sent: FormState | undefined): VNode => html`<div class="row">
	<label class="row small">沒有選的都用
		<select class="input" name="category_all" form=${DECISION} aria-label="沒有選類別的都用">
			<option value="">不套用</option>
			${CATEGORIES.map((one) => html`<option value=${one} selected=${[sent?.values.category_all ?? []].flat()[0] === one}>${categoryLabel(one)}</option>`)}
		</select>
	</label>
	${button({ label: "依類別計算", size: "s", name: "step", value: "compute", form: DECISION })}
	<span class="small soft">金額留空就依 ${dayText(on)} 的規定扣；填了就照填的扣。</span>
</div>`;
