import { html, type VNode } from "./html.ts";
import type { Crumb } from "./page.ts";

/** Draws the breadcrumbs: the pages above this one, without the page itself, whose name follows as the heading. */
export const crumbs = (steps: readonly Crumb[] = []): VNode | null =>
	steps.length === 0
		? null
		: html`<nav class="crumbs-nav" aria-label="所在位置">
				<ol class="crumbs">
					${steps.map(({ label, href }) => html`<li>${href ? html`<a href=${href}>${label}</a>` : label}</li>`)}
				</ol>
			</nav>`;
