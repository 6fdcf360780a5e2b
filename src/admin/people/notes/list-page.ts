import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { NOTES_SHOWN, type Notable, type NoteRow } from "#db/people/notes.ts";
import { NoteInput } from "#domain/people/notes/form.ts";
import { mayCorrect, noteHas } from "#domain/people/notes/rules.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { thread } from "#ui/thread.ts";
import { moment } from "#ui/time.ts";
import { authorOf } from "./json.ts";
import { NOUNS } from "./nouns.ts";

const { notes } = paths.admin;
const asked = fieldsOf(NoteInput);

/** The current user, and the time of the request (UTC milliseconds). */
export type Looking = { who: Visitor; at: number };

export type NotesShown = Looking & {
	notable: Notable;
	rows: NoteRow[];
	/** The number of notes that are not hidden. */
	count: number;
};

/** Returns the breadcrumbs of a record's notes. */
export const notesCrumbs = ({ type, id }: Notable, name: string) => [
	...OFFICE_CRUMBS,
	NOUNS[type].all,
	{ label: NOUNS[type].crumb?.(id) ?? name, href: NOUNS[type].record(id) },
];

/** Draws the page with the notes of one record, for use without scripts or on its own. */
export function notesPage(
	shown: NotesShown,
	{ name, q, state, key }: { name: string; q: string; state: FormState; key: string },
): Page {
	const { notable, count } = shown;
	const title = `${name}的備忘錄`;
	return {
		title,
		name,
		area: NOUNS[notable.type].all.label,
		crumbs: notesCrumbs(notable, name),
		lead: count === 0 ? undefined : `共 ${figure(count)} 則，新的在前。`,
		tabs: NOUNS[notable.type].tabs({ id: notable.id, count, who: shown.who }),
		body: html`<div class="stack loose">
			${card({ title: "新增備忘錄", id: "new" }, noteForm(notable, state, key))}
			${card({ label: title }, count > 1 && search(notable, q), notesThread(shown, q))}
		</div>`,
	};
}

/** Draws the form for a new note. */
export const noteForm = ({ type, id }: Notable, state: FormState, key: string): VNode =>
	form(
		{ action: NOUNS[type].store(id), state, key, submit: "儲存", guard: true, main: true },
		asked({
			name: "content",
			label: "備忘錄",
			hideLabel: true,
			state,
			type: "textarea",
			hint: NOUNS[type].hint,
		}),
	);

const search = ({ type, id }: Notable, q: string): VNode => html`<form
	class="row"
	method="get"
	action=${NOUNS[type].list(id)}
	role="search"
	aria-label="搜尋備忘錄"
>
	${field({ name: "q", label: "搜尋備忘錄", hideLabel: true, placeholder: "搜尋備忘錄", type: "search", state: freshForm({ q }, "q") })}
	${button({ label: "搜尋" })}
</form>`;

/** Draws the notes that contain `q`, each with its actions. */
export function notesThread({ rows, who, at }: NotesShown, q = ""): VNode {
	const found = rows.filter((note) => noteHas(q, note.content, authorOf(note)));
	if (rows.length === 0) return html`<p class="soft">尚無備註</p>`;
	if (found.length === 0) return html`<p class="soft">找不到符合的備忘錄</p>`;
	return html`<div class="stack">
		${thread(
			found.map((note) => ({
				text: note.content,
				by: authorOf(note),
				at: moment(note.created_at),
				more: [
					note.hidden_at !== null && html`<span>已隱藏：${note.hidden_reason}</span>`,
					note.hidden_at === null && note.version > 1 && html`<span>已更正</span>`,
					mayCorrect(note, { userId: who.userId, at }) && html`<a href=${notes.edit(note.id)}>更正</a>`,
					note.hidden_at === null && allows("users", who) && html`<a href=${notes.hiding(note.id)}>隱藏</a>`,
				],
			})),
		)}
		${rows.length === NOTES_SHOWN && html`<p class="small soft">只列出最新的 ${NOTES_SHOWN} 則。</p>`}
	</div>`;
}
