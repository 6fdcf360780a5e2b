import { actorWords } from "#admin/words.ts";
import { allows } from "#auth/permissions.ts";
import type { ReceiptRow } from "#db/money/receipts.ts";
import { PAYMENT_STATUS_LABELS } from "#domain/money/payments/labels.ts";
import { itemsOf, namedIn, type StoredItem } from "#domain/money/receipts/items.ts";
import { RECEIPT_METHOD_LABELS, RECEIPT_SERIES_LABELS } from "#domain/money/receipts/labels.ts";
import { paths } from "#http/paths.ts";
import { capitals } from "#kernel/capitals.ts";
import { dayText } from "#kernel/written.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import { type Step, steps } from "#ui/thread.ts";
import { moment } from "#ui/time.ts";
import { askNotice } from "./ask-notice.ts";
import type { ReceiptShown } from "./shown.ts";
import { RECEIPT_CRUMBS, receiptStatus } from "./words.ts";

const { receipts, payments, members, ledger, income } = paths.admin;

/** Draws a receipt: its printed content, its origin and its history. */
export function receiptPage(shown: ReceiptShown, problem?: string): Page {
	const { receipt } = shown;
	return {
		title: `收據 ${receipt.number}`,
		area: "收據",
		crumbs: RECEIPT_CRUMBS,
		lead: html`<p class="row">${receiptStatus(receipt.status)}<span>${RECEIPT_SERIES_LABELS[receipt.series]}</span></p>`,
		actions: headActions(shown),
		body: html`<div class="stack loose">
			${problem && notice({ tone: "danger", role: "alert" }, problem)} ${askNotice(shown)} ${warning(receipt)}
			<div class="split">
				<div class="stack loose">${contents(receipt)}</div>
				<div class="stack loose">${origin(shown)} ${history(shown)} ${mailCard(shown)}</div>
			</div>
		</div>`,
	};
}

function headActions({ receipt, who }: ReceiptShown): VNode[] {
	const print = linkButton({ label: "列印", icon: "print", tone: "primary", href: receipts.print(receipt.id) });
	if (!allows("receipts_void", who)) return [print];
	if (receipt.status === "issued") return [linkButton({ label: "作廢", href: receipts.voiding(receipt.id) }), print];
	return mayReplace(receipt)
		? [linkButton({ label: "補開收據", href: receipts.replacement(receipt.id) }), print]
		: [print];
}

/**
 * Returns whether a receipt can be issued in place of this one (補開): it is void, nothing replaces it, and its money
 * was not reversed.
 */
export const mayReplace = ({ status, replaced_by, is_backed }: ReceiptRow): boolean =>
	status === "voided" && namedIn(replaced_by).length === 0 && is_backed === 1;

function warning(receipt: ReceiptRow): VNode | null {
	if (receipt.status === "issued") return null;
	const others = namedIn(receipt.replaced_by);
	return notice(
		{ tone: "warn", title: "這張收據已作廢，號碼保留、不再使用" },
		html`<span>原因：${receipt.reason}</span>`,
		others.length > 0 && html`<span>　改開：${links(others)}</span>`,
	);
}

const links = (list: { id: number; number: string }[]): Children =>
	list.map(({ id, number }, at) => [at > 0 && "、", html`<a href=${receipts.show(id)}>${number}</a>`]);

const ITEM_COLUMNS: Column<StoredItem>[] = [
	{ label: "收入項目", head: true, cell: ({ label }) => label },
	{ label: "會員編號", nowrap: true, cell: ({ member_no }) => member_no ?? html`<span class="soft">—</span>` },
	{ label: "金額（元）", end: true, nowrap: true, cell: ({ amount }) => figure(amount) },
];

const contents = (receipt: ReceiptRow): VNode =>
	card(
		{ title: "收據內容", flush: true },
		html`<div class="card-body">
			${facts(
				[
					{ name: "抬頭", value: receipt.payer_title },
					...(receipt.payer_id_mask === null ? [] : [{ name: "證號", value: receipt.payer_id_mask }]),
					{ name: "開立日期", value: dayText(receipt.issued_on) },
					{ name: "金額", value: money(receipt.amount) },
					{ name: "大寫金額", value: `新臺幣${capitals(receipt.amount)}` },
					{ name: "繳費方式", value: RECEIPT_METHOD_LABELS[receipt.method] },
					{ name: "繳費日期", value: dayText(receipt.paid_on) },
				],
				2,
			)}
		</div>`,
		table({ caption: "收入項目", cards: true, columns: ITEM_COLUMNS, rows: itemsOf(receipt.items) }),
	);

const origin = ({ receipt, vouchers, who }: ReceiptShown): VNode =>
	card(
		{ title: "這筆錢" },
		facts([
			receipt.income_id === null
				? {
						name: "收款",
						value:
							receipt.payment_id === null || receipt.payment_status === null
								? null
								: html`<span>${linked(allows("payments", who), payments.show(receipt.payment_id), `收款 ${receipt.payment_id}`)}（${PAYMENT_STATUS_LABELS[receipt.payment_status]}）</span>`,
					}
				: {
						name: "收入",
						value: linked(allows("income", who), income.show(receipt.income_id), receipt.income_number ?? ""),
					},
			{
				name: "會員",
				value:
					receipt.member_id === null
						? null
						: linked(
								allows("members", who),
								members.show(receipt.member_id),
								[receipt.member_no, receipt.member_name].filter(Boolean).join(" "),
							),
			},
			{
				name: "傳票",
				value:
					vouchers.length === 0
						? null
						: vouchers.map(({ id, number }, at) => [
								at > 0 && "、",
								linked(allows("ledger", who), ledger.voucher(id), number),
							]),
			},
		]),
	);

const linked = (may: boolean, href: string, words: string): Children =>
	may ? html`<a href=${href}>${words}</a>` : words;

function history({ receipt, events }: ReceiptShown): VNode {
	const before = namedIn(receipt.replaces);
	const after = namedIn(receipt.replaced_by);
	const taken: Step =
		receipt.original_at === null
			? { title: "正本還沒有列印", state: receipt.status === "issued" ? "now" : "todo" }
			: { title: "列印正本", state: "done", who: by(receipt.original_by, receipt.original_at) };
	const list: Step[] = [
		{
			title: "開立",
			state: "done",
			who: by(receipt.issuer, receipt.created_at),
			more: before.length > 0 && html`<div>取代已作廢的 ${links(before)}</div>`,
		},
		...(receipt.original_at === null && receipt.status === "voided" ? [] : [taken]),
		...events
			.toReversed()
			.map((one): Step => ({ title: "重寄電子郵件", state: "done", who: by(one.by ?? actorWords(one.actor), one.at) })),
	];
	if (receipt.status === "voided" && receipt.voided_at !== null)
		list.push({
			title: "作廢",
			state: "done",
			who: by(receipt.voided_by, receipt.voided_at),
			comment: receipt.reason ?? "",
			more: after.length > 0 && html`<div>改開 ${links(after)}</div>`,
		});
	return card({ title: "紀錄" }, steps(list));
}

const by = (name: string | null, at: number): Children => html`<span>${name ?? "系統"}　${moment(at)}</span>`;

function mailCard({ receipt, who }: ReceiptShown): Children {
	// For 其他收入 no mail is sent.
	if (
		receipt.status !== "issued" ||
		receipt.is_backed === 0 ||
		receipt.series === "other" ||
		!allows("receipts_issue", who)
	)
		return null;
	return card(
		{ title: "寄給繳款人" },
		html`<p class="small">
			${receipt.income_id === null ? "核對收款時已通知過；信裡只有登入查看收據的連結，沒有金額與姓名。" : "登錄捐款時已通知過；信裡只有收據編號，沒有金額與姓名。"}
		</p>`,
		form(
			{ action: receipts.mail(receipt.id), state: freshForm({}, "m") },
			html`<div class="row">${button({ label: "重寄電子郵件", icon: "mail", busy: "寄送中..." })}</div>`,
		),
	);
}
