import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { type Here, type Sort, sortHref } from "./url-state.ts";

/** The list's address and the column and direction by which it is sorted now. */
export type Sorted = { here: Here; now: Sort };

type Header = {
	label: string;
	sort?: string | undefined;
	end?: boolean | undefined;
	pair?: boolean | undefined;
	quiet?: boolean | undefined;
	spare?: boolean | undefined;
};

/**
 * Draws a column's header: as a link when the table can be sorted by the column, with `aria-sort` when it is sorted by
 * it now. `before` stands in the cell before its words.
 */
export function sortHeader(column: Header, sorted: Sorted | undefined, before: Children = null): VNode {
	const by = sorted ? column.sort : undefined;
	const now = by !== undefined && sorted?.now.by === by ? sorted.now : undefined;
	const words = column.quiet ? html`<span class="sr">${column.label}</span>` : column.label;
	return html`<th
		role="columnheader"
		scope="col"
		class=${[column.end && "num", column.pair && "pair", column.spare && "spare"].filter(Boolean).join(" ") || undefined}
		aria-sort=${now ? (now.down ? "descending" : "ascending") : undefined}
	>
		${before}${
			sorted && by !== undefined
				? html`<a href=${sortHref(sorted.here, sorted.now, by)}>${words}${icon(now ? (now.down ? "down" : "up") : "sort")}</a>`
				: words
		}
	</th>`;
}
