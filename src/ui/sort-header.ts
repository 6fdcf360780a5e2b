import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { type Here, type Sort, sortHref } from "./url-state.ts";

/** By what a table is sorted, and where it stands. */
export type Sorted = { here: Here; now: Sort };

type Header = {
	label: string;
	sort?: string | undefined;
	end?: boolean | undefined;
	pair?: boolean | undefined;
	quiet?: boolean | undefined;
};

/** A column's header: a link when it can be sorted by, with `aria-sort` on the one that it is. */
export function sortHeader(column: Header, sorted: Sorted | undefined): VNode {
	const by = sorted ? column.sort : undefined;
	const now = by !== undefined && sorted?.now.by === by ? sorted.now : undefined;
	const words = column.quiet ? html`<span class="sr">${column.label}</span>` : column.label;
	return html`<th
		role="columnheader"
		scope="col"
		class=${[column.end && "num", column.pair && "pair"].filter(Boolean).join(" ") || undefined}
		aria-sort=${now ? (now.down ? "descending" : "ascending") : undefined}
	>
		${
			sorted && by !== undefined
				? html`<a href=${sortHref(sorted.here, sorted.now, by)}>${words}${icon(now ? (now.down ? "down" : "up") : "sort")}</a>`
				: words
		}
	</th>`;
}
