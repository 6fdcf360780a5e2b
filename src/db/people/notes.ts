import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";

/**
 * The only list of the kinds of records that have notes: for each kind the query of a record's name, to which the
 * record's id is appended. A new kind is a line here and one in src/admin/people/notes/nouns.ts.
 */
const RECORDS = {
	member: "SELECT name FROM members WHERE merged_into IS NULL AND id = ",
	task: "SELECT title AS name FROM tasks WHERE id = ",
} as const satisfies Record<string, string>;
export type NotableType = keyof typeof RECORDS;
export const NOTABLE_TYPES = Object.keys(RECORDS).filter((type): type is NotableType => type in RECORDS);
/** A record that notes are about. */
export type Notable = { type: NotableType; id: number };

/**
 * The user who reads notes. `seesAll` false: of a kind in OWN, the user sees only their own records and the notes on
 * these.
 */
export type NoteSight = { userId: number; seesAll: boolean };
/**
 * For each kind of which a user may be limited to their own records, the condition of those records; of any other kind,
 * a user who sees one record sees all.
 */
const OWN: Partial<Record<NotableType, (userId: number) => string>> = {
	task: (userId) => `assignee_id = ${Math.trunc(userId)}`,
};
const seenBy = (type: NotableType, { userId, seesAll }: NoteSight): string =>
	(seesAll ? undefined : OWN[type]?.(userId)) ?? "true";

/** Selects the name of a record; no row when it was deleted or merged, or the user may not see it. */
export const recordOf = ({ type, id }: Notable, sight: NoteSight): Select<{ name: string }> =>
	select(`${RECORDS[type]}?1 AND ${seenBy(type, sight)}`, id);

/** The maximum number of notes that a panel or page shows; older ones stay in the database. */
export const NOTES_SHOWN = 500;

/** A note with its author's name; the author of an imported note is null. Times are UTC milliseconds. */
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

/** Selects the notes of a record, newest first, NOTES_SHOWN at most; hidden ones only when `hidden` is true. */
export const notesOf = (type: NotableType, id: number, { hidden = false } = {}): Select<NoteRow> =>
	select(
		`${NOTE} WHERE n.notable_type = ?1 AND n.notable_id = ?2 ${hidden ? "" : "AND n.hidden_at IS NULL"}
		ORDER BY n.created_at DESC, n.id DESC ${limitTo(NOTES_SHOWN)}`,
		type,
		id,
	);

/** Selects one note, hidden or not. */
export const noteById = (id: number): Select<NoteRow> => select(`${NOTE} WHERE n.id = ?1`, id);

/** Selects one note with the name of its record; no row when the record is gone. `sights` are by the kind of record. */
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
 * Returns SQL for how many notes a record has that are not hidden: `id` is the column of its id, as "m.id". The index
 * notes_of holds all that it reads, so a list can count in its own query.
 */
export const noteCount = (type: NotableType, id: string): string =>
	`(SELECT count(*) FROM notes n WHERE n.notable_type = '${type}' AND n.notable_id = ${id} AND n.hidden_at IS NULL)`;

/** Counts the notes of a record that are not hidden. */
export const countNotes = ({ type, id }: Notable): Select<{ count: number }> =>
	select(`SELECT ${noteCount(type, "?1")} AS count`, id);

/** The conditions of the records that take new notes, by kind: a pseudonymised member takes none. */
const TAKES: Partial<Record<NotableType, string>> = { member: "pseudonymised_at IS NULL" };

/** Refuses with `note.no_record` a record that is gone, merged or pseudonymised, or that the user may not see. */
export const refuseWithoutRecord = ({ type, id }: Notable, sight: NoteSight): Write =>
	refuseWhere(
		"note.no_record",
		sql`NOT EXISTS (${sql.raw(RECORDS[type])}${id} AND ${sql.raw(TAKES[type] ?? "true")} AND ${sql.raw(seenBy(type, sight))})`,
	);

/** Refuses with `note.no_record` when one of these members is gone, merged or pseudonymised. */
export const refuseWithoutMembers = (ids: readonly number[]): Write =>
	refuseWhere(
		"note.no_record",
		sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) j
			WHERE NOT EXISTS (${sql.raw(RECORDS.member)}j.value AND ${sql.raw(TAKES.member ?? "true")}))`,
	);

export const insertNote = (note: Notable & { content: string; userId: number | null; at: number }): Write =>
	sql`INSERT INTO notes (notable_type, notable_id, user_id, content, created_at, updated_at)
		VALUES (${note.type}, ${note.id}, ${note.userId}, ${note.content}, ${note.at}, ${note.at})`;

type NoteRef = { id: number; version: number };

/** Changes a note that still has this version and is not hidden. Refuses with `note.stale` otherwise. */
const updateNote = ({ id, version }: NoteRef, set: SQL, at: number): Write[] => [
	sql`UPDATE notes SET ${set}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND hidden_at IS NULL`,
	guard("note.stale"),
];
export const changeContent = (ref: NoteRef, content: string, at: number): Write[] =>
	updateNote(ref, sql`content = ${content}`, at);
export const setHidden = (ref: NoteRef, reason: string, at: number): Write[] =>
	updateNote(ref, sql`hidden_at = ${at}, hidden_reason = ${reason}`, at);
