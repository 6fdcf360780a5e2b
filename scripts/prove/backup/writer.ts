/**
 * A writer beside a backup: posts vouchers and writes notes in DATA_DIR with the program's own actions, until its input
 * ends. Prints "ready" after the first one, and at the end how many it wrote.
 */
import { databaseMessage, open } from "#db/commit.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createVoucher } from "#domain/books/vouchers/actions.ts";
import { addNote } from "#domain/people/notes/actions.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { openBindings } from "../../bindings.ts";

const [name = "0"] = process.argv.slice(2);
let isDone = false;
process.stdin.on("end", () => (isDone = true)).resume();
const { env, dispose } = await openBindings({ remote: false });
/**
 * Repeats a task until it succeeds, because the other writers lock the database most of the time. Each action has a
 * key, so it takes effect once.
 */
async function insist<T>(task: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await task();
		} catch (error) {
			if (!/SQLITE_BUSY|locked|session commit token/.test(databaseMessage(error))) throw error;
		}
	}
}

try {
	const db = open(env.DB);
	const one = (sql: string) => insist(async () => Number(await env.DB.prepare(sql).first("id")));
	const userId = await one("SELECT id FROM users WHERE email = 'accountant@example.org'");
	const member = await one("SELECT id FROM members LIMIT 1");
	let written = 0;
	for (; !isDone; written++) {
		const by = byUser(userId, null, Date.now());
		const input = {
			date: dateInTaipei(by.at),
			description: `writer ${name}, ${written}`,
			turnsNextYear: false,
			lines: [debit("5230", 100, ""), credit("1110", 100, "")],
		};
		const [voucherKey, noteKey] = [crypto.randomUUID(), crypto.randomUUID()];
		await insist(() => createVoucher(db, { input, poster: { userId, standsFor: [null] }, key: voucherKey, by }));
		const notable = { type: "member", id: member } as const;
		await insist(() => addNote(db, { notable, content: input.description, by, key: noteKey }));
		if (written === 0) console.log("ready");
	}
	console.log(String(written));
} finally {
	await dispose();
}
