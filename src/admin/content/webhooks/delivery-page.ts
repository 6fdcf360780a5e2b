import type { AttemptRow, DeliveryRow } from "#db/content/webhooks.ts";
import { paths } from "#http/paths.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { steps } from "#ui/thread.ts";
import { ago, timeWords } from "#ui/time.ts";
import { CRUMBS } from "./list.ts";
import { eventWords, stateStatus } from "./words.ts";

const { webhooks } = paths.admin;

/** Draws the page of one webhook delivery: its content, every attempt, and the button that sends it again. */
export function deliveryPage(
	{ delivery, attempts }: { delivery: DeliveryRow; attempts: AttemptRow[] },
	{ state, at }: { state?: FormState; at: number },
): Page {
	const { id, type, endpointId, url } = delivery;
	return {
		title: eventWords(type),
		area: "通知官網",
		crumbs: [...CRUMBS, { label: new URL(url).host, href: webhooks.show(endpointId) }],
		lead: html`<span class="row">${status(stateStatus(delivery.state, delivery.attempts))} ${dueWords(delivery, at)}</span>`,
		actions:
			delivery.state !== "sending" &&
			html`<form method="post" action=${webhooks.redelivery(id)}>
				${button({ label: "重新送出", icon: "refresh", busy: "處理中..." })}
			</form>`,
		body: html`<div class="stack">
			${state && errorSummary(state)}
			<div class="split">
				<div class="stack">${tries(attempts)} ${payload(delivery)}</div>
				${about(delivery)}
			</div>
		</div>`,
	};
}

function dueWords({ state, dueAt, deliveredAt }: DeliveryRow, at: number): Children {
	if (state === "waiting") return html`<span>下次送出：${dueAt <= at ? "馬上" : ago(dueAt, at)}</span>`;
	return deliveredAt !== null && html`<span>送達於${ago(deliveredAt, at)}</span>`;
}

/** Draws the payload with indentation; the bytes that are sent have no white space. */
function payload({ type, createdAt, data }: DeliveryRow): VNode {
	const text = JSON.stringify({ type, timestamp: new Date(createdAt).toISOString(), data: JSON.parse(data) }, null, 2);
	return card(
		{ title: "內容" },
		html`<div class="scroll" tabindex="0" role="region" aria-label="通知的內容"><pre class="code"><code>${text}</code></pre></div>`,
	);
}

const about = ({ id, url, type, createdAt, rev }: DeliveryRow): VNode =>
	card(
		{ title: "通知" },
		facts([
			{ name: "送往", value: url },
			{ name: "事件", value: html`<code>${type}</code>` },
			{ name: "編號", value: html`<code>${id}</code>` },
			{ name: "內容版次", value: html`<code>${String(rev)}</code>` },
			{ name: "建立時間", value: timeWords(createdAt) },
		]),
	);

const tries = (attempts: AttemptRow[]): VNode =>
	card(
		{ title: "送出紀錄", count: attempts.length },
		attempts.length === 0
			? html`<p class="soft small">還沒有送出。</p>`
			: steps(
					attempts.map((attempt) => ({
						title: `第 ${attempt.number} 次：${attempt.status === null ? "沒有回應" : `HTTP ${attempt.status}`}`,
						state: "done" as const,
						who: `${timeWords(attempt.at)}，${figure(attempt.durationMs)} 毫秒`,
						comment: attempt.answer === "" ? undefined : attempt.answer,
					})),
				),
	);
