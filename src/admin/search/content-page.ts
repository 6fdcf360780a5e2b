import { html } from "#admin/html.ts";
import { linkButton } from "#admin/ui/button.ts";
import { notice } from "#admin/ui/notice.ts";
import type { Page } from "#admin/ui/page.ts";
import { status } from "#admin/ui/status.ts";
import type { PlaceRow } from "#db/staff-search.ts";
import type { EntryKind } from "#domain/search/entry.ts";
import { paths } from "#http/paths.ts";
import { CONTENT_NAMES, STATE_LOOKS } from "./words.ts";

/** A thing of the website that nobody can open in public. */
export const unpublishedPage = (kind: EntryKind, { title, state }: PlaceRow): Page => ({
	title,
	area: CONTENT_NAMES[kind],
	crumbs: [
		{ label: "總覽", href: paths.admin.home() },
		{ label: "搜尋", href: paths.admin.search() },
	],
	lead: html`<p>${status(STATE_LOOKS[state])}</p>`,
	slim: true,
	body: html`<div class="stack loose">
		${notice({ tone: "info" }, `這份${CONTENT_NAMES[kind]}目前沒有公開，所以官網上沒有它的網址。`)}
		<p class="row">${linkButton({ label: "回到搜尋", href: paths.admin.search() })}</p>
	</div>`,
});
