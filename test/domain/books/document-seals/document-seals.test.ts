/** Receipts and vouchers that somebody changed behind the triggers' backs, and a life that changes none of what is sealed. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { sealDocuments, verifyDocuments } from "#domain/books/document-seals/actions.ts";
import type { COLUMNS } from "#domain/books/document-seals/chain.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createVoucher, reverseManual } from "#domain/books/vouchers/actions.ts";
import { takeOriginals, voidReceipt } from "#domain/money/receipts/actions.ts";
import { pseudonymiseDonor } from "#domain/shell/erasures/donor-actions.ts";
import { signer } from "#platform/seal-macs.ts";
import { shareOf } from "../../../support/chances.ts";
import { donor, posted, recorded } from "../../../support/income.ts";
import { brokenOnPurpose } from "../../../support/invariants.ts";
import { issued, twice } from "../../../support/issued.ts";
import { member } from "../../../support/members.ts";
import { without } from "../../../support/money-fixtures.ts";
import { db } from "../../../support/payments.ts";
import { AT, by, person, rows, TODAY } from "../../../support/users.ts";

const sign = await signer(env);
const TABLES = ["receipts", "vouchers", "voucher_lines"];
const faults = async () => (await verifyDocuments(db, { sign })).faults;

/** The triggers are dropped, made again as they were, and nothing tells. */
async function tamper(...statements: string[]): Promise<void> {
	brokenOnPurpose("documents that somebody changed behind the triggers' backs");
	const triggers = await rows<{ name: string; sql: string }>(
		`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (${[...TABLES, "document_seals"].map((name) => `'${name}'`)})`,
	);
	await env.DB.batch(
		[
			"PRAGMA defer_foreign_keys = on",
			...triggers.map(({ name }) => `DROP TRIGGER ${name}`),
			...statements,
			...triggers.map(({ sql }) => sql),
		].map((text) => env.DB.prepare(text)),
	);
}

type Ref = { id: number; version: number };
const ANYONE = { userId: 0, standsFor: [null] };
let accountant: Ref;
let poster: Ref;
beforeAll(async () => {
	accountant = await person({ name: "會計", roles: ["accountant"] });
	poster = await person({ roles: ["accountant"] });
	await issued();
	await issued({ members: 2, donation: 500 });
	await posted(await recorded(accountant.id, { donorId: await donor({ nationalId: "A123456789" }) }), poster.id);
	const lines = [debit("5250", 300, "郵資"), credit("1130", 300, "")];
	await createVoucher(db, {
		input: { date: TODAY, description: "郵資", turnsNextYear: false, lines },
		poster: ANYONE,
		key: "postage",
		by: by(accountant),
	});
	await rows("INSERT INTO projects (id, name, created_at, updated_at) VALUES (1, '聯誼', 1, 1)");
	await rows(
		"INSERT INTO budget_items (id, year, account_id, name, amount, created_at, updated_at) SELECT 1, 2026, id, '郵', 1, 1, 1 FROM accounts WHERE code = '5250'",
	);
	await sealDocuments(db, sign, AT);
});

test("what nobody touched holds: every number of every series lies in one seal", async () => {
	const verified = await verifyDocuments(db, { sign });
	const [all] = await rows<{ n: number }>("SELECT sum(last_no - first_no + 1) AS n FROM number_series");
	expect([verified.faults, verified.documents, verified.macsFrom]).toEqual([[], all?.n, 1]);
	expect(verified.documents).toBeGreaterThan(6);
	await sealDocuments(db, sign, AT + 1);
	expect((await verifyDocuments(db, { sign })).seals).toBe(verified.seals);
});

test("voiding, printing, merging, erasing, reversing leave what is sealed as it was", async () => {
	const [receipt, printed] = (await issued({ donation: 500 })).receipts;
	const giver = await donor({ nationalId: "F131104093" });
	await posted(await recorded(accountant.id, { donorId: giver }), poster.id);
	await sealDocuments(db, sign, AT + 10);
	if (!receipt || !printed) throw new Error("no receipts");
	const later = by(accountant, AT + 60_000);
	await takeOriginals(db, { receipts: [printed], key: "print", by: later });
	const ref = { id: receipt.id, version: receipt.version };
	const asked = { ref, reason: "抬頭錯誤", replacement: "title" as const, payerTitle: "王大明" };
	await twice((who) => voidReceipt(db, { ...asked, by: by(who, AT + 60_000) }));
	// As a merge moves them (db/member-merge.ts), and as an erasure does.
	brokenOnPurpose("a receipt moved as a merge moves it, and nothing else");
	const other = (await member()).id;
	await without(["receipts_keep_their_member"], () =>
		rows("UPDATE receipts SET member_id = ? WHERE id = ?", other, receipt.id),
	);
	await rows("UPDATE receipts SET payer_id_mask = NULL");
	const [erased] = await rows<Ref>("SELECT id, version FROM donors WHERE id = ?", giver);
	if (!erased) throw new Error("no donor");
	await pseudonymiseDonor(env, db, { ref: erased, by: later });
	const [voucher] = await rows<Ref>("SELECT id, version FROM vouchers WHERE source = 'manual'");
	if (!voucher) throw new Error("no voucher");
	const reversal = { ref: voucher, date: TODAY, reason: "重複", poster: ANYONE, by: later };
	await reverseManual(db, reversal);
	expect(await faults()).toEqual([]);
	await sealDocuments(db, sign, AT + 11);
	expect(await faults()).toEqual([]);
	await Promise.all(TABLES.map((table) => rows(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`)));
});

const RECEIPT = "WHERE id = (SELECT min(id) FROM receipts)";
const OTHER_USER = "(SELECT min(id) FROM users WHERE id <> coalesce(receipts.issued_by, 0))";
/** A change of each sealed column that every CHECK and reference lets through. */
const RECEIPTS: Record<(typeof COLUMNS.receipt)[number], string> = {
	id: "id = 9000",
	series: "series = 'donation', seq = 900, number = '115-000900'",
	mark: "mark = '活', seq = seq",
	roc_year: "roc_year = 114, number = '114-' || substr(number, 5), issued_on = '2025-01-01'",
	seq: "seq = 900, number = '115-000900'",
	number: "seq = 901, number = '115-000901'",
	payment_id: "payment_id = (SELECT max(id) FROM payments)",
	income_id: "income_id = (SELECT max(id) FROM income_records)",
	payer_title: "payer_title = '別人'",
	amount: "amount = amount + 1",
	items: "items = json_set(items, '$[0].amount', 1)",
	method: "method = 'cash'",
	paid_on: "paid_on = '2026-01-01'",
	issued_on: "issued_on = '2026-12-31'",
	issued_by: `issued_by = ${OTHER_USER}`,
	created_at: "created_at = created_at + 1",
};
const ANYBODY = "(SELECT min(id) FROM users WHERE id <> coalesce(vouchers.$, 0))";
const VOUCHERS: Record<(typeof COLUMNS.voucher)[number], string> = {
	id: "id = 9000",
	kind: "kind = 'transfer', seq = 900",
	roc_year: "roc_year = 114",
	seq: "seq = 900",
	date: "date = date(date, '-1 day')",
	description: "description = '別的'",
	source: "source = 'dues'",
	source_id: "source_id = 900",
	source_seq: "source_seq = 9",
	reverses_id: "source = 'reversal', reverses_id = (SELECT max(id) FROM vouchers)",
	is_closing: "is_closing = 1",
	turns_next_year: "turns_next_year = 1",
	created_by: `created_by = ${ANYBODY.replace("$", "created_by")}`,
	edited_by: `edited_by = ${ANYBODY.replace("$", "edited_by")}`,
	posted_by: `posted_by = ${ANYBODY.replace("$", "posted_by")}`,
	posted_at: "posted_at = posted_at + 1",
	version: "version = version + 1",
	created_at: "created_at = created_at + 1",
	updated_at: "updated_at = updated_at + 1",
};
const LINES: Record<(typeof COLUMNS.line)[number], string> = {
	id: "id = 9000",
	line_no: "line_no = 90",
	account_id: "account_id = (SELECT id FROM accounts WHERE code = '5320')",
	debit: "debit = debit + 1",
	credit: "credit = debit, debit = 0",
	memo: "memo = '別的'",
	member_id: "member_id = (SELECT min(id) FROM members)",
	project_id: "project_id = 1",
	budget_item_id: "budget_item_id = 1",
	is_unbudgeted: "is_unbudgeted = 1",
};
const VOUCHER = "(SELECT min(id) FROM vouchers WHERE source = 'payment')";
const LINE =
	"(SELECT l.id FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id WHERE v.description = '郵資' AND l.debit > 0)";
const WAYS: [string, string[]][] = [
	...Object.entries(RECEIPTS).map(([name, set]): [string, string[]] => [
		`receipts.${name}`,
		[`UPDATE receipts SET ${set} ${RECEIPT}`],
	]),
	...Object.entries(VOUCHERS).map(([name, set]): [string, string[]] => [
		`vouchers.${name}`,
		[
			...(name === "id" ? [`UPDATE voucher_lines SET voucher_id = 9000 WHERE voucher_id = ${VOUCHER}`] : []),
			`UPDATE vouchers SET ${set} WHERE id = ${VOUCHER}`,
		],
	]),
	...Object.entries(LINES).map(([name, set]): [string, string[]] => [
		`voucher_lines.${name}`,
		[`UPDATE voucher_lines SET ${set} WHERE id = ${LINE}`],
	]),
	["a line that is gone", [`DELETE FROM voucher_lines WHERE id = ${LINE}`]],
	[
		"lines that changed places",
		[
			`UPDATE voucher_lines SET line_no = 5 - line_no WHERE voucher_id = (SELECT voucher_id FROM voucher_lines WHERE id = ${LINE})`,
		],
	],
	[
		"a voucher that is a draft again",
		[
			`UPDATE vouchers SET state = 'draft', kind = NULL, roc_year = NULL, seq = NULL, posted_at = NULL WHERE id = ${VOUCHER}`,
		],
	],
	["a receipt that is gone", [`DELETE FROM receipts ${RECEIPT}`]],
];

test.each(shareOf(WAYS, 3))("found, though the triggers are back: %s", async (_, statements) => {
	await tamper(...statements);
	const [fault = "", ...more] = await faults();
	expect(fault).toMatch(
		/^document seal \d+ \((receipt|voucher):\w+ 115, \d+ to \d+\): (number \d+ missing|a document, or)/,
	);
	expect(more).toEqual([]);
	await tamper(
		...TABLES.toReversed().map((table) => `DELETE FROM ${table}`),
		...TABLES.map((table) => `INSERT INTO ${table} SELECT * FROM kept_${table}`),
	);
	expect(await faults()).toEqual([]);
});

test("a number that its series has and no document is not sealed, and holds up no other series", async () => {
	const before = await verifyDocuments(db, { sign });
	const [guard] = await rows<{ sql: string }>(
		"SELECT sql FROM sqlite_master WHERE name = 'number_series_rise_with_documents'",
	);
	await rows("DROP TRIGGER number_series_rise_with_documents");
	await rows("UPDATE number_series SET last_no = last_no + 1 WHERE series = 'receipt:donation'");
	await issued();
	await sealDocuments(db, sign, AT + 3);
	await rows("UPDATE number_series SET last_no = last_no - 1 WHERE series = 'receipt:donation'");
	await rows(guard?.sql ?? "");
	const after = await verifyDocuments(db, { sign });
	expect([after.faults, after.documents]).toEqual([[], before.documents + 2]);
});

test("a seal is neither changed, removed nor put elsewhere, and a rewritten one has no true MAC", async () => {
	const refused = (code: string) => `${code}: SQLITE_CONSTRAINT`;
	await expect(rows("UPDATE document_seals SET hash = prev")).rejects.toThrow(refused("audit.append_only"));
	await expect(rows("DELETE FROM document_seals")).rejects.toThrow(refused("audit.append_only"));
	await expect(rows("INSERT OR REPLACE INTO document_seals SELECT * FROM document_seals WHERE id = 1")).rejects.toThrow(
		refused("audit.not_next"),
	);
	await expect(rows("UPDATE seal_macs SET mac = mac")).rejects.toThrow(refused("audit.append_only"));
	await expect(rows("DELETE FROM seal_macs")).rejects.toThrow(refused("audit.append_only"));
	await expect(
		rows("INSERT OR REPLACE INTO seal_macs SELECT chain, seal_id, key_id, mac FROM seal_macs"),
	).rejects.toThrow(refused("audit.append_only"));
	await tamper("DELETE FROM document_seals WHERE id = (SELECT max(id) FROM document_seals)");
	expect(await faults()).toEqual([expect.stringMatching(/^document seal \d+ taken away$/)]);
	await tamper(`UPDATE receipts SET payer_title = '別人' ${RECEIPT}`, "DELETE FROM document_seals");
	await sealDocuments(db, sign, AT + 5);
	expect(await faults()).toEqual([
		expect.stringMatching(/^document seals 1 to \d+: MAC is not that of the key$/),
		expect.stringMatching(/^document seals \d+ to \d+ taken away$/),
	]);
});
