import { usersOf } from "#admin/reviewers.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { VoucherPageRow } from "#db/books/voucher-drafts.ts";
import { boardWords, storedWords } from "#domain/books/concurrent-posts/resolution.ts";
import { dayProblem } from "#domain/books/vouchers/days.ts";
import { FUND_WORDS, leavesFund } from "#domain/books/vouchers/fund.ts";
import { balanceWords } from "#domain/books/vouchers/lines.ts";
import { MANUAL_VOUCHERS, VOUCHER_STEPS, voucherState } from "#domain/books/vouchers/steps.ts";
import { type TiedAccount, tiedIn } from "#domain/books/vouchers/tied.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { amount, figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { hrefWith } from "#ui/url-state.ts";
import { tiedNotice } from "./tied-part.ts";
import { sourceLink } from "./voucher-sources.ts";
import {
	DRAFT_CRUMBS,
	JOURNAL_CRUMBS,
	VOUCHERS,
	type VoucherLine,
	voucherLines,
	voucherName,
} from "./voucher-words.ts";

const { ledger, members } = paths.admin;

/** The current user and who else can post. `limit`: above this amount (NT$), a user other than the author must post. */
export type Looking = {
	at: number;
	who: Visitor;
	limit: number;
	posters: readonly { id: number; name: string }[];
	tied: readonly TiedAccount[];
	/** The day of the opening voucher (開帳; YYYY-MM-DD); undefined before the books were opened. */
	opened: string | undefined;
	state: FormState;
};

/**
 * Draws a voucher: its lines, its source, and the voucher that it reverses or is reversed by; for a draft, how it is
 * posted.
 */
export function voucherPage(voucher: VoucherPageRow, of: Looking): Page {
	const isDraft = voucher.state === "draft";
	return {
		title: voucherName(voucher),
		area: VOUCHERS,
		crumbs: isDraft ? DRAFT_CRUMBS : JOURNAL_CRUMBS,
		lead: `${dayText(voucher.date)}　${voucher.description}`,
		actions: actionsOf(voucher, of),
		body: html`<div class="stack loose">
			${errorSummary(of.state)}
			${isDraft && draftNotices(voucher, of)}
			${card({ title: "分錄", flush: true, beside: standing(voucher) }, linesTable(voucher))}
			${card({ title: "傳票資料" }, aboutIt(voucher, of))}
		</div>`,
	};
}

function actionsOf(voucher: VoucherPageRow, { who, limit }: Looking): Children {
	const { id, state, source, debit } = voucher;
	const mayPost = allows("ledger_post", who);
	const mayReverse = mayPost || (debit > limit && allows("ledger_correct", who));
	if (state === "draft")
		return (
			mayPost && [
				linkButton({ label: "編輯", icon: "edit", href: ledger.voucherEdit(id) }),
				linkButton({ label: "刪除...", icon: "trash", tone: "quiet", href: ledger.voucherRemoval(id) }),
			]
		);
	return [
		linkButton({ label: "列印傳票", icon: "print", href: ledger.voucherPrint(id) }),
		mayPost && linkButton({ label: "複製成新傳票", icon: "copy", href: `${ledger.voucherCreate()}?copy=${id}` }),
		mayReverse &&
			source === "manual" &&
			MANUAL_VOUCHERS.can("reverse", voucherState(voucher)) &&
			linkButton({ label: `${VOUCHER_STEPS.reverse.label}...`, tone: "quiet", href: ledger.voucherReversal(id) }),
	];
}

/** Draws what prevents a draft from being posted, or the button that posts it. */
function draftNotices(voucher: VoucherPageRow, { at, who, limit, posters, tied, opened }: Looking): Children {
	const { debit, credit, month_closed, later_closed, author_id } = voucher;
	const inactive = voucherLines(voucher).filter(({ is_active }) => is_active === 0);
	const isOwn = author_id !== null && usersOf(who, "ledger.post").includes(author_id);
	const others = posters.filter(({ id }) => id !== author_id).map(({ name }) => name);
	if (debit !== credit || debit === 0 || voucherLines(voucher).length < 2)
		return notice(
			{ tone: "warn", title: "還不能過帳" },
			`${balanceWords({ debit, credit })}。借貸平衡、至少兩行，才能過帳。`,
		);
	if (month_closed === 1)
		return notice({ tone: "warn", title: "還不能過帳" }, "這個月份已經結帳，請改日期，或先重新開帳。");
	if (later_closed === 1)
		return notice({ tone: "warn", title: "還不能過帳" }, "後面的年度已經年度結帳，請改日期，或先取消後面年度的結帳。");
	const day = dayProblem(voucher.date, { opened, at });
	if (day !== undefined) return notice({ tone: "warn", title: "還不能過帳" }, day);
	if (inactive.length > 0)
		return notice(
			{ tone: "warn", title: "還不能過帳" },
			`科目${inactive.map(({ code, name }) => ` ${code} ${name} `).join("、")}已停用，請改用其他科目。`,
		);
	const sides = voucherLines(voucher).map((line) => ({ ...line, account: line.code }));
	if (voucher.resolution_no === null && leavesFund(sides))
		return notice({ tone: "warn", title: "還不能過帳" }, FUND_WORDS);
	if (debit > limit && isOwn)
		return notice(
			{ tone: "info", title: "請由其他人過帳" },
			`超過 ${figure(limit)} 元的傳票，要由製票者以外的人過帳。`,
			others.length === 0
				? "理事長或監事可以在「待第二人確認」過帳。"
				: `可以過帳的人：${others.join("、")}；理事長或監事也可以，在「待第二人確認」。`,
		);
	return allows("ledger_post", who) && [tiedNotice(tiedIn(voucherLines(voucher), tied)), postForm(voucher)];
}

const postForm = ({ id, version, debit, credit }: VoucherPageRow): VNode => html`<form
	method="post"
	action=${ledger.voucherPosting(id)}
	class="row between"
>
	<input type="hidden" name="version" value=${String(version)} />
	<p>${balanceWords({ debit, credit })}。過帳後不能修改，更正要用沖銷傳票。</p>
	${button({ label: VOUCHER_STEPS.post.press, tone: "primary", icon: "check", busy: "過帳中..." })}
</form>`;

function linesTable(voucher: VoucherPageRow): VNode {
	const lines = voucherLines(voucher);
	const has = (name: "member_id" | "project_id" | "budget_item_id") => lines.some((line) => line[name] !== null);
	const columns: Column<VoucherLine>[] = [
		{ label: "會計科目", head: true, cell: (line) => accountLink(line, voucher.date.slice(0, 7)) },
		{ label: "摘要", sheet: "line", bare: true, cell: ({ memo }) => memo || voucher.description },
		...(has("member_id") ? [MEMBER] : []),
		...(has("project_id") ? [{ label: "專案", cell: ({ project }: VoucherLine) => project ?? "—" }] : []),
		...(has("budget_item_id") ? [{ label: "預算項目", cell: ({ budget }: VoucherLine) => budget ?? "—" }] : []),
		{ label: "借方", end: true, pair: true, cell: ({ debit }) => amount(debit) },
		{ label: "貸方", end: true, cell: ({ credit }) => amount(credit) },
	];
	return table({
		caption: "借方與貸方",
		tight: true,
		cards: true,
		columns,
		rows: lines,
		foot: html`<tr role="row">
			<th role="rowheader" scope="row" class="sheet-line" colspan=${columns.length - 2}>合計</th>
			<td role="cell" class="num pair" data-label="借方">${amount(voucher.debit)}</td>
			<td role="cell" class="num" data-label="貸方">${amount(voucher.credit)}</td>
		</tr>`,
	});
}

const MEMBER: Column<VoucherLine> = {
	label: "會員",
	cell: ({ member_id, member_no }) =>
		member_id === null ? "—" : html`<a href=${members.show(member_id)}>${member_no ?? "會員"}</a>`,
};

const accountLink = ({ account_id, code, name }: VoucherLine, month: string): VNode =>
	html`<a href=${hrefWith({ path: ledger.general(), query: {} }, { account: String(account_id), from: month, to: month })}>${`${code} ${name}`}</a>`;

function aboutIt(voucher: VoucherPageRow, { at, who }: Looking): VNode {
	const { author, created_by, posted_by, posted_at, updated_at } = voucher;
	return facts([
		{ name: "來源", value: sourceOf(voucher, who) },
		...(voucher.turns_next_year === 1 ? [{ name: "次年迴轉", value: "次年初自動迴轉" }] : []),
		...(voucher.resolution_no === null ? [] : [{ name: "動支基金專戶", value: boardWords(voucher) }]),
		...(created_by ? [{ name: "製票", value: created_by }] : []),
		...(author && author !== created_by ? [{ name: "最後修改", value: author }] : []),
		posted_at === null
			? { name: "儲存", value: ago(updated_at, at) }
			: { name: "過帳", value: html`<span>${ago(posted_at, at)}${posted_by && `，${posted_by}`}</span>` },
		...(voucher.resolution === null ? [] : [{ name: "兼辦", value: storedWords(voucher.resolution) }]),
	]);
}

function sourceOf(voucher: VoucherPageRow, who: Visitor): Children {
	const { reverses_id, reverses } = voucher;
	if (reverses_id !== null) return html`<span>沖銷 <a href=${ledger.voucher(reverses_id)}>${reverses}</a></span>`;
	const { label, href } = sourceLink(voucher, who);
	return href ? html`<a href=${href}>${label}</a>` : label;
}

const standing = ({ state, reversed_by_id, reversed_by, reverses_id }: VoucherPageRow): Children => {
	if (state === "draft") return status({ word: "草稿", icon: "edit" });
	if (reversed_by_id !== null)
		return html`<span class="row">${status({ word: "已沖銷", tone: "warn" })}<a href=${ledger.voucher(reversed_by_id)}>${reversed_by}</a></span>`;
	return status(reverses_id === null ? { word: "已過帳", tone: "ok" } : { word: "沖銷傳票", tone: "info" });
};
