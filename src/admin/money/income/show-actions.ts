import { choosing } from "#admin/books/index.ts";
import { projectField } from "#admin/money-fields.ts";
import { otherMoney } from "#admin/money-lines.ts";
import { allows } from "#auth/permissions.ts";
import { concurrentWords } from "#domain/books/index.ts";
import { incomeAccount } from "#domain/money/income/posting.ts";
import { INCOME, resolvedFor, takesReceipt } from "#domain/money/income/rules.ts";
import { receiptsIn } from "#domain/money/income/stored.ts";
import { type Reviewer, relatedIn, reviewsAs } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { IncomeShown, Refused } from "./shown.ts";

const { income } = paths.admin;

/** Draws the actions that the current user can take on the record. */
export const actionCards = (of: IncomeShown, refused: Refused | undefined): Children => [
	of.income.state === "draft" && allows("income_manage", of.who) && draftCard(of, refused),
	of.income.state === "recorded" && allows("ledger_post", of.who) && postingCard(of, refused),
	restCard(of),
];

const quiet = (): FormState => freshForm({}, "o");

function draftCard({ income: row, lines, who }: IncomeShown, refused: Refused | undefined): VNode {
	const own = { state: quiet(), version: row.version };
	const state: FormState = refused?.form === "o" ? { ...refused.state, prefix: "o" } : quiet();
	return card(
		{ title: "下一步" },
		html`<p>登錄後會編號${row.kind === "donation" && takesReceipt(row) && row.wants_receipt === 1 && "、開立捐款收據"}，內容不能再修改；之後由會計入帳。</p>`,
		form({ action: income.recording(row.id), ...own, id: "recording" }, otherMoney(lines, { state, who })),
		html`<div class="row">
			${button({ label: "登錄收入", tone: "primary", icon: "check", busy: "登錄中...", form: "recording" })}
			${linkButton({ label: "編輯", icon: "edit", href: income.edit(row.id) })}
		</div>`,
		disclosure(
			{ label: "不要這張草稿了" },
			form(
				{ action: income.removal(row.id), ...own },
				html`<p class="small">草稿會刪除，不能復原。</p>`,
				html`<div class="row">${button({ label: "刪除草稿", icon: "trash", tone: "danger", busy: "刪除中..." })}</div>`,
			),
		),
	);
}

/**
 * Returns whether the user may take a step: the record (`related`) must not concern the user or the user's family, and
 * neither the user nor the person represented may be among the users who took the earlier steps (`before`).
 */
export function mayAct(reviewer: Reviewer, related: string, before: readonly (number | null)[]): boolean {
	const as = reviewsAs(reviewer, relatedIn(related));
	return as !== undefined && ![reviewer.userId, as.onBehalfOf].some((one) => one !== null && before.includes(one));
}

function postingCard(of: IncomeShown, refused: Refused | undefined): VNode {
	const { income: row, poster, accounts, projects } = of;
	const as = reviewsAs(poster, relatedIn(row.related));
	const keeps = as && resolvedFor(row, { userId: poster.userId, ...as, day: dateInTaipei(of.at) });
	if (!mayAct(poster, row.related, keeps ? [] : [row.recorded_by]))
		return notice({ tone: "info", title: "請由其他人入帳" }, "登錄的人、捐款人本人與家人不能入帳。");
	const state: FormState =
		refused?.form === "p"
			? { ...refused.state, prefix: "p" }
			: freshForm({ project: row.project_id === null ? "" : String(row.project_id) }, "p");
	if (row.is_in_kind === 1)
		return card(
			{ title: "會計備查" },
			keeps && html`<p class="small">${concurrentWords(keeps)}。</p>`,
			html`<p>實物沒有金額，不開傳票；確認物品點收無誤後備查。</p>`,
			form({ action: income.posting(row.id), state, version: row.version, submit: "備查", busy: "處理中..." }),
		);
	return card(
		{ title: "入帳" },
		keeps && html`<p class="small">${concurrentWords(keeps)}。</p>`,
		form(
			{ action: income.posting(row.id), state, version: row.version, submit: "入帳", busy: "入帳中..." },
			field({
				name: "account",
				label: "收入科目",
				state,
				optional: true,
				...choosing(accounts),
				hint: `留空就${usual(of)}。`,
			}),
			projectField(projects, state),
			html`<p class="small soft">借：${row.into === "suspense" ? "暫收款（這筆明細先前已入暫收款）" : row.into === null ? "依收款方式的科目" : row.into}；月份已結帳時，入到下一個未結帳的月份。</p>`,
		),
	);
}

/** Returns in words the account that the record is posted to by its kind when the user chooses no other. */
function usual({ income: row, kindAccounts }: IncomeShown): string {
	const purpose = incomeAccount({ kind: row.kind, memberId: row.member_id });
	const found = kindAccounts.find((one) => one.purpose === purpose);
	return found ? `依種類：${found.code} ${found.name}` : "依種類";
}

function restCard(of: IncomeShown): VNode | false {
	const { income: row, who, reverser } = of;
	const mayReverse =
		INCOME.can("reverse", row.state) &&
		allows("payments_reverse", who) &&
		mayAct(reverser, row.related, [row.recorded_by, row.posted_by, row.posted_for]);
	const lacksReceipt =
		(row.state === "recorded" || row.state === "posted") &&
		takesReceipt(row) &&
		receiptsIn(row.receipts).length === 0 &&
		allows("receipts_issue", who);
	const again = row.state === "reversed" && allows("income_manage", who);
	if (!mayReverse && !lacksReceipt && !again) return false;
	return card(
		{ title: "其他處理" },
		html`<div class="row">
			${lacksReceipt && form({ action: income.receipt(row.id), state: quiet() }, button({ label: "開立收據", icon: "receipt", busy: "開立中..." }))}
			${again && linkButton({ label: "更正後重新登錄", tone: "primary", href: `${income.create()}?copy=${row.id}` })}
			${mayReverse && linkButton({ label: "沖銷", tone: "danger", href: income.reversal(row.id) })}
		</div>`,
	);
}
