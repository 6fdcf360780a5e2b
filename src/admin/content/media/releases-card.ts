import { namedRelease, releaseStatus, useWords } from "#admin/content/releases/words.ts";
import type { OneMediaRow } from "#db/content/media.ts";
import type { TiedRelease } from "#db/content/releases.ts";
import { paths } from "#http/paths.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";

const { media, releases } = paths.admin;

/** The releases of a picture, those that are suggested, and the state of the form that was refused. */
export type Tied = {
	releases: TiedRelease[];
	known: { id: number; name: string }[];
	state: FormState | undefined;
};

/** Draws the card with the releases 同意書 of a picture, and the forms that tie one and untie one. */
export function releasesCard(
	{ id }: Pick<OneMediaRow, "id">,
	{ releases: tied, known, state = freshForm() }: Tied,
	at: number,
): VNode {
	return card(
		{ title: "同意書", count: tied.length },
		tied.length === 0
			? html`<p class="hint">照片裡認得出病友時，連到他的同意書；同意到期或撤回，照片就不能再公開。</p>`
			: html`<ul class="plain stack tight">
					${tied.map((one) => html`<li>${tiedRow(id, one, at)}</li>`)}
				</ul>`,
		form(
			{ action: media.release(id), state, submit: "連到同意書", busy: "儲存中..." },
			field({
				name: "release",
				label: "第幾號同意書",
				state,
				autocomplete: "off",
				list: "releases-known",
				hint: "打編號，或從建議選。",
			}),
			html`<datalist id="releases-known">
				${known.map((one) => html`<option value=${namedRelease(one, true)}></option>`)}
			</datalist>`,
		),
	);
}

const tiedRow = (file: string, one: TiedRelease, at: number): VNode => html`<div class="row between">
	<span>
		<a href=${releases.show(one.id)}>${one.name}</a> <small class="soft">第 ${one.id} 號・${useWords(one)}</small>
		${releaseStatus(one, at)}
	</span>
	${
		one.withdrawn_at === null &&
		html`<form method="post" action=${media.releaseRemoval(file)}>
			<input type="hidden" name="untied" value=${one.id} />
			${button({ label: "解除連結", size: "s" })}
		</form>`
	}
</div>`;
