import { sql } from "drizzle-orm";
import * as stored from "#db/books/payee-writes.ts";
import { numbersTaken } from "#db/books/payees.ts";
import type { Db, Write } from "#db/commit.ts";
import { commitOnce } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { newMemberKeys, sealForPerson, sealNationalId } from "#platform/member-seals.ts";
import { said, saidOf } from "./actions.ts";
import type { PastedPayee } from "./many.ts";

type Keys = { SEALING_KEY: string };
type Creation = { rows: readonly PastedPayee[]; key: string; by: By };

/**
 * Inserts the payees of a pasted list with their accounts, all or none, once per form `key`. Returns what keeps them
 * from being stored: lines whose number is another payee's; empty when they are stored. Refuses what `createPayee`
 * refuses.
 */
export async function createPayees(env: Keys, db: Db, { rows, key, by }: Creation): Promise<string[]> {
	const made = await Promise.all(rows.map(async (row) => ({ ...row, ...(await sealedOf(env, row)) })));
	const hashes = made.flatMap(({ sealed }) => sealed.national_id_hash ?? []);
	const taxIds = made.flatMap(({ input }) => input.taxId ?? []);
	const [taken] = await readRows(db.$client, numbersTaken([...hashes, ...taxIds], key));
	const names = new Map(taken.map(({ number, name }) => [number, name]));
	const problems = made.flatMap(({ about, input, sealed }) => {
		const name = names.get(input.taxId ?? sealed.national_id_hash ?? "");
		return name === undefined ? [] : [`${about}：這個證號已經是受款人「${name}」的。`];
	});
	if (problems.length > 0) return problems;
	const [first, ...rest] = made.map(({ input, keys, sealed }) =>
		stored.insertPayee(input, { keys, sealed, at: by.at }),
	);
	if (!first) return [];
	const checks = made.flatMap(({ input, sealed }) => stored.refuseTaken(0, { input, sealed }, by));
	const beside = made.flatMap(({ account, keys, changes }): Write[] => {
		const id = sql<number>`(SELECT id FROM payees WHERE seal_id = ${keys.seal_id})`;
		return [
			...(account ? [stored.insertAccount(id, account, by.at)] : []),
			...stored.auditPayee(db, "create", { id, changes }, by),
		];
	});
	await commitOnce(db, { key, at: by.at, checks }, [first, ...rest, ...beside]);
	return [];
}

async function sealedOf(env: Keys, { input, account }: PastedPayee) {
	const keys = await newMemberKeys(env);
	const sealed = await sealNationalId(env, keys.seal_id, input.nationalId ?? null);
	const changes = await sealForPerson(env, keys, { ...said(input), ...(account ? saidOf(account) : {}) });
	return { keys, sealed, changes };
}
