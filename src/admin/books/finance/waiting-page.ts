import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { BulkRow, WaitingRow, WithheldRow } from "#db/books/finance-waiting.ts";
import { bulkRefusal } from "#domain/books/finance/bulk.ts";
import { financeNumber, kindLabel } from "#domain/books/finance/labels.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { financeTabs, newButton } from "./list.ts";
import { GROUPS, MOST_WAITING } from "./queue.ts";
import { amountOf, FINANCE_CRUMBS, waited } from "./words.ts";

const { finance } = paths.admin;

type Waiting = {
	rows: WaitingRow[];
	/** What waits for a step of the user that somebody else has to take. */
	withheld: WithheldRow[];
	/** How far the requests can be approved with others in one press. */
	bulk: readonly BulkRow[];
	who: Visitor;
	at: number;
	/** The form of several requests that was refused. */
	refused: FormState | undefined;
};
type Group = (typeof GROUPS)[number] & Pick<Waiting, "rows" | "withheld">;

/**
 * Draws the page 等我處理: the requests that wait for the current user, by step, the longest waiting first; after them
 * those of the same steps that somebody else has to take, with the reason.
 */
export function waitingPage({ rows, withheld, bulk, who, at, refused }: Waiting): Page {
	const groups = GROUPS.map((group) => ({
		...group,
		rows: rows.filter(({ step }) => step === group.step),
		withheld: withheld.filter(({ step }) => step === group.step),
	})).filter((group) => group.rows.length + group.withheld.length > 0);
	const sum = rows.reduce((all, { net }) => all + Math.max(0, net), 0);
	return {
		title: "等我處理",
		list: true,
		area: "支出申請",
		crumbs: FINANCE_CRUMBS,
		lead: leadOf(rows.length, sum),
		actions: [
			allows("finance_pay", who) && linkButton({ label: "提款核章單", icon: "print", href: finance.withdrawalSlip() }),
			allows("finance_submit", who) && newButton,
		],
		tabs: financeTabs(finance.waiting(), who, rows.length),
		sheets: ["finance"],
		body:
			groups.length === 0
				? nothing
				: html`<div class="stack">
						${refused && errorSummary({ ...refused, errors: { "": Object.values(refused.errors).flat() } })}
						${rows.length === 0 && html`<p class="soft">現在沒有輪到您處理的申請；下面的要由別人辦。</p>`}
						${groups.map((group) => groupCard(group, bulk, at))}
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

/** Draws the requests of a step; those that may be approved in one press have a box, and the group its button. */
function groupCard({ title, rows, withheld }: Group, bulk: readonly BulkRow[], at: number): VNode {
	const listed = rows.map((row) => ({ row, bulk: bulk.find(({ id }) => id === row.id) }));
	const isMany = listed.some((one) => one.bulk && bulkRefusal(one.bulk) === undefined);
	const all = [listed.map((one) => waitingRow(one, { at, isMany })), withheld.map((row) => withheldRow(row, at))];
	const list = html`<ul class="items waiting-rows">${all}</ul>`;
	return card(
		{ title, count: rows.length, due: true, flush: true },
		isMany
			? form(
					{ action: finance.approvals(), state: freshForm() },
					list,
					html`<div class="row waiting-press">
						${button({ label: "一次核准所選的", icon: "check", busy: "核准中..." })}
						<small class="soft">只能選低於 ${money(bulk[0]?.below ?? 0)}、憑證都打開看過的。</small>
					</div>`,
				)
			: list,
	);
}

type Listed = { row: WaitingRow; bulk: BulkRow | undefined };
function waitingRow({ row, bulk }: Listed, { at, isMany }: { at: number; isMany: boolean }): VNode {
	const unseen = bulk && bulkRefusal(bulk) === "finance.unseen" ? bulk.files - bulk.opened : 0;
	const mayBe = bulk !== undefined && bulkRefusal(bulk) === undefined;
	return html`<li class=${isMany && "with-box"}>
		${isMany && (mayBe ? html`<label class="check"><input type="checkbox" name="seen" value=${`${row.id}.${bulk.version}`} /><span class="sr">選取「${row.title}」</span></label>` : html`<span></span>`)}
		<a class="item" href=${finance.show(row.id)}>
			<b>${row.title}</b><span>${amountOf(row)}</span>
			<small>${[factsOf(row), row.is_deputy === 1 && "以代理人身分", row.stands_in === 1 && "輪到的人都不能辦，由您代為處理", unseen > 0 && `還有 ${unseen} 個憑證沒看過`].filter(Boolean).join("　")}</small>
			<small>${waited(row.state_since, at)}</small>
		</a>
	</li>`;
}

const WITHHELD = {
	own: "與您有關（您或家人申請、收款，或同名、同帳號），要由別人辦",
	approved: "您已經核過這一版的另一關，要由別人辦",
};
const withheldRow = (row: WithheldRow, at: number): VNode => html`<li class="withheld">
	<a class="item" href=${finance.show(row.id)}>
		<b>${row.title}</b><span>${amountOf(row)}</span>
		<small>${factsOf(row)}　${WITHHELD[row.reason]}</small>
		<small>${waited(row.state_since, at)}</small>
	</a>
</li>`;

const factsOf = (row: WithheldRow | WaitingRow): string =>
	[financeNumber(row), kindLabel(row), row.payee_name, row.wanted_on !== null && `希望 ${dayText(row.wanted_on)}付款`]
		.filter(Boolean)
		.join("　");
