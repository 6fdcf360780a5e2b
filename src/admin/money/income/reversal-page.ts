import { reversalForm } from "#admin/money-fields.ts";
import { ReversalForm } from "#domain/money/income/form.ts";
import { receiptsIn, vouchersIn } from "#domain/money/income/stored.ts";
import { paths } from "#http/paths.ts";
import { incomeNumber } from "#kernel/record-numbers.ts";
import { card } from "#ui/card.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { mayAct } from "./show-actions.ts";
import type { IncomeShown } from "./shown.ts";
import { INCOME_CRUMBS } from "./words.ts";

const { income } = paths.admin;

/** Draws the page 沖銷 of an income record: first what will change, then the reason. */
export function incomeReversalPage(of: IncomeShown, state: FormState): Page {
	const { income: row, reverser } = of;
	const number = incomeNumber(row);
	const may = mayAct(reverser, row.related, [row.recorded_by, row.posted_by, row.posted_for]);
	return {
		title: `沖銷收入 ${number}`,
		name: row.donor ?? row.payer_title,
		area: "收入",
		crumbs: [...INCOME_CRUMBS, { label: number, href: income.show(row.id) }],
		slim: true,
		body: html`<div class="stack">
			${notice(
				{ tone: "warn", title: "只用在錢沒有進來，或登錄錯誤" },
				"只是收據抬頭要更換時，請在收據頁作廢重開，不要沖銷。沖銷後不能復原，只能更正後重新登錄。",
			)}
			${card({ title: "沖銷後會改變" }, html`<ul>${changesOf(of).map((words) => html`<li>${words}</li>`)}</ul>`)}
			${
				may
					? reversalForm({
							action: income.reversal(row.id),
							state,
							version: row.version,
							submit: "沖銷這筆收入",
							cancel: income.show(row.id),
							schema: ReversalForm,
							hint: "會寫在作廢的收據上。",
						})
					: notice({ tone: "info", title: "請由其他人沖銷" }, "登錄的人、入帳的人、捐款人本人與家人不能沖銷。")
			}
		</div>`,
	};
}

/** Returns sentences that say what the reversal changes. */
function changesOf({ income: row }: IncomeShown): string[] {
	const issued = receiptsIn(row.receipts).filter(({ status }) => status === "issued");
	const [voucher] = vouchersIn(row.vouchers);
	return [
		`這筆${row.amount === null ? "實物捐贈" : ` ${money(row.amount)} 的收入`}變成「已沖銷」，編號保留。`,
		...(issued.length > 0
			? [`收據 ${issued.map(({ number }) => number).join("、")} 作廢，號碼保留；正本請收回。`]
			: []),
		...(voucher ? [`傳票 ${voucher.number} 以一張沖銷傳票沖回。`] : []),
		...(row.line_id === null ? [] : ["對上的銀行明細恢復為待對帳。"]),
		...(row.deposit_id === null ? [] : ["這筆現金已經存入銀行，要先沖銷那張存款單。"]),
		...(row.donor_email === null || row.kind !== "donation" ? [] : ["捐款人會收到通知。"]),
	];
}
