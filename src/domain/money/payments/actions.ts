import { closedMonths } from "#db/books/index.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import * as stored from "#db/money/payment-writes.ts";
import { type AllocationRow, allocationsOf, type StoredPayment, storedPayment } from "#db/money/payments.ts";
import { readRows } from "#db/read.ts";
import { readFileRow } from "#db/system/index.ts";
import { type ClosedMonths, closedIn } from "#domain/books/index.ts";
import { dropObject, prepareFile, removeFile } from "#domain/system/actions.ts";
import type { UploadedFile } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { PaymentInput } from "./form.ts";
import { type Naming, naming } from "./naming-actions.ts";
import { membersIn, PAYMENTS, refusePayment, refuseUnproven } from "./rules.ts";

/** The Worker bindings that payments need: the bucket of files and the key that seals them. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };
type Ref = stored.PaymentRef;
type Acting = By & { userId: number };

type Submission = {
	input: PaymentInput;
	source: "member" | "staff";
	upload?: UploadedFile | undefined;
	key: string;
	/** The submitter declares that this is not the existing payment which looks the same. */
	confirmDuplicate?: boolean;
	/** What the member says with a gift about the public list of gifts. */
	named?: Pick<Naming, "memberId" | "isNamed"> | undefined;
	by: Acting;
};

/**
 * Submits a payment to be verified, once per form `key`; returns its id. Refuses what `refusePayment` and `checkUpload`
 * (system/files/rules.ts) refuse, `payment.no_proof` (a member's transfer without proof or last five digits),
 * `payment.not_yours` (members for whom the user may not pay), `payment.not_owed` (an item is settled, is paid too
 * much, or is another member's), `payment.duplicate` (the day, amount and last five digits of another payment, without
 * `confirmDuplicate`), `payment.wrong_state` (the corrected payment is not reversed, or corrected already) and, for
 * members, `payment.too_many_waiting`.
 */
export async function submitPayment(env: Store, db: Db, submission: Submission): Promise<number> {
	const { input, source, upload, key, confirmDuplicate = false, named, by } = submission;
	refusePayment(input);
	if (source === "member") refuseUnproven(input, upload !== undefined);
	const file = upload ? await prepareFile(env, db, { purpose: "payment_proof", upload, by }) : undefined;
	const id = madeBy(key);
	const checks = [
		...checksOf(input, { source, userId: by.userId }),
		...(confirmDuplicate ? [] : [stored.refuseDuplicate(input, { submitter: ownOnly(source, by) })]),
		...(file?.writes ?? []),
	];
	return commitOnce(db, { key, at: by.at, checks }, [
		stored.insertPayment({ ...input, source, submittedBy: by.userId, proofFileId: file?.id ?? null }, by.at),
		...stored.setAllocations(id, input.allocations),
		...(file ? [stored.fileOfPayment(file.id, id)] : []),
		stored.insertEvent(id, "submit", { by }),
		...heapOf(source, by),
		...stored.auditPayment(db, "submit", { id, changes: { amount: input.amount, method: input.method } }, by),
		...(named ? naming(db, { ...named, by }) : []),
	]);
}

/**
 * Returns whose payments the answer about a duplicate may refer to: for a member only the member's own (the user's id),
 * for staff all (null).
 */
const ownOnly = (source: "member" | "staff", { userId }: Acting): number | null =>
	source === "member" ? userId : null;

const heapOf = (source: "member" | "staff", { userId }: Acting): Write[] =>
	source === "member" ? [stored.refuseHeap(userId)] : [];

type Checked = { source: "member" | "staff"; userId: number; except?: number };
const checksOf = (input: PaymentInput, { source, userId, except }: Checked): Write[] => [
	...(source === "member" ? [stored.refuseStrangers(userId, membersIn(input))] : []),
	stored.refuseNotOwed(input.allocations),
	stored.refuseSecondCopy(input.correctsId, except),
];

/**
 * Changes a waiting payment, or sends a rejected one again; only its submitter may. Refuses what `submitPayment`
 * refuses, and `payment.moved` when somebody decided on it meanwhile. A new proof replaces the old one, which is
 * deleted.
 */
export async function resubmitPayment(
	env: Store,
	db: Db,
	{ ref, ...submission }: Omit<Submission, "key" | "source"> & { ref: Ref },
): Promise<void> {
	const { input, upload, confirmDuplicate = false, named, by } = submission;
	const { payment } = await seenPayment(db, ref, by);
	const step = payment.status === "rejected" ? "resubmit" : "edit";
	PAYMENTS.refuse(step, payment.status);
	refusePayment(input);
	const source = payment.source === "member" ? "member" : "staff";
	if (source === "member") refuseUnproven(input, upload !== undefined || payment.proof_file_id !== null);
	const file = upload ? await prepareFile(env, db, { purpose: "payment_proof", upload, by }) : undefined;
	const before = payment.proof_file_id;
	const replaced = file && before !== null ? await readFileRow(db, before) : undefined;
	await commit(db, [
		stored.refuseOthers(ref.id, by.userId),
		...checksOf(input, { source, userId: by.userId, except: ref.id }),
		...(confirmDuplicate ? [] : [stored.refuseDuplicate(input, { submitter: ownOnly(source, by), except: ref.id })]),
		...(file ? [...file.writes, stored.fileOfPayment(file.id, ref.id)] : []),
		...(replaced ? removeFile(db, replaced, by) : []),
		...stored.updatePayment(ref, { ...input, proofFileId: file?.id ?? null }, by.at),
		...stored.setAllocations(ref.id, input.allocations),
		stored.insertEvent(ref.id, step, { by }),
		...(step === "resubmit" ? heapOf(source, by) : []),
		...stored.auditPayment(db, step, { id: ref.id, changes: { amount: input.amount, method: input.method } }, by),
		...(named ? naming(db, { ...named, by }) : []),
	]);
	if (replaced) await dropObject(env, replaced);
}

/**
 * Cancels a payment before it is verified. Refuses `payment.not_yours` (only its submitter may), `payment.moved`
 * (changed meanwhile) and `payment.wrong_state` (it does not wait any more).
 */
export async function cancelPayment(db: Db, { ref, by }: { ref: Ref; by: Acting }): Promise<void> {
	const { payment } = await seenPayment(db, ref, by);
	PAYMENTS.refuse("cancel", payment.status);
	await commit(db, [
		stored.refuseOthers(ref.id, by.userId),
		...stored.stepPayment(ref.id, ref.version, { step: "cancel", by }),
		...stored.auditPayment(db, "cancel", { id: ref.id }, by),
	]);
}

export type SeenPayment = { payment: StoredPayment; parts: AllocationRow[]; closed: ClosedMonths };

/**
 * Reads a payment, its parts and the closed months for a step. Refuses `payment.moved` when the payment changed since
 * the user saw it (`version`); the guards check this again.
 */
export async function seenPayment(db: Db, { id, version }: Ref, { at }: Pick<By, "at">): Promise<SeenPayment> {
	const [[payment], parts, months] = await readRows(
		db.$client,
		storedPayment(id, dateInTaipei(at)),
		allocationsOf(id),
		closedMonths(),
	);
	if (payment?.version !== version) throw new Refusal("payment.moved");
	return { payment, parts, closed: closedIn(months) };
}
