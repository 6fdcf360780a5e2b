import { linkButton } from "./button.ts";
import { type Children, html, type VNode } from "./html.ts";
import { type Here, hrefWith } from "./url-state.ts";

type Empty = { title: string; text?: string | undefined; actions?: Children };

const art = html`<svg viewBox="0 0 120 64" aria-hidden="true">
	<path d="M6 50h108" />
	<circle cx="38" cy="36" r="14" />
	<circle class="near" cx="84" cy="20" r="8" />
	<path class="near" d="M50 29l27-7" stroke-dasharray="3 4" />
</svg>`;

const empty = ({ title, text, actions }: Empty, also = ""): VNode => html`<div class=${`empty${also}`}>
	${art}
	<p class="empty-title">${title}</p>
	${text && html`<p>${text}</p>`} ${actions && html`<div class="row">${actions}</div>`}
</div>`;

/**
 * Draws the notice of a list that never had rows: why, and what to do first. A filter in the same card is hidden while
 * no condition is set.
 */
export const noneYet = (props: Empty): VNode => empty(props, " none");

/**
 * Draws the notice of an empty list that leaves out some rows by default: there are none now, but other rows may exist.
 */
export const noneNow = (props: Empty): VNode => empty(props);

/**
 * Draws the notice of a list of which no row fits the conditions: `text`, by default advice on how to widen the search,
 * and a button to `clearHref`, the list without conditions.
 */
export const noMatch = ({
	title,
	text,
	clearHref,
}: {
	title: string;
	text?: string | undefined;
	clearHref: string;
}): VNode =>
	empty({
		title,
		text: text ?? "試著減少條件，或換一個說法。",
		actions: linkButton({ label: "清除條件", href: clearHref }),
	});

/**
 * Draws the notice of a list's page past the last one: this page has no rows (`what` names them), and `why` says why
 * (列表已經變短). Its button leads to the first page with the same conditions.
 */
export const pastTheEnd = (here: Here, why: string, what = "資料"): VNode =>
	empty({
		title: `這一頁沒有${what}`,
		text: `${why}，請回到第一頁。`,
		actions: linkButton({ label: "回到第一頁", href: hrefWith(here, {}) }),
	});
