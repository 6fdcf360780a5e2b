import type { DeliveryRow, EndpointRow } from "#db/content/webhooks.ts";
import { StoredStrings } from "#domain/content/webhooks/schema.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { fold } from "#ui/disclosure.ts";
import { noMatch, noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { filters } from "#ui/filters.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { keysetPager } from "#ui/keyset-pager.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";
import { ago, timeWords } from "#ui/time.ts";
import type { Here } from "#ui/url-state.ts";
import { endpointFields } from "./form-page.ts";
import { CRUMBS, enabledStatus } from "./list.ts";
import { eventsWords, eventWords, reasonWords, STATE_OPTIONS, stateStatus } from "./words.ts";

const { webhooks } = paths.admin;

export type EndpointView = {
	endpoint: EndpointRow;
	/** `rows` are the deliveries, newest first; `newer` and `older` say whether the log has more on either side. */
	rows: DeliveryRow[];
	newer: boolean;
	older: boolean;
	state?: string | undefined;
	at: number;
};

/** The values and errors of the form that was refused: a change of URL and events, or a button. */
export type Sent = { edited?: FormState; acted?: FormState };

/** Draws the page of a webhook endpoint: its state, its deliveries and its actions. */
export function endpointPage(view: EndpointView, { edited, acted }: Sent = {}): Page {
	const { endpoint } = view;
	return {
		title: new URL(endpoint.url).host,
		area: "通知官網",
		sheets: ["writing"],
		crumbs: CRUMBS,
		lead: html`<span class="row"
			>${enabledStatus({
				is_enabled: endpoint.isEnabled ? 1 : 0,
				disabled_reason: endpoint.disabledReason,
				slow_since: endpoint.slowSince,
			})}
			<span>${endpoint.url}</span></span
		>`,
		actions: endpoint.isEnabled && act({ action: webhooks.ping(endpoint.id), label: "送出測試", icon: "send" }),
		body: html`<div class="stack">
			${acted && errorSummary(acted)} ${disabledNotice(endpoint)} ${slowNotice(endpoint)}
			<div class="split">
				<div class="stack">${log(view)}</div>
				<div class="stack">${standing(view)} ${settings(endpoint, edited)} ${removal(endpoint)}</div>
			</div>
		</div>`,
	};
}

const act = ({ action, ...look }: { action: string } & Parameters<typeof button>[0]): VNode =>
	html`<form method="post" action=${action}>${button({ busy: "處理中...", ...look })}</form>`;

const withVersion = (action: string, version: number, inner: VNode): VNode => html`<form method="post" action=${action}>
	<input type="hidden" name="version" value=${version} />${inner}
</form>`;

function disabledNotice({ id, version, isEnabled, disabledReason }: EndpointRow): Children {
	if (isEnabled) return null;
	const words = disabledReason === null ? "由工作人員停用。" : `${reasonWords(disabledReason)}。`;
	return notice(
		{ tone: "warn", title: "已停用通知，這個官網收不到變更" },
		html`<p>${words}停用期間的變更不會補送；重新啟用後，請在官網重新整理一次全部內容。</p>`,
		html`<div>${withVersion(webhooks.enabling(id), version, button({ label: "重新啟用", size: "s", busy: "處理中..." }))}</div>`,
	);
}

const slowNotice = ({ slowSince }: EndpointRow): Children =>
	slowSince !== null &&
	notice(
		{ tone: "warn", title: "這個官網回應太慢，通知單獨送" },
		html`<p>
			它在 ${timeWords(slowSince)}沒有於 3 秒內回應。現在每次最多等 15
			秒，一則送完再送下一則，不影響其他官網；只要有一次成功，就會恢復正常。持續太慢時，請架設官網的人先回應、再更新內容。
		</p>`,
	);

function standing({ endpoint, at }: EndpointView): VNode {
	const { previousUntil } = endpoint;
	const rotating = previousUntil !== null && previousUntil > at;
	return card(
		{ title: "事件與密鑰" },
		facts([
			{ name: "事件", value: eventsWords(StoredStrings.parse(endpoint.events)) },
			{ name: "建立時間", value: timeWords(endpoint.createdAt) },
			{
				name: "舊的密鑰",
				value: rotating
					? [
							status({ word: "同時簽章", tone: "warn" }),
							html`<small class="soft"> 到 ${timeWords(previousUntil)}</small>`,
						]
					: previousUntil === null
						? "沒有"
						: "已失效",
			},
		]),
		html`<p class="hint">密鑰只在新增與更換時顯示。</p>`,
		html`<p>${linkButton({ label: "更換密鑰", icon: "key", href: webhooks.secret(endpoint.id) })}</p>`,
	);
}

function settings(endpoint: EndpointRow, edited: FormState | undefined): VNode {
	const events = StoredStrings.parse(endpoint.events);
	const state = edited ? overTheirs(endpoint, edited) : freshForm({ url: endpoint.url, events });
	return card(
		{ label: "網址與事件", flush: true },
		fold(
			{ label: "修改網址與事件", open: edited !== undefined || undefined },
			form(
				{ action: webhooks.show(endpoint.id), state, version: endpoint.version, submit: "儲存", guard: true },
				Number(edited?.values.version) < endpoint.version &&
					html`<p class="hint">對方儲存的事件：${eventsWords(events)}</p>`,
				endpointFields(state),
			),
		),
	);
}

/** Returns the edited form with both URLs when another user saved a different URL meanwhile. */
function overTheirs(endpoint: EndpointRow, edited: FormState): FormState {
	const mine = String(edited.values.url ?? "");
	const isStale = Number(edited.values.version) < endpoint.version;
	if (!isStale || mine === endpoint.url) return edited;
	return { ...edited, conflict: [{ field: "url", label: "網址", mine, theirs: endpoint.url }] };
}

const removal = ({ id, version, isEnabled }: EndpointRow): VNode =>
	card(
		{ title: isEnabled ? "停用與刪除" : "刪除" },
		html`<p class="small soft">停用後，還沒送出的通知不再送；刪除會連紀錄一起移除。</p>`,
		html`<div class="row">
			${isEnabled && withVersion(webhooks.disabling(id), version, button({ label: "停用", busy: "處理中..." }))}
			${linkButton({ label: "刪除通知對象...", icon: "trash", href: webhooks.removal(id) })}
		</div>`,
	);

function log({ endpoint, rows, newer, older, state, at }: EndpointView): VNode {
	const here: Here = { path: webhooks.show(endpoint.id), query: { state } };
	const [first, last] = [rows[0], rows.at(-1)];
	return card(
		{ title: "通知紀錄", flush: true, beside: html`<span class="soft small">保留 90 天</span>` },
		filters({ here, fields: [{ name: "state", label: "狀態", options: STATE_OPTIONS }] }),
		table({
			caption: "通知，新的在前",
			cards: true,
			columns: [
				{
					label: "事件",
					head: true,
					cell: ({ id, type }: DeliveryRow) => html`<a href=${webhooks.delivery(id)}>${eventWords(type)}</a>`,
				},
				{ label: "狀態", sheet: "corner", cell: (row) => status(stateStatus(row.state, row.attempts)) },
				{ label: "回應", cell: answerWords },
				{ label: "次數", end: true, cell: ({ attempts }) => String(attempts) },
				{ label: "時間", nowrap: true, cell: ({ createdAt }) => ago(createdAt, at) },
			],
			rows,
			empty: state
				? noMatch({ title: "沒有這種狀態的通知", clearHref: here.path })
				: noneYet({ title: "還沒有通知", text: "官網內容變更時會出現在這裡，也可以先送出測試。" }),
		}),
		keysetPager({ here, newerThan: newer ? first?.id : undefined, olderThan: older ? last?.id : undefined }),
	);
}

const answerWords = ({ lastStatus, attempts }: DeliveryRow): Children => {
	if (attempts === 0) return html`<span class="soft">—</span>`;
	return lastStatus === null ? "沒有回應" : `HTTP ${lastStatus}`;
};
