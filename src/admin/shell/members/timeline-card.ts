import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { figure } from "#ui/money.ts";
import { dayAndClockWords } from "#ui/time.ts";
import { hrefWith } from "#ui/url-state.ts";
import type { Entry, TimelineQuery, TimelineShown } from "./timeline.ts";

type Of = { member: { id: number }; query: TimelineQuery; at: number };

/** Draws the timeline of a member: what the user may see, newest first, with links that show one kind or what is older. */
export function timelineCard(shown: TimelineShown, { member, query, at }: Of): VNode {
	const { entries, next } = shown;
	const here = { path: paths.admin.members.show(member.id), query: { show: query.show } };
	const to = (changes: Record<string, string | undefined>): string => `${hrefWith(here, changes)}#timeline`;
	const drawing = { today: dateInTaipei(at), member: member.id };
	return card(
		{ title: "時間軸", id: "timeline" },
		kinds(shown, { now: query.show, to }),
		entries.length === 0
			? html`<p class="soft">還沒有紀錄。</p>`
			: html`<ol class="timeline plain">${entries.map((one) => line(one, at, drawing))}</ol>`,
		(next || query.before) &&
			html`<p class="row">
				${query.before && html`<a href=${to({})}>回到最新的</a>`} ${next && html`<a href=${to({ before: next })}>更早的</a>`}
			</p>`,
	);
}

type Kinds = { now: string | undefined; to: (changes: Record<string, string | undefined>) => string };
const kinds = ({ sources, counts }: TimelineShown, { now, to }: Kinds): VNode => {
	const current = sources.some(({ kind }) => kind === now) ? now : undefined;
	return html`<nav class="segment" aria-label="時間軸的種類">
		<a href=${to({ show: undefined })} aria-current=${current === undefined ? "true" : undefined}>全部</a>
		${sources.map(
			({ kind, name }) =>
				html`<a href=${to({ show: kind })} aria-current=${current === kind ? "true" : undefined}>${name} ${figure(counts[kind] ?? 0)}</a>`,
		)}
	</nav>`;
};

function line(entry: Entry, now: number, drawing: { today: string; member: number }): VNode {
	const { source } = entry;
	const { text, by } = source.says(entry, drawing);
	return html`<li>
		${html`<time datetime=${new Date(entry.at).toISOString()}>${dayAndClockWords(entry.at, now)}</time>`}
		${icon(source.icon)}
		<div><span class="sr">${source.name}：</span>${text}</div>
		<span class="soft">${by}</span>
	</li>`;
}
