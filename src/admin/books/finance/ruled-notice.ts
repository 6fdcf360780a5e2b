import { ruledSince } from "#domain/books/finance/share-withholding.ts";
import { readDate } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { FinanceShow } from "./shown.ts";

/** Returns, in words, what the rules of a day withhold otherwise from an approved register than was decided. */
export function ruledSinceOn({ document, shares, rates }: FinanceShow, on: string): string[] {
	const { register, state } = document;
	return register === null || state !== "approved" ? [] : ruledSince(shares, { register, rates, on });
}

/**
 * Draws the notice that a register cannot be paid on the day of the payment's form, or today: the rules of that day
 * withhold something else; false when it can.
 */
export function ruledNotice(of: FinanceShow, sent?: FormState): VNode | false {
	const typed = readDate([sent?.values.paid_on ?? ""].flat()[0] ?? "")?.date;
	const on = typed ?? dateInTaipei(of.at);
	const words = ruledSinceOn(of, on);
	return (
		words.length > 0 &&
		notice(
			{ tone: "warn", title: "代扣要重新決定，這張清冊現在不能付款" },
			`${dayText(on)}付款的話，依規定代扣的和會計決定的不同：`,
			html`<ul class="small">${words.map((one) => html`<li>${one}</li>`)}</ul>`,
			"請由付款的人按「退回補正」，申請人重新送出後，會計會依新的規定再決定。",
		)
	);
}
