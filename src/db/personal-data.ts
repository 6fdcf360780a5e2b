import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import type { By } from "#kernel/by.ts";
import type { Section } from "#kernel/copy-fields.ts";
import { ERASED } from "#kernel/erased.ts";
import type { Merged } from "#nouns.ts";

/** Two records of one person: the one that stays, and the other one, which is merged into it. */
export type MergePair = { kept: number; other: number };
/**
 * What happens to a row when its member is merged into another: how it moves, or why it stays. Lower places move first.
 */
type Fate = { readonly place: number; readonly moves: (of: MergePair, by: By) => Write[] } | { readonly stays: string };
/**
 * A column that names a member; when the column names records of several kinds, `where` says which rows are members'.
 */
export type Pointer = { readonly table: string; readonly column: string; readonly where?: string } & Fate;

/** Returns a pointer whose rows all move to the record that stays, unchanged. */
export const movesAll = (place: number, [table, column]: readonly [string, string], where = "true"): Pointer => ({
	table,
	column,
	where,
	place,
	moves: ({ kept, other }) => [
		sql`UPDATE ${sql.raw(table)} SET ${sql.raw(column)} = ${kept} WHERE ${sql.raw(column)} = ${other} AND ${sql.raw(where)}`,
	],
});

/** An erasure of a member: the record, its login, the time (UTC milliseconds), and who does it. */
export type Erasing = {
	readonly id: number;
	readonly userId: number | null;
	readonly at: number;
	readonly by: By;
	/** The query, in brackets, of the ids of the files that are erased: those that the nouns name in `files`. */
	readonly files: SQL;
};
/**
 * Writes of an erasure. Lower places run first: what is found by the member's record, such as mails by its address,
 * comes before the record, which comes last.
 */
type ErasureStep = { readonly place: number; readonly run: (of: Erasing) => Write[] };
/** Returns a step of an erasure that runs only when the member has a login. */
export const ofLogin = (place: number, run: (userId: number, at: number) => Write[]): ErasureStep => ({
	place,
	run: ({ userId, at }) => (userId === null ? [] : run(userId, at)),
});

/**
 * The SQL of a place of free text, over the row `t`, the erased records `own`, the donors `givers`, and the payees `earners`. Text that is in
 * neither `goes` nor `kept` is to be edited by staff before the erasure.
 */
export type FreeTextRows = {
	/** The kind of record whose page shows the text, when it differs by row. */
	readonly kind?: string;
	/** SQL for the id of the record whose page shows the text; by default the row's own id. */
	readonly link?: string;
	/** SQL that identifies the row in its table. */
	readonly key?: string;
	/** The condition of the rows that the erasure erases; of files, whose ids (SQL) several nouns name, a function. */
	readonly goes?: string | ((files: string) => string);
	/** The condition of the rows that nobody may change. */
	readonly kept?: string;
	/** The condition of the rows that are searched. */
	readonly where?: string;
	/** Set for tables of long texts, of which fewer rows are searched. */
	readonly isLong?: true;
	/** The columns, when they are made of another declaration. */
	readonly columns?: readonly string[];
};

/**
 * A section of a copy, in the order of the places. `rows` is the query over `own`, the member's records and logins (OWN
 * in src/db/people/access-log.ts); `ofDonor` that of a donor who is not a member, by the donor's id, `ofPayee` that of such a payee. The audit log's
 * sections are about the records of all nouns: their queries are in src/db/shell/personal-copies.ts.
 */
export type CopySection = Section & {
	readonly place: number;
	readonly rows?: string;
	readonly ofDonor?: string;
	readonly ofPayee?: string;
};

/**
 * What a noun's tables hold about people, in `db/<module>/<noun>-personal.ts`. src/db/personal.ts lists the
 * declarations; a copy of a person's data, an erasure and a merge of two records are made from them. Tests read the
 * database's schema and fail for a column about a person, or of text, that no noun declares.
 */
export type Personal = {
	/** The sections of a copy that show the noun's rows, by code. */
	readonly copy?: { readonly [code: string]: CopySection };
	/** The columns that refer to a person and are in the copy, each with its section: "table.column". */
	readonly inCopy?: { readonly [column: string]: string };
	/** The columns that refer to a person and are not in the copy, each with the reason. */
	readonly leftOut?: { readonly [column: string]: string };
	/** The tables that refer to people and in which an erasure deletes something: what it deletes and what stays. */
	readonly erased?: { readonly [table: string]: string };
	/** The tables that refer to people and that an erasure leaves as they are, each with the reason. */
	readonly kept?: { readonly [table: string]: string };
	readonly erases?: readonly ErasureStep[];
	/** Queries of the ids of files about the erased records `own`, which an erasure deletes. */
	readonly files?: readonly string[];
	/** The columns that name a member, and what a merge of two records does with them. */
	readonly merges?: readonly Pointer[];
	/** Queries of the ids, as text, of the records of `own` that the audit log names, by the kind of record. */
	readonly audited?: { readonly [kind: string]: string };
	/** The SQL of the places of free text that the noun declares, by the place's name. */
	readonly freeText?: { readonly [place in keyof Merged<"freeText">]?: FreeTextRows };
	/**
	 * The text columns that are not searched for a person's name before an erasure, and why. Columns that a CHECK limits
	 * to codes, days or hashes need no entry.
	 */
	readonly noFreeText?: { readonly [table: string]: { readonly columns: string; readonly why: string } };
};

/** Declares what a noun's tables hold about people, with exact types. */
export const personal = <const P extends Personal>(declared: P): P => declared;

/**
 * Returns the common table expression `own` of a member (SQL of the id) and the records merged into theirs, at any
 * depth.
 */
export const ownOf = (id: string): string =>
	`WITH RECURSIVE own (id) AS (VALUES (${id}) UNION SELECT m.id FROM members m JOIN own o ON m.merged_into = o.id)`;
/** Returns a query over the records `own` of a member, in brackets. */
export const among = (id: number, query: string): SQL => sql.raw(`(${ownOf(String(Math.trunc(id)))} ${query})`);
/** Returns the query of the ids of a member's records, in brackets. */
export const ownIds = (id: number): SQL => among(id, "SELECT id FROM own");
/** SQL for the ids of the erased records, for the conditions of free text. */
export const OWN_IDS = "(SELECT id FROM own)";
/** SQL for the ids of the donors that are erased, for the conditions of free text. */
export const GIVERS = "(SELECT id FROM givers)";
/** SQL for the ids of the payees without a member record that are erased, for the conditions of free text. */
export const EARNERS = "(SELECT id FROM earners)";
/**
 * The SQL condition that the erasure is of a donor without a member record. Rows that are found through the donor's id
 * are erased only then.
 */
export const GIVEN_BY_NO_MEMBER = `NOT EXISTS ${OWN_IDS}`;
/** Returns the assignment that erases the text of a column, unless it is NULL. */
export const blank = (column: string): SQL => sql.raw(`${column} = iif(${column} IS NULL, NULL, '${ERASED}')`);
