import * as z from "zod";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import {
	endingCertificates,
	oldCertificateFiles,
	remindOf,
	tellOfCertificate,
} from "#db/people/certificate-notifications.ts";
import {
	auditCertificate,
	type CertificateRef,
	type Decision,
	decideCertificate,
	endCertificate,
	fileOfCertificate,
	insertCertificate,
	refuseGone,
	refuseRelated,
	refuseStrangers,
	refuseWaiting,
} from "#db/people/certificate-writes.ts";
import {
	certificateFile,
	type FileAsker,
	type StandingCertificate,
	standingCertificate,
} from "#db/people/certificates.ts";
import { reassessDues } from "#db/people/membership-dues.ts";
import { readRows } from "#db/read.ts";
import { refuseFamily } from "#db/system/index.ts";
import { relatedIn } from "#domain/people/related.ts";
import { dropObject, type OpenedFile, openFile, prepareFile, removeFile } from "#domain/system/actions.ts";
import type { UploadedFile } from "#domain/system/index.ts";
import { type By, byCron } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import {
	CERTIFICATE_STEPS,
	CERTIFICATES,
	daysBetween,
	type Reminder,
	type Reviewer,
	refuseExpiry,
	refuseFar,
	remindersDue,
	remindersPassed,
	reviewsWith,
} from "./rules.ts";

/** The Worker bindings that certificates need: the bucket of files and the key that seals them. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };
type Upload = {
	memberId: number;
	upload: UploadedFile | undefined;
	/** The waiting application that the sender saw and means to replace. */
	replaces: CertificateRef | null;
	/**
	 * True when staff send a certificate that came on paper; false when the member or the member's guardian sends it.
	 */
	onPaper: boolean;
	/** The version of the notice that the sender agreed to; null on paper. */
	notice: string | null;
	key: string;
	by: By & { userId: number };
	/** The guard that refuses users who may not send the certificate; by default all who may not act for the member. */
	allowed?: Write;
};

/**
 * Sends a certificate for review, sealed in R2, once per form `key`; returns the application's id. It replaces a
 * waiting application, whose file is deleted. Refuses `certificate.no_file` (none was sent), what `checkUpload`
 * (system/files/rules.ts) refuses, `certificate.not_yours` (the guard `allowed`), `certificate.pending` (another
 * application waits that the sender did not see), `certificate.stale` (the one that was seen is decided),
 * `certificate.own` for paper of the acting user's own family, and `member.merged` (the record was merged into
 * another).
 */
export async function uploadCertificate(
	env: Store,
	db: Db,
	{ memberId, upload, replaces, onPaper, notice, key, by, allowed = refuseStrangers(by.userId, memberId) }: Upload,
): Promise<number> {
	if (!upload) throw new Refusal("certificate.no_file");
	const before = replaces && (await seenBefore(db, replaces, memberId));
	const file = await prepareFile(env, db, { purpose: "certificate", upload, by });
	const made = madeBy(key);
	const id = await commitOnce(
		db,
		{
			key,
			at: by.at,
			checks: [
				onPaper ? refuseFamily([memberId], by, "certificate.own") : allowed,
				refuseGone(memberId),
				...(before ? ended(db, before, "replace", by) : []),
				refuseWaiting(memberId),
				...file.writes,
			],
		},
		[
			insertCertificate({ memberId, fileId: file.id, uploadedBy: by.userId, onPaper, at: by.at }),
			fileOfCertificate(file.id, made),
			...auditCertificate(db, "upload", { id: made, memberId, changes: { onPaper, notice } }, by),
		],
	);
	await dropFile(env, before);
	return id;
}

/**
 * Withdraws a waiting application and deletes its file. The member or the member's guardian may do it or, with
 * `asStaff`, staff who manage members. Refuses `certificate.not_yours` (others), `certificate.own` (staff, for their
 * own family), `certificate.stale` (changed meanwhile) and `certificate.wrong_state` (not waiting).
 */
export async function withdrawCertificate(
	env: Store,
	db: Db,
	{ ref, asStaff, by }: { ref: CertificateRef; asStaff: boolean; by: By & { userId: number } },
): Promise<void> {
	const seen = await standing(db, ref);
	CERTIFICATES.refuse("withdraw", seen.status);
	await commit(db, [
		asStaff ? refuseFamily([seen.member_id], by, "certificate.own") : refuseStrangers(by.userId, seen.member_id),
		...ended(db, seen, "withdraw", by),
	]);
	await dropFile(env, seen);
}

type Verdict = Omit<Decision, "onBehalfOf">;
/** A reviewer's action on an application: the acting user, and as whom that user may review. */
type Review = { ref: CertificateRef; reviewer: Reviewer; by: By };

/** Until when an approval is valid; `printed` is the last day on the certificate, where 展延註記 extends it to `until`. */
type Term = { until: string | null; printed?: string | null; isFarKnown?: boolean };

/**
 * Approves a waiting application up to a day in Taipei, or without end (null), tells the member, and applies the
 * discount to what is owed for this and later years, except items that a waiting payment claims. Refuses
 * `certificate.expiry_refused` (a day past or over 20 years away), `certificate.expiry_far` (over 5 years away, unless
 * `isFarKnown`), and what `rejectCertificate` refuses.
 */
export async function approveCertificate(
	db: Db,
	{ until, printed = null, isFarKnown = false, ...review }: Review & Term,
): Promise<void> {
	const today = dateInTaipei(review.by.at);
	refuseExpiry(until, today);
	refuseFar(until, { today, isKnown: isFarKnown });
	await decide(db, review, { step: "approve", until, printed, reminded: remindersPassed(until, today) });
}

/**
 * Rejects a waiting application, and tells the member. Refuses `certificate.own` (the reviewer is related to the member
 * or uploaded the file), `certificate.stale` (changed meanwhile) and `certificate.wrong_state` (not waiting).
 */
export const rejectCertificate = (db: Db, { reason, ...review }: Review & { reason: string }): Promise<void> =>
	decide(db, review, { step: "reject", reason });

/**
 * Revokes the approval in force, and tells the member; an earlier approval does not come back. Refuses what
 * `rejectCertificate` refuses; `certificate.wrong_state` also when a later approval replaced this one.
 */
export const revokeCertificate = (db: Db, { reason, ...review }: Review & { reason: string }): Promise<void> =>
	decide(db, review, { step: "revoke", reason });

async function decide(db: Db, { ref, reviewer, by }: Review, decision: Verdict): Promise<void> {
	const seen = await standing(db, ref);
	const { step } = decision;
	CERTIFICATES.refuse(step, seen.status);
	if (seen.is_superseded === 1) throw new Refusal("certificate.wrong_state");
	const found = reviewsWith(reviewer, relatedTo(seen));
	if (!found) throw new Refusal("certificate.own");
	const { users, ...as } = found;
	await commit(db, [
		refuseRelated(ref.id, users),
		...decideCertificate(ref, { ...decision, ...as }, by),
		...auditCertificate(db, step, { id: ref.id, memberId: seen.member_id, ...as }, by),
		tellOfCertificate(ref.id, { kind: CERTIFICATE_STEPS[step].tells[0], data: {}, at: by.at }),
		...(step === "approve" ? reassessDues(seen.member_id, { today: dateInTaipei(by.at), by }) : []),
	]);
}

/**
 * Opens the file of an application for a user who may see it; null for everybody else, and when the file is deleted.
 * The audit log records the view before this returns.
 */
export async function viewCertificate(
	env: Store,
	db: Db,
	{ id, asker, by }: { id: number; asker: FileAsker; by: By },
): Promise<OpenedFile | null> {
	const found = await certificateFile(db, id, asker);
	if (!found) return null;
	const { memberId, ...file } = found;
	return openFile(env, db, { file, by, also: auditCertificate(db, "view", { id, memberId }, by) });
}

/** How many days after an approval ended its member is still reminded of the end; later no reminder is sent. */
const LATE_DAYS = 30;
const FIRST_DAYS = 90;
const DAY_MS = 86_400_000;
const Told = z.array(z.number());

/**
 * Reminds members whose approval ends: 90 and 60 days before, and when it has ended, each once. Returns how many were
 * reminded; when any were, the caller then queues the message `mail.due`. `at` is UTC milliseconds.
 */
export async function remindOfEndings(db: Db, at: number): Promise<number> {
	const today = dateInTaipei(at);
	const [rows] = await readRows(
		db.$client,
		endingCertificates(dateInTaipei(at - LATE_DAYS * DAY_MS), dateInTaipei(at + FIRST_DAYS * DAY_MS)),
	);
	const due = rows.flatMap(({ id, until, reminded }) => {
		const reminder = remindersDue(daysBetween(today, until)).at(-1);
		return reminder === undefined || Told.parse(JSON.parse(reminded)).includes(reminder) ? [] : [{ id, reminder }];
	});
	for (const [reminder, some] of Map.groupBy(due, (one) => one.reminder))
		await commit(
			db,
			reminding(
				some.map(({ id }) => id),
				reminder,
				byCron(at),
			),
		);
	return due.length;
}

function reminding(ids: readonly number[], reminder: Reminder, by: By): Write[] {
	const reminded = remindersDue(reminder === 0 ? -1 : reminder);
	return reminder === 0
		? remindOf(ids, { kind: "certificate_expired", data: {}, reminder, reminded, by })
		: remindOf(ids, { kind: "certificate_expiring", data: { days: reminder }, reminder, reminded, by });
}

/**
 * The largest number of files deleted in one run: each takes a batch and an R2 request, of which a Worker may make a
 * thousand in one run.
 */
const FILES_AT_ONCE = 200;

/**
 * Deletes the files of withdrawn applications and, `days` after the decision, of decided ones (0: those are kept); the
 * decision itself stays. Returns how many files were deleted; the rest is left to the next run.
 */
export async function deleteOldFiles(env: Store, db: Db, { days, at }: { days: number; at: number }): Promise<number> {
	const [rows] = await readRows(db.$client, oldCertificateFiles(days === 0 ? null : at - days * DAY_MS, FILES_AT_ONCE));
	for (const { id, version, object_key } of rows) {
		await commit(db, removeFile(db, { id, version, purpose: "certificate" }, byCron(at)));
		await dropObject(env, { id, objectKey: object_key });
	}
	return rows.length;
}

/**
 * Reads an application. Refuses `certificate.stale` when it changed since the user saw it (`version`); the guards of
 * the batch check this again.
 */
async function standing(db: Db, { id, version }: CertificateRef): Promise<StandingCertificate> {
	const [[row]] = await readRows(db.$client, standingCertificate(id));
	if (row?.version !== version) throw new Refusal("certificate.stale");
	return row;
}

/**
 * Reads the application to be replaced without checking its state: a repeated form may come after it was replaced,
 * which the batch finds out. Refuses `certificate.stale` when it is not an application of this member.
 */
async function seenBefore(db: Db, ref: CertificateRef, memberId: number): Promise<StandingCertificate> {
	const [[row]] = await readRows(db.$client, standingCertificate(ref.id));
	if (row?.member_id !== memberId) throw new Refusal("certificate.stale");
	return { ...row, version: ref.version };
}

/** Returns the ids of the users related to an application (`related`, as JSON), who may not review it. */
export const relatedTo = ({ related }: { related: string }): number[] => relatedIn(related);

/** Returns the writes that end an application and delete its file. */
const ended = (db: Db, seen: StandingCertificate, step: "withdraw" | "replace", by: By): Write[] => [
	...endCertificate(seen, step, by.at),
	...auditCertificate(db, step, { id: seen.id, memberId: seen.member_id }, by),
	...(seen.file_id === null || seen.file_version === null
		? []
		: removeFile(db, { id: seen.file_id, version: seen.file_version, purpose: "certificate" }, by)),
];

/** Removes the R2 object of the application's file. */
async function dropFile(env: Store, seen: StandingCertificate | null): Promise<void> {
	if (seen?.file_id && seen.object_key) await dropObject(env, { id: seen.file_id, objectKey: seen.object_key });
}
