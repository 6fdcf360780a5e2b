import { STATE_LOOKS } from "#admin/people/members/imports-words.ts";
import { type ImportRow, ROWS_PER_PAGE } from "#db/people/import-drafts.ts";
import type { PlannedImport } from "#domain/money/payment-imports/actions.ts";
import { countsOf, type PaymentCounts, type PlannedPayment } from "#domain/money/payment-imports/plan.ts";
import {
	PAYMENT_OUTCOMES,
	type PaymentOutcome,
	type PaymentReasonCode,
	TO_CONFIRM,
} from "#domain/money/payment-imports/reasons.ts";
import { PAYMENT_METHOD_LABELS } from "#domain/money/payments/labels.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { tabs } from "#ui/tabs.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { IMPORT_CRUMBS } from "./imports-list-page.ts";
import { reasonList } from "./imports-reasons.ts";
import { OUTCOME_LOOKS, partWords, reasonTitle } from "./imports-words.ts";

const { imports } = paths.admin.payments;

export type DraftPage = { row: ImportRow; plan: PlannedImport; outcome: PaymentOutcome | undefined; page: number };

/**
 * Draws what a draft of an import would do, row by row, with rows that need attention first, and the button that
 * applies it.
 */
export function importDraftPage({ row, plan, outcome, page }: DraftPage, state?: FormState): Page {
	const counts = countsOf(plan.rows);
	const here: Here = { path: imports.show(row.id), query: { outcome } };
	const shown = PAYMENT_OUTCOMES.flatMap((one) =>
		outcome === undefined || one === outcome ? plan.rows.filter((line) => line.outcome === one) : [],
	);
	return {
		title: row.filename,
		area: "匯入收款",
		crumbs: IMPORT_CRUMBS,
		lead: html`<span>${status(STATE_LOOKS.draft)} 工作表「${plan.mapping.sheet}」，標題在第 ${plan.mapping.header + 1} 列。還沒有寫入任何資料。</span>`,
		actions: [linkButton({ label: "欄位", icon: "settings", href: imports.columns(row.id) }), removal(row)],
		body: html`<div class="stack">
			${state && errorSummary(state)}
			${toConfirm(plan)}
			${tabs(outcomeTabs(here, counts, outcome), "結果")}
			${card(
				{ title: "試算結果", count: plan.rows.length, flush: true },
				table({
					caption: "試算結果",
					cards: true,
					columns: COLUMNS,
					rows: shown.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE),
					empty: noMatch({ title: "沒有這種結果的列", clearHref: imports.show(row.id) }),
				}),
				pager({ here, page, size: ROWS_PER_PAGE, total: shown.length, unit: "列" }),
			)}
			${confirmation(row, plan, counts)}
		</div>`,
	};
}

const removal = (row: ImportRow): VNode => html`<form method="post" action=${imports.removal(row.id)}>
	<input type="hidden" name="version" value=${String(row.version)} />
	${button({ label: "捨棄這個檔案", tone: "quiet", icon: "trash", busy: "捨棄中..." })}
</form>`;

const outcomeTabs = (here: Here, counts: PaymentCounts, now: PaymentOutcome | undefined) => [
	{ label: "全部", href: hrefWith(here, { outcome: undefined }), current: now === undefined },
	...PAYMENT_OUTCOMES.map((one) => ({
		label: OUTCOME_LOOKS[one].word,
		href: hrefWith(here, { outcome: one }),
		current: now === one,
		count: counts[one],
	})),
];

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

const COLUMNS: Column<PlannedPayment>[] = [
	{ label: "列", nowrap: true, cell: ({ row }) => String(row) },
	{
		label: "會員",
		head: true,
		nowrap: true,
		cell: ({ name, member }) =>
			member ? html`<a href=${paths.admin.members.show(member.id)}>${name}</a>` : name || "—",
	},
	{ label: "結果", sheet: "corner", bare: true, nowrap: true, cell: ({ outcome }) => status(OUTCOME_LOOKS[outcome]) },
	{ label: "原因與要確認的", sheet: "line", cell: ({ reasons }) => reasonList(reasons) },
	{ label: "內容", sheet: "line", cell: contents },
];

/** Draws what was read from the row, and what the payment pays. */
function contents({ said, parts, outcome }: PlannedPayment): Children {
	if (!said || outcome === "skip") return html`<span class="soft">—</span>`;
	const words = [
		parts.map(partWords).join("＋") || (said.amount === 0 ? "" : money(said.amount)),
		said.paidOn === "" ? "" : `繳費 ${rocWords(said.paidOn)}`,
		said.verifiedOn === "" ? "" : `核對 ${rocWords(said.verifiedOn)}`,
		PAYMENT_METHOD_LABELS[said.method],
		said.last5 === null ? "" : `末五碼 ${said.last5}`,
		said.receiptNo === null ? "" : `原收據 ${said.receiptNo}`,
		said.remark,
	];
	return html`<small>${words.filter((word) => word !== "").join("；")}</small>`;
}

/** Draws what will be written, and the button. */
function confirmation(row: ImportRow, { fingerprint }: PlannedImport, counts: PaymentCounts): VNode {
	const list = facts(
		[
			{ name: "新增收款", value: `${figure(counts.create)} 筆` },
			{ name: "金額合計", value: money(counts.total) },
			{ name: "系統裡已有", value: `${figure(counts.same)} 列` },
			{ name: "不寫入（待釐清、有誤）", value: `${figure(counts.conflict + counts.error)} 列` },
		],
		2,
	);
	if (counts.create === 0)
		return card({ title: "寫入" }, list, html`<p class="soft">沒有需要寫入的收款：系統裡都有了，或都需要先處理。</p>`);
	return card(
		{ title: "寫入" },
		list,
		html`<p>全部寫入或全部不寫入。收款以核對日期記為已收款，會費記為已繳；不開收據、不產生傳票、不寄信。之後可以整批復原。</p>`,
		part(
			{ name: "long-work", props: { label: "匯入收款" } },
			form(
				{
					action: imports.apply(row.id),
					state: freshForm({}, "apply"),
					version: row.version,
					submit: `寫入 ${figure(counts.create)} 筆`,
					busy: "寫入中...",
				},
				html`<input type="hidden" name="seen" value=${fingerprint} />`,
			),
		),
	);
}
