import type { DuesListRow } from "#db/money/dues-lists.ts";
import { WaiversForm } from "#domain/money/dues/form.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { paths } from "#http/paths.ts";
import { refsText } from "#kernel/refs.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { noMatch } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { duesList } from "./list.ts";
import { DUES_CRUMBS } from "./show-page.ts";

const field = fieldsOf(WaiversForm);

export type WaiversPage = {
	/** The items that can be waived. */
	targets: DuesListRow[];
	/** The number of chosen items. */
	chosen: number;
	here: string;
};

/** Draws the page before several items are waived: which items it waives, which it leaves out, and the reason. */
export function waiversPage({ targets, chosen, here }: WaiversPage, state: FormState): Page {
	const owed = targets.reduce((sum, { amount, paid_amount }) => sum + amount - paid_amount, 0);
	const left = chosen - targets.length;
	return {
		title: "免繳",
		area: "應繳會費",
		crumbs: DUES_CRUMBS,
		lead: `選了 ${figure(chosen)} 筆，免繳 ${figure(targets.length)} 筆，共 ${money(owed)}${left > 0 ? `；${figure(left)} 筆已繳清、等候核對或已結束，略過` : ""}。`,
		slim: true,
		body:
			targets.length === 0
				? html`<div class="stack">
						${state.problem && notice({ tone: "danger", role: "alert" }, state.problem)}
						${card(
							{ flush: true, label: "免繳" },
							noMatch({
								title: "沒有可以免繳的會費",
								text: "勾選的會費已繳清、已免繳、已取消，或有繳費等候核對。",
								clearHref: duesList.again(here),
							}),
						)}
					</div>`
				: html`<div class="stack">
						${notice(
							{ tone: "warn", title: "免繳後" },
							html`<ul>
								<li>不再向會員收這幾筆會費；常年會費免繳的年度，會員資格有效到該年年底。</li>
								<li>弄錯時，可以在每筆會費的頁面取消免繳。</li>
							</ul>`,
							whom(targets),
						)}
						${card({ label: "免繳" }, asking(targets, here, state))}
					</div>`,
	};
}

const whom = (targets: DuesListRow[]): VNode =>
	disclosure(
		{ label: `看看是哪 ${figure(targets.length)} 筆`, open: targets.length <= 10 },
		html`<p>${targets.map((row) => `${row.member_no ? `${row.member_no} ` : ""}${row.name} ${duesLabel(row)}`).join("、")}</p>`,
	);

const asking = (targets: DuesListRow[], here: string, state: FormState): VNode =>
	form(
		{
			action: paths.admin.dues.waivers(),
			state,
			submit: `免繳（${figure(targets.length)} 筆）`,
			busy: "處理中...",
			cancel: duesList.again(here),
			danger: true,
			main: true,
		},
		html`<input type="hidden" name="refs" value=${refsText(targets)} />`,
		html`<input type="hidden" name="here" value=${here} />`,
		field({
			name: "reason",
			label: "理由",
			state,
			type: "textarea",
			rows: 3,
			hint: "例如：第 3 屆第 5 次理事會決議。",
		}),
	);
