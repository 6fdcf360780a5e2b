import * as stored from "#db/books/payee-writes.ts";
import { type StoredPayee, storedPayee } from "#db/books/payees.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce } from "#db/form-submissions.ts";
import { namesOfActing } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import type { SealedNumber } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { newMemberKeys, sealForPerson, sealNationalId } from "#platform/member-seals.ts";
import type { AccountInput, ExemptionInput, PayeeInput } from "./form.ts";

/** The Worker binding that payees need: the key that seals their identification numbers (證號). */
type Keys = { SEALING_KEY: string };

/** Returns a person's national id as its columns store it; undefined when it stays. */
const sealedId = async (env: Keys, sealId: string, { nationalId }: PayeeInput): Promise<SealedNumber | undefined> =>
	nationalId === undefined ? undefined : sealNationalId(env, sealId, nationalId);

/** A payee who is to be inserted, with the first account. */
export type NewPayee = { input: PayeeInput; account: AccountInput | null };

/** Makes the keys of a new payee, and seals with them the number and what the audit log says. */
export async function sealPayee<P extends NewPayee>(env: Keys, of: P) {
	const { input, account } = of;
	const keys = await newMemberKeys(env);
	const sealed = await sealNationalId(env, keys.seal_id, input.nationalId ?? null);
	const changes = await sealForPerson(env, keys, { ...said(input), ...(account ? saidOf(account) : {}) });
	return { ...of, keys, sealed, changes };
}
type SealedPayee = Awaited<ReturnType<typeof sealPayee<NewPayee>>>;
type SealedPayees = readonly [SealedPayee, ...SealedPayee[]];
type Submission = { key: string; by: By };

/** Inserts new payees, all or none, once per form `key`; returns the id of the first. */
export function insertPayees(db: Db, payees: SealedPayees, { key, by }: Submission): Promise<number> {
	const [first, ...rest] = payees;
	const insert = ({ input, keys, sealed }: SealedPayee) => stored.insertPayee(input, { keys, sealed, at: by.at });
	const checks = payees.flatMap(({ input, sealed }) => stored.refuseTaken(0, { input, sealed }, by));
	const beside = payees.flatMap(({ account, keys, changes }): Write[] => {
		const id = stored.payeeSealedBy(keys.seal_id);
		return [
			...(account ? [stored.insertAccount(id, account, by.at)] : []),
			...stored.auditPayee(db, "create", { id, changes }, by),
		];
	});
	return commitOnce(db, { key, at: by.at, checks }, [insert(first), ...rest.map(insert), ...beside]);
}

/**
 * Inserts a payee with the first account, once per form `key`; returns the id. Refuses what `refuseTaken`
 * (#db/books/payee-writes.ts) refuses.
 */
export const createPayee = async (env: Keys, db: Db, { key, by, ...of }: NewPayee & Submission): Promise<number> =>
	insertPayees(db, [await sealPayee(env, of)], { key, by });

type Edit = { ref: stored.PayeeRef; input: PayeeInput; isActive: boolean; by: By };

/**
 * Changes a payee. Refuses what `createPayee` refuses, `payee.own` (the acting user or their family) and `payee.stale`
 * (changed meanwhile, pseudonymised, or of another kind).
 */
export async function editPayee(env: Keys, db: Db, { ref, input, isActive, by }: Edit): Promise<void> {
	const before = await seenPayee(db, ref);
	const sealed = await sealedId(env, before.seal_id, input);
	const changes = await sealForPerson(env, before, changed(before, { ...said(input), is_active: Number(isActive) }));
	await commit(db, [
		...(await refuseOwn(db, ref.id, by)),
		...stored.refuseTaken(ref.id, { input, sealed }, by),
		...stored.updatePayee(ref, input, { isActive, sealed, at: by.at }),
		...stored.auditPayee(db, "edit", { id: ref.id, changes }, by),
	]);
}

/** Returns what refuses `payee.own`: the acting user and their family, also by their names. */
async function refuseOwn(db: Db, id: number, by: By): Promise<Write[]> {
	const [names] = await readRows(db.$client, namesOfActing(by.userId === null ? [] : [by.userId]));
	return stored.refuseOwnPayee(
		id,
		by,
		names.map(({ name }) => name),
	);
}

async function seenPayee(db: Db, { id, version }: stored.PayeeRef): Promise<StoredPayee> {
	const [[payee]] = await readRows(db.$client, storedPayee(id));
	if (payee?.version !== version || payee.pseudonymised_at !== null) throw new Refusal("payee.stale");
	return payee;
}

/** Adds an account to a payee. Refuses `payee.account_taken`, `payee.own` and `payee.stale`. */
export async function addAccount(
	env: Keys,
	db: Db,
	{ ref, input, by }: { ref: stored.PayeeRef; input: AccountInput; by: By },
): Promise<void> {
	const payee = await seenPayee(db, ref);
	const changes = await sealForPerson(env, payee, saidOf(input));
	await commit(db, [
		...(await refuseOwn(db, ref.id, by)),
		...stored.touchPayee(ref, by.at),
		stored.insertAccount(ref.id, input, by.at),
		...stored.auditPayee(db, "account_add", { id: ref.id, changes }, by),
	]);
}

type Switch = { ref: stored.PayeeRef; accountId: number; to: "on" | "off"; by: By };

/** Switches an account off, or on again. Refuses `payee.own` and `payee.stale`. */
export const switchAccount = async (db: Db, { ref, accountId, to, by }: Switch): Promise<void> =>
	commit(db, [
		...(await refuseOwn(db, ref.id, by)),
		...stored.touchPayee(ref, by.at),
		...stored.switchAccount(ref.id, accountId, to === "on"),
		...stored.auditPayee(db, `account_${to}`, { id: ref.id, changes: { account: accountId } }, by),
	]);

/** Records a paper by which no supplementary premium is withheld. Refuses `payee.own` and `payee.stale`. */
export const addExemption = async (
	db: Db,
	{ ref, input, by }: { ref: stored.PayeeRef; input: ExemptionInput; by: By },
): Promise<void> =>
	commit(db, [
		...(await refuseOwn(db, ref.id, by)),
		...stored.touchPayee(ref, by.at),
		stored.insertExemption(ref.id, input, by.at),
		...stored.auditPayee(
			db,
			"exemption_add",
			{ id: ref.id, changes: { kind: input.kind, shown_on: input.shownOn } },
			by,
		),
	]);

type Ending = { ref: stored.PayeeRef; exemptionId: number; until: string; by: By };

/** Ends an exemption by its last day. Refuses `payee.until_refused`, `payee.own` and `payee.stale`. */
export const endExemption = async (db: Db, { ref, exemptionId, until, by }: Ending): Promise<void> =>
	commit(db, [
		...(await refuseOwn(db, ref.id, by)),
		...stored.touchPayee(ref, by.at),
		...stored.endExemption(ref.id, exemptionId, until),
		...stored.auditPayee(db, "exemption_end", { id: ref.id, changes: { exemption: exemptionId, until } }, by),
	]);

/**
 * Returns a payee's fields for the audit log, by column name. A national id that is changed or removed is shown as
 * "***"; an unchanged one is left out.
 */
const said = (input: PayeeInput): Record<string, unknown> => ({
	kind: input.kind,
	name: input.name,
	tax_id: input.taxId,
	is_resident: Number(input.isResident),
	user_id: input.userId,
	member_no: input.memberNo,
	email: input.email,
	phone: input.phone,
	address: input.address,
	note: input.note,
	...(input.nationalId === undefined ? {} : { national_id: "***" }),
});
/** Returns an account's fields for the audit log, by column name. */
const saidOf = ({ bankCode, branch, account, holder }: AccountInput): Record<string, unknown> => ({
	bank_code: bankCode,
	branch,
	account,
	holder,
});

function changed(before: StoredPayee, now: Record<string, unknown>): Record<string, unknown> {
	const was: Record<string, unknown> = { ...before };
	return Object.fromEntries(
		Object.entries(now)
			.filter(([name, value]) => name === "national_id" || (was[name] ?? null) !== value)
			.map(([name, to]) => [name, name === "national_id" ? to : [was[name] ?? null, to]]),
	);
}
