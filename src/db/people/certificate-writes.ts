import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { beginsIn } from "#db/steps.ts";
import { ownFile } from "#db/system/index.ts";
import { CERTIFICATE_STEPS, type Reminder } from "#domain/people/certificates/rules.ts";
import type { By } from "#kernel/by.ts";
import { isRelated } from "./certificates.ts";
import { mayActFor } from "./member-reads.ts";

/** The certificate application that an action changes: `version` is the version that the user saw. */
export type CertificateRef = { id: number; version: number };

type NewCertificate = {
	memberId: number | SQL<number>;
	fileId: SQL<number>;
	uploadedBy: number | null;
	onPaper: boolean;
	at: number;
};

/**
 * Inserts a waiting certificate application. Triggers then update `disability_status` and `disability_until` of the
 * member.
 */
export const insertCertificate = ({ memberId, fileId, uploadedBy, onPaper, at }: NewCertificate): Write =>
	sql`INSERT INTO disability_certificates (member_id, file_id, uploaded_by, on_paper, created_at, updated_at)
		VALUES (${memberId}, ${fileId}, ${uploadedBy}, ${Number(onPaper)}, ${at}, ${at})`;

/** Names the certificate application as the owner of a file that the same batch stored. */
export const fileOfCertificate = (fileId: SQL<number>, certificateId: SQL<number>): Write =>
	ownFile(fileId, "certificate", certificateId);

/** Refuses with `certificate.pending` when an application of the member waits already. */
export const refuseWaiting = (memberId: number): Write =>
	refuseWhere(
		"certificate.pending",
		sql`EXISTS (SELECT 1 FROM disability_certificates WHERE member_id = ${memberId} AND status = 'pending')`,
	);

/** Refuses with `certificate.not_yours` a user who is neither the member nor the guardian who acts for the member. */
export const refuseStrangers = (userId: number, memberId: number): Write =>
	refuseWhere("certificate.not_yours", sql`NOT ${mayActFor(userId, memberId)}`);

/** Refuses with `member.merged` a record that was merged into another, or whose member is dead or pseudonymised. */
export const refuseGone = (memberId: number): Write =>
	refuseWhere(
		"member.merged",
		sql`NOT EXISTS (SELECT 1 FROM members WHERE id = ${memberId} AND merged_into IS NULL AND pseudonymised_at IS NULL
			AND status <> 'deceased')`,
	);

/**
 * Refuses with `certificate.own` when one of these users may not review the application: the member's family and the
 * user who uploaded it may not.
 */
export const refuseRelated = (id: number, users: readonly number[]): Write =>
	refuseWhere(
		"certificate.own",
		sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(users)}) j, disability_certificates c
			WHERE c.id = ${id} AND ${sql.raw(isRelated("json_array(j.value)"))})`,
	);

/**
 * Withdraws an application, or marks it as replaced. Refuses with `certificate.stale` when it was decided or ended
 * since.
 */
export const endCertificate = ({ id, version }: CertificateRef, step: "withdraw" | "replace", at: number): Write[] => [
	sql`UPDATE disability_certificates SET status = ${CERTIFICATE_STEPS[step].to}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND ${beginsIn("status", CERTIFICATE_STEPS[step])}`,
	guard("certificate.stale"),
];

/**
 * A reviewer's decision. `until` is the last day of an approval (null: no end); `reason` is of a rejection or
 * revocation; `reminded` are the reminders whose day is past already; `onBehalfOf` is the user for whom a deputy
 * decides.
 */
export type Decision = {
	step: "approve" | "reject" | "revoke";
	until?: string | null;
	/** The last day on the certificate, where 展延註記 extends it to `until`. */
	printed?: string | null;
	reason?: string;
	reminded?: readonly Reminder[];
	onBehalfOf: number | null;
};

/** Decides an application. Refuses with `certificate.stale` when it was decided, withdrawn or replaced since. */
export function decideCertificate({ id, version }: CertificateRef, decision: Decision, by: By): Write[] {
	const { step, until = null, printed = null, reason = null, reminded = [], onBehalfOf } = decision;
	const { to } = CERTIFICATE_STEPS[step];
	return [
		sql`UPDATE disability_certificates SET status = ${to}, version = version + 1, updated_at = ${by.at},
				reviewed_by = ${by.userId}, on_behalf_of = ${onBehalfOf}, reviewed_at = ${by.at}, reason = ${reason},
				valid_until = iif(${step} = 'revoke', valid_until, ${until}),
				printed_until = iif(${step} = 'revoke', printed_until, ${printed}), is_revoked = ${Number(step === "revoke")},
				reminded = ${JSON.stringify(reminded)}
			WHERE id = ${id} AND version = ${version} AND ${beginsIn("status", CERTIFICATE_STEPS[step])}`,
		guard("certificate.stale"),
	];
}

type Audited = {
	id: number | SQL<number>;
	memberId: number;
	onBehalfOf?: number | null;
	changes?: Record<string, unknown>;
};

/** Writes a row about an application into the audit log: numbers only, no person and no reason. */
export const auditCertificate = (db: Db, step: string, { id, memberId, ...more }: Audited, by: By): Write[] =>
	recordAudit(db, {
		...by,
		...more,
		action: `certificate.${step}`,
		auditableType: "certificate",
		auditableId: id,
		description: `member ${memberId}`,
	});
