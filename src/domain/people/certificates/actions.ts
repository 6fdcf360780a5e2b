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
import { refuseFamily } from "#db/system/family.ts";
import { relatedIn } from "#domain/people/related.ts";
import { dropObject, type OpenedFile, openFile, prepareFile, removeFile } from "#domain/system/files/actions.ts";
import type { UploadedFile } from "#domain/system/files/rules.ts";
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
	remindersDue,
	remindersPassed,
	reviewsWith,
} from "./rules.ts";

/** Of the Worker's bindings. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };
type Upload = {
	memberId: number;
	upload: UploadedFile | undefined;
	/** The waiting application that whoever sends this saw, to be replaced. */
	replaces: CertificateRef | null;
	/** Staff send what came on paper; otherwise it is the member or who acts for them. */
	onPaper: boolean;
	/** The version of the notice that they agreed to; none on paper. */
	notice: string | null;
	key: string;
	by: By & { userId: number };
	/** What refuses strangers, where it is not that they may act for the member. */
	allowed?: Write;
};

/**
 * Sends a certificate to be reviewed, sealed in R2, once for a form's `key`; returns the application's id. One that waits
 * already is replaced, and its file is deleted. Refuses `certificate.no_file`, what `checkUpload` refuses,
 * `certificate.not_yours`, `certificate.pending` (one waits that was not seen), `certificate.stale` (the one that was seen
 * is decided), `certificate.own` for one's family's on paper, and `member.merged`.
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
 * Takes a waiting application back; its file is deleted. By the member or who acts for them, or with `asStaff` by who
 * manages members. Refuses `certificate.own`, `certificate.not_yours`, `certificate.stale` and `certificate.wrong_state`.
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
/** A reviewer's verb: whoever does it, and as whom they may. */
type Review = { ref: CertificateRef; reviewer: Reviewer; by: By };

/**
 * Approves a waiting application up to a day in Taipei, or for good (null), tells the member, and takes the discount off
 * what is owed of this and later years, where no payment claims it. Refuses
 * `certificate.expiry_refused`, `certificate.own`, `certificate.stale` and `certificate.wrong_state`.
 */
export async function approveCertificate(
	db: Db,
	{ until, ...review }: Review & { until: string | null },
): Promise<void> {
	const today = dateInTaipei(review.by.at);
	refuseExpiry(until, today);
	await decide(db, review, { step: "approve", until, reminded: remindersPassed(until, today) });
}

/** Rejects a waiting application, and tells the member. Refuses as `approveCertificate`. */
export const rejectCertificate = (db: Db, { reason, ...review }: Review & { reason: string }): Promise<void> =>
	decide(db, review, { step: "reject", reason });

/**
 * Revokes the approval that counts, and tells the member; none before it comes back. Refuses as `approveCertificate`, and
 * `certificate.wrong_state` where a later one took its place.
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
 * The file of an application for who may see it; null for everybody else, and where it is kept no longer. The view is in
 * the audit log before this returns.
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

/** Longer than the cron may ever be out; who was not told by then is not told any more. */
const LATE_DAYS = 30;
const FIRST_DAYS = 90;
const DAY_MS = 86_400_000;
const Told = z.array(z.number());

/**
 * Reminds those whose approval ends, 90 and 60 days before and when it has ended, once each; relay `mail.due` when any
 * were. Returns how many. `at` is UTC milliseconds.
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

/** Each is a batch and an object of R2, of which a Worker may ask for a thousand in one run. */
const FILES_AT_ONCE = 200;

/**
 * Deletes the files of what was taken back and, `days` after it, of what was decided (0: these are kept); the decision
 * stays. Returns how many went; the rest goes with the next run.
 */
export async function deleteOldFiles(env: Store, db: Db, { days, at }: { days: number; at: number }): Promise<number> {
	const [rows] = await readRows(db.$client, oldCertificateFiles(days === 0 ? null : at - days * DAY_MS, FILES_AT_ONCE));
	for (const { id, version, object_key } of rows) {
		await commit(db, removeFile(db, { id, version, purpose: "certificate" }, byCron(at)));
		await dropObject(env, { id, objectKey: object_key });
	}
	return rows.length;
}

/** The application as it was seen; the guard of the batch then holds it to that. */
async function standing(db: Db, { id, version }: CertificateRef): Promise<StandingCertificate> {
	const [[row]] = await readRows(db.$client, standingCertificate(id));
	if (row?.version !== version) throw new Refusal("certificate.stale");
	return row;
}

/** The same without a look at the state: the form may be sent a second time, and the batch knows. */
async function seenBefore(db: Db, ref: CertificateRef, memberId: number): Promise<StandingCertificate> {
	const [[row]] = await readRows(db.$client, standingCertificate(ref.id));
	if (row?.member_id !== memberId) throw new Refusal("certificate.stale");
	return { ...row, version: ref.version };
}

/** The users who may not review it. */
export const relatedTo = ({ related }: { related: string }): number[] => relatedIn(related);

/** The writes that end an application and delete its file. */
const ended = (db: Db, seen: StandingCertificate, step: "withdraw" | "replace", by: By): Write[] => [
	...endCertificate(seen, step, by.at),
	...auditCertificate(db, step, { id: seen.id, memberId: seen.member_id }, by),
	...(seen.file_id === null || seen.file_version === null
		? []
		: removeFile(db, { id: seen.file_id, version: seen.file_version, purpose: "certificate" }, by)),
];

/** Removes the object behind it. */
async function dropFile(env: Store, seen: StandingCertificate | null): Promise<void> {
	if (seen?.file_id && seen.object_key) await dropObject(env, { id: seen.file_id, objectKey: seen.object_key });
}
