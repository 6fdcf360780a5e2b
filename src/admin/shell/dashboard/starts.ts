import type { startsFor } from "#admin/jobs.ts";
import { type Children, html } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { part } from "#ui/islands/part.ts";

/**
 * Draws the places at which the user's work begins most often, each with the letter that opens it while no field has
 * the focus. Users must be able to switch such letters off (WCAG 2.1.4).
 */
export const drawStarts = (starts: ReturnType<typeof startsFor>): Children =>
	starts.length > 0 &&
	part(
		{ name: "start-keys", props: {} },
		html`<nav class="starts" aria-label="常做的事">
			${starts.map(
				(start) =>
					html`<a class="start" href=${start.href} aria-keyshortcuts=${start.key}>${icon(start.icon)}${start.label}<kbd class="scripted wide" aria-hidden="true">${start.key}</kbd></a>`,
			)}
			<label class="check scripted wide"><input type="checkbox" data-keys checked /><span>按字母鍵直接開啟</span></label>
		</nav>`,
	);
