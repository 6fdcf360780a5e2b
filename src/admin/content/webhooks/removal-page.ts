import type { EndpointRemains } from "#db/content/webhook-list.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { CRUMBS } from "./list.ts";

const { webhooks } = paths.admin;

/** Draws the page that says what is deleted with a webhook endpoint. */
export const removalPage = ({ id, url, version, deliveries, waiting }: EndpointRemains, state: FormState): Page => ({
	title: "刪除通知對象",
	area: "通知官網",
	crumbs: [...CRUMBS, { label: url, href: webhooks.show(id) }],
	slim: true,
	body: card(
		{ label: "刪除通知對象" },
		notice({ tone: "danger", title: "刪除後無法復原" }, "官網將不再收到變更通知。只想暫停時，請改用「停用」。"),
		facts([
			{ name: "網址", value: url },
			{ name: "密鑰", value: "立即失效" },
			{ name: "通知紀錄", value: `${figure(deliveries)} 筆，一併刪除` },
			{ name: "尚未送出", value: `${figure(waiting)} 筆，不再送出` },
		]),
		html`<p class="hint">稽核紀錄會保留。</p>`,
		form({
			action: webhooks.removal(id),
			state,
			version,
			submit: "刪除通知對象",
			busy: "刪除中...",
			danger: true,
			cancel: webhooks.show(id),
		}),
	),
});
