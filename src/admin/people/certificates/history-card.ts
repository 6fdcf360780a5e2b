import { actionWords } from "#admin/action-words.ts";
import { actorWords } from "#admin/words.ts";
import type { ApplicationRow, CertificateEvent } from "#db/people/certificates.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { status } from "#ui/status.ts";
import { thread } from "#ui/thread.ts";
import { dateWords, moment } from "#ui/time.ts";
import { lookOf, type ReviewPage } from "./reviewed.ts";

/** Returns the name of the reviewer, with the user for whom the reviewer acted as deputy. */
export const reviewerWords = ({ reviewer, on_behalf_of }: Pick<ApplicationRow, "reviewer" | "on_behalf_of">): string =>
	reviewer === null ? "" : `${reviewer}${on_behalf_of === null ? "" : `（代理 ${on_behalf_of}）`}`;

/** Draws the history of this application, and the member's other applications. */
export const historyCard = ({ certificate, applications, events, today }: ReviewPage): VNode => {
	const others = applications.filter(({ id }) => id !== certificate.id);
	return html`<div class="cols two">
		${card(
			{ title: "這份證明的紀錄" },
			certificate.reason && html`<p class="small">原因：${certificate.reason.replaceAll("\n", "")}</p>`,
			events.length === 0 ? html`<p class="soft small">還沒有紀錄。</p>` : thread(events.map(eventLine)),
		)}
		${card(
			{ title: "其他的申請", flush: others.length > 0 },
			others.length === 0
				? html`<p class="soft small">沒有其他的申請。</p>`
				: items(others.map((one) => otherLine(one, today))),
		)}
	</div>`;
};

const eventLine = ({ action, by, actor, on_behalf_of, at }: CertificateEvent) => ({
	text: actionWords(action),
	by: `${by ?? actorWords(actor)}${on_behalf_of === null ? "" : `（代理 ${on_behalf_of}）`}`,
	at: moment(at),
});

const otherLine = (one: ApplicationRow, today: string) => ({
	href: paths.admin.certificates.show(one.id),
	title: `${dateWords(one.applied_at)} 送出`,
	sub: [
		one.status === "approved" ? (one.until === null ? "沒有到期日" : `到 ${dayText(one.until)}`) : "",
		reviewerWords(one),
		(one.reason ?? "").replaceAll("\n", ""),
	]
		.filter((words) => words !== "")
		.join("　"),
	side: status(lookOf(one, today)),
});
