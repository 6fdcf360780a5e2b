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

/** There is nothing yet: why, and what to do first. A filter in the same card is not shown while nothing was asked. */
export const noneYet = (props: Empty): VNode => empty(props, " none");

/** The list, which leaves some out unless asked for them, has none now; there may be others. */
export const noneNow = (props: Empty): VNode => empty(props);

/** Nothing fits the conditions: say what was looked for, and how to look wider. */
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

/** The page that was asked for lies past the last one: no `what` on it, and `why` (列表已經變短). To the first page, conditions kept. */
export const pastTheEnd = (here: Here, why: string, what = "資料"): VNode =>
	empty({
		title: `這一頁沒有${what}`,
		text: `${why}，請回到第一頁。`,
		actions: linkButton({ label: "回到第一頁", href: hrefWith(here, {}) }),
	});
