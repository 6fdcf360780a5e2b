import { documentRow } from "#db/books/finance.ts";
import { tellApplicant } from "#db/books/finance-notifications.ts";
import { refundsLeft } from "#db/books/finance-refunds.ts";
import { clearWithheld, refuseStaleShares } from "#db/books/finance-shares.ts";
import { ownFiles } from "#db/books/finance-steps.ts";
import { targetsOf } from "#db/books/finance-targets.ts";
import * as stored from "#db/books/finance-writes.ts";
import { setRemittanceAccount } from "#db/books/remittances.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { dropObject, prepareFile, removeFile } from "#domain/system/actions.ts";
import type { UploadedFile } from "#domain/system/index.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { completed, refuseInput, refuseOverRefunded } from "./checks.ts";
import { contentOf, hashOf } from "./content.ts";
import { type FinanceInput, type FinanceRef, MOST_FILES } from "./form.ts";
import { sharesToStore } from "./register-actions.ts";
import { isEditable, nobodyElse } from "./rules.ts";
import { refuseUnsendable, sendingOf } from "./sending.ts";
import { type ActingUser, numbered, seenDocument, stepOn, takeStep } from "./step-actions.ts";

/** The Worker bindings that finance documents need: the bucket of files and the key that seals them. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };

type Creation = {
	input: FinanceInput;
	uploads?: readonly UploadedFile[];
	/** The id of the document that the new one copies: one of the user's own, or with `seesAll` any that was sent. */
	copyOf?: number | null;
	seesAll?: boolean;
	/** The key of the form: sent twice, it makes one document. */
	key: string;
	by: ActingUser;
};

/**
 * Makes a draft of the acting user; returns its id. A copy also has the attachments. Refuses what `refuseInput`,
 * `completed` and `checkUpload` (system/files/rules.ts) refuse, `finance.too_many_files` (over MOST_FILES), and
 * `finance.not_yours` (a copy of a document that the user may not see).
 */
export async function createDocument(
	env: Store,
	db: Db,
	{ input, uploads = [], copyOf = null, seesAll = false, key, by }: Creation,
): Promise<number> {
	if (copyOf !== null) await refuseUnseen(db, copyOf, { userId: by.userId, seesAll });
	const whole = await wholeOf(db, input, { userId: by.userId, documentId: 0 });
	if (uploads.length > MOST_FILES) throw new Refusal("finance.too_many_files");
	const files = await Promise.all(uploads.map((upload) => prepareFile(env, db, { purpose: "finance", upload, by })));
	const id = madeBy(key);
	const shares = await sharesToStore({ env, db }, id, { input: whole, by });
	const checks = [...files.flatMap(({ writes }) => writes), ...shares.before];
	return commitOnce(db, { key, at: by.at, checks }, [
		stored.insertDocument(whole, { applicantId: by.userId, copyOf, at: by.at }),
		...stored.setLines(id, whole.lines),
		...shares.after,
		...(copyOf === null ? [] : [stored.attachThoseOf(copyOf, id)]),
		...files.flatMap((file) => stored.attach(id, file.id)),
		...stored.auditFinance(db, "create", { id, changes: { amount: whole.gross } }, by),
	]);
}

/**
 * Refuses, as `finance.not_yours`, a document that the user may not see, because its copy would show its attachments.
 */
async function refuseUnseen(db: Db, id: number, reader: { userId: number; seesAll: boolean }): Promise<void> {
	const [[row]] = await readRows(db.$client, documentRow(id, reader));
	if (!row || (row.state === "draft" && row.applicant_id !== reader.userId)) throw new Refusal("finance.not_yours");
}

/** Returns what the shares of a register give back, in their order; nothing for another document. */
const refundsOf = ({ register }: FinanceInput) =>
	(register?.shares ?? []).flatMap(({ refund, gross }) => (refund ? [{ ...refund, gross }] : []));

async function wholeOf(db: Db, input: FinanceInput, who: { userId: number; documentId: number }) {
	refuseInput(input);
	const refunds = refundsOf(input);
	const [[targets], left] = await readRows(db.$client, targetsOf(input, who), refundsLeft(refunds, who));
	refuseOverRefunded(refunds.map((one, at) => ({ ...one, left: left[at]?.left ?? null })));
	if (!targets) throw new Refusal("finance.payee_refused");
	const { net, payee_name, payee_user_id, payee_member_id, is_settled, ...rest } = targets;
	const advance =
		net === null || payee_name === null ? null : { net, payee_name, payee_user_id, payee_member_id, is_settled };
	return completed(input, { ...rest, advance });
}

type Edit = {
	ref: FinanceRef;
	input: FinanceInput;
	uploads?: readonly UploadedFile[];
	/** The ids of the files (attachments) to be removed. */
	removeFiles?: readonly number[];
	by: ActingUser;
};

/**
 * Changes a draft or a returned document; only its applicant may. A file that was sent before stays stored, because an
 * earlier revision refers to it. Refuses what `createDocument` refuses, `finance.moved` (changed meanwhile),
 * `finance.is_final`, and `withholding.is_fixed` (another amount of a request that pays what was withheld).
 */
export async function editDocument(env: Store, db: Db, edit: Edit): Promise<void> {
	const { ref, input, uploads = [], removeFiles = [], by } = edit;
	const { document, files: before } = await seenDocument(db, ref, by);
	if (document.applicant_id !== by.userId) throw new Refusal("finance.not_yours");
	const isOfKind = document.seq === null || input.kind === document.kind;
	if (!isEditable(document.state) || !isOfKind || (input.register?.kind ?? null) !== document.register)
		throw new Refusal("finance.is_final");
	const whole = await wholeOf(db, input, { userId: by.userId, documentId: ref.id });
	const kept = before.filter(({ file_id }) => !removeFiles.includes(file_id)).length;
	if (kept + uploads.length > MOST_FILES) throw new Refusal("finance.too_many_files");
	const files = await Promise.all(uploads.map((upload) => prepareFile(env, db, { purpose: "finance", upload, by })));
	const gone = document.state === "draft" ? await filesOf(db, ref.id, removeFiles) : [];
	const shares = await sharesToStore({ env, db }, ref.id, { input: whole, by });
	await commit(db, [
		...files.flatMap(({ writes }) => writes),
		...shares.before,
		...stored.updateDocument(ref, whole, by.at),
		...stored.setLines(ref.id, whole.lines),
		setRemittanceAccount(ref.id),
		...shares.after,
		stored.detach(ref.id, removeFiles),
		...files.flatMap((file) => stored.attach(ref.id, file.id)),
		...gone.flatMap((file) => removeFile(db, file, by)),
		...stored.auditFinance(db, "edit", { id: ref.id, ...numbered(document), changes: { amount: whole.gross } }, by),
	]);
	for (const file of gone) await dropObject(env, file);
}

async function filesOf(db: Db, id: number, fileIds: readonly number[]) {
	const [rows] = await readRows(db.$client, ownFiles(id, fileIds));
	return rows.map(({ object_key, ...file }) => ({ ...file, objectKey: object_key, purpose: "finance" as const }));
}

/**
 * Deletes a draft with its attachments. Refuses `finance.not_yours` (another user's), `finance.moved` (changed
 * meanwhile) and `finance.is_final` (not a draft).
 */
export async function removeDraft(env: Store, db: Db, { ref, by }: { ref: FinanceRef; by: ActingUser }): Promise<void> {
	const { document, files } = await seenDocument(db, ref, by);
	if (document.applicant_id !== by.userId) throw new Refusal("finance.not_yours");
	if (document.state !== "draft") throw new Refusal("finance.is_final");
	const fileIds = files.map(({ file_id }) => file_id);
	const gone = await filesOf(db, ref.id, fileIds);
	await commit(db, [
		stored.detach(ref.id, fileIds),
		...stored.deleteDraft(ref, by.userId),
		...gone.flatMap((file) => removeFile(db, file, by)),
		...stored.auditFinance(db, "delete", { id: ref.id }, by),
	]);
	for (const file of gone) await dropObject(env, file);
}

/**
 * Sends a draft, or sends a returned document again, as a new revision without approvals. The first sending gives it
 * its number. The caller then queues the message `mail.due`. Refuses `finance.not_yours`, `finance.moved`,
 * `finance.wrong_state`, `finance.no_attachment`, `finance.no_advance` (the advance was paid back meanwhile), and what
 * `refuseUnsendable` (./sending.ts) refuses.
 */
export async function submitDocument(db: Db, { ref, by }: { ref: FinanceRef; by: ActingUser }): Promise<void> {
	const seen = await seenDocument(db, ref, by);
	const { document, files } = seen;
	if (files.length === 0 && document.no_attachment_reason === null && isEditable(document.state))
		throw new Refusal("finance.no_attachment");
	if (isEditable(document.state)) refuseUnsendable(sendingOf(document, by.at));
	const step = document.state === "draft" ? "submit" : "resubmit";
	const revision = document.revision + (step === "resubmit" ? 1 : 0);
	const content = contentOf(document, seen);
	const hash = await hashOf(content);
	const rocYear = Number(dateInTaipei(by.at).slice(0, 4)) - 1911;
	await takeStep(
		db,
		{ seen, step, reviewers: nobodyElse(by.userId), by },
		{
			revision,
			hash,
			columns: stored.sent({ revision, hash, rocYear }),
			before: [
				refuseStaleShares(ref.id),
				clearWithheld(ref.id),
				stored.insertRevision(ref.id, { revision, content, hash, at: by.at }),
			],
		},
	);
}

/**
 * Withdraws a document before it is approved. Refuses `finance.not_yours` (another user's), `finance.moved` (changed
 * meanwhile) and `finance.wrong_state`.
 */
export async function withdrawDocument(
	db: Db,
	{ ref, comment = null, by }: { ref: FinanceRef; comment?: string | null; by: ActingUser },
): Promise<void> {
	await stepOn(db, "withdraw", { ref, comment, reviewers: nobodyElse(by.userId), by });
}

type Comment = { ref: Pick<FinanceRef, "id">; comment: string; seesAll: boolean; by: ActingUser };

/**
 * Adds a comment to a document that was sent: to any with `seesAll`, else to one of the user's own. Tells the
 * applicant; the caller then queues `mail.due`. Refuses, as `finance.wrong_state`, a draft or a document that the user
 * may not see.
 */
export async function commentDocument(db: Db, { ref, comment, seesAll, by }: Comment): Promise<void> {
	const { id } = ref;
	await commit(db, [
		...stored.insertComment(id, { comment, seesAll, by }),
		tellApplicant(id, "comment", by),
		...stored.auditFinance(db, "comment", { id }, by),
	]);
}
