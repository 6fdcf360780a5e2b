import type { OpenLineRow } from "#db/money/bank-matching.ts";
import type { MemoRule } from "#domain/money/bank/memo-rules.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { html, type VNode } from "#ui/html.ts";

const { bank, income } = paths.admin;

/** Returns what a bank line is by its text, in words: 手續費, 轉帳至活動專戶, 利息. */
export function ruleWords(rule: MemoRule, accounts: readonly { id: number; name: string }[]): string {
	if (rule.kind === "fee") return "手續費";
	if (rule.kind === "interest") return "利息";
	return `帳戶間轉帳（${accounts.find(({ id }) => id === rule.account)?.name ?? ""}）`;
}

/**
 * Draws the one press that books a line as what its text says; interest is recorded as income. `to` makes the address
 * that its form is sent to.
 */
export function ruleAct(
	{ id, version }: Pick<OpenLineRow, "id" | "version">,
	rule: MemoRule,
	{ primary = false, to }: { primary?: boolean; to: (path: string) => string },
): VNode {
	const tone = primary ? "primary" : "plain";
	if (rule.kind === "interest")
		return linkButton({
			label: "登錄為利息",
			icon: "plus",
			size: "s",
			tone,
			href: `${income.create()}?line=${id}&kind=interest`,
		});
	return html`<form method="post" action=${to(rule.kind === "fee" ? bank.fee(id) : bank.transfer(id))}>
		<input type="hidden" name="version" value=${String(version)} />
		${rule.kind === "transfer" && html`<input type="hidden" name="account" value=${String(rule.account)} />`}
		${button({ label: rule.kind === "fee" ? "記為手續費" : "記為轉帳", icon: "check", size: "s", tone, busy: "處理中..." })}
	</form>`;
}
