import { daysBetween } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { timeWords } from "#ui/time.ts";
import { hrefWith } from "#ui/url-state.ts";
import type { Waits } from "./waits.ts";

const HERE = { path: paths.admin.home(), query: {} };
/** From this many days on, a thing has waited long. */
const LONG_DAYS = 7;

/** Returns how many days in Taipei have passed since a moment; 0 on the same day. Both are UTC milliseconds. */
const daysSince = (since: number, at: number): number =>
	Math.max(0, daysBetween(dateInTaipei(since), dateInTaipei(at)));
const daysWords = (days: number): string => (days === 0 ? "今天" : `${days} 天`);

function age(since: number | null, at: number): Children {
	if (since === null) return html`<span class="age soft">—</span>`;
	const days = daysSince(since, at);
	return html`<span class=${days >= LONG_DAYS ? "age late" : "age"} title=${timeWords(since)}>${daysWords(days)}</span>`;
}

const filter = ({ kinds, total, asked }: Waits): VNode => html`<nav class="segment" aria-label="只看一種">
	<a href=${HERE.path} aria-current=${asked === undefined || asked === "all" ? "true" : undefined}>全部 ${figure(total)}</a>
	${kinds.map(
		({ code, name, many }) =>
			html`<a href=${hrefWith(HERE, { wait: code })} aria-current=${asked === code ? "true" : undefined}>${name} ${figure(many)}</a>`,
	)}
</nav>`;

function foot({ kinds, total, lines, sent, asked }: Waits): Children {
	const many = asked === undefined || asked === "all" ? total : (kinds.find(({ code }) => code === asked)?.many ?? 0);
	const isMore = many > lines.length;
	if (!isMore && sent === 0) return undefined;
	return html`<p class="row soft">
		${sent > 0 && html`<span>另有 ${figure(sent)} 件是您自己送出的，由別人審查。</span>`}
		${isMore && asked !== "all" && html`<a class="push" href=${hrefWith(HERE, { wait: "all" })}>先列出最久的 ${lines.length} 件，看更多</a>`}
		${isMore && asked === "all" && html`<span class="push">先列出最久的 ${lines.length} 件。</span>`}
	</p>`;
}

/** Draws what waits for the user as one list by age, with links that show one kind alone. */
export const drawWaits = (waits: Waits, at: number): VNode =>
	card(
		{ title: "等著處理", flush: true, foot: foot(waits) },
		waits.total === 0
			? noneYet({ title: "目前沒有等候您處理的事", text: "有人送出申請、單據或交辦任務給您時，會排在這裡。" })
			: [
					html`<div class="waits-filter">${filter(waits)}</div>`,
					waits.lines.length === 0
						? noneYet({ title: "這一種目前沒有", text: "其他種類還有事在等。" })
						: html`<table class="table tight waits">
						<thead>
							<tr>
								<th scope="col">等了</th>
								<th scope="col" class="wide">種類</th>
								<th scope="col">什麼事</th>
							</tr>
						</thead>
						<tbody>
							${waits.lines.map(
								({ since, kind, what, sub, isLate, href, act }) => html`<tr>
									<td>${age(since, at)}</td>
									<td class="soft nowrap wide">${kind}</td>
									<td><a href=${href}><b>${what}</b>${sub && html`<small class=${isLate ? "late" : "soft"}>${sub}</small>`}<span>${act}</span></a></td>
								</tr>`,
							)}
						</tbody>
					</table>`,
				],
	);

/** Returns the sentence of the page's head: how many things wait, and for how long the oldest has. */
export function waitsWords({ total, lines }: Waits, at: number): string {
	const since = lines[0]?.since ?? null;
	if (total === 0) return "目前沒有等候您處理的事。";
	const days = since === null ? 0 : daysSince(since, at);
	return `${figure(total)} 件事在等${days > 0 ? `，最久的 ${figure(days)} 天` : ""}。`;
}
