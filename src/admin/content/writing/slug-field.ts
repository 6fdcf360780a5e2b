import { slugify } from "#domain/content/content/slug.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { TEXT_FIELDS } from "#kernel/form.ts";
import { labelled, ties, typedIn } from "#ui/field-parts.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { part } from "#ui/islands/part.ts";

export type SlugField = {
	state: FormState;
	/** The part of the address before the slug: "/articles/", "/about/". */
	prefix: string;
	/**
	 * Whether the text is public. Then the slug no longer follows the title, and the old address will redirect to a new
	 * one.
	 */
	isFixed: boolean;
	/** The old addresses that redirect to this text. */
	was: string[];
};

const hintOf = ({ isFixed, was }: SlugField): string =>
	[
		"中文、英文、數字與連字號；留空會由標題產生。",
		isFixed && "改了之後，舊網址會自動轉到新網址。",
		was.length > 0 && `目前會轉過來的舊網址：${was.join("、")}`,
	]
		.filter(Boolean)
		.join("");

/**
 * Draws the slug, the last part of the address, in a section that is closed until the user wants to change it. Sends
 * `slug`.
 */
export function slugField(props: SlugField): VNode {
	const { state, prefix, isFixed } = props;
	const field = { state, name: "slug", label: "網址", hint: hintOf(props) };
	const { id, errors, attributes } = ties(field);
	const shown = typedIn(field) || slugify(typedIn({ ...field, name: "title" }));
	const input = html`<div class="with-prefix">
		<span class="soft">${prefix}</span>
		<input
			class="input"
			id=${id}
			name="slug"
			type="text"
			maxlength=${mostCharacters(TEXT_FIELDS.slug)}
			autocomplete="off"
			autocapitalize="none"
			spellcheck="false"
			value=${typedIn(field)}
			...${attributes}
		/>
	</div>`;
	return part(
		{ name: "slug", props: { prefix, follows: !isFixed } },
		html`<details class="slug" open=${errors.length > 0}>
			<summary>
				${icon("link")}<span>網址</span><code data-address>${shown ? prefix + shown : "由標題產生"}</code>
				<span class="btn quiet s">${icon("edit")}修改</span>
			</summary>
			<div class="slug-in">${labelled({ ...field, hideLabel: true }, input)}</div>
		</details>`,
	);
}
