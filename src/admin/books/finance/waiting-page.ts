import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { WaitingRow } from "#db/books/finance-waiting.ts";
import { financeNumber, kindLabel } from "#domain/books/finance/labels.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { financeTabs, newButton } from "./list.ts";
import { GROUPS, MOST_WAITING } from "./queue.ts";
import { FINANCE_CRUMBS, waited } from "./words.ts";

const { finance } = paths.admin;

/** Draws the page 等我處理: the requests that wait for the current user, by step, the longest waiting first. */
export function waitingPage({ rows, who, at }: { rows: WaitingRow[]; who: Visitor; at: number }): Page {
	const groups = GROUPS.map((group) => ({ ...group, rows: rows.filter(({ step }) => step === group.step) }));
	const sum = rows.reduce((all, { net }) => all + Math.max(0, net), 0);
	return {
		title: "等我處理",
		area: "支出申請",
		crumbs: FINANCE_CRUMBS,
		lead: leadOf(rows.length, sum),
		actions: [
			allows("finance_pay", who) && linkButton({ label: "提款核章單", icon: "print", href: finance.withdrawalSlip() }),
			allows("finance_submit", who) && newButton,
		],
		tabs: financeTabs(finance.waiting(), who, rows.length),
		body:
			rows.length === 0
				? nothing
				: html`<div class="stack">
						${groups.filter((group) => group.rows.length > 0).map(({ title, rows: some }) => groupCard(title, some, at))}
					</div>`,
	};
}

function leadOf(many: number, sum: number): string | undefined {
	if (many >= MOST_WAITING) return `先列等最久的 ${figure(many)} 件，辦完再看其餘的。`;
	return many === 0 ? undefined : `共 ${figure(many)} 件，實付合計 ${money(sum)}。`;
}

const nothing = card(
	{ flush: true, label: "等我處理" },
	noneYet({
		title: "沒有等候您處理的申請",
		text: "輪到您審核、付款或入帳，或是您的申請被退回時，會列在這裡，也會寄信通知。",
		actions: linkButton({ label: "所有支出申請", href: finance.list() }),
	}),
);

const groupCard = (title: string, rows: WaitingRow[], at: number): VNode =>
	card(
		{ title, count: rows.length, due: true, flush: true },
		items(
			rows.map((row) => ({
				title: row.title,
				href: finance.show(row.id),
				sub: [
					financeNumber(row),
					kindLabel(row),
					row.payee_name,
					row.is_deputy === 1 && "以代理人身分",
					row.stands_in === 1 && "輪到的人都不能辦，由您代為處理",
					row.wanted_on !== null && `希望 ${rocWords(row.wanted_on)}付款`,
				]
					.filter(Boolean)
					.join("　"),
				end: row.net < 0 ? `收回 ${money(-row.net)}` : money(row.net),
				endSub: waited(row.state_since, at),
			})),
		),
	);
