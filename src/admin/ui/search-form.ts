import { html, type VNode } from "#admin/html.ts";
import { icon } from "./icon.ts";

/** The search across everything: a form that works by itself; Ctrl+K goes to it. On a phone it is a link. */
export const searchBox = (href: string): VNode => html`<div class="quick push">
	<form class="quick-form wide" role="search" method="get" action=${href} data-search>
		${icon("search")}
		<input class="quick-input" type="search" name="q" placeholder="搜尋會員、收據、單據" aria-label="搜尋" autocomplete="off" />
		<kbd>Ctrl K</kbd>
	</form>
	<a class="nav-item plain-item narrow" href=${href}>${icon("search")}<span class="sr">搜尋</span></a>
</div>`;
