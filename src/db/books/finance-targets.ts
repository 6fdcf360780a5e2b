import { creditLeft } from "#db/people/index.ts";
import { type Select, selectOne } from "#db/read.ts";
import { isStaff } from "#db/system/index.ts";
import type { Targets } from "#domain/books/finance/checks.ts";
import type { FinanceInput } from "#domain/books/finance/form.ts";
import { type Permission, SEES_FINANCE } from "#permissions.ts";
import { donationLeft, holdsOne, NAMES_PAYMENTS, suspenseLeft } from "./finance-refunds.ts";

const MEMBERS = ["members.view", ...NAMES_PAYMENTS] as const satisfies readonly Permission[];

type TargetRow = Omit<Targets, "advance"> & {
	net: number | null;
	payee_name: string | null;
	payee_user_id: number | null;
	payee_member_id: number | null;
	is_settled: 0 | 1;
};

/** Selects the records that an applicant's input names; `documentId` is the document itself, 0 for a new one. */
export const targetsOf = (
	input: FinanceInput,
	{ userId, documentId }: { userId: number; documentId: number },
): Select<TargetRow> =>
	selectOne(
		`SELECT (SELECT u.name FROM users u WHERE u.id = ?2 AND u.status = 'active' AND ${isStaff("u.id")}) AS user_name,
			(SELECT m.name FROM members m WHERE m.id = ?3 AND m.merged_into IS NULL AND m.pseudonymised_at IS NULL
				AND ${holdsOne(MEMBERS)}) AS member_name,
			?4 IS NULL OR EXISTS (SELECT 1 FROM projects WHERE id = ?4 AND (is_active = 1
				OR id = (SELECT project_id FROM finance_documents WHERE id = ?9))) AS has_project,
			a.net, a.payee_name, a.payee_user_id, a.payee_member_id,
			EXISTS (SELECT 1 FROM finance_documents s WHERE s.advance_id = ?5 AND s.id <> ?9
				AND s.state NOT IN ('rejected', 'withdrawn', 'voided')) AS is_settled,
			CASE WHEN ${holdsOne(NAMES_PAYMENTS)} THEN CASE ?6
				WHEN 'credit' THEN (SELECT ${creditLeft("?3")} FROM payments p WHERE p.id = ?7 AND p.status = 'verified'
					AND (p.payer_member_id = ?3 OR EXISTS (SELECT 1 FROM payment_allocations t WHERE t.payment_id = p.id AND t.member_id = ?3)))
				WHEN 'donation' THEN ${donationLeft({ id: "?7", but: "?9" })}
				WHEN 'suspense' THEN ${suspenseLeft({ id: "?8", but: "?9" })}
			END END AS refundable
		FROM (SELECT 1) LEFT JOIN finance_documents a ON a.id = ?5 AND a.kind = 'advance' AND a.state IN ('paid', 'posted')
			AND (a.applicant_id = ?1 OR a.payee_user_id = ?1 OR ${holdsOne(SEES_FINANCE)})`,
		userId,
		input.payeeUserId,
		input.payeeMemberId,
		input.projectId,
		input.advanceId,
		input.refundOf,
		input.paymentId,
		input.bankLineId,
		documentId,
	);
