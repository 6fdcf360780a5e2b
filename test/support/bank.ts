import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { app } from "#app.ts";
import { open } from "#db/commit.ts";
import { createAccount } from "#domain/money/bank/actions.ts";
import type { BankKind } from "#domain/money/bank/rules.ts";
import { wordsOf } from "#domain/money/bank-statements/last5.ts";
import { byOperator } from "#kernel/by.ts";
import type { Person } from "./people.ts";

let counted = 0;

/** A bank account by the program's own verb; returns its id. */
export const bankAccount = (kind: BankKind = "bank", name = "會費專戶"): Promise<number> => {
	counted += 1;
	const input = {
		kind,
		name,
		bank_name: "",
		branch: "",
		holder: "",
		number: `012-${counted}`,
		position: 0,
		is_shown: true,
	};
	return createAccount(open(env.DB), input, { key: `account ${counted}`, by: byOperator(1) });
};

type Given = {
	accountId: number;
	day?: string;
	amount?: number;
	fee?: number;
	memo?: string;
	last5?: string | null;
	balance?: number | null;
};

/** A line of a statement, by plain SQL: 1,000 on 3 March 2026 unless told. Returns its id. */
export async function bankLine({
	accountId,
	day = "2026-03-03",
	amount = 1_000,
	fee = 0,
	memo = "",
	last5 = null,
	balance = null,
}: Given): Promise<number> {
	counted += 1;
	const fingerprint = `line ${counted}`;
	const statement = `(SELECT id FROM bank_statements WHERE filename = 'lines' AND bank_account_id = ${accountId})`;
	await env.DB.prepare(
		`INSERT INTO bank_statements (bank_account_id, filename, state, created_at) SELECT ?1, 'lines', 'applied', 1 WHERE ${statement} IS NULL`,
	)
		.bind(accountId)
		.run();
	const id = await env.DB.prepare(
		`INSERT INTO bank_lines (statement_id, bank_account_id, row, booked_on, amount, fee_amount, memo, words, last5, fingerprint, balance, created_at, updated_at)
		VALUES (${statement}, ?1, ?10, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 1, 1) RETURNING id`,
	)
		.bind(accountId, day, amount, fee, memo, JSON.stringify(wordsOf(memo)), last5, fingerprint, balance, counted)
		.first<number>("id");
	if (id === null) throw new Error("no line was made");
	return id;
}

/** A bank line with its first part: the kind and id of its record, and whether the record was booked before. */
export type LineNow = {
	status: string;
	reason: string | null;
	version: number;
	kind: string | null;
	record: number | null;
	is_tie: 0 | 1 | null;
};
export async function lineNow(id: number): Promise<LineNow> {
	const row = await env.DB.prepare(
		`SELECT l.status, l.reason, l.version, x.kind, x.record_id AS record, x.is_tie
		FROM bank_lines l LEFT JOIN bank_line_parts x ON x.line_id = l.id WHERE l.id = ? ORDER BY x.id LIMIT 1`,
	)
		.bind(id)
		.first<LineNow>();
	if (!row) throw new Error("no line");
	return row;
}
/** A line that nothing explains. */
export const OPEN = { status: "unmatched", kind: null, record: null, is_tie: null };

/** The parts of a bank line, in their order. */
export const partsOf = async (line: number) =>
	(
		await env.DB.prepare(
			"SELECT id, kind, record_id AS record, amount, is_tie FROM bank_line_parts WHERE line_id = ? ORDER BY id",
		)
			.bind(line)
			.all<{ id: number; kind: string; record: number; amount: number; is_tie: 0 | 1 }>()
	).results;
/** The form that takes the first part of a line back. */
export const untying = async (line: number, version: number): Promise<Record<string, string>> => ({
	version: String(version),
	part: String((await partsOf(line))[0]?.id ?? 0),
});

/** Explains a line with a record, by plain SQL, with what the record has left. */
export const tieBySql = (line: number, kind: string, record: number | undefined, amount = 1_000) =>
	env.DB.prepare(
		"INSERT INTO bank_line_parts (line_id, kind, record_id, amount, is_tie, created_at) VALUES (?, ?, ?, ?, 1, 5)",
	)
		.bind(line, kind, record ?? 0, amount)
		.run();

export type Sent = { name: string; bytes: Uint8Array };
/** Sends a form with a file, as a browser does. */
export async function send(
	path: string,
	as: Person,
	{
		fields,
		file,
		key = crypto.randomUUID(),
	}: { fields: Record<string, string>; file?: Sent | undefined; key?: string },
): Promise<Response> {
	const body = new FormData();
	body.set("_key", key);
	for (const [name, value] of Object.entries(fields)) body.set(name, value);
	if (file) body.set("file", new File([new Uint8Array(file.bytes)], file.name));
	const request = new Request(`http://localhost:8787${path}`, {
		method: "POST",
		body,
		headers: { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin" },
	});
	const context = createExecutionContext();
	const answer = await app.fetch(request, env, context);
	await waitOnExecutionContext(context);
	return answer;
}
