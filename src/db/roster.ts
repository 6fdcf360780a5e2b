import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { changedSince } from "#db/roster-reads.ts";
import { rosterImports } from "#db/schema/members.ts";
import type { By } from "#domain/by.ts";
import { PLAIN_FIELDS } from "#domain/members/fields.ts";
import type { WrittenOutcome } from "#domain/roster/writing.ts";

/** Rows of one statement: their JSON is one parameter, of 2 MB at most. */
const AT_ONCE = 250;

/** A statement for every so many rows, which it reads from its JSON as `j.value`. */
function inPieces<T>(rows: readonly T[], write: (json: string, count: number) => Write[]): Write[] {
	const pieces = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
		rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
	);
	return pieces.flatMap((piece) => write(JSON.stringify(piece), piece.length));
}

/** Columns that an import writes, by their names. */
const WRITABLE = [
	...PLAIN_FIELDS,
	"seal_id",
	"person_key",
	"national_id",
	"national_id_hash",
	"national_id_mask",
	"status",
	"left_on",
] as const;
export type Columns = { [K in (typeof WRITABLE)[number]]?: string | null };

/** Values for columns that may not be NULL, where a roster says nothing. */
const DEFAULTS: Readonly<Record<string, string>> = {
	name_en: "''",
	identity_type: "'patient'",
	membership_type: "'individual'",
};
const givenOr = (column: string): string => {
	const value = `j.value ->> '$.set.${column}'`;
	return DEFAULTS[column] ? `coalesce(${value}, ${DEFAULTS[column]})` : value;
};

export type NewRecord = { id: number; set: Columns };

/**
 * Records under ids that were free when they were planned; without guardians, who may come later in the list. Refuses
 * what a single one is refused for, and `import.moved` where somebody took an id meanwhile.
 */
export const insertRecords = (
	records: readonly NewRecord[],
	{ source, at, today }: { source: string; at: number; today: string },
): Write[] => [
	...inPieces(records, (json) => [
		refuseWhere(
			"import.moved",
			sql`EXISTS (SELECT 1 FROM members WHERE id IN (SELECT value ->> '$.id' FROM json_each(${json})))`,
		),
		sql`INSERT INTO members (id, ${sql.raw(WRITABLE.join(", "))}, source, status_since, created_at, updated_at)
			SELECT j.value ->> '$.id', ${sql.raw(WRITABLE.map(givenOr).join(", "))}, ${source}, ${today}, ${at}, ${at}
			FROM json_each(${json}) j ORDER BY j.key`,
	]),
];

export type ChangedRecord = { id: number; version: number; set: Columns };

/** Changes what is given of records as they were seen, and raises their versions. Refuses `import.moved` for one that changed. */
export const updateRecords = (
	records: readonly ChangedRecord[],
	at: number,
	code: "import.moved" | "import.changed" = "import.moved",
): Write[] =>
	inPieces(records, (json, count) => [
		sql`UPDATE members SET ${sql.raw(WRITABLE.map((column) => `${column} = iif(json_type(j.value, '$.set.${column}') IS NULL, ${column}, ${nullable(column)})`).join(", "))},
				version = version + 1, updated_at = ${at}
			FROM json_each(${json}) j
			WHERE members.id = j.value ->> '$.id' AND members.version = j.value ->> '$.version' AND members.merged_into IS NULL`,
		sql`INSERT INTO guard (code) SELECT ${code} WHERE changes() <> ${count}`,
	]);

/** An English name that nobody has is stored as an empty text. */
const nullable = (column: string): string => (column === "name_en" ? givenOr(column) : `j.value ->> '$.set.${column}'`);

/** Guardians of records that this batch made or changed: `guardian` is null to take one away. */
export const setGuardians = (links: readonly { id: number; guardian: number | null }[]): Write[] =>
	inPieces(links, (json) => [
		sql`UPDATE members SET guardian_member_id = j.value ->> '$.guardian' FROM json_each(${json}) j
			WHERE members.id = j.value ->> '$.id'`,
	]);

export const insertNotes = (notes: readonly { id: number; content: string }[], by: By): Write[] =>
	inPieces(notes, (json) => [
		sql`INSERT INTO notes (notable_type, notable_id, user_id, content, created_at, updated_at)
			SELECT 'member', j.value ->> '$.id', ${by.userId}, j.value ->> '$.content', ${by.at}, ${by.at}
			FROM json_each(${json}) j ORDER BY j.key`,
	]);

/** 身心障礙證明 有: an application without a file, for the reviewers to ask for it. Nobody's upload, nobody's approval. */
export const insertCertificateFlags = (ids: readonly number[], at: number): Write[] =>
	inPieces(ids, (json) => [
		sql`INSERT INTO disability_certificates (member_id, created_at, updated_at)
			SELECT j.value, ${at}, ${at} FROM json_each(${json}) j
			WHERE NOT EXISTS (SELECT 1 FROM disability_certificates c WHERE c.member_id = j.value)`,
	]);

export const insertPaidYears = (years: readonly { id: number; year: number }[], importId: number): Write[] =>
	inPieces(years, (json) => [
		sql`INSERT INTO roster_paid_years (member_id, dues_year, import_id)
			SELECT j.value ->> '$.id', j.value ->> '$.year', ${importId} FROM json_each(${json}) j WHERE true
			ON CONFLICT DO NOTHING`,
	]);

export type WrittenRecord = {
	row: number;
	outcome: WrittenOutcome;
	member: number | null;
	version: number | null;
	before: string | null;
};

export const insertImportRows = (importId: number, rows: readonly WrittenRecord[]): Write[] =>
	inPieces(rows, (json) => [
		sql`INSERT INTO roster_import_rows (import_id, row, outcome, member_id, member_version, before)
			SELECT ${importId}, j.value ->> '$.row', j.value ->> '$.outcome', j.value ->> '$.member', j.value ->> '$.version',
				j.value ->> '$.before' FROM json_each(${json}) j`,
	]);

export type AuditedRecord = { id: number; action: string; changes: unknown };

/** A row of the audit log for every record; `changes` are sealed under its person's key. */
export const auditRecords = (records: readonly AuditedRecord[], by: By, description: string): Write[] =>
	inPieces(records, (json) => [
		sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
			SELECT ${by.at}, ${by.userId}, ${by.actor}, j.value ->> '$.action', 'member', CAST(j.value ->> '$.id' AS TEXT),
				${description}, ${by.ip}, j.value -> '$.changes' FROM json_each(${json}) j ORDER BY j.key`,
	]);

type NewImport = { id?: number; filename: string; fileId?: SQL<number>; mapping: unknown; by: By };

/** An import that is looked at: its file, and how it is read. */
export const insertImport = (db: Db, { id, filename, fileId, mapping, by }: NewImport): Write =>
	db.insert(rosterImports).values({
		...(id === undefined ? {} : { id }),
		filename,
		// A fragment where the same batch makes the file.
		fileId: (fileId ?? null) as number | null,
		mapping: JSON.stringify(mapping),
		createdBy: by.userId,
		createdAt: by.at,
	});

export type ImportRef = { id: number; version: number };

/** How the columns of a draft are read. Refuses `import.stale`. */
export const updateMapping = ({ id, version }: ImportRef, mapping: unknown): Write[] => [
	sql`UPDATE roster_imports SET mapping = ${JSON.stringify(mapping)}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
	guard("import.stale"),
];

/** A draft becomes what was done, once; its file is not needed any more. Refuses `import.stale`. */
export const markApplied = ({ id, version }: ImportRef, counts: unknown, at: number): Write[] => [
	sql`UPDATE roster_imports SET state = 'applied', counts = ${JSON.stringify(counts)}, applied_at = ${at}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
	guard("import.stale"),
];

/** Throws a draft away. Refuses `import.stale`. */
export const deleteDraft = ({ id, version }: ImportRef): Write[] => [
	sql`DELETE FROM roster_imports WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
	guard("import.stale"),
];

/**
 * What an import added is taken away: notes, flags of certificates, paid years and the records it made, with their
 * numbers. Refuses `import.stale`, and `import.changed` where one of its records changed since. The columns that it
 * changed go back by `updateRecords`, before this.
 */
export const markUndone = ({ id, version }: ImportRef, at: number): Write[] => [
	sql`UPDATE roster_imports SET state = 'undone', undone_at = ${at}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND state = 'applied'`,
	guard("import.stale"),
];

export const refuseChanged = (importId: number, appliedAt: number): Write =>
	refuseWhere(
		"import.changed",
		sql`EXISTS (${sql.raw(changedSince(String(Number(importId)), String(Number(appliedAt))))})`,
	);

export function removeAdded(importId: number, appliedAt: number): Write[] {
	const touched = sql`(SELECT member_id FROM roster_import_rows WHERE import_id = ${importId} AND outcome IN ('created', 'updated', 'filled'))`;
	const created = sql`(SELECT value FROM json_each((SELECT json_group_array(member_id) FROM roster_import_rows WHERE import_id = ${importId} AND outcome = 'created')))`;
	const flags = sql`member_id IN ${touched} AND created_at = ${appliedAt} AND file_id IS NULL`;
	return [
		sql`DELETE FROM notes WHERE notable_type = 'member' AND created_at = ${appliedAt} AND notable_id IN ${touched}`,
		// Taking it back tells the member's record (0019), which a deletion does not.
		sql`UPDATE disability_certificates SET status = 'withdrawn' WHERE ${flags}`,
		sql`DELETE FROM disability_certificates WHERE ${flags}`,
		sql`DELETE FROM roster_paid_years WHERE import_id = ${importId}`,
		sql`UPDATE members SET guardian_member_id = NULL WHERE guardian_member_id IN ${created}`,
		sql`DELETE FROM member_numbers WHERE member_id IN ${created}`,
		sql`UPDATE roster_imports SET counts = json_set(counts, '$.removed', json((SELECT json_group_array(member_id)
			FROM roster_import_rows WHERE import_id = ${importId} AND outcome = 'created'))) WHERE id = ${importId}`,
		sql`UPDATE roster_import_rows SET member_id = NULL, before = NULL WHERE import_id = ${importId} AND outcome = 'created'`,
		sql`DELETE FROM members WHERE id IN (SELECT value FROM json_each((SELECT counts ->> '$.removed' FROM roster_imports WHERE id = ${importId})))`,
	];
}

export const auditImport = (
	db: Db,
	action: string,
	{ id, counts, by }: { id: number | SQL<number>; counts: unknown; by: By },
): Write[] =>
	recordAudit(db, {
		...by,
		action,
		auditableType: "roster",
		auditableId: id,
		description: typeof id === "number" ? `import ${id}` : "import",
		changes: { counts },
	});
