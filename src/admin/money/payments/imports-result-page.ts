import { STATE_LOOKS } from "#admin/people/members/imports-words.ts";
import { recordName } from "#admin/people/members/record-words.ts";
import type { WrittenRow } from "#db/money/payment-imports.ts";
import { type ImportRow, ROWS_PER_PAGE } from "#db/people/import-drafts.ts";
import { type PaymentReason, WRITTEN_PAYMENTS, type WrittenPayment } from "#domain/money/payment-imports/reasons.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { tabs } from "#ui/tabs.ts";
import { moment } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { readCounts } from "./imports-counts.ts";
import { IMPORT_CRUMBS } from "./imports-list-page.ts";
import { reasonList } from "./imports-reasons.ts";
import { WRITTEN_LOOKS } from "./imports-words.ts";
import { paymentName } from "./words.ts";

const { payments, members } = paths.admin;

/** A row of an applied import with its decrypted name and reasons. */
export type ToldRow = WrittenRow & { said: { name: string; reasons: PaymentReason[] } };
export type ResultPage = {
	row: ImportRow;
	rows: ToldRow[];
	/** The numbers of rows by outcome. */
	totals: ReadonlyMap<string, number>;
	outcome: WrittenPayment | undefined;
	page: number;
	/** The payments whose later changes made the undoing of the import refuse. */
	changed: readonly { id: number }[];
};

/** Draws the result of an import, rows that need attention first, and the form that undoes the import. */
export function importResultPage({ row, rows, totals, outcome, page, changed }: ResultPage, state?: FormState): Page {
	const here: Here = { path: payments.imports.show(row.id), query: { outcome } };
	const counts = readCounts(row.counts);
	const all = [...totals.values()].reduce((sum, one) => sum + one, 0);
	return {
		title: row.filename,
		area: "匯入收款",
		crumbs: IMPORT_CRUMBS,
		lead: html`<span>
			${status(STATE_LOOKS[row.state])}
			${row.applied_at !== null && [" 寫入於 ", moment(row.applied_at)]}${row.undone_at !== null && ["，復原於 ", moment(row.undone_at)]}
		</span>`,
		body: html`<div class="stack">
			${row.state === "undone" && notice({ tone: "info" }, "這次匯入已經復原，下面是當時寫入的結果；收款都已沖銷。")}
			${card(
				{ title: "結果" },
				facts(
					[
						{ name: "新增收款", value: `${figure(counts.create)} 筆` },
						{ name: "金額合計", value: money(counts.total) },
						{ name: "系統裡已有", value: `${figure(counts.same)} 列` },
						{ name: "未匯入（待釐清、有誤）", value: `${figure(counts.conflict + counts.error)} 列` },
					],
					2,
				),
				html`<p class="soft">未匯入的列，修正清冊之後整份再匯入一次即可：已經匯入的不會重複。</p>`,
			)}
			${tabs(outcomeTabs(here, totals, outcome), "結果")}
			${card(
				{ title: "每一列", count: all, flush: true },
				table({
					caption: "每一列的結果",
					cards: true,
					columns: COLUMNS,
					rows,
					empty: noMatch({ title: "沒有這種結果的列", clearHref: payments.imports.show(row.id) }),
				}),
				pager({
					here,
					page,
					size: ROWS_PER_PAGE,
					total: outcome === undefined ? all : (totals.get(outcome) ?? 0),
					unit: "列",
				}),
			)}
			${row.state === "applied" && undoing(row, changed, state)}
		</div>`,
	};
}

const outcomeTabs = (here: Here, totals: ReadonlyMap<string, number>, now: WrittenPayment | undefined) => [
	{ label: "全部", href: hrefWith(here, { outcome: undefined }), current: now === undefined },
	...WRITTEN_PAYMENTS.filter((one) => totals.has(one)).map((one) => ({
		label: WRITTEN_LOOKS[one].word,
		href: hrefWith(here, { outcome: one }),
		current: now === one,
		count: totals.get(one) ?? 0,
	})),
];

const COLUMNS: Column<ToldRow>[] = [
	{ label: "列", nowrap: true, cell: ({ row }) => String(row) },
	{
		label: "會員",
		head: true,
		nowrap: true,
		cell: ({ member_id, member_no, name, said }) =>
			member_id === null
				? said.name || "—"
				: html`<a href=${members.show(member_id)}>${recordName({ member_no, name: name ?? "" })}</a>`,
	},
	{ label: "結果", sheet: "corner", bare: true, nowrap: true, cell: ({ outcome }) => status(WRITTEN_LOOKS[outcome]) },
	{
		label: "收款",
		sheet: "line",
		cell: ({ payment_id, paid_on, amount, old_receipt_no }) =>
			payment_id === null
				? html`<span class="soft">—</span>`
				: [
						html`<a href=${payments.show(payment_id)}>${paymentName(payment_id)}</a>`,
						html`<small>${paid_on && rocWords(paid_on)}；${money(amount ?? 0)}${old_receipt_no === null ? "" : `；原收據 ${old_receipt_no}`}</small>`,
					],
	},
	{ label: "原因與要確認的", sheet: "line", cell: ({ said }) => reasonList(said.reasons) },
];

/** Draws the form that undoes an import; it says first what will be lost. */
function undoing(row: ImportRow, changed: readonly { id: number }[], state: FormState | undefined): VNode {
	const { create, total } = readCounts(row.counts);
	return card(
		{ title: "復原這次匯入", id: "undo" },
		html`<p>會沖銷這次新增的 ${figure(create)} 筆收款（共 ${money(total)}），取消因此建立的應繳會費，並恢復原來的欠繳。收過的款不會刪除，仍查得到。匯入之後有收款被沖銷，就不能整批復原。</p>`,
		changed.length > 0 &&
			html`<ul>
				${changed.map(({ id }) => html`<li><a href=${payments.show(id)}>${paymentName(id)}</a></li>`)}
			</ul>`,
		form({
			action: payments.imports.undo(row.id),
			state: state ?? freshForm(),
			version: row.version,
			submit: "復原匯入",
			busy: "復原中...",
			danger: true,
		}),
	);
}
