import { type Children, html, type VNode } from "./html.ts";
import type { Page } from "./page.ts";

export type PageHead = Pick<Page, "title" | "lead" | "actions"> & {
	/**
	 * Shown in place of the short line under the head: a row of dots (`beads` of ./thread.ts), one for each record that
	 * is worked off one after the other.
	 */
	line?: Children;
};

/**
 * Draws the head of a page: its heading, lead and actions. `line` stands in place of the short line that the style
 * sheet draws below.
 */
export const pageHead = ({
	title,
	lead,
	actions,
	line,
}: PageHead): VNode => html`<div class=${line ? "page-head lined" : "page-head"}>
	<div>
		<h1>${title}</h1>
		${lead && (typeof lead === "string" ? html`<p>${lead}</p>` : html`<div class="page-lead">${lead}</div>`)}
	</div>
	${actions && html`<div class="row actions">${actions}</div>`} ${line}
</div>`;
