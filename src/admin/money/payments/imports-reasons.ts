import type { PaymentReason } from "#domain/money/payment-imports/reasons.ts";
import { paths } from "#http/paths.ts";
import { html, type VNode } from "#ui/html.ts";
import { reasonWords } from "./imports-words.ts";

/** Draws the reasons for a row's outcome, with links to the records concerned. */
export const reasonList = (reasons: readonly PaymentReason[]): VNode =>
	reasons.length === 0
		? html`<span class="soft">—</span>`
		: html`<ul class="plain">
				${reasons.map(
					(reason) =>
						html`<li>
							${reasonWords(reason)}
							${(reason.members ?? []).map((id) => [" ", html`<a href=${paths.admin.members.show(id)}>會員 #${id}</a>`])}
						</li>`,
				)}
			</ul>`;
