import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import {
	type ImportRow,
	type ImportsPage,
	importIn,
	importsIn,
	isStaff,
	nextId,
	ROWS_PER_PAGE,
} from "#db/system/index.ts";
import type { MemberStatus } from "#domain/people/members/codes.ts";
import { columnsOf, type PlainInput } from "#domain/people/members/fields.ts";
import type { WrittenOutcome } from "#domain/people/roster/writing.ts";
import type { GuardianStanding } from "#domain/system/index.ts";
import { isIn } from "./groups.ts";
import { IS_ORGANISATION } from "./membership-types.ts";

/** The values by which a roster names people: each list in its stored form. `hashes` has the 統一編號 of organisations too. */
export type Keys = { numbers: string[]; hashes: string[]; names: string[]; emails: string[] };

/**
 * The common table expressions of the records to which the values of a roster lead, also by the number or id of a
 * record that was merged since; pseudonymised records are left out. One number may have several rows in `led`.
 */
export const LED = `WITH RECURSIVE led (number, id) AS (
		SELECT member_no, member_id FROM member_numbers WHERE member_no IN (SELECT value FROM json_each(?1))
		UNION SELECT NULL, id FROM (SELECT id FROM members WHERE national_id_hash IN (SELECT value FROM json_each(?2))
			UNION ALL SELECT id FROM members WHERE tax_id IN (SELECT value FROM json_each(?2)) AND merged_into IS NULL)
		UNION SELECT NULL, id FROM members WHERE name IN (SELECT value FROM json_each(?3))
		UNION SELECT NULL, id FROM members WHERE email IN (SELECT value FROM json_each(?4))
		UNION SELECT led.number, m.merged_into FROM led JOIN members m ON m.id = led.id WHERE m.merged_into IS NOT NULL),
	found AS (SELECT DISTINCT m.id FROM led JOIN members m ON m.id = led.id
		WHERE m.merged_into IS NULL AND m.pseudonymised_at IS NULL)`;

export const parameters = ({ numbers, hashes, names, emails }: Keys): string[] =>
	[numbers, hashes, names, emails].map((list) => JSON.stringify([...new Set(list)]));

export type KnownRow = Required<PlainInput> & {
	id: number;
	version: number;
	status: MemberStatus;
	seal_id: string | null;
	person_key: string | null;
	national_id_mask: string | null;
	national_id_hash: string | null;
	guardian_member_id: number | null;
	second_guardian_id: number | null;
	/** JSON: the ids of those to whom nothing about the member may be told. */
	banned: string;
	dependents: number;
	is_organisation: 0 | 1;
	tax_id: string | null;
	seats: string | null;
	has_certificate: 0 | 1;
	of_staff: 0 | 1;
};

/** Selects the member records to which the values of a roster lead, each once. */
export const knownMembers = (keys: Keys): Select<KnownRow> =>
	select(
		`${LED} SELECT m.id, m.version, m.status, m.seal_id, m.person_key, m.national_id_mask, coalesce(m.national_id_hash, m.tax_id) AS national_id_hash,
			m.tax_id, CAST(m.seats AS TEXT) AS seats, ${IS_ORGANISATION} AS is_organisation,
			m.guardian_member_id, m.second_guardian_id, ${columnsOf("m")},
			(SELECT json_group_array(b.person_id) FROM member_bans b WHERE b.member_id = m.id AND b.until IS NULL) AS banned,
			(SELECT count(*) FROM members d WHERE d.guardian_member_id = m.id OR d.second_guardian_id = m.id) AS dependents,
			EXISTS (SELECT 1 FROM disability_certificates c WHERE c.member_id = m.id) AS has_certificate,
			EXISTS (SELECT 1 FROM related_users r WHERE r.member_id = m.id AND ${isStaff("r.user_id")}) AS of_staff
		FROM found JOIN members m ON m.id = found.id`,
		...parameters(keys),
	);

/** Selects as what the guardians of the records stand, the first of them first. */
export const knownGuardianships = (keys: Keys): Select<Standing> =>
	select(
		`${LED} SELECT m.id, g.guardian_id, g.role, g.authority, g.paper, g.paper_on, g.has_custody FROM found JOIN members m ON m.id = found.id
			JOIN guardianships g ON g.member_id = m.id AND g.until IS NULL ORDER BY m.id, g.guardian_id IS NOT m.guardian_member_id`,
		...parameters(keys),
	);
type Standing = Omit<GuardianStanding, "has_custody"> & { id: number; guardian_id: number; has_custody: 0 | 1 };

/** Selects the record of each member number in the roster; `id` is null when its record was pseudonymised. */
export const ledNumbers = (keys: Keys): Select<{ number: string; id: number | null }> =>
	select(
		`${LED} SELECT n.number, (SELECT f.id FROM led l JOIN found f ON f.id = l.id WHERE l.number = n.number) AS id
		FROM (SELECT DISTINCT number FROM led WHERE number IS NOT NULL) n`,
		...parameters(keys),
	);

/** Selects the notes of the records, hidden ones too: a hidden note is not written again. */
export const knownNotes = (keys: Keys): Select<{ id: number; content: string }> =>
	select(
		`${LED} SELECT n.notable_id AS id, n.content FROM found JOIN notes n ON n.notable_type = 'member' AND n.notable_id = found.id`,
		...parameters(keys),
	);

/** Selects the years for which the records have annual dues items, and whether these are still owed. */
export const knownDuesYears = (keys: Keys): Select<{ id: number; year: number; is_owed: 0 | 1 }> =>
	select(
		`${LED} SELECT d.member_id AS id, d.dues_year AS year, d.status IN ('open', 'partially_paid') AS is_owed
		FROM found JOIN dues_items d ON d.member_id = found.id AND d.kind = 'annual' AND d.status <> 'cancelled'`,
		...parameters(keys),
	);

/** Selects the names of the groups in use that the records are in on the day `today`. */
export const knownGroups = (keys: Keys, today: string): Select<{ id: number; name: string }> =>
	select(
		`${LED} SELECT m.id, g.name FROM found JOIN members m ON m.id = found.id
			JOIN group_memberships t ON t.member_id = m.id AND ${isIn("?5")} JOIN member_groups g ON g.id = t.group_id AND g.is_active = 1`,
		...parameters(keys),
		today,
	);

/** Selects the ids that the next member record and the next import will get. */
export const nextIds = (): Select<{ member: number; roster: number }> =>
	selectOne(`SELECT ${nextId("members")} AS member, ${nextId("roster_imports")} AS roster`);

export const importRow = (id: number): Select<ImportRow> => importIn("roster_imports", id);
/** Selects one page of the imports in an order, and counts them. */
export const importsSelect = (page: ImportsPage): ReturnType<typeof importsIn> => importsIn("roster_imports", page);

/**
 * A row of an applied import, with the keys of its record. Rows of the survey (the second file, of e-mail addresses)
 * have negative numbers.
 */
export type WrittenRow = {
	row: number;
	outcome: WrittenOutcome;
	member_id: number | null;
	member_version: number | null;
	before: string | null;
	member_no: string | null;
	name: string | null;
	version: number | null;
	seal_id: string | null;
	person_key: string | null;
};

const WRITTEN = `SELECT r.row, r.outcome, r.member_id, r.member_version, r.before, m.member_no, m.name, m.version, m.seal_id,
	m.person_key FROM roster_import_rows r LEFT JOIN members m ON m.id = r.member_id`;

/**
 * Selects rows of an applied import, rows that need attention first (conflicts, errors); with `outcome` only the rows
 * of that outcome.
 */
export const writtenRows = (id: number, { outcome, page }: { outcome?: string | undefined; page: number }) =>
	select<WrittenRow>(
		`${WRITTEN} WHERE r.import_id = ?1 AND (?2 = '' OR r.outcome = ?2)
		ORDER BY CASE r.outcome WHEN 'conflict' THEN 0 WHEN 'error' THEN 1 ELSE 2 END, r.row < 0, abs(r.row)
		${limitTo(ROWS_PER_PAGE, (page - 1) * ROWS_PER_PAGE)}`,
		id,
		outcome ?? "",
	);

/** Selects every row that changed a record: for undoing the import. */
export const changedRows = (id: number): Select<WrittenRow> =>
	select(
		`${WRITTEN} WHERE r.import_id = ? AND r.outcome IN ('created', 'updated', 'filled') AND r.member_id IS NOT NULL`,
		id,
	);

/**
 * Returns the query of an import's records that changed since it was applied (SQL of the import's id and that time):
 * records with another version and, for records that the import made, those that got anything since: a user, a note, a
 * certificate, a consent, a request, a dependent, dues, money.
 */
export const changedSince = (importId: string, appliedAt: string): string =>
	`SELECT m.id FROM roster_import_rows r JOIN members m ON m.id = r.member_id
	WHERE r.import_id = ${importId} AND r.outcome IN ('created', 'updated', 'filled') AND (m.version <> r.member_version
		OR m.merged_into IS NOT NULL OR m.pseudonymised_at IS NOT NULL
		OR EXISTS (SELECT 1 FROM notes n WHERE n.notable_type = 'member' AND n.notable_id = m.id AND n.created_at = ${appliedAt} AND n.version > 1)
		OR EXISTS (SELECT 1 FROM dues_items d WHERE d.import_id = r.import_id AND d.member_id = m.id AND d.version > 1)
		OR EXISTS (SELECT 1 FROM disability_certificates c WHERE c.member_id = m.id AND c.created_at = ${appliedAt} AND c.file_id IS NULL AND c.version > 1)
		OR EXISTS (SELECT 1 FROM group_memberships t WHERE t.member_id = m.id AND t.created_at = ${appliedAt} AND t.version > 1)
		OR r.outcome = 'created' AND (m.user_id IS NOT NULL
			OR EXISTS (SELECT 1 FROM members d WHERE (d.guardian_member_id = m.id OR d.second_guardian_id = m.id OR d.merged_into = m.id)
				AND NOT EXISTS (SELECT 1 FROM roster_import_rows o WHERE o.import_id = r.import_id AND o.member_id = d.id))
			OR EXISTS (SELECT 1 FROM notes n WHERE n.notable_type = 'member' AND n.notable_id = m.id AND n.created_at <> ${appliedAt})
			OR EXISTS (SELECT 1 FROM disability_certificates c WHERE c.member_id = m.id AND (c.created_at <> ${appliedAt} OR c.file_id IS NOT NULL))
			OR EXISTS (SELECT 1 FROM group_memberships t WHERE t.member_id = m.id AND t.created_at <> ${appliedAt})
			OR EXISTS (SELECT 1 FROM consents c WHERE c.member_id = m.id)
			OR EXISTS (SELECT 1 FROM privacy_requests p WHERE p.member_id = m.id)
			OR EXISTS (SELECT 1 FROM link_requests l WHERE l.member_id = m.id)
			OR EXISTS (SELECT 1 FROM dues_items d WHERE d.member_id = m.id AND d.import_id IS NOT r.import_id)
			OR EXISTS (SELECT 1 FROM payments p WHERE p.payer_member_id = m.id)
			OR EXISTS (SELECT 1 FROM payment_allocations a WHERE a.member_id = m.id)
			OR EXISTS (SELECT 1 FROM receipts i WHERE i.member_id = m.id)
			OR EXISTS (SELECT 1 FROM dues_notices t WHERE t.member_id = m.id)
			OR EXISTS (SELECT 1 FROM roster_import_rows o WHERE o.member_id = m.id AND o.import_id <> r.import_id)))`;

type NamedRow = { id: number; member_no: string | null; name: string };
/** Selects the numbers and names of member records. */
export const membersNamed = (ids: readonly number[]): Select<NamedRow> =>
	select(
		"SELECT id, member_no, name FROM members WHERE id IN (SELECT value FROM json_each(?1))",
		JSON.stringify([...new Set(ids)]),
	);

/** Selects at most 50 of the records that changed since an import was applied. */
export const changedMembers = ({ id, appliedAt }: { id: number; appliedAt: number }): Select<NamedRow> =>
	select(
		`SELECT id, member_no, name FROM members WHERE id IN (${changedSince("?1", "?2")}) ORDER BY member_no, id ${limitTo(50)}`,
		id,
		appliedAt,
	);

/**
 * Selects samples of sealed texts, one from each place: their key ids are compared with a key before anything is sealed
 * with it.
 */
export const sealedSamples = (): Select<{ sealed: string }> =>
	select(`SELECT * FROM (SELECT person_key AS sealed FROM members WHERE person_key IS NOT NULL ORDER BY id DESC LIMIT 1)
		UNION ALL SELECT * FROM (SELECT secret FROM webhook_endpoints WHERE secret LIKE '________.%' LIMIT 1)
		UNION ALL SELECT * FROM (SELECT key_id || '.' FROM files WHERE key_id IS NOT NULL ORDER BY id DESC LIMIT 1)`);

/** Counts the rows of an import by outcome. */
export const writtenTotals = (id: number): Select<{ outcome: WrittenOutcome; total: number }> =>
	select("SELECT outcome, count(*) AS total FROM roster_import_rows WHERE import_id = ? GROUP BY outcome", id);
