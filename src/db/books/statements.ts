import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import type { ApprovalInput } from "#domain/books/statements/form.ts";
import type { Passed } from "#domain/books/statements/paper.ts";
import type { By } from "#kernel/by.ts";

/** Who passed a year's statements; `figures` is the SHA-256 of the statements, `is_settled`: the books stayed as they were. */
export type Approval = Passed & {
	figures: string;
	version: number;
	recorded_at: number;
	recorded_by: string | null;
	is_settled: 0 | 1;
};
export const approvalOf = (year: number): Select<Approval> =>
	selectOne(
		`SELECT a.board_on, a.board_no, a.audit_on, a.meeting_on, a.meeting_no, a.filed_on, a.filed_no, a.figures, a.version,
			a.recorded_at, u.name AS recorded_by, coalesce(c.settled_at <= a.recorded_at, 0) AS is_settled
		FROM statement_approvals a LEFT JOIN closed_years c ON c.year = a.year LEFT JOIN users u ON u.id = a.recorded_by WHERE a.year = ?`,
		year,
	);

/** What was published of a year's statements, and the approval that it names. */
export type PublishedStatements = {
	document_id: number;
	version: number;
	approval_version: number;
	published_at: number;
	published_by: string | null;
	state: string;
	number: number;
};
export const publishedStatements = (year: number): Select<PublishedStatements> =>
	selectOne(
		`SELECT n.document_id, n.version, n.approval_version, n.published_at, u.name AS published_by, d.state, d.current_version AS number
		FROM statement_notices n JOIN documents d ON d.id = n.document_id LEFT JOIN users u ON u.id = n.published_by WHERE n.year = ?`,
		year,
	);

/** Selects the years whose published statements are not what was passed, or not what the books are any more. */
export const outdatedStatements = (): Select<{ year: number }> =>
	select("SELECT year FROM statement_notices_outdated ORDER BY year");

type Recorded = { input: ApprovalInput; figures: string; version: number; by: By };
/**
 * Stores who passed a year's statements, for the first time where `version` is 0. Refuses `statement.moved` when somebody
 * stored it meanwhile; triggers refuse `statement.not_closed`.
 */
export const storeApproval = (year: number, { input: of, figures, version, by }: Recorded): Write[] => [
	version === 0
		? sql`INSERT INTO statement_approvals (year, figures, board_on, board_no, audit_on, meeting_on, meeting_no, filed_on, filed_no,
				recorded_by, recorded_at)
			SELECT ${year}, ${figures}, ${of.board_on}, ${of.board_no}, ${of.audit_on}, ${of.meeting_on}, ${of.meeting_no}, ${of.filed_on},
				${of.filed_no}, ${by.userId}, ${by.at} WHERE NOT EXISTS (SELECT 1 FROM statement_approvals WHERE year = ${year})`
		: sql`UPDATE statement_approvals SET figures = ${figures}, board_on = ${of.board_on}, board_no = ${of.board_no},
				audit_on = ${of.audit_on}, meeting_on = ${of.meeting_on}, meeting_no = ${of.meeting_no}, filed_on = ${of.filed_on},
				filed_no = ${of.filed_no}, recorded_by = ${by.userId}, recorded_at = ${by.at}, version = version + 1
			WHERE year = ${year} AND version = ${version}`,
	guard("statement.moved"),
];

type Publishing = { id: SQL<number>; version: number | undefined; approvalVersion: number; by: By };
/** Stores that a document shows a year's statements; a trigger refuses `statement.moved` for what was not passed so. */
export const storePublished = (year: number, { id, version, approvalVersion, by }: Publishing): Write[] => [
	version === undefined
		? sql`INSERT INTO statement_notices (document_id, year, approval_version, published_by, published_at)
			VALUES (${id}, ${year}, ${approvalVersion}, ${by.userId}, ${by.at})`
		: sql`UPDATE statement_notices SET approval_version = ${approvalVersion}, published_by = ${by.userId}, published_at = ${by.at},
				version = version + 1
			WHERE year = ${year} AND version = ${version}`,
	guard("statement.moved"),
];
