import { reasonList } from "#admin/people/index.ts";
import { type ImportRow, ROWS_PER_PAGE } from "#db/system/index.ts";
import type { PlannedImport } from "#domain/money/payment-imports/actions.ts";
import { countsOf, type PlannedPayment } from "#domain/money/payment-imports/plan.ts";
import {
	PAYMENT_OUTCOMES,
	type PaymentOutcome,
	type PaymentReasonCode,
	TO_CONFIRM,
} from "#domain/money/payment-imports/reasons.ts";
import { PAYMENT_METHOD_LABELS } from "#domain/money/payments/labels.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import type { ConfirmOf, PreviewOf } from "#kits/import/declaration.ts";
import { type Children, html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { OUTCOME_LOOKS, partWords, reasonTitle, reasonWords } from "./imports-words.ts";

const CONFIRMED: ReadonlySet<PaymentReasonCode> = new Set(TO_CONFIRM);

function toConfirm({ rows, mapping }: PlannedImport): Children {
	const said = Map.groupBy(
		rows.flatMap(({ reasons }) => reasons),
		({ code }) => code,
	);
	const counts = [...said].filter(([code]) => CONFIRMED.has(code));
	const unknown = mapping.columns
		.filter(({ target, known }) => target === "ignore" && !known)
		.map(({ header }) => header || "（沒有標題）");
	if (counts.length === 0 && unknown.length === 0) return null;
	return notice(
		{ tone: "warn", title: "請先確認" },
		html`<ul>
			${counts.map(([code, all]) => html`<li>${reasonTitle(code)}（${figure(all.length)} 列）</li>`)}
			${unknown.length > 0 && html`<li>不匯入的欄：${unknown.join("、")}</li>`}
		</ul>`,
	);
}

const columns = ({ known }: PlannedImport): Column<PlannedPayment>[] => [
	{ label: "列", nowrap: true, cell: ({ row }) => String(row) },
	{
		label: "會員",
		head: true,
		nowrap: true,
		cell: ({ name, member }) =>
			member ? html`<a href=${paths.admin.members.show(member.id)}>${name}</a>` : name || "—",
	},
	{ label: "結果", sheet: "corner", bare: true, nowrap: true, cell: ({ outcome }) => status(OUTCOME_LOOKS[outcome]) },
	{ label: "原因與要確認的", sheet: "line", cell: ({ reasons }) => reasonList({ reasons, words: reasonWords, known }) },
	{ label: "內容", sheet: "line", cell: contents },
];

/** Draws what was read from a row of the payment list, and which dues or donation the payment pays. */
function contents({ said, parts, outcome }: PlannedPayment): Children {
	if (!said || outcome === "skip") return html`<span class="soft">—</span>`;
	const words = [
		parts.map(partWords).join("＋") || (said.amount === 0 ? "" : money(said.amount)),
		said.paidOn === "" ? "" : `繳費 ${dayText(said.paidOn)}`,
		said.verifiedOn === "" ? "" : `核對 ${dayText(said.verifiedOn)}`,
		PAYMENT_METHOD_LABELS[said.method],
		said.last5 === null ? "" : `末五碼 ${said.last5}`,
		said.receiptNo === null ? "" : `原收據 ${said.receiptNo}`,
		said.remark,
	];
	return html`<small>${words.filter((word) => word !== "").join("；")}</small>`;
}

/** The preview of a payment list; rows that need a decision come first. */
export const paymentPreview: PreviewOf<ImportRow, PlannedImport, PlannedPayment, PaymentOutcome> = {
	title: "試算結果",
	lead: ({ mapping }) => `工作表「${mapping.sheet}」，標題在第 ${mapping.header + 1} 列。還沒有寫入任何資料。`,
	above: toConfirm,
	lines: ({ rows }) => PAYMENT_OUTCOMES.flatMap((one) => rows.filter(({ outcome }) => outcome === one)),
	outcomes: PAYMENT_OUTCOMES,
	looks: OUTCOME_LOOKS,
	outcomeOf: ({ outcome }) => outcome,
	count: ({ rows }, outcome) => outcome && countsOf(rows)[outcome],
	columns,
	size: ROWS_PER_PAGE,
};

export const paymentConfirm: ConfirmOf<PlannedImport> = {
	title: "寫入",
	facts: ({ rows }) => {
		const counts = countsOf(rows);
		return [
			{ name: "新增收款", value: `${figure(counts.create)} 筆` },
			{ name: "金額合計", value: money(counts.total) },
			{ name: "系統裡已有", value: `${figure(counts.same)} 列` },
			{ name: "不寫入（待釐清、有誤）", value: `${figure(counts.conflict + counts.error)} 列` },
		];
	},
	nothing: ({ rows }) =>
		countsOf(rows).create === 0 ? "沒有需要寫入的收款：系統裡都有了，或都需要先處理。" : undefined,
	words:
		"全部寫入或全部不寫入。收款以核對日期記為已收款，會費記為已繳；不開收據、不產生傳票、不寄信。之後可以整批復原。",
	label: "匯入收款",
	submit: ({ rows }) => `寫入 ${figure(countsOf(rows).create)} 筆`,
};
