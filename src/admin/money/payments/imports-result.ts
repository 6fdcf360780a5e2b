import { type Mentioned, mentionedIn, reasonList, recordName } from "#admin/people/index.ts";
import { changedPayments, type WrittenRow, writtenRows, writtenTotals } from "#db/money/payment-imports.ts";
import { readRows } from "#db/read.ts";
import { type ImportRow, ROWS_PER_PAGE } from "#db/system/index.ts";
import { noteListView, tellRow } from "#domain/money/payment-imports/actions.ts";
import { type PaymentReason, WRITTEN_PAYMENTS } from "#domain/money/payment-imports/reasons.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import type { AskImport } from "#kits/import/declaration.ts";
import { undoing, writtenPage } from "#kits/import/written-page.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { readCounts } from "./imports-counts.ts";
import { IMPORT_CRUMBS } from "./imports-upload.ts";
import { reasonWords, WRITTEN_LOOKS } from "./imports-words.ts";
import { paymentName } from "./words.ts";

const { payments, members } = paths.admin;

/** A stored row of an import with its unsealed (decrypted) name and reasons. */
type ToldRow = WrittenRow & { said: { name: string; reasons: PaymentReason[] } };

const isSealed = ({ told }: WrittenRow): boolean => told?.includes('"sealed"') ?? false;

/**
 * Returns the page of a payment list that was written, and records in the log when it shows sealed rows. `undo` is the
 * state of the undo form when that was refused.
 */
export async function paymentResult(
	{ env, db, by, query }: AskImport,
	row: ImportRow,
	undo?: FormState,
): Promise<Page> {
	const outcome = WRITTEN_PAYMENTS.find((one) => one === query.outcome);
	const [rows, totals, changed] = await readRows(
		env.DB,
		writtenRows(row.id, { outcome, page: query.page }),
		writtenTotals(row.id),
		changedPayments(undo ? row.id : 0),
	);
	if (rows.some(isSealed)) await noteListView(db, { id: row.id, by });
	const lines = await Promise.all(rows.map(async (one) => ({ ...one, said: await tellRow(env, row.id, one) })));
	const known = await mentionedIn(
		env.DB,
		lines.flatMap(({ said }) => said.reasons),
	);
	const { create, total, same, conflict, error } = readCounts(row.counts);
	return writtenPage({
		row,
		path: payments.imports.show(row.id),
		area: "匯入收款",
		crumbs: IMPORT_CRUMBS,
		undone: "這次匯入已經復原，下面是當時寫入的結果；收款都已沖銷。",
		facts: [
			{ name: "新增收款", value: `${figure(create)} 筆` },
			{ name: "金額合計", value: money(total) },
			{ name: "系統裡已有", value: `${figure(same)} 列` },
			{ name: "未匯入（待釐清、有誤）", value: `${figure(conflict + error)} 列` },
		],
		note: "未匯入的列，修正清冊之後整份再匯入一次即可：已經匯入的不會重複。",
		...{ looks: WRITTEN_LOOKS, outcomes: WRITTEN_PAYMENTS, totals, outcome },
		...{ lines, page: query.page, size: ROWS_PER_PAGE, columns: columns(known) },
		undo: () =>
			undoing({
				action: payments.imports.undo(row.id),
				version: row.version,
				words: `會沖銷這次新增的 ${figure(create)} 筆收款（共 ${money(total)}），取消因此建立的應繳會費，並恢復原來的欠繳。收過的款不會刪除，仍查得到。匯入之後有收款被沖銷，就不能整批復原。`,
				changed: changed.map(({ id }) => ({ href: payments.show(id), name: paymentName(id) })),
				state: undo,
			}),
	});
}

const columns = (known: Mentioned): Column<ToldRow>[] => [
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
						html`<small>${paid_on && dayText(paid_on)}；${money(amount ?? 0)}${old_receipt_no === null ? "" : `；原收據 ${old_receipt_no}`}</small>`,
					],
	},
	{
		label: "原因與要確認的",
		sheet: "line",
		cell: ({ said }) => reasonList({ reasons: said.reasons, words: reasonWords, known }),
	},
];
