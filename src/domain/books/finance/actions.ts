import type { SQL } from "drizzle-orm";
import { documentRow } from "#db/books/finance.ts";
import { tellApplicant, tellHolders } from "#db/books/finance-notifications.ts";
import { foldPayee, ownFiles, readDocument, type SeenDocument } from "#db/books/finance-steps.ts";
import { targetsOf } from "#db/books/finance-targets.ts";
import * as stored from "#db/books/finance-writes.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { foldNames, namesOfActing } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { dropObject, prepareFile, removeFile } from "#domain/system/actions.ts";
import type { UploadedFile } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { completed, refuseInput } from "./checks.ts";
import { contentOf, hashOf } from "./content.ts";
import { type FinanceInput, type FinanceRef, MOST_FILES } from "./form.ts";
import { type FinanceState, financeNumber } from "./labels.ts";
import { BOTH_REVIEWS, type FinanceReviewers, isEditable, nobodyElse, stepAs } from "./rules.ts";
import { refuseUnsendable, sendingOf } from "./sending.ts";
import { steppingOf } from "./stepping.ts";
import { FINANCE, type FinanceStep, isTold, NEXT_STEP, permissionsFor } from "./steps.ts";

/** The Worker bindings that finance documents need: the bucket of files and the key that seals them. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };
export type ActingUser = By & { userId: number };

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
	return commitOnce(db, { key, at: by.at, checks: files.flatMap(({ writes }) => writes) }, [
		stored.insertDocument(whole, { applicantId: by.userId, copyOf, at: by.at }),
		...stored.setLines(id, whole.lines),
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

async function wholeOf(db: Db, input: FinanceInput, who: { userId: number; documentId: number }) {
	refuseInput(input);
	const [[targets]] = await readRows(db.$client, targetsOf(input, who));
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
 * earlier revision refers to it. Refuses what `createDocument` refuses, `finance.moved` (changed meanwhile) and
 * `finance.is_final`.
 */
export async function editDocument(env: Store, db: Db, edit: Edit): Promise<void> {
	const { ref, input, uploads = [], removeFiles = [], by } = edit;
	const { document, files: before } = await seenDocument(db, ref, by);
	if (document.applicant_id !== by.userId) throw new Refusal("finance.not_yours");
	if (!isEditable(document.state) || (document.seq !== null && input.kind !== document.kind))
		throw new Refusal("finance.is_final");
	const whole = await wholeOf(db, input, { userId: by.userId, documentId: ref.id });
	const kept = before.filter(({ file_id }) => !removeFiles.includes(file_id)).length;
	if (kept + uploads.length > MOST_FILES) throw new Refusal("finance.too_many_files");
	const files = await Promise.all(uploads.map((upload) => prepareFile(env, db, { purpose: "finance", upload, by })));
	const gone = document.state === "draft" ? await filesOf(db, ref.id, removeFiles) : [];
	await commit(db, [
		...files.flatMap(({ writes }) => writes),
		...stored.updateDocument(ref, whole, by.at),
		...stored.setLines(ref.id, whole.lines),
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
	const { document, lines, files } = seen;
	if (files.length === 0 && document.no_attachment_reason === null && isEditable(document.state))
		throw new Refusal("finance.no_attachment");
	if (isEditable(document.state)) refuseUnsendable(sendingOf(document, by.at));
	const step = document.state === "draft" ? "submit" : "resubmit";
	const revision = document.revision + (step === "resubmit" ? 1 : 0);
	const content = contentOf(document, lines, files);
	const hash = await hashOf(content);
	const rocYear = Number(dateInTaipei(by.at).slice(0, 4)) - 1911;
	await takeStep(
		db,
		{ seen, step, reviewers: nobodyElse(by.userId), by },
		{
			revision,
			hash,
			columns: stored.sent({ revision, hash, rocYear }),
			before: [stored.insertRevision(ref.id, { revision, content, hash, at: by.at })],
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

/**
 * Reads a document; the batch checks its version again. Refuses `finance.moved` when it changed since the user saw it.
 */
export async function seenDocument(
	db: Db,
	{ id, version, accountIds }: FinanceRef & { accountIds?: readonly number[] },
	{ at }: Pick<By, "at">,
): Promise<SeenDocument> {
	const seen = await readDocument(db.$client, { id, today: dateInTaipei(at), ...(accountIds ? { accountIds } : {}) });
	if (seen?.document.version !== version) throw new Refusal("finance.moved");
	return seen;
}

const numbered = (document: SeenDocument["document"]): { number?: string } =>
	document.seq === null ? {} : { number: financeNumber(document) };

export type Taking = {
	seen: SeenDocument;
	step: FinanceStep;
	/** What mails and the audit log call the step, when not by its own name: 財務 (both reviews at once). */
	called?: FinanceStep | typeof BOTH_REVIEWS;
	reviewers: FinanceReviewers;
	by: ActingUser;
};
type Effects = {
	comment?: string | null;
	revision?: number;
	hash?: string;
	/** True when the accountant accepts that the budget is exceeded; else migration 0042 refuses such a document. */
	overBudget?: boolean | undefined;
	/** The columns of the document that change besides its state. */
	columns?: SQL;
	/** Further writes: before the step's event, between it and the change of the state, and after that. */
	before?: readonly Write[];
	between?: readonly Write[];
	after?: readonly Write[];
	changes?: Record<string, unknown>;
};

/**
 * Takes a step in one batch: its event, its effects, the change of the state, an audit row, and mails to the applicant
 * and to the users whose turn it is. Refuses what `stepAs` (such as `finance.wrong_state`) and the triggers of
 * migration 0028 refuse.
 */
export async function takeStep(
	db: Db,
	{ seen, step, called: name = step, reviewers, by }: Taking,
	effects: Effects = {},
): Promise<void> {
	const { document, kept, holders } = seen;
	const { id, version, state } = document;
	const viewer = { userId: by.userId, reviewers };
	const stepping = steppingOf(document, { at: by.at, holders });
	const { onBehalfOf, concurrentPostId, standsIn } = stepAs(step, { document: stepping, viewer });
	const [to = state] = FINANCE.to(step, state);
	const {
		comment,
		revision = document.revision,
		hash = kept?.content_hash ?? null,
		overBudget,
		columns,
		...rest
	} = effects;
	const ref = { id, version };
	const event = { step, from: state, to, revision, comment, hash, overBudget };
	// The view finance_related compares the names of the acting users and their families.
	const [names] = await readRows(db.$client, namesOfActing([by.userId, ...(onBehalfOf === null ? [] : [onBehalfOf])]));
	await commit(db, [
		...foldNames(names),
		foldPayee(id, document.payee_name),
		...(rest.before ?? []),
		...stored.insertEvent(ref, { ...event, onBehalfOf, concurrentPostId, standsIn, by }),
		...(rest.between ?? []),
		...stored.moveDocument(ref, { to, by }, columns),
		...(rest.after ?? []),
		...stored.auditFinance(db, name, { id, ...numbered(document), onBehalfOf, changes: rest.changes ?? {} }, by),
		...mailsOf(id, { step, name, to, by }),
	]);
}

type Saying = { ref: FinanceRef; comment: string | null; reviewers: FinanceReviewers; by: ActingUser };

/** Takes a step by `takeStep`, with `columns` as its only effect. Also refuses `finance.moved` (changed meanwhile). */
export async function stepOn(
	db: Db,
	step: FinanceStep,
	{ ref, comment, reviewers, by, columns }: Saying & Pick<Effects, "columns">,
): Promise<void> {
	const seen = await seenDocument(db, ref, by);
	await takeStep(db, { seen, step, reviewers, by }, columns ? { comment, columns } : { comment });
}

type Telling = Required<Pick<Taking, "step" | "by">> & { name: FinanceStep | typeof BOTH_REVIEWS; to: FinanceState };

function mailsOf(id: number, { step, name, to, by }: Telling): Write[] {
	const turn = FINANCE.steps[step].tells.some((kind) => kind === "finance_turn");
	const next = step === "unpay_ask" ? "unpay" : NEXT_STEP[to];
	return [
		...(name === BOTH_REVIEWS || isTold(name) ? [tellApplicant(id, name, by)] : []),
		...(turn && next ? [tellHolders(id, { step: next, permissions: permissionsFor(next, to), at: by.at })] : []),
	];
}
