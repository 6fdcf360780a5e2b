import { type SQL, sql } from "drizzle-orm";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { beginsIn } from "#db/steps.ts";
import { recordAudit } from "#db/system/audit.ts";
import { CERTIFICATE_STEPS, type Reminder } from "#domain/people/certificates/rules.ts";
import type { By } from "#kernel/by.ts";
import { isRelated } from "./certificates.ts";
import { mayActFor } from "./member-reads.ts";

/** What an action on an application starts from: `version` is the one that was seen. */
export type CertificateRef = { id: number; version: number };

type NewCertificate = {
	memberId: number | SQL<number>;
	fileId: SQL<number>;
	uploadedBy: number | null;
	onPaper: boolean;
	at: number;
};

/** A new application, waiting. The member's two values follow by trigger. */
export const insertCertificate = ({ memberId, fileId, uploadedBy, onPaper, at }: NewCertificate): Write =>
	sql`INSERT INTO disability_certificates (member_id, file_id, uploaded_by, on_paper, created_at, updated_at)
		VALUES (${memberId}, ${fileId}, ${uploadedBy}, ${Number(onPaper)}, ${at}, ${at})`;

/** Says whose a file is that the same batch made: the application's. */
export const fileOfCertificate = (fileId: SQL<number>, certificateId: SQL<number>): Write =>
	sql`UPDATE files SET subject_type = 'certificate', subject_id = CAST(${certificateId} AS TEXT), version = version + 1
		WHERE id = ${fileId}`;

/** Refuses, as `certificate.pending`, where an application of the member waits already. */
export const refuseWaiting = (memberId: number): Write =>
	refuseWhere(
		"certificate.pending",
		sql`EXISTS (SELECT 1 FROM disability_certificates WHERE member_id = ${memberId} AND status = 'pending')`,
	);

/** Refuses, as `certificate.not_yours`, who is neither the member nor the guardian who acts for them. */
export const refuseStrangers = (userId: number, memberId: number): Write =>
	refuseWhere("certificate.not_yours", sql`NOT ${mayActFor(userId, memberId)}`);

/** Refuses, as `member.merged`, a record that is another's now, or whose member is dead or no longer known. */
export const refuseGone = (memberId: number): Write =>
	refuseWhere(
		"member.merged",
		sql`NOT EXISTS (SELECT 1 FROM members WHERE id = ${memberId} AND merged_into IS NULL AND pseudonymised_at IS NULL
			AND status <> 'deceased')`,
	);

/** Refuses, as `certificate.own`, where one of these users has to do with the application. */
export const refuseRelated = (id: number, users: readonly number[]): Write =>
	refuseWhere(
		"certificate.own",
		sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(users)}) j, disability_certificates c
			WHERE c.id = ${id} AND ${sql.raw(isRelated("json_array(j.value)"))})`,
	);

/** Takes an application back, or lets another take its place. Refuses `certificate.stale`: decided or gone since. */
export const endCertificate = ({ id, version }: CertificateRef, step: "withdraw" | "replace", at: number): Write[] => [
	sql`UPDATE disability_certificates SET status = ${CERTIFICATE_STEPS[step].to}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND ${beginsIn("status", CERTIFICATE_STEPS[step])}`,
	guard("certificate.stale"),
];

/** What a reviewer says: `until` of an approval, `reason` of the others; `reminded` are the reminders that it comes too late for. */
export type Decision = {
	step: "approve" | "reject" | "revoke";
	until?: string | null;
	reason?: string;
	reminded?: readonly Reminder[];
	onBehalfOf: number | null;
};

/** Decides an application. Refuses `certificate.stale`: decided, taken back or replaced since. */
export function decideCertificate({ id, version }: CertificateRef, decision: Decision, by: By): Write[] {
	const { step, until = null, reason = null, reminded = [], onBehalfOf } = decision;
	const { to } = CERTIFICATE_STEPS[step];
	return [
		sql`UPDATE disability_certificates SET status = ${to}, version = version + 1, updated_at = ${by.at},
				reviewed_by = ${by.userId}, on_behalf_of = ${onBehalfOf}, reviewed_at = ${by.at}, reason = ${reason},
				valid_until = iif(${step} = 'revoke', valid_until, ${until}), is_revoked = ${Number(step === "revoke")},
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

/** A row in the audit log: numbers alone, no person and no reason. */
export const auditCertificate = (db: Db, step: string, { id, memberId, ...more }: Audited, by: By): Write[] =>
	recordAudit(db, {
		...by,
		...more,
		action: `certificate.${step}`,
		auditableType: "certificate",
		auditableId: id,
		description: `member ${memberId}`,
	});
