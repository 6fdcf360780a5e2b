import { openLineHint } from "#admin/money-lines.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { IncomeRow } from "#db/money/income.ts";
import { CONCURRENT_WORDS, storedWords } from "#domain/books/index.ts";
import { INCOME_METHOD_LABELS, incomeKindWords } from "#domain/money/income/labels.ts";
import { takesReceipt } from "#domain/money/income/rules.ts";
import { receiptsIn, vouchersIn } from "#domain/money/income/stored.ts";
import { paths } from "#http/paths.ts";
import { incomeNumber } from "#kernel/record-numbers.ts";
import { dayText } from "#kernel/written.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { type Step, steps } from "#ui/thread.ts";
import { moment } from "#ui/time.ts";
import { actionCards } from "./show-actions.ts";
import type { IncomeShown, Refused } from "./shown.ts";
import { INCOME_CRUMBS, incomeStatus } from "./words.ts";

const { income, receipts, ledger, bank, deposits } = paths.admin;

/** Draws an income record: what was received, its history, and the possible actions. */
export function incomePage(of: IncomeShown, refused?: Refused): Page {
	const { income: row } = of;
	const name = row.donor ?? row.payer_title;
	return {
		title: row.state === "draft" ? "收入草稿" : `收入 ${incomeNumber(row)}`,
		name,
		area: "收入",
		crumbs: INCOME_CRUMBS,
		lead: html`<p class="row">${incomeStatus(row.state)}<span>${incomeKindWords(row)}　${name}</span></p>`,
		actions: proofLink(row),
		body: html`<div class="stack loose">
			${refused?.form === "o" && errorSummary(problemOf(refused.state))}
			${row.state !== "draft" && openLineHint(of.lines, of.who)}
			<div class="split even">
				<div class="stack loose">${contents(of)} ${takesReceipt(row) && receiptsCard(of)}</div>
				<div class="stack loose">${actionCards(of, refused)} ${history(of)}</div>
			</div>
		</div>`,
	};
}

const problemOf = (state: FormState): FormState => ({
	...state,
	problem: state.problem ?? Object.values(state.errors).flat().join(" "),
	errors: {},
});

/** Draws the link to 實物捐贈證明, or to 領據 for money that is not a donation; false when neither applies. */
const proofLink = (row: IncomeRow): VNode | false =>
	(row.state === "recorded" || row.state === "posted") &&
	(row.is_in_kind === 1 || row.kind === "grant" || row.kind === "other") &&
	linkButton({
		label: row.is_in_kind === 1 ? "列印捐贈證明" : "列印領據",
		icon: "print",
		href: income.certificate(row.id),
	});

const linked = (may: boolean, href: string, words: string): Children =>
	may ? html`<a href=${href}>${words}</a>` : words;

const contents = ({ income: row, who }: IncomeShown): VNode =>
	card(
		{ title: "收入內容" },
		facts(
			[
				...(row.amount === null
					? [{ name: "物品", value: row.items }]
					: [
							{ name: "金額", value: money(row.amount) },
							...(row.fee_amount > 0 ? [{ name: "手續費", value: money(row.fee_amount) }] : []),
						]),
				{ name: "種類", value: incomeKindWords(row) },
				...(row.donor_id === null ? [] : [{ name: "捐款人", value: donorWords(row) }]),
				{ name: row.kind === "donation" ? "收據抬頭" : "來源", value: row.payer_title },
				{ name: "收到日期", value: dayText(row.received_on) },
				...(row.method === null ? [] : [{ name: "收款方式", value: INCOME_METHOD_LABELS[row.method] }]),
				...(row.bank_name === null ? [] : [{ name: "收款帳戶", value: row.bank_name }]),
				...(row.line_id === null
					? []
					: [{ name: "銀行明細", value: linked(allows("bank", who), bank.line(row.line_id), row.line ?? "") }]),
				...(row.deposit_id === null
					? []
					: [
							{
								name: "存款單",
								value: linked(allows("deposits", who), deposits.show(row.deposit_id), `存款單 ${row.deposit_id}`),
							},
						]),
				{ name: "指定用途", value: row.purpose },
				{ name: "專案", value: row.project },
				{ name: "科目", value: row.account_code && `${row.account_code} ${row.account_name}` },
				{ name: "傳票", value: vouchers(row, who) },
				{ name: "備註", value: row.note },
			].filter(({ value }) => Boolean(value)),
		),
	);

const donorWords = (row: IncomeRow): Children => html`<a href=${income.donors.show(row.donor_id ?? 0)}
	>${[row.donor, row.member_no && `會員 ${row.member_no}`].filter(Boolean).join("　")}</a
>`;

function vouchers(row: IncomeRow, who: Visitor): Children {
	const list = vouchersIn(row.vouchers);
	if (list.length === 0) return null;
	return list.map(({ id, number }, at) => [at > 0 && "、", linked(allows("ledger", who), ledger.voucher(id), number)]);
}

const receiptsCard = ({ income: row, who }: IncomeShown): VNode | false => {
	const list = receiptsIn(row.receipts);
	if (row.state === "draft") return false;
	return card(
		{ title: "捐款收據", flush: list.length > 0 },
		list.length === 0
			? html`<p class="soft">沒有開立收據。</p>`
			: items(
					list.map((one) => ({
						title: one.number,
						...(allows("receipts", who) ? { href: receipts.show(one.id) } : {}),
						side:
							one.status === "issued" ? status({ word: "已開立", tone: "ok" }) : status({ word: "已作廢", icon: "no" }),
					})),
				),
	);
};

const by = (name: string | null, principal: string | null, at: number | null): Children =>
	at !== null && html`<span>${name ?? "系統"}${principal !== null && `（代理 ${principal}）`}　${moment(at)}</span>`;

/** Draws the steps of the record: those done, and those to come. */
function history({ income: row }: IncomeShown): VNode {
	const inKind = row.is_in_kind === 1;
	const list: Step[] = [
		{ title: "建立", state: "done", who: by(row.creator, null, row.created_at) },
		row.recorded_at === null
			? { title: "登錄", state: "now" }
			: { title: "登錄", state: "done", who: by(row.recorder, null, row.recorded_at) },
	];
	if (row.posted_at !== null)
		list.push({
			title: `${inKind ? "會計備查" : "入帳"}${row.resolution === null ? "" : `（${CONCURRENT_WORDS}）`}`,
			state: "done",
			who: by(row.poster, row.posted_principal, row.posted_at),
			more: row.resolution !== null && html`<div class="small soft">${storedWords(row.resolution)}</div>`,
		});
	else if (row.state !== "reversed")
		list.push({ title: inKind ? "會計備查" : "會計入帳", state: row.state === "recorded" ? "now" : "todo" });
	if (row.reversed_at !== null)
		list.push({
			title: "沖銷",
			state: "done",
			who: by(row.reverser, row.reversed_principal, row.reversed_at),
			comment: row.reason ?? "",
		});
	return card({ title: "歷程" }, steps(list));
}
