import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import {
	countNotes,
	NOTABLE_TYPES,
	type NotableType,
	type NoteSight,
	noteById,
	notesOf,
	noteWithRecord,
	recordOf,
} from "#db/people/notes.ts";
import { readRows } from "#db/read.ts";
import { addNote, correctNote, hideNote } from "#domain/people/notes/actions.ts";
import { NoteEdit, NoteHiding, NoteInput } from "#domain/people/notes/form.ts";
import { mayCorrect } from "#domain/people/notes/rules.ts";
import { paths } from "#http/paths.ts";
import { formPage, pageWithForms } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { correctNotePage, hideNotePage, type NoteOf } from "./change-pages.ts";
import { onChosen } from "./chosen-page.ts";
import { noteJson } from "./json.ts";
import { notesPage } from "./list-page.ts";
import { NOUNS } from "./nouns.ts";

const { notes } = paths.admin;
type AskOne = Ask<z.infer<typeof IdParams>>;
/** Returns which records of a kind the current user sees: all of them, or only the user's own. */
const sightOf = (type: NotableType, { who }: Pick<AskOne, "who">): NoteSight => ({
	userId: who.userId,
	seesAll: NOUNS[type].seesAll(who),
});
const Search = z.strictObject({ q: z.string().max(100).default("") });

async function pageOf(type: NotableType, ask: Ask<AskOne["params"], z.infer<typeof Search>>, sent?: FormState) {
	const notable = { type, id: ask.params.id };
	const hidden = allows("users", ask.who);
	const [[record], rows, [counted]] = await readRows(
		ask.env.DB,
		recordOf(notable, sightOf(type, ask)),
		notesOf(type, notable.id, { hidden }),
		countNotes(notable),
	);
	if (!record) return "missing";
	const shown = { notable, rows, count: counted?.count ?? 0, who: ask.who, at: ask.at };
	return notesPage(shown, { name: record.name, q: ask.query.q, state: sent ?? freshForm(), key: crypto.randomUUID() });
}

async function listed(type: NotableType, ask: AskOne) {
	const { env, params } = ask;
	const notable = { type, id: params.id };
	const [[record], rows, [counted]] = await readRows(
		env.DB,
		recordOf(notable, sightOf(type, ask)),
		notesOf(type, notable.id),
		countNotes(notable),
	);
	if (!record) return "missing";
	return { data: { data: rows.map(noteJson), meta: { count: counted?.count ?? 0 } } };
}

/** Builds the routes of one kind of record: GET shows a record's notes as a page or as JSON, POST adds a note. */
const ofRecord = (type: NotableType): Route[] => {
	const { gate, list, store, home } = NOUNS[type];
	const page = pageWithForms({
		...{ path: list(":id"), gate, params: IdParams, query: Search },
		page: (ask, { sent }) => (wantsJson(ask.c) && !sent ? listed(type, ask) : pageOf(type, ask, sent)),
	});
	const add = page.form("sent", {
		path: store(":id"),
		form: NoteInput,
		run: async (ask, { input: { content }, key }) => {
			const notable = { type, id: ask.params.id };
			const id = await addNote(ask.db, { notable, content, by: ask.by, sight: sightOf(type, ask), key });
			const done = { to: home(notable.id), flash: "已新增備忘錄。", status: 201 as const };
			if (!wantsJson(ask.c)) return done;
			const [[note], [counted]] = await readRows(ask.env.DB, noteById(id), countNotes(notable));
			return note ? { ...done, json: { data: noteJson(note), meta: { count: counted?.count ?? 0 } } } : "missing";
		},
	});
	return [page.show, add];
};

/**
 * Returns the note of the address when the current user may see its record and passes the gate of that kind of record;
 * otherwise undefined.
 */
async function seen(ask: AskOne): Promise<NoteOf | undefined> {
	const { env, params, who } = ask;
	const sights = { member: sightOf("member", ask), task: sightOf("task", ask) };
	const [[note]] = await readRows(env.DB, noteWithRecord(params.id, sights));
	return note && allows(NOUNS[note.notable_type].gate, who) ? note : undefined;
}

const back = (note: NoteOf): string => NOUNS[note.notable_type].home(note.notable_id);
const correction = formPage({
	path: notes.edit(":id"),
	gate: "staff",
	params: IdParams,
	form: NoteEdit,
	about: async (ask) => (await seen(ask)) ?? "missing",
	closed: (note, { by }) => (mayCorrect(note, by) ? undefined : "missing"),
	filled: ({ content }) => freshForm({ content }),
	page: correctNotePage,
	run: async (ask, { input: { content, version } }) => {
		const note = await seen(ask);
		if (!note) return "missing";
		await correctNote(ask.db, { id: note.id, version }, { content, by: ask.by });
		return { to: back(note), flash: "已更正備忘錄。" };
	},
});

const hiding = formPage({
	path: notes.hiding(":id"),
	gate: "users",
	params: IdParams,
	form: NoteHiding,
	about: async (ask) => (await seen(ask)) ?? "missing",
	closed: ({ hidden_at }) => (hidden_at === null ? undefined : "missing"),
	page: hideNotePage,
	run: async (ask, { input: { reason, version } }) => {
		const note = await seen(ask);
		if (!note) return "missing";
		await hideNote(ask.db, { id: note.id, version }, { reason, by: ask.by });
		return { to: back(note), flash: "已隱藏備忘錄。" };
	},
});

/** The routes of the notes of every kind of record that has notes. */
export const NOTE_ROUTES: readonly Route[] = [
	...NOTABLE_TYPES.flatMap(ofRecord),
	...onChosen,
	...correction,
	...hiding,
];
