import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { auditHandedOver } from "#db/people/application-fields.ts";
import { freeLogin, moveCertificates, replaceWaiting } from "#db/people/applications.ts";
import { fileOfCertificate, insertCertificate } from "#db/people/certificate-writes.ts";
import {
	closeLinkRequest,
	type LinkRef,
	type LinkRequestRow,
	linkRequest,
	refuseDecided,
} from "#db/people/link-requests.ts";
import { applicationRecord, type StoredMember } from "#db/people/member-reads.ts";
import {
	addMemberRole,
	columnsOf,
	refuseUnconsented,
	updateMember,
	withdrawOpenCertificates,
} from "#db/people/member-writes.ts";
import { readRows } from "#db/read.ts";
import { askToOpenLogin, notify, refuseFamily, refuseFamilyLogins } from "#db/system/index.ts";
import { openApplication } from "#domain/people/applications/applicant-actions.ts";
import { attachedGoes, dropAttached } from "#domain/people/applications/certificate-actions.ts";
import { agreedConsents, recordWrites } from "#domain/people/applications/record-actions.ts";
import { auditMember, seenMember } from "#domain/people/members/actions.ts";
import { auditChanges } from "#domain/people/members/fields.ts";
import { maskNationalId } from "#domain/people/members/national-id.ts";
import type { Application } from "#domain/people/profiles/form.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { sealForPerson, sealMember } from "#platform/member-seals.ts";
import type { LinkDecision } from "./form.ts";
import { fills, LINK_REQUESTS, LINK_STEPS } from "./rules.ts";

type Keys = { SEALING_KEY: string };
type Store = Keys & { FILES: R2Bucket };
type Deciding = {
	env: Keys;
	db: Db;
	request: LinkRequestRow;
	application: Application;
	record: StoredMember | undefined;
	by: By;
};

/**
 * Decides a link request (帳號對應待確認) in one batch: the link or the new application, the end of the request (its content
 * is deleted), audit rows, and the mail to the applicant (the caller then queues the message `mail.due`). A link fills
 * the empty fields of the record and takes over the consents. Refuses `link_request.stale` (changed or decided
 * meanwhile), `member.own` for a request or a record of the acting user's family, `member.national_id_taken`; for a
 * link also `member.login_taken`, `member.wrong_state` (deceased), `member.stale` and `member.merged`.
 */
export async function decideLinkRequest(
	env: Store,
	db: Db,
	{ ref, decision, by }: { ref: LinkRef; decision: LinkDecision; by: By },
): Promise<void> {
	const [[request]] = await readRows(db.$client, linkRequest(ref.id));
	if (request?.version !== ref.version || request.status === "withdrawn") throw new Refusal("link_request.stale");
	LINK_REQUESTS.refuse(decision.decision, request.status);
	const [application, [[record]]] = await Promise.all([
		openApplication(env, request),
		readRows(db.$client, applicationRecord(request.user_id)),
	]);
	const writes = await decisionWrites(decision, { env, db, request, application, record, by });
	await commit(db, [refuseDecided(ref), refuseFamilyLogins([request.user_id], by), ...writes]);
	if (decision.decision === "refuse") await dropAttached(env, request);
}

async function decisionWrites(decision: LinkDecision, of: Deciding): Promise<Write[]> {
	const { env, db, request, application, record, by } = of;
	const closer = { userId: by.userId, at: by.at };
	switch (decision.decision) {
		case "link": {
			const { member } = decision;
			const id = application.profile.national_id;
			const linked = { memberId: member.id, reason: null, nationalIdMask: id === null ? null : maskNationalId(id) };
			return [
				...(record ? [freeLogin(request.user_id, by.at)] : []),
				...(await linkWrites(await seenMember(env, db, member), of)),
				...(record ? [replaceWaiting(member.id, by.at), moveCertificates(record.id, member.id)] : []),
				...certificateWrites(member.id, of),
				...closeLinkRequest(request, { ...closer, step: "link", ...linked }),
				...auditHandedOver(member.id, by),
				...recorded("link_request.link", of, { member: member.id }),
				notify(LINK_STEPS.link.tells[0], { user: request.user_id, data: {}, at: by.at }),
			];
		}
		// No mail is sent: a user whose application needed no link gets none either, and both must see the same until approval.
		case "create": {
			const memberId = sql<number>`(SELECT id FROM members WHERE user_id = ${request.user_id})`;
			return [
				...(await recordWrites(env, db, { application, userId: request.user_id, record, by })),
				...certificateWrites(memberId, of),
				...closeLinkRequest(request, { ...closer, step: "create", memberId, reason: null }),
				...recorded("link_request.create", of),
			];
		}
		case "refuse":
			return [
				...closeLinkRequest(request, { ...closer, step: "refuse", memberId: null, reason: decision.reason }),
				...attachedGoes(db, request, by),
				...(record ? [withdrawOpenCertificates(record.id, by.at)] : []),
				...recorded("link_request.refuse", of),
				notify(LINK_STEPS.refuse.tells[0], { user: request.user_id, data: {}, at: by.at }),
			];
	}
}

/** Returns the writes that put the certificate sent with a request up for review, replacing one that waits already. */
function certificateWrites(memberId: number | SQL<number>, { db, request, by }: Deciding): Write[] {
	const { file_id, file_at, user_id } = request;
	if (file_id === null || file_at === null) return [];
	const made = sql<number>`(SELECT id FROM disability_certificates WHERE file_id = ${file_id})`;
	return [
		replaceWaiting(memberId, by.at),
		insertCertificate({ memberId, fileId: sql<number>`${file_id}`, uploadedBy: user_id, onPaper: false, at: file_at }),
		fileOfCertificate(sql<number>`${file_id}`, made),
		...recordAudit(db, {
			...by,
			action: "certificate.upload",
			auditableType: "certificate",
			auditableId: made,
			description: `user ${user_id}`,
			changes: { link_request: request.id },
		}),
	];
}

async function linkWrites(member: StoredMember, { env, db, request, application, by }: Deciding): Promise<Write[]> {
	const { profile, agreed } = application;
	if (member.user_id !== null) throw new Refusal("member.login_taken");
	if (member.status === "deceased") throw new Refusal("member.wrong_state");
	const said = fills(member, profile);
	const sealed = await sealMember(env, member.seal_id ?? "", {
		...(member.national_id === null && profile.national_id !== null ? { national_id: profile.national_id } : {}),
		...(member.diagnosis_note === null && agreed.health !== null && profile.diagnosis_note !== null
			? { diagnosis_note: profile.diagnosis_note }
			: {}),
	});
	const filled = await sealForPerson(env, member, auditChanges(member, said, sealed));
	return [
		refuseFamily([member.id], by),
		...updateMember(db, member, {
			...columnsOf(said, sealed),
			userId: request.user_id,
			...(agreed.health === null ? {} : { consentAt: agreed.at }),
			updatedAt: by.at,
		}),
		...agreedConsents(member.id, agreed, request.user_id),
		...(sealed.diagnosis_note ? [refuseUnconsented(member.id)] : []),
		addMemberRole(request.user_id),
		askToOpenLogin(member.id, by),
		...auditMember(db, member.id, {
			...by,
			action: "member.link_login",
			changes: { user: { from: null, to: request.user_id }, link_request: request.id, ...filled },
		}),
	];
}

const recorded = (action: string, { db, request, by }: Deciding, changes: Record<string, unknown> = {}): Write[] =>
	recordAudit(db, {
		...by,
		action,
		auditableType: "link_request",
		auditableId: String(request.id),
		description: `user ${request.user_id}`,
		changes,
	});
