import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { type Here, hrefWith } from "./url-state.ts";

export type KeysetPager = {
	/** The list's address, without the parameters `before` and `after`. */
	here: Here;
	/**
	 * The key of the first shown row, undefined when no newer rows exist; `olderThan` is the key of the last shown row,
	 * undefined when no older rows exist.
	 */
	newerThan?: string | undefined;
	olderThan?: string | undefined;
	words?: string | undefined;
};

/** Draws the links to newer and older rows of a list that is not counted; null when there are neither. */
export function keysetPager({ here, newerThan, olderThan, words }: KeysetPager): VNode | null {
	if (!newerThan && !olderThan) return null;
	return html`<nav class="pager" aria-label="頁碼">
		<p>${words}</p>
		${newerThan && html`<a class="btn s" href=${hrefWith(here, {})}>最新</a>`}
		${newerThan && html`<a class="btn s" rel="prev" href=${hrefWith(here, { after: newerThan })}>${icon("left")}較新</a>`}
		${olderThan && html`<a class="btn s" rel="next" href=${hrefWith(here, { before: olderThan })}>較舊${icon("right")}</a>`}
	</nav>`;
}
