import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { lengthOf, lengthWords } from "#ui/islands/reading.ts";
import { views } from "./body-field.ts";

export type EditorBar = {
	/** What is written: 文章. */
	word: string;
	/** The list that the text is one of. */
	back: string;
	/** The title of the stored text. */
	name: string | undefined;
	/** What Enter in a field presses: unseen, because the first button of the bar may throw something away. */
	first?: Children;
	/** The state of the stored text, and when it was saved. */
	standing?: Children;
	/** The note of the autosave. */
	note?: Children;
	/** The Markdown text, which is counted. */
	body: string;
	/** Links beside the views. */
	links?: Children;
	/** The buttons that save the form; on a phone they stand at the foot of the window. */
	ends: Children;
};

/** Draws the bar over a text: where one came from, how the text stands, how it is shown, and the buttons that save it. */
export const editorBar = ({
	word,
	back,
	name,
	first,
	standing,
	note,
	body,
	links,
	ends,
}: EditorBar): VNode => html`<div class="ed-bar" role="region" aria-label=${`${word}的狀態與動作`}>
	${first}
	<div class="ed-facts">
		<a class="btn quiet s" href=${back}>${icon("left")}${word}</a>
		${name !== undefined && html`<b class="ed-name">${name}</b>`} ${standing} ${note}
		<span class="soft ed-length" data-length>${lengthWords(lengthOf(body))}</span>
	</div>
	<div class="ed-views scripted">
		${square("undo", "復原", "Control+Z")} ${square("find", "尋找與取代")} ${views()}
	</div>
	<div class="ed-ends">${links}<div class="wide">${ends}</div></div>
</div>`;

/** The search is shown once it can search. */
const square = (name: "undo" | "find", label: string, key?: string): VNode => html`<button
	class="btn quiet s square"
	type="button"
	data-tool=${name}
	hidden=${name === "find"}
	aria-keyshortcuts=${key}
	title=${key ? `${label}　Ctrl+Z` : label}
>
	${icon(name === "find" ? "search" : name)}<span class="sr">${label}</span>
</button>`;
