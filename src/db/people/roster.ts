import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, refuseWhere, type Write } from "#db/commit.ts";
import { inPieces } from "#db/content/index.ts";
import { askToOpenGuardians, importSteps } from "#db/system/index.ts";
import { columnOf, PLAIN_FIELDS } from "#domain/people/members/fields.ts";
import type { NewGuardians, WrittenOutcome } from "#domain/people/roster/writing.ts";
import type { By } from "#kernel/by.ts";
import { nameByRoster } from "./guardianships.ts";
import { changedSince } from "./roster-reads.ts";

/** The fields that an import writes; `columnOf` names the column of each. */
const WRITABLE = [
	...PLAIN_FIELDS,
	"seal_id",
	"person_key",
	"national_id",
	"national_id_hash",
	"national_id_mask",
	"status",
	"left_on",
	"tax_id",
	"seats",
] as const;
const COLUMNS = sql.raw(WRITABLE.map(columnOf).join(", "));
export type Columns = { [K in (typeof WRITABLE)[number]]?: string | null };

/** The values of fields that may not be NULL, when a roster gives none. */
const DEFAULTS: Readonly<Record<string, string>> = {
	name_en: "''",
	identity_type: "'patient'",
	membership_type: "'individual'",
};
const givenOr = (field: string): string => {
	const value = `j.value ->> '$.set.${field}'`;
	return DEFAULTS[field] ? `coalesce(${value}, ${DEFAULTS[field]})` : value;
};

export type NewRecord = { id: number; set: Columns };

/**
 * Inserts records under ids that were free when they were planned; without guardians, who may come later in the list.
 * Refuses with `import.moved` when another record got an id meanwhile; the table's triggers refuse with codes such as
 * `member.number_taken`.
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
		sql`INSERT INTO members (id, ${COLUMNS}, source, status_since, created_at, updated_at)
			SELECT j.value ->> '$.id', ${sql.raw(WRITABLE.map(givenOr).join(", "))}, ${source}, ${today}, ${at}, ${at}
			FROM json_each(${json}) j ORDER BY j.key`,
	]),
];

export type ChangedRecord = { id: number; version: number; set: Columns };

/** Changes the given columns of records and raises their versions. Refuses with `code` a record that changed since. */
export const updateRecords = (
	records: readonly ChangedRecord[],
	at: number,
	code: "import.moved" | "import.changed" = "import.moved",
): Write[] =>
	inPieces(records, (json, count) => [
		sql`UPDATE members SET ${sql.raw(WRITABLE.map((field) => `${columnOf(field)} = iif(json_type(j.value, '$.set.${field}') IS NULL, ${columnOf(field)}, ${nullable(field)})`).join(", "))},
				version = version + 1, updated_at = ${at}
			FROM json_each(${json}) j
			WHERE members.id = j.value ->> '$.id' AND members.version = j.value ->> '$.version' AND members.merged_into IS NULL`,
		sql`INSERT INTO guard (code) SELECT ${code} WHERE changes() <> ${count}`,
	]);

/** Returns SQL for a field's value; an unknown English name is stored as an empty text. */
const nullable = (field: string): string => (field === "name_en" ? givenOr(field) : `j.value ->> '$.set.${field}'`);

/** Sets both guardians of records that this batch made or changed; null for none. */
export const setGuardians = (
	links: readonly { id: number; guardian: number | null; second: number | null }[],
): Write[] =>
	inPieces(links, (json) => [
		sql`UPDATE members SET guardian_member_id = j.value ->> '$.guardian', second_guardian_id = j.value ->> '$.second'
			FROM json_each(${json}) j WHERE members.id = j.value ->> '$.id'`,
	]);

/**
 * Sets guardians that the file names; a second person still has to open the sealed data to them. Refuses with
 * `member.guardian_second_person` when a member of the staff, or their family, is one of the two.
 */
export const linkGuardians = (links: readonly NewGuardians[], by: By): Write[] => {
	const named = links.flatMap(({ id, come }) => come.map((one) => ({ id, ...one })));
	return [
		...setGuardians(
			links.map(({ id, before, come }) => {
				const [guardian = null, second = null] = [...before, ...come.map((one) => one.guardian)];
				return { id, guardian, second };
			}),
		),
		...inPieces(named, nameByRoster),
		...inPieces(
			named.filter(({ as }) => as !== null),
			(json) => [
				sql`UPDATE guardianships SET role = j.value ->> '$.as.role', authority = j.value ->> '$.as.authority',
					paper = j.value ->> '$.as.paper', paper_on = j.value ->> '$.as.paper_on', has_custody = j.value ->> '$.as.has_custody'
				FROM json_each(${json}) j WHERE until IS NULL AND member_id = j.value ->> '$.id' AND guardian_id = j.value ->> '$.guardian'`,
			],
		),
		askToOpenGuardians(
			links.map(({ id }) => id),
			by,
		),
	];
};

export const insertNotes = (notes: readonly { id: number; content: string }[], by: By): Write[] =>
	inPieces(notes, (json) => [
		sql`INSERT INTO notes (notable_type, notable_id, user_id, content, created_at, updated_at)
			SELECT 'member', j.value ->> '$.id', ${by.userId}, j.value ->> '$.content', ${by.at}, ${by.at}
			FROM json_each(${json}) j ORDER BY j.key`,
	]);

/**
 * Inserts a certificate application without a file, uploader or approval for each member whose row says 身心障礙證明
 * 有, so that the reviewers ask for the certificate. A member who has any application gets none.
 */
export const insertCertificateFlags = (ids: readonly number[], at: number): Write[] =>
	inPieces(ids, (json) => [
		sql`INSERT INTO disability_certificates (member_id, created_at, updated_at)
			SELECT j.value, ${at}, ${at} FROM json_each(${json}) j
			WHERE NOT EXISTS (SELECT 1 FROM disability_certificates c WHERE c.member_id = j.value)`,
	]);

/**
 * Inserts annual dues as paid without money, receipt or voucher (docs/import.md#how-a-file-is-read). A year that has a
 * dues item keeps it.
 */
export const insertPaidYears = (
	years: readonly { id: number; year: number }[],
	{ importId, by: { userId, at } }: { importId: number | null; by: By },
): Write[] =>
	inPieces(years, (json) => [
		sql`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, status, source, import_id, created_by, created_at, updated_at)
			SELECT j.value ->> '$.id', 'annual', j.value ->> '$.year', 0, 0, 'paid', 'import', ${importId}, ${userId}, ${at}, ${at}
			FROM json_each(${json}) j
			WHERE NOT EXISTS (SELECT 1 FROM dues_items d WHERE d.member_id = j.value ->> '$.id' AND d.kind = 'annual'
				AND d.dues_year = j.value ->> '$.year' AND d.status <> 'cancelled')`,
	]);

/**
 * Takes members into groups in use, by the groups' names, from a day on. Whoever is in the group on that day or comes
 * later stays as they are; so does whoever died.
 */
export const joinGroups = (
	joining: readonly { id: number; group: string }[],
	{ today, at }: { today: string; at: number },
): Write[] =>
	inPieces(joining, (json) => [
		sql`INSERT INTO group_memberships (group_id, member_id, from_on, created_at, updated_at)
			SELECT g.id, m.id, ${today}, ${at}, ${at} FROM json_each(${json}) j
				JOIN member_groups g ON g.name = j.value ->> '$.group' AND g.is_active = 1
				JOIN members m ON m.id = j.value ->> '$.id' AND m.status <> 'deceased'
			WHERE NOT EXISTS (SELECT 1 FROM group_memberships t WHERE t.group_id = g.id AND t.member_id = m.id
				AND coalesce(t.until_on, '9999-12-31') >= ${today})`,
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

/** Writes an audit row for every record; `changes` are sealed under the person's key. */
export const auditRecords = (records: readonly AuditedRecord[], by: By, description: string): Write[] =>
	inPieces(records, (json) => [
		sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
			SELECT ${by.at}, ${by.userId}, ${by.actor}, j.value ->> '$.action', 'member', CAST(j.value ->> '$.id' AS TEXT),
				${description}, ${by.ip}, j.value -> '$.changes' FROM json_each(${json}) j ORDER BY j.key`,
	]);

export const { insertImport, updateMapping, markApplied, deleteDraft, markUndone } = importSteps("roster_imports");

/** Refuses with `import.changed` when one of an import's records changed since. */
export const refuseChanged = (importId: number, appliedAt: number): Write =>
	refuseWhere(
		"import.changed",
		sql`EXISTS (${sql.raw(changedSince(String(Number(importId)), String(Number(appliedAt))))})`,
	);

/**
 * Deletes what an import added: notes, certificate flags, paid years, memberships in groups and the records it made,
 * with their numbers.
 * Before it, `updateRecords` restores the changed columns.
 */
export function removeAdded(importId: number, appliedAt: number): Write[] {
	const touched = sql`(SELECT member_id FROM roster_import_rows WHERE import_id = ${importId} AND outcome IN ('created', 'updated', 'filled'))`;
	const created = sql`(SELECT value FROM json_each((SELECT json_group_array(member_id) FROM roster_import_rows WHERE import_id = ${importId} AND outcome = 'created')))`;
	const flags = sql`member_id IN ${touched} AND created_at = ${appliedAt} AND file_id IS NULL`;
	return [
		sql`DELETE FROM notes WHERE notable_type = 'member' AND created_at = ${appliedAt} AND notable_id IN ${touched}`,
		// Withdrawing fires the trigger that updates the member's record (migration 0019); a deletion does not.
		sql`UPDATE disability_certificates SET status = 'withdrawn' WHERE ${flags}`,
		sql`DELETE FROM disability_certificates WHERE ${flags}`,
		sql`DELETE FROM group_memberships WHERE created_at = ${appliedAt} AND member_id IN ${touched}`,
		sql`DELETE FROM dues_items WHERE import_id = ${importId} AND source = 'import'`,
		sql`UPDATE members SET second_guardian_id = NULL WHERE second_guardian_id IN ${created}`,
		sql`UPDATE members SET guardian_member_id = second_guardian_id, second_guardian_id = NULL WHERE guardian_member_id IN ${created}`,
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
