import { numbersTaken } from "#db/books/payees.ts";
import type { Db } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { insertPayees, sealPayee } from "./actions.ts";
import type { PastedPayee } from "./many.ts";

type Keys = { SEALING_KEY: string };
type Creation = { rows: readonly PastedPayee[]; key: string; by: By };

/**
 * Inserts the payees of a pasted list with their accounts, all or none, once per form `key`. Returns what keeps them
 * from being stored: lines whose number is another payee's; empty when they are stored. Refuses what `createPayee`
 * refuses.
 */
export async function createPayees(env: Keys, db: Db, { rows, key, by }: Creation): Promise<string[]> {
	const made = await Promise.all(rows.map((row) => sealPayee(env, row)));
	const hashes = made.flatMap(({ sealed }) => sealed.national_id_hash ?? []);
	const taxIds = made.flatMap(({ input }) => input.taxId ?? []);
	const [taken] = await readRows(db.$client, numbersTaken([...hashes, ...taxIds], key));
	const names = new Map(taken.map(({ number, name }) => [number, name]));
	const problems = made.flatMap(({ about, input, sealed }) => {
		const name = names.get(input.taxId ?? sealed.national_id_hash ?? "");
		return name === undefined ? [] : [`${about}：這個證號已經是受款人「${name}」的。`];
	});
	if (problems.length > 0) return problems;
	const [first, ...rest] = made;
	if (first) await insertPayees(db, [first, ...rest], { key, by });
	return [];
}
