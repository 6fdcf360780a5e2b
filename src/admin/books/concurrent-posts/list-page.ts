import { financeTabs } from "#admin/books/finance/list.ts";
import { FINANCE_CRUMBS } from "#admin/books/finance/words.ts";
import { monthWords } from "#admin/books/ledger/periods-words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { ConcurrentPostRow } from "#db/books/concurrent-posts.ts";
import { BODY_LABELS, resolutionWords } from "#domain/books/concurrent-posts/resolution.ts";
import { ConcurrentPostInput } from "#domain/books/concurrent-posts/schema.ts";
import { POST_STEPS, POSTS, postState } from "#domain/books/concurrent-posts/steps.ts";
import { paths } from "#http/paths.ts";
import { holdsStep } from "#kernel/steps.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import type { Page } from "#ui/page.ts";
import { dateWords } from "#ui/time.ts";
import { monthsOf, postStatus, standingOf, TITLE } from "./words.ts";

const { concurrentPosts } = paths.admin;
const field = fieldsOf(ConcurrentPostInput);

export type ConcurrentPosts = {
	rows: readonly ConcurrentPostRow[];
	/** The users whom the form of a new resolution offers: those who could act both as 會計 and as 出納. */
	options: readonly { id: number; name: string }[];
	key: string;
	who: Visitor;
	at: number;
};
/**
 * The values and errors of the form that was refused: the form of a new resolution (`state`), or a button on a
 * resolution (`press`).
 */
export type Refused = { state?: FormState; press?: FormState };

/**
 * Draws the page 會計、出納兼辦: the resolutions that let one person act both as accountant and as cashier, the monthly
 * lists, the rules, and for users whom the gate `settings` admits the form of a new resolution.
 */
export function concurrentPostsPage(of: ConcurrentPosts, { state, press }: Refused = {}): Page {
	const { rows, who, at } = of;
	const months = monthsOf(rows, dateInTaipei(at));
	return {
		title: TITLE,
		area: "支出申請",
		crumbs: FINANCE_CRUMBS,
		lead: "由理事會或會員大會決議，一個人兼辦會計與出納時登記在這裡。",
		tabs: allows("finance_all", who) ? financeTabs(concurrentPosts.list(), who) : [],
		body: html`<div class="split">
			<div class="stack loose">
				${press && errorSummary(press)} ${resolutionsCard(of)}
				${
					months.length > 0 &&
					card(
						{ title: "每月清單", flush: true },
						items(months.map((month) => ({ title: monthWords(month), href: concurrentPosts.month(month) }))),
					)
				}
			</div>
			<div class="stack">${allows("settings", who) && writeCard(of, state ?? freshForm())} ${rulesCard}</div>
		</div>`,
	};
}

const resolutionsCard = (of: ConcurrentPosts): VNode =>
	card(
		{ title: "決議", flush: true },
		of.rows.length === 0
			? noneYet({ title: "沒有兼辦的決議", text: "會計與出納由兩個人擔任，支出申請由出納、會計、理事長三個人審核。" })
			: items(
					of.rows.map((row) => ({
						title: row.user_name,
						sub: html`<span>
							${postStatus(standingOf(row, dateInTaipei(of.at)))}<br />${resolutionWords(row)}<br />${dayText(row.starts_on)}至 ${dayText(row.ends_on)}<br />${historyWords(row)}
						</span>`,
						side: buttonsOf(row, of),
					})),
				),
	);

function historyWords(row: ConcurrentPostRow): string {
	const steps = [
		`${row.creator}登記 ${dateWords(row.created_at)}`,
		row.confirmed_at !== null && `${row.confirmer}${POST_STEPS.confirm.past} ${dateWords(row.confirmed_at)}`,
		row.ended_at !== null &&
			`${row.ender}${POST_STEPS[row.confirmed_at === null ? "withdraw" : "end"].past} ${dateWords(row.ended_at)}`,
	];
	return steps.filter(Boolean).join("；");
}

function buttonsOf(row: ConcurrentPostRow, { who, at }: ConcurrentPosts): Children {
	const open = POSTS.at(postState(row, dateInTaipei(at)));
	if (open.length === 0) return null;
	const mayConfirm =
		open.includes("confirm") &&
		holdsStep(POST_STEPS.confirm, who.ownPermissions) &&
		![row.user_id, row.created_by].includes(who.userId);
	const about = `：${row.user_name}`;
	const press = (action: string, label: string, primary: boolean): VNode =>
		html`<form method="post" action=${action}>
			${button({ label, about, size: "s", ...(primary ? { tone: "primary" as const } : {}), busy: "處理中..." })}
		</form>`;
	return html`<div class="row">
		${mayConfirm && press(concurrentPosts.confirmation(row.id), POST_STEPS.confirm.press, true)}
		${allows("concurrent_posts_end", who) && press(concurrentPosts.ending(row.id), POST_STEPS[open.includes("withdraw") ? "withdraw" : "end"].press, false)}
	</div>`;
}

function writeCard({ options, key }: ConcurrentPosts, state: FormState): VNode {
	if (options.length === 0)
		return card(
			{ title: "登記決議" },
			html`<p class="small">還沒有人同時有出納與會計的角色。請先到「使用者」把兩個角色交給兼辦的人。</p>`,
		);
	return card(
		{ title: "登記決議" },
		form(
			{ action: concurrentPosts.list(), state, key, submit: "登記，送理事長確認", main: true },
			field({
				name: "user",
				label: "兼辦的人",
				state,
				type: "select",
				empty: "請選擇",
				options: options.map(({ id, name }) => ({ value: String(id), label: name })),
			}),
			field({
				name: "body",
				label: "作成決議的會議",
				state,
				type: "select",
				empty: "請選擇",
				options: Object.entries(BODY_LABELS).map(([value, label]) => ({ value, label })),
			}),
			field({
				name: "resolution_no",
				label: "屆次或決議字號",
				state,
				hint: "例如：第 3 屆第 2 次會議提案三。",
			}),
			day("resolved_on", "決議日期", state),
			html`<div class="cols two">${day("starts_on", "開始日期", state)} ${day("ends_on", "最後一天", state)}</div>`,
		),
	);
}

const day = (name: "resolved_on" | "starts_on" | "ends_on", label: string, state: FormState): VNode =>
	field({ name, label, state, type: "date", narrow: true });

const rulesCard = card(
	{ title: "兼辦期間" },
	html`<p class="small">從理事長確認起算，到最後一天為止；最長到任期屆滿（四年）。</p>`,
	html`<p class="small">支出申請分兩關：財務（出納與會計一次審核）、理事長。付款與入帳也可以由兼辦的人辦理。</p>`,
	html`<p class="small">自己、家人的單據仍要由其他人處理；理事長的核准不能兼。</p>`,
	html`<p class="small">職務代理人不兼辦：代理期間恢復三個人審核。</p>`,
	html`<p class="small">單據、傳票與收據註明「會計、出納由同一人兼辦」與決議；每月清單寄給監事。</p>`,
);
