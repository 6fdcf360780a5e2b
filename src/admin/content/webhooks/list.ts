import { SITE_CRUMBS } from "#admin/crumbs.ts";
import { type EndpointListRow, selectEndpoints } from "#db/content/webhook-list.ts";
import { readRows } from "#db/read.ts";
import { StoredStrings } from "#domain/content/webhooks/schema.ts";
import { paths } from "#http/paths.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import { ago } from "#ui/time.ts";
import { eventsWords, eventWords, reasonWords, stateStatus } from "./words.ts";

const { webhooks } = paths.admin;

/** The breadcrumbs of every page of webhooks. */
export const CRUMBS = [...SITE_CRUMBS, { label: "通知官網", href: webhooks.list() }];

const addButton = linkButton({ label: "新增通知對象", icon: "plus", tone: "primary", href: webhooks.create() });

/** The list of webhook endpoints, with the state of each one's last message. */
export const endpointList = listing({
	path: webhooks.list(),
	gate: "webhooks",
	title: "通知官網",
	unit: "個",
	area: "官網管理",
	crumbs: SITE_CRUMBS,
	conditions: {},
	read: async ({ env }) => {
		const [rows] = await readRows(env.DB, selectEndpoints());
		return { rows, total: rows.length };
	},
	lead: () => "官網內容一有變更，就通知這些網址更新。",
	actions: ({ rows }) => rows.length > 0 && addButton,
	by: {
		url: ({ url }) => url,
		state: ({ is_enabled, slow_since, disabled_reason }) =>
			is_enabled === 1 ? Number(slow_since !== null) : disabled_reason === null ? 2 : 3,
		last: ({ last_id, last_at }) => (last_id === null ? null : last_at),
	},
	columns: ({ at }) => [
		{ label: "網址", sort: "url", head: true, cell: ({ id, url }) => html`<a href=${webhooks.show(id)}>${url}</a>` },
		{ label: "事件", sheet: "line", cell: ({ events }) => eventsWords(StoredStrings.parse(events)) },
		{ label: "狀態", sort: "state", bare: true, cell: enabledStatus },
		{ label: "最近一次通知", sort: "last", sheet: "line", cell: (row) => lastDelivery(row, at) },
	],
	none: () =>
		noneYet({
			title: "還沒有通知對象",
			text: "新增官網的網址後，文章發布或修改時，官網會在一秒內更新。",
			actions: addButton,
		}),
});

/**
 * Draws the state of an endpoint: in use, in use but slow and therefore sent to separately, disabled by a user, or
 * disabled by the system with the reason.
 */
export function enabledStatus(row: Pick<EndpointListRow, "is_enabled" | "disabled_reason" | "slow_since">): Children {
	if (row.is_enabled && row.slow_since !== null) return status({ word: "回應太慢，單獨送", tone: "warn" });
	if (row.is_enabled) return status({ word: "使用中", tone: "ok" });
	if (row.disabled_reason === null) return status({ word: "已停用", icon: "minus" });
	return [
		status({ word: "已自動停用", tone: "danger", icon: "no" }),
		html`<small>${reasonWords(row.disabled_reason)}</small>`,
	];
}

const lastDelivery = (row: EndpointListRow, at: number): Children =>
	row.last_id === null ? html`<span class="soft">還沒有通知</span>` : told(row.last_id, row, at);

const told = (id: string, row: EndpointListRow, at: number): VNode => html`<span class="row">
	${status(stateStatus(row.last_state, row.last_attempts))}
	<a href=${webhooks.delivery(id)}>${eventWords(row.last_type)}</a>
	<span class="soft">${ago(row.last_at, at)}</span>
</span>`;
