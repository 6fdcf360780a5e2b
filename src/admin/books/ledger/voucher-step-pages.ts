import type { Visitor } from "#auth/visitor.ts";
import type { VoucherPageRow } from "#db/books/voucher-drafts.ts";
import { ReversalForm } from "#domain/books/vouchers/form.ts";
import { VOUCHER_STEPS } from "#domain/books/vouchers/steps.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { sourceLink } from "./voucher-sources.ts";
import { DRAFT_CRUMBS, JOURNAL_CRUMBS, VOUCHERS, voucherName } from "./voucher-words.ts";

const { ledger } = paths.admin;
const field = fieldsOf(ReversalForm);

const about = ({ date, description, debit, credit }: VoucherPageRow): VNode =>
	facts([
		{ name: "日期", value: dayText(date) },
		{ name: "摘要", value: description },
		{ name: "借方合計", value: money(debit) },
		{ name: "貸方合計", value: money(credit) },
	]);

/** Draws the page 刪除草稿. */
export const removalPage = (voucher: VoucherPageRow, state: FormState): Page => ({
	title: `刪除${voucherName(voucher)}`,
	area: VOUCHERS,
	crumbs: [...DRAFT_CRUMBS, { label: voucherName(voucher), href: ledger.voucher(voucher.id) }],
	slim: true,
	body: card(
		{ label: "刪除草稿" },
		notice({ tone: "danger", title: "刪除後無法復原" }, "草稿還沒有過帳，刪除不影響帳。"),
		about(voucher),
		form({
			action: ledger.voucherRemoval(voucher.id),
			state,
			version: voucher.version,
			submit: "刪除草稿",
			busy: "刪除中...",
			danger: true,
			cancel: ledger.voucher(voucher.id),
		}),
	),
});

/**
 * Draws the page 沖銷: what will change, then the day and the reason. For a voucher that was not written by hand
 * (`manual`), it says instead where to correct the record that the voucher comes from, or that a reversal cannot be
 * reversed.
 */
export function reversalPage(voucher: VoucherPageRow, { who, state }: { who: Visitor; state: FormState }): Page {
	const name = voucherName(voucher);
	return {
		title: `沖銷 ${voucher.number ?? name}`,
		area: VOUCHERS,
		crumbs: [...JOURNAL_CRUMBS, { label: name, href: ledger.voucher(voucher.id) }],
		slim: true,
		body: html`<div class="stack">
			${voucher.source === "manual" ? ownForm(voucher, state) : elsewhere(voucher, who, state)}
		</div>`,
	};
}

function elsewhere(voucher: VoucherPageRow, who: Visitor, state: FormState): VNode {
	const source = sourceLink(voucher, who);
	const isReversal = voucher.source === "reversal";
	const words = isReversal
		? "沖銷傳票不能再沖銷；要改回來，請重新開一張傳票。"
		: "這張傳票由單據自動產生，請在原單據更正，帳會一起沖回。";
	return notice(
		{ tone: "warn", title: state.problem ?? "不能在這裡沖銷" },
		words,
		source.href &&
			html`<p>${linkButton({ label: isReversal ? `看被沖銷的 ${voucher.reverses ?? "傳票"}` : `前往${source.label}`, href: source.href, iconEnd: "right" })}</p>`,
	);
}

const ownForm = (voucher: VoucherPageRow, state: FormState): VNode[] => [
	card(
		{ title: "沖銷後會改變" },
		html`<ul>
			<li>新增一張借貸相反的沖銷傳票，${money(voucher.debit)}，立即過帳。</li>
			<li>原傳票保留，標示「已沖銷」；兩張都不能再修改。</li>
			<li>要更正的，沖銷後再開一張正確的傳票。</li>
		</ul>`,
		about(voucher),
	),
	card(
		{ label: "沖銷" },
		form(
			{
				action: ledger.voucherReversal(voucher.id),
				state,
				version: voucher.version,
				submit: VOUCHER_STEPS.reverse.press,
				busy: "沖銷中...",
				danger: true,
				cancel: ledger.voucher(voucher.id),
			},
			field({
				name: "date",
				label: "沖銷傳票的日期",
				state,
				type: "date",
				narrow: true,
				hint: "要在還沒結帳的月份，不能早於原傳票。",
			}),
			field({
				name: "reason",
				label: "沖銷的原因",
				state,
				type: "textarea",
				rows: 3,
				hint: "會寫在沖銷傳票的摘要上。",
			}),
		),
	),
];
