import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import {
	changeContent,
	insertNote,
	type Notable,
	type NoteRow,
	type NoteSight,
	noteById,
	refuseWithoutMembers,
	refuseWithoutRecord,
	setHidden,
} from "#db/people/notes.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { MOST_NOTED } from "./form.ts";
import { mayCorrect } from "./rules.ts";

type NoteRef = { id: number; version: number };

/*
 * A note is about people, so the audit log stores the record that it is about and its length, never its text.
 */
const placeOf = ({ type, id }: Notable): string => `${type}:${id}`;

/**
 * Writes a note about a record and returns its id, once per form `key`. `content` must come from NoteContent. Refuses
 * `note.no_record` when the record is gone or the user may not see it: `sight` says which records of this kind the user
 * sees, by default all.
 */
export async function addNote(
	db: Db,
	{
		notable,
		content,
		by,
		sight = { userId: 0, seesAll: true },
		key = crypto.randomUUID(),
	}: { notable: Notable; content: string; by: By; sight?: NoteSight; key?: string },
): Promise<number> {
	const { userId, at } = by;
	return commitOnce(db, { key, at, checks: [refuseWithoutRecord(notable, sight)] }, [
		insertNote({ ...notable, content, userId, at }),
		...recordAudit(db, {
			...by,
			action: "note.create",
			auditableType: "note",
			auditableId: madeBy(key),
			description: placeOf(notable),
			changes: { characters: [...content].length },
		}),
	]);
}

/**
 * Writes one text as a note about each of these members (MOST_NOTED at most, else it throws), all or none, once per form
 * `key`. Refuses `note.no_record` when one of them is gone, merged or pseudonymised.
 */
export async function addNotes(
	db: Db,
	{ memberIds, content, by, key }: { memberIds: readonly number[]; content: string; by: By; key: string },
): Promise<void> {
	const [first, ...others] = memberIds;
	if (first === undefined || memberIds.length > MOST_NOTED) throw new RangeError(`1 to ${MOST_NOTED} members`);
	const { userId, at } = by;
	const note = (id: number): Write => insertNote({ type: "member", id, content, userId, at });
	const noted = (id: number, made: SQL): Write[] =>
		recordAudit(db, {
			...by,
			action: "note.create",
			auditableType: "note",
			auditableId: made,
			description: placeOf({ type: "member", id }),
			changes: { characters: [...content].length, members: memberIds.length },
		});
	await commitOnce(db, { key, at, checks: [refuseWithoutMembers(memberIds)] }, [
		note(first),
		...noted(first, madeBy(key)),
		...others.flatMap((id) => [note(id), ...noted(id, sql`(SELECT max(id) FROM notes)`)]),
	]);
}

/**
 * Corrects a note. Refuses `note.not_yours` for everybody but its author, and for the author after 24 hours;
 * `note.stale` when it is gone or changed meanwhile.
 */
export async function correctNote(db: Db, ref: NoteRef, { content, by }: { content: string; by: By }): Promise<void> {
	const note = await stored(db, ref);
	if (!mayCorrect(note, by)) throw new Refusal("note.not_yours");
	if (note.content === content) return;
	const characters = { from: [...note.content].length, to: [...content].length };
	await commit(db, [
		...changeContent(ref, content, by.at),
		...audit(db, note, { ...by, action: "note.edit", changes: { characters } }),
	]);
}

/**
 * Hides a note for good and stores the reason with it. Whether the user may hide notes (`users.manage`) is not checked
 * here. Refuses `note.stale` when it is gone or changed meanwhile.
 */
export async function hideNote(db: Db, ref: NoteRef, { reason, by }: { reason: string; by: By }): Promise<void> {
	const note = await stored(db, ref);
	await commit(db, [...setHidden(ref, reason, by.at), ...audit(db, note, { ...by, action: "note.hide", changes: {} })]);
}

async function stored(db: Db, { id }: NoteRef): Promise<NoteRow> {
	const [[note]] = await readRows(db.$client, noteById(id));
	if (!note) throw new Refusal("note.stale");
	return note;
}

const audit = (db: Db, note: NoteRow, entry: By & { action: string; changes: Record<string, unknown> }) =>
	recordAudit(db, {
		...entry,
		auditableType: "note",
		auditableId: String(note.id),
		description: placeOf({ type: note.notable_type, id: note.notable_id }),
	});
