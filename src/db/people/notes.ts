import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";

/**
 * THE kinds of record that have notes: where the record of an id is, and what it is called. A new kind is a line here and
 * one in src/admin/people/notes/nouns.ts.
 */
const RECORDS = {
	member: "SELECT name FROM members WHERE merged_into IS NULL AND id = ",
	task: "SELECT title AS name FROM tasks WHERE id = ",
} as const satisfies Record<string, string>;
export type NotableType = keyof typeof RECORDS;
export const NOTABLE_TYPES = Object.keys(RECORDS).filter((type): type is NotableType => type in RECORDS);
/** A record that notes are about. */
export type Notable = { type: NotableType; id: number };

/** Who looks, where a kind has records that only some see: at all of it, or at their own. */
export type NoteSight = { userId: number; seesAll: boolean };
/** Which records of a kind are somebody's own, as SQL; of one that is not here, whoever sees one sees all. */
const OWN: Partial<Record<NotableType, (userId: number) => string>> = {
	task: (userId) => `assignee_id = ${Math.trunc(userId)}`,
};
const seenBy = (type: NotableType, { userId, seesAll }: NoteSight): string =>
	(seesAll ? undefined : OWN[type]?.(userId)) ?? "true";

/** What the record is called; no row where it is gone, or went into another one, or is not theirs to see. */
export const recordOf = ({ type, id }: Notable, sight: NoteSight): Select<{ name: string }> =>
	select(`${RECORDS[type]}?1 AND ${seenBy(type, sight)}`, id);

/** Notes that a panel or page shows; older ones wait in the database. */
export const NOTES_SHOWN = 500;

/** A note with its author's name; the author of one that came with an import is null. Times are UTC milliseconds. */
export type NoteRow = {
	id: number;
	notable_type: NotableType;
	notable_id: number;
	content: string;
	user_id: number | null;
	author_name: string | null;
	hidden_at: number | null;
	hidden_reason: string | null;
	version: number;
	created_at: number;
	updated_at: number;
};
const NOTE = `SELECT n.id, n.notable_type, n.notable_id, n.content, n.user_id, u.name AS author_name, n.hidden_at,
	n.hidden_reason, n.version, n.created_at, n.updated_at FROM notes n LEFT JOIN users u ON u.id = n.user_id`;

/** The notes of a record, the newest first, NOTES_SHOWN at most; hidden ones only where `hidden` says so. */
export const notesOf = (type: NotableType, id: number, { hidden = false } = {}): Select<NoteRow> =>
	select(
		`${NOTE} WHERE n.notable_type = ?1 AND n.notable_id = ?2 ${hidden ? "" : "AND n.hidden_at IS NULL"}
		ORDER BY n.created_at DESC, n.id DESC ${limitTo(NOTES_SHOWN)}`,
		type,
		id,
	);

/** One note, hidden or not. */
export const noteById = (id: number): Select<NoteRow> => select(`${NOTE} WHERE n.id = ?1`, id);

/** The same with what its record is called; no row where the record is gone. `sights` are by the kind of record. */
export const noteWithRecord = (
	id: number,
	sights: Record<NotableType, NoteSight>,
): Select<NoteRow & { record: string }> => {
	const named = NOTABLE_TYPES.map(
		(type) => `WHEN '${type}' THEN (${RECORDS[type]}q.notable_id AND ${seenBy(type, sights[type])})`,
	);
	return select(
		`SELECT * FROM (SELECT q.*, CASE q.notable_type ${named.join(" ")} END AS record FROM (${NOTE} WHERE n.id = ?1) q)
		WHERE record IS NOT NULL`,
		id,
	);
};

/**
 * How many notes a record has that are not hidden, as an SQL expression: `id` is the column of its id, as "m.id". Its
 * index holds all it asks (notes_of), so a list has the counts in its own query.
 */
export const noteCount = (type: NotableType, id: string): string =>
	`(SELECT count(*) FROM notes n WHERE n.notable_type = '${type}' AND n.notable_id = ${id} AND n.hidden_at IS NULL)`;

/** How many notes a record has that are not hidden. */
export const countNotes = ({ type, id }: Notable): Select<{ count: number }> =>
	select(`SELECT ${noteCount(type, "?1")} AS count`, id);

/** Which records take notes no more, as SQL: who was pseudonymised is nobody, and stays so. */
const TAKES: Partial<Record<NotableType, string>> = { member: "pseudonymised_at IS NULL" };

/** Refuses `note.no_record` where the record is gone, went into another one, is nobody's any more, or not theirs to see. */
export const refuseWithoutRecord = ({ type, id }: Notable, sight: NoteSight): Write =>
	refuseWhere(
		"note.no_record",
		sql`NOT EXISTS (${sql.raw(RECORDS[type])}${id} AND ${sql.raw(TAKES[type] ?? "true")} AND ${sql.raw(seenBy(type, sight))})`,
	);

export const insertNote = (note: Notable & { content: string; userId: number | null; at: number }): Write =>
	sql`INSERT INTO notes (notable_type, notable_id, user_id, content, created_at, updated_at)
		VALUES (${note.type}, ${note.id}, ${note.userId}, ${note.content}, ${note.at}, ${note.at})`;

type NoteRef = { id: number; version: number };

/** Changes a note that still has this version and is shown; refuses `note.stale` otherwise. */
const updateNote = ({ id, version }: NoteRef, set: SQL, at: number): Write[] => [
	sql`UPDATE notes SET ${set}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND hidden_at IS NULL`,
	guard("note.stale"),
];
export const changeContent = (ref: NoteRef, content: string, at: number): Write[] =>
	updateNote(ref, sql`content = ${content}`, at);
export const setHidden = (ref: NoteRef, reason: string, at: number): Write[] =>
	updateNote(ref, sql`hidden_at = ${at}, hidden_reason = ${reason}`, at);
