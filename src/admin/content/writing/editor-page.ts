import { hasAddress } from "#domain/content/content/states.ts";
import { form } from "#ui/form.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { autosaveNote } from "./autosave-note.ts";
import { bodyField } from "./body-field.ts";
import type { EditorOf, Standing } from "./editor.ts";
import { endButtons, headButtons, notices, standing } from "./editor-parts.ts";
import { excerptField } from "./excerpt-field.ts";
import { crumbsOf, type EditorNoun } from "./nouns.ts";
import { slugField } from "./slug-field.ts";
import { titleField } from "./title-field.ts";

type Editor = EditorOf<Standing & { title: string; version: number }>;

/** The parts of an editor that differ between articles and pages. */
type Own = {
	/** The public address of the text. */
	address: string;
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
		lead: row ? standing(row, editor) : undefined,
		actions: headButtons(noun, row, own.address),
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
				},
				html`<input type="hidden" name="slot" value=${slot} />`,
				html`<div class="split">${writing(noun, editor, own)} ${own.settings}</div>`,
				endButtons(noun, row),
			)}
		</div>`,
	};
}

const writing = (
	{ kind, places }: EditorNoun,
	{ row, state, slot, draft, owner }: Editor,
	{ prefix, was, below }: Own,
): VNode => html`<div class="stack">
	${autosaveNote({
		href: places.draft(slot),
		version: draft.version,
		savedAt: draft.savedAt,
		restored: draft.savedAt !== null,
		owner,
		discard: places.draftRemoval(slot),
	})}
	${titleField({ state })}
	${slugField({ state, prefix, isFixed: hasAddress(row?.state), was })}
	${bodyField({ state, name: "body", label: "內文", kind })} ${excerptField({ state })}
	${below}
</div>`;
