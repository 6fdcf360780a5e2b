import { paths } from "#http/paths.ts";
import { html, type VNode } from "#ui/html.ts";

/** Draws the reasons for the outcome of an import's row, with links to the member records that they mention. */
export const reasonList = <R extends { members?: readonly number[] | undefined }>(
	reasons: readonly R[],
	words: (reason: R) => string,
): VNode =>
	reasons.length === 0
		? html`<span class="soft">—</span>`
		: html`<ul class="plain">
				${reasons.map(
					(reason) =>
						html`<li>
							${words(reason)}
							${(reason.members ?? []).map((id) => [" ", html`<a href=${paths.admin.members.show(id)}>會員 #${id}</a>`])}
						</li>`,
				)}
			</ul>`;
