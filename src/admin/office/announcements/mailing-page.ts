import { mayWriteFor } from "#domain/office/announcements/audience.ts";
import { paths } from "#http/paths.ts";
import { bar } from "#ui/bar.ts";
import { card } from "#ui/card.ts";
import { choices } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { flowCrumbs, flowHref, flowTabs, standingLead } from "./flow.ts";
import { isUnderWay, type Mailing } from "./mailing.ts";
import { releaseCards } from "./release-cards.ts";
import { resultCards } from "./result-cards.ts";
import { MAILING_LOOKS, standingOf } from "./words.ts";

const { announcements } = paths.admin;

/**
 * Draws the step 發送: before an announcement is open, what is missing and the button that sends it; from then on, who read it,
 * what became of its mails, and to whom they go again.
 */
export function mailingPage(of: Mailing, state: { release: FormState; sent: FormState }): Page {
	const { row, isSetUp, at, may } = of;
	const standing = standingOf(row, at);
	const isAhead = standing === "draft" || standing === "scheduled";
	return {
		title: isAhead ? "發送公告" : "發送情形",
		name: `發送：${row.title}`,
		area: "公告",
		crumbs: flowCrumbs(row),
		lead: standingLead(row, of),
		tabs: flowTabs(row.id, "mailing"),
		slim: true,
		sheets: ["writing"],
		body: html`<div class="stack">
			${!isSetUp && row.by_mail === 1 && notice({ tone: "warn", title: "寄信還沒有設定好" }, "可以先安排，信會留著，等系統管理員設定好寄信服務後寄出。")}
			${isAhead ? releaseCards(of, state.release) : resultCards(of)}
			${isUnderWay(of.mailings) && !isAhead && underWay(of, state.sent)}
			${standing === "open" && !isUnderWay(of.mailings) && mayWriteFor(may, row.audience) && asking(of, state.sent)}
			${standing === "closed" && html`<p class="hint">公告已經結束，不再寄信。</p>`}
		</div>`,
	};
}

function underWay({ row, may, mailings: [newest] }: Mailing, state: FormState): Children {
	if (!newest) return null;
	const gone = newest.sent + newest.failed;
	const seen = gone + newest.waiting + newest.no_address + newest.held + newest.unsubscribed;
	const total = Math.max(newest.total ?? seen, seen);
	return card(
		{ title: "這一次寄送", beside: status(MAILING_LOOKS[newest.state]) },
		newest.state === "waiting"
			? html`<p>系統會在幾分鐘內開始分批寄出。</p>`
			: [
					html`<p>名單 ${figure(total)} 位，已處理 ${figure(seen)} 位：${figure(gone)} 封寄過、${figure(newest.waiting)} 封等候寄出。系統每分鐘寄出一批。</p>`,
					bar({ parts: [{ label: "已處理", value: seen }], of: total }),
				],
		mayWriteFor(may, row.audience) &&
			form({
				action: announcements.step(row.id, "mailing-stop"),
				state,
				submit: "停止寄送",
				busy: "處理中...",
				danger: true,
			}),
		html`<p class="hint">停止後，還沒寄的不再寄出；已經寄出的收不回來。</p>`,
	);
}

/** Draws to whom the mail goes once more, or for the first time; each round mails nobody twice. */
function asking(of: Mailing, state: FormState): VNode {
	const { row, all, missing, unread, mailings, key } = of;
	const wasMailed = mailings.some(({ sent, waiting, failed }) => sent + waiting + failed > 0);
	const offered = [
		{
			value: "unread",
			label: `再寄給沒看的 ${figure(unread.mailed)} 位`,
			sub: "有帳號、還沒有打開過這則公告的人；沒有帳號的看不看得到無從得知，不再寄",
			many: wasMailed ? unread.mailed : 0,
		},
		{
			value: "missing",
			label: `還沒寄過的 ${figure(missing.mailed)} 位`,
			sub: "後來才加入，或上次停止前還沒寄到的人",
			many: wasMailed ? missing.mailed : 0,
		},
		{
			value: "all",
			label: `全部 ${figure(all.mailed)} 位`,
			sub: wasMailed ? "收過的人會再收到一封" : "對象裡收得到信的人",
			many: all.mailed,
		},
	].filter(({ many }) => many > 0);
	const [first] = offered;
	if (!first)
		return card(
			{ title: "寄電子郵件" },
			html`<p class="small">現在沒有人收得到信。<a href=${flowHref(row.id, "audience")}>看對象有多少人</a></p>`,
		);
	const chosen = offered.find(({ value }) => value === state.values.scope) ?? first;
	const drawn = { ...state, values: { ...state.values, scope: chosen.value } };
	return card(
		{ title: wasMailed ? "再寄一次" : "寄電子郵件" },
		form(
			{
				action: announcements.step(row.id, "mailing"),
				state: drawn,
				key,
				version: row.version,
				submit: "開始寄送",
				busy: "安排中...",
				main: true,
			},
			choices({ name: "scope", label: "寄給誰", state: drawn, options: offered }),
		),
		html`<p class="hint">寄出的是現在的內容；已取消訂閱、信被退回與不得告知的人都不寄。</p>`,
	);
}
