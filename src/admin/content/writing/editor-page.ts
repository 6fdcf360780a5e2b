import { hasAddress } from "#domain/content/content/states.ts";
import { STEP_PLACES } from "#domain/content/content/steps.ts";
import { paths } from "#http/paths.ts";
import { form } from "#ui/form.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { part } from "#ui/islands/part.ts";
import type { Page } from "#ui/page.ts";
import { autosaveNote } from "./autosave-note.ts";
import { bodyField } from "./body-field.ts";
import type { EditorOf, Standing } from "./editor.ts";
import { editorBar } from "./editor-bar.ts";
import { endButtons, enterButton, mainButtons, notices, standing } from "./editor-parts.ts";
import { excerptField } from "./excerpt-field.ts";
import { lookPanel } from "./look-panel.ts";
import { crumbsOf, type EditorNoun } from "./nouns.ts";
import { slugField } from "./slug-field.ts";
import { titleField } from "./title-field.ts";

type Editor = EditorOf<Standing & { title: string; version: number }>;

/** The parts of an editor that differ between articles and pages. */
type Own = {
	/** The part of the address before the slug, and the old addresses that redirect to the text. */
	prefix: string;
	was: string[];
	/** The content below the text. */
	below?: Children;
	/** The settings card beside the text. */
	settings: VNode;
};

/** Draws the editor page of a stored or a new text. */
export function editorPage(noun: EditorNoun, editor: Editor, own: Own): Page {
	const { row, state, slot, key } = editor;
	const { kind, word, places } = noun;
	return {
		title: `${row ? "編輯" : "新增"}${word}`,
		name: row?.title,
		area: word,
		crumbs: crumbsOf(noun),
		bar: barOf(noun, editor),
		sheets: ["writing"],
		outside: true,
		body: html`<div class="stack">
			${notices(noun, editor)}
			${form(
				{
					id: kind,
					action: row ? places.show(row.id) : places.create(),
					state,
					key,
					version: row?.version ?? 0,
					main: true,
					guard: true,
					upload: true,
					changed: editor.look !== undefined,
				},
				html`<input type="hidden" name="slot" value=${slot} />`,
				html`<div class="split">
					${writing(noun, editor, own)}
					<div class="stack">${looking(noun, editor)} ${own.settings}</div>
				</div>`,
				endButtons(noun, row, editor.look),
			)}
		</div>`,
	};
}

const barOf = (noun: EditorNoun, { row, state, slot, draft, owner, look, at }: Editor): VNode => {
	const { kind, word, places } = noun;
	return editorBar({
		word,
		back: places.list(),
		name: row?.title,
		first: enterButton(noun, row),
		standing: row && standing(row, at),
		note: autosaveNote({
			href: places.draft(slot),
			form: kind,
			version: draft.version,
			savedAt: draft.savedAt,
			restored: draft.savedAt !== null,
			owner,
			discard: places.draftRemoval(slot),
		}),
		body: String(state.values.body ?? ""),
		links:
			row &&
			row.state !== "trashed" &&
			html`<a class="btn quiet s" href=${places.preview(row.id)} target="_blank" rel="noopener">${icon("eye")}官網預覽</a>`,
		ends: mainButtons(noun, row, { size: "s", look }),
	});
};

/** Draws what there is to look at, in the place where the script draws it too. */
const looking = ({ kind, places }: EditorNoun, { row, state, look }: Editor): VNode =>
	part(
		{ name: "look", props: { href: paths.admin.writing.preview(), form: kind } },
		look &&
			lookPanel({
				look,
				state,
				form: kind,
				isUpdate: row?.state === "published",
				formaction: row
					? row.state === "published"
						? undefined
						: places.step(row.id, STEP_PLACES.publish)
					: places.createPublished(),
			}),
	);

/** The sheet has the title and its address as the head of the text. */
const writing = ({ kind }: EditorNoun, { row, state }: Editor, { prefix, was, below }: Own): VNode => html`<div
	class="stack"
>
	<div class="card sheet">
		<div class="sheet-head">
			${titleField({ state })} ${slugField({ state, prefix, isFixed: hasAddress(row?.state), was })}
		</div>
		${bodyField({ state, name: "body", label: "內文", kind, hasBar: true })}
	</div>
	${excerptField({ state })} ${below}
</div>`;
