import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { type Here, hrefWith } from "./url-state.ts";

export type KeysetPager = {
	/** Without `before` and `after`. */
	here: Here;
	/** What `before` and `after` say: the first and the last row that are shown; undefined where nothing lies beyond. */
	newerThan?: string | undefined;
	olderThan?: string | undefined;
	words?: string | undefined;
};

/** The way through a list without an end: newer, older. Nothing when there is neither. */
export function keysetPager({ here, newerThan, olderThan, words }: KeysetPager): VNode | null {
	if (!newerThan && !olderThan) return null;
	return html`<nav class="pager" aria-label="頁碼">
		<p>${words}</p>
		${newerThan && html`<a class="btn s" href=${hrefWith(here, {})}>最新</a>`}
		${newerThan && html`<a class="btn s" rel="prev" href=${hrefWith(here, { after: newerThan })}>${icon("left")}較新</a>`}
		${olderThan && html`<a class="btn s" rel="next" href=${hrefWith(here, { before: olderThan })}>較舊${icon("right")}</a>`}
	</nav>`;
}
