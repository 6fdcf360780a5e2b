import * as z from "zod";
import { commit, type Db, type Write } from "#db/commit.ts";
import * as stored from "#db/money/payment-imports.ts";
import { readRows } from "#db/read.ts";
import { type ImportRef, type ImportRow, refuseFamily, selectSettings } from "#db/system/index.ts";
import { hashed, readKnown } from "#domain/people/actions.ts";
import type { Known } from "#domain/people/index.ts";
import { draftsOf, lookAt, type PlanningOf, parseSettings, takeIn } from "#domain/system/actions.ts";
import { type Big5, type ImportedFile, inParts, keysOf, type Report, type UploadedFile } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Sheet } from "#kernel/table.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { seal, sha256Hex, unseal } from "#platform/crypto.ts";
import { PAYMENT_FIELDS } from "./columns.ts";
import { readPayments } from "./interpret.ts";
import { isComplete, mapPayments, NO_READING, type PaymentMapping, PaymentReading } from "./options.ts";
import { countsOf, type PlannedPayment, planPayments } from "./plan.ts";
import { PAYMENT_REASONS, type PaymentReason } from "./reasons.ts";
import { moneyOf, type PaymentTask, startOfDay, tasksOf, writtenOutcome } from "./writing.ts";

type Keys = { SEALING_KEY: string };
type Store = Keys & { FILES: R2Bucket };
const SUBJECT = "payment_import";

/**
 * Everything that an import would write, and how its file was read. `fingerprint` shows whether a later plan differs,
 * `known` has the member records that the rows may name, by their ids.
 */
export type PlannedImport = {
	rows: PlannedPayment[];
	mapping: PaymentMapping;
	sheet: Sheet;
	fingerprint: string;
	known: ReadonlyMap<number, Known>;
};
type Planning = {
	users?: readonly number[];
	file: ImportedFile;
	options: PaymentReading;
	at: number;
	big5?: Big5 | undefined;
};

/**
 * Finds the sheet and the columns of payments in an uploaded list. Refuses what `lookAt` refuses, such as a file that
 * cannot be read.
 */
export const lookAtPayments = (
	file: ImportedFile,
	{ options, big5 }: { options: PaymentReading; big5?: Big5 | undefined },
): ReturnType<typeof lookAt<PaymentMapping>> => lookAt(file, { map: (sheets) => mapPayments(sheets, options), big5 });

/**
 * Plans what a list of past payments would write; writes nothing. A row of a member of the family of `users` becomes a
 * conflict, as others must import it. Refuses what `lookAt` refuses, and `import.no_payments` when no header has
 * columns for a member and an amount.
 */
export async function planList(
	env: Keys,
	db: Db,
	{ file, options, at, users = [], big5 }: Planning,
): Promise<PlannedImport> {
	const { sheet, mapping } = await lookAtPayments(file, { options, big5 });
	if (!mapping || !isComplete(mapping)) throw new Refusal("import.no_payments");
	const { payments, passed } = readPayments(sheet, mapping, { today: dateInTaipei(at) });
	const named = await hashed(env, payments);
	const { known, family } = await readKnown({ env, db }, named, { users, today: dateInTaipei(at), fields: [] });
	const members = known.map(({ id }) => id);
	const [items, paid, settings] = await readRows(
		db.$client,
		stored.itemsOf(members),
		stored.partsPaidFor(members),
		selectSettings(keysOf("fees")),
	);
	const fees = parseSettings("fees", settings);
	const rows = planPayments({
		payments: named,
		passed,
		known,
		items: items.map(({ member_id, is_bare, is_claimed, ...item }) => ({
			...item,
			memberId: member_id,
			isBare: is_bare === 1,
			isClaimed: is_claimed === 1,
		})),
		paid: paid.map(({ member_id, paid_on, ...part }) => ({ ...part, memberId: member_id, paidOn: paid_on })),
		weights: { entrance: fees.entrance_fee, annual: fees.annual_fee },
		own: family,
	});
	const told = rows.map(({ member, ...row }) => ({ ...row, member: member?.id }));
	const byId = new Map(known.map((one) => [one.id, one]));
	return { rows, mapping, sheet, fingerprint: await sha256Hex(JSON.stringify(told)), known: byId };
}

type Applying = {
	plan: PlannedImport;
	/** The draft that an admin applies; without it (a script) a new import is made. */
	draft?: ImportRef | undefined;
	filename: string;
	by: By;
	/** Further writes for the same batch. */
	also?: readonly Write[];
	report?: Report | undefined;
};

/**
 * Writes a whole plan in one batch, and returns the import's id: the payments are verified as of their day and get no
 * receipt, voucher or mail (docs/import.md#past-payments). Refuses `import.stale` for a draft applied already,
 * `payment.own` for a payment of the user's family, and `import.moved` or another code of the database's triggers when
 * something changed since the plan.
 */
export async function applyList(
	env: Keys,
	db: Db,
	{ plan, draft, filename, by, also = [], report }: Applying,
): Promise<number> {
	const [[next]] = await readRows(db.$client, stored.nextIds());
	if (!next) throw new Error("the database gave no next ids");
	const id = draft?.id ?? next.list;
	const tasks = tasksOf(plan.rows, next.payment);
	const payments = tasks.map(paymentOf);
	const members = payments.map(({ member }) => member);
	const { items, parts } = moneyOf(tasks, next.item);
	const counts = countsOf(plan.rows);
	const payment = new Map(tasks.map((task) => [task.plan.row, task.id]));
	const tell = async (row: PlannedPayment) => {
		const told = await toldOf(env, id, row);
		return { row: row.row, outcome: writtenOutcome(row), payment: payment.get(row.row) ?? null, told };
	};
	const told = await inParts(plan.rows, tell, report);
	await commit(db, [
		refuseFamily(members, by, "payment.own"),
		...(draft ? [] : [stored.insertImport({ id, filename, mapping: {}, by })]),
		...stored.markApplied(draft ?? { id, version: 1 }, counts, by.at),
		...stored.insertItems(items, by),
		...stored.insertPayments(payments, by.at),
		...stored.insertParts(parts, by.at),
		...stored.verifyImported(payments, { importId: id, by }),
		...stored.insertImportRows(id, told),
		...stored.auditImport(db, "import", { id, counts, by }),
		...also,
	]);
	return id;
}

const paymentOf = ({ id, said, member }: PaymentTask): stored.ImportedPayment => ({
	id,
	member: member.id,
	title: said.payerTitle ?? member.name,
	method: said.method,
	paidOn: said.paidOn,
	paidAt: startOfDay(said.paidOn),
	verifiedAt: startOfDay(said.verifiedOn),
	amount: said.amount,
	last5: said.last5,
	remark: said.remark,
	receiptNo: said.receiptNo,
});

const toldContext = (importId: number, row: number): string => `payment_import_rows.told:${importId}:${row}`;

/**
 * Returns as JSON what is stored about a row: for a conflict or an error its name and reasons, sealed; for other rows
 * only the codes of the reasons.
 */
async function toldOf({ SEALING_KEY }: Keys, importId: number, { row, name, outcome, reasons }: PlannedPayment) {
	if (outcome !== "conflict" && outcome !== "error") return JSON.stringify({ codes: reasons.map(({ code }) => code) });
	const sealed = await seal(SEALING_KEY, JSON.stringify({ name, reasons }), toldContext(importId, row));
	return JSON.stringify({ sealed });
}

const Code = z.enum(PAYMENT_REASONS);
const Kept = z.object({ codes: z.array(Code).default([]), sealed: z.string().optional() });
const Told = z.object({
	name: z.string(),
	reasons: z.array(
		z.object({
			code: Code,
			field: z.string().optional(),
			text: z.string().optional(),
			read: z.string().optional(),
			rows: z.array(z.number()).optional(),
			members: z.array(z.number()).optional(),
		}),
	),
});

/**
 * Returns the stored reasons of an imported row, and its name where that was stored (else ""); both are empty where
 * they were deleted.
 */
export async function tellRow(
	{ SEALING_KEY }: Keys,
	importId: number,
	{ row, told }: Pick<stored.WrittenRow, "row" | "told">,
): Promise<{ name: string; reasons: PaymentReason[] }> {
	const { codes, sealed } = Kept.parse(JSON.parse(told ?? "{}"));
	if (sealed === undefined) return { name: "", reasons: codes.map((code) => ({ code })) };
	const { name, reasons } = Told.parse(JSON.parse(await unseal(SEALING_KEY, sealed, toldContext(importId, row))));
	return { name, reasons: reasons.map(({ field, ...reason }) => ({ ...reason, ...fieldOf(field) })) };
}
const fieldOf = (name: string | undefined): Pick<PaymentReason, "field"> => {
	const field = PAYMENT_FIELDS.find((one) => one === name);
	return field === undefined ? {} : { field };
};

/** Records in the audit log that a user opens the stored results of an import; the caller decrypts them afterwards. */
export const noteListView = (db: Db, { id, by }: { id: number; by: By }): Promise<void> =>
	commit(db, stored.auditImport(db, "view", { id, by }));

/**
 * Stores a list of past payments as a sealed draft, once per form `key`; no payment is written yet. Its columns need
 * not be recognised: the user may name them later. Refuses what `takeIn` and `lookAt` refuse.
 */
export async function createList(
	env: Store,
	db: Db,
	{ upload, key, by }: { upload: UploadedFile; key: string; by: By },
): Promise<number> {
	await lookAtPayments(upload, { options: NO_READING });
	return takeIn(env, db, {
		...{ subject: SUBJECT, uploads: [upload], key, by },
		insert: (fileId) => stored.insertImport({ filename: upload.filename, fileId, mapping: {}, by }),
		audit: (id) => stored.auditImport(db, "upload", { id, by }),
	});
}

/** How a draft of an uploaded payment list is read, planned, written and discarded. */
export const paymentDrafts = draftsOf({
	subject: SUBJECT,
	stale: "import.stale",
	options: PaymentReading,
	look: (file, options) => lookAtPayments(file, { options }),
	plan: (env, db, { files: [file], options, users, by }: PlanningOf<ImportRow, PaymentReading>) =>
		planList(env, db, { file, options, at: by.at, users }),
	write: (env, db, { plan, draft, by, also, report }) =>
		applyList(env, db, { plan, draft, filename: draft.filename, by, also, report }),
	work: { kind: "payments", size: ({ rows }) => rows.length },
	steps: stored,
	discarded: (db, { id, by }) => stored.auditImport(db, "discard", { id, by }),
});

/**
 * Undoes a whole import: its payments are reversed (a payment is never deleted), and the dues items that it made are
 * cancelled. Refuses `import.stale` (not applied, or changed meanwhile), `payment.own` (a payment of the user's family)
 * and `import.changed` (what it wrote was changed since).
 */
export async function undoImport(db: Db, { id, version, by }: ImportRef & { by: By }): Promise<void> {
	const [[row]] = await readRows(db.$client, stored.paymentImport(id));
	if (row?.state !== "applied" || row.applied_at === null) throw new Refusal("import.stale");
	await commit(db, [
		refuseFamily(stored.membersIn(id), by, "payment.own"),
		...stored.markUndone({ id, version }, by.at),
		...stored.takeBack(id, row.applied_at, by),
		...stored.auditImport(db, "undo", { id, counts: JSON.parse(row.counts), by }),
	]);
}
