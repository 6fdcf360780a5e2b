import type { NoteRow } from "#db/people/notes.ts";
import { NoteEdit, NoteHiding } from "#domain/people/notes/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, typed } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { thread } from "#ui/thread.ts";
import { moment } from "#ui/time.ts";
import { authorOf } from "./json.ts";
import { notesCrumbs } from "./list-page.ts";
import { NOUNS } from "./nouns.ts";

const { notes } = paths.admin;
const textField = fieldsOf(NoteEdit);
const reasonField = fieldsOf(NoteHiding);
/** A note, with the name of the record that it is about. */
export type NoteOf = NoteRow & { record: string };

const frame = (note: NoteOf) => {
	const notable = { type: note.notable_type, id: note.notable_id };
	const { all, home } = NOUNS[notable.type];
	const href = home(notable.id);
	return {
		href,
		page: {
			name: note.record,
			area: all.label,
			crumbs: [...notesCrumbs(notable, note.record), { label: "備忘錄", href }],
			slim: true,
		},
	};
};

/** Draws the page 更正備忘錄, on which the author of a note corrects it within a day. */
export function correctNotePage(note: NoteOf, sent: FormState): Page {
	const { href, page } = frame(note);
	const sides = { field: "content", label: "備忘錄", mine: typed(sent, "content"), theirs: note.content };
	const state = againstStored(sent, { version: note.version, fields: [sides] });
	return {
		...page,
		title: "更正備忘錄",
		body: card(
			{ label: "更正備忘錄" },
			form(
				{
					action: notes.edit(note.id),
					state,
					version: note.version,
					submit: "儲存",
					cancel: href,
					guard: true,
					main: true,
				},
				textField({
					name: "content",
					label: "備忘錄",
					state,
					type: "textarea",
					hint: `${NOUNS[note.notable_type].hint}寫下後 24 小時內可以更正。`,
				}),
			),
		),
	};
}

/** Draws the page 隱藏備忘錄: a note is hidden for good, with a reason. */
export function hideNotePage(note: NoteOf, state: FormState): Page {
	const { href, page } = frame(note);
	return {
		...page,
		title: "隱藏備忘錄",
		body: card(
			{ label: "隱藏備忘錄" },
			html`<div class="stack">
				${notice({ tone: "warn", title: "隱藏後不能再顯示" }, "內容仍會保存，只有系統管理員看得到；理由會留在旁邊，並記入稽核紀錄。")}
				${thread([{ text: note.content, by: authorOf(note), at: moment(note.created_at) }])}
				${form(
					{
						action: notes.hiding(note.id),
						state,
						version: note.version,
						submit: "隱藏這則備忘錄",
						busy: "隱藏中...",
						danger: true,
						cancel: href,
					},
					reasonField({ name: "reason", label: "理由", state, type: "textarea", rows: 2 }),
				)}
			</div>`,
		),
	};
}
