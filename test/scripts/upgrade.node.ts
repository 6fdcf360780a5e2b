/** The data of the last released version upgrades: every row and number stays, and the released version can still read it. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { open } from "#db/commit.ts";
import { listReceipts } from "#db/money/receipts.ts";
import { readRows } from "#db/read.ts";
import { readHealth } from "#db/shell/health.ts";
import { sealDocuments } from "#domain/books/document-seals/actions.ts";
import { voidReceipt } from "#domain/money/receipts/actions.ts";
import { verifySeals } from "#domain/shell/seals/anchor-actions.ts";
import { sealTail } from "#domain/system/audit/actions.ts";
import { byUser } from "#kernel/by.ts";
import { signer } from "#platform/seal-macs.ts";
import { checkDatabase } from "../../scripts/backup/checks.ts";
import { openBindings } from "../../scripts/bindings.ts";
import { migrate } from "../../scripts/server.ts";
import { releasedFolder } from "../support/released-data.ts";

const OURS =
	"name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations'";
const folder = await releasedFolder("0.1.0");
after(() => rmSync(folder, { recursive: true }));

async function using<T>(read: (d1: D1Database) => Promise<T>): Promise<T> {
	process.env.DATA_DIR = folder;
	const { env, dispose } = await openBindings({ remote: false });
	try {
		return await read(env.DB);
	} finally {
		await dispose();
	}
}

const texts = async (d1: D1Database, sql: string): Promise<string[]> =>
	(await d1.prepare(sql).all<{ text: string }>()).results.map(({ text }) => text);

/** What the released version relies on: how many rows each table has, and each column of tables and views. */
async function shapeOf(d1: D1Database): Promise<{ counts: string[]; columns: string[] }> {
	const tables = await texts(d1, `SELECT name AS text FROM sqlite_master WHERE type = 'table' AND ${OURS} ORDER BY 1`);
	const counts = tables.map((name) => d1.prepare(`SELECT '${name} ' || count(*) AS text FROM "${name}"`));
	const answers = await d1.batch<{ text: string }>(counts);
	const columns = await texts(
		d1,
		`SELECT m.name || '.' || c.name || ' ' || c.type AS text FROM sqlite_master m, pragma_table_info(m.name) c
			WHERE m.type IN ('table', 'view') AND ${OURS.replaceAll("name", "m.name")} ORDER BY 1`,
	);
	return { counts: answers.flatMap(({ results }) => results.map(({ text }) => text)), columns };
}

/** Numbers that stand on paper. */
const NUMBERS = `SELECT json_array(id, series, roc_year, seq, number, payer_title, amount, issued_on) AS text FROM receipts
	UNION ALL SELECT json_array(id, kind, roc_year, seq, date, state, description) FROM vouchers ORDER BY 1`;

/** How each payment came, and what its parts are for. */
const WAYS = `SELECT json_array(id, method, status, amount, version) AS text FROM payments
	UNION ALL SELECT json_array(id, payment_id, kind, dues_item_id, member_id, amount, disability_status) FROM payment_allocations ORDER BY 1`;

/** The newest member had the oldest as their guardian until now: the log alone says so. */
const DETACHED = `INSERT INTO audit_log (at, actor, action, auditable_type, auditable_id, description, changes)
	SELECT unixepoch() * 1000, 'operator', 'member.set_guardian', 'member', CAST(max(id) AS TEXT), 'member ' || max(id),
		json_object('guardian', json_object('from', min(id), 'to', NULL)) FROM members`;

/** Each line of a bank that a payment or a deposit explains, with its amount. */
const EXPLAINED = {
	before: `SELECT json_array('payment', id, payment_id, amount) AS text FROM bank_lines WHERE status = 'matched' AND payment_id IS NOT NULL
		UNION ALL SELECT json_array('deposit', l.id, d.id, l.amount) FROM cash_deposits d JOIN bank_lines l ON l.id = d.bank_line_id
			WHERE d.reversed_at IS NULL ORDER BY 1`,
	after:
		"SELECT json_array(kind, line_id, record_id, amount) AS text FROM bank_line_parts WHERE kind IN ('payment', 'deposit') ORDER BY 1",
};

/** Lines of the bank that show payments of then, and each deposit. */
const SHOWN = [
	"INSERT INTO bank_statements (bank_account_id, filename, state, created_at) SELECT min(id), 'then.csv', 'applied', 1 FROM bank_accounts",
	`INSERT INTO bank_lines (statement_id, bank_account_id, row, booked_on, amount, memo, fingerprint, created_at, updated_at)
	SELECT (SELECT max(id) FROM bank_statements), p.bank_account_id, p.id, p.paid_on, p.amount - p.fee_amount, 'payment ' || p.id, 'payment ' || p.id, 1, 1
	FROM payments p WHERE p.status = 'verified' AND p.bank_account_id IS NOT NULL ORDER BY p.id LIMIT 5`,
	"UPDATE bank_lines SET status = 'matched', payment_id = CAST(substr(memo, 9) AS INTEGER) WHERE memo LIKE 'payment %'",
	`INSERT INTO bank_lines (statement_id, bank_account_id, row, booked_on, amount, memo, fingerprint, created_at, updated_at)
	SELECT (SELECT max(id) FROM bank_statements), d.bank_account_id, 1000 + d.id, d.deposited_on, d.amount, 'deposit ' || d.id, 'deposit ' || d.id, 1, 1
	FROM cash_deposits d WHERE d.reversed_at IS NULL`,
	`UPDATE cash_deposits SET bank_line_id = (SELECT l.id FROM bank_lines l WHERE l.memo = 'deposit ' || cash_deposits.id)
	WHERE reversed_at IS NULL`,
];

let released: Awaited<ReturnType<typeof shapeOf>>;
let numbers: string[];
let ways: string[];
let explained: string[];
before(async () => {
	await using((d1) => d1.batch([DETACHED, ...SHOWN].map((sql) => d1.prepare(sql))));
	[released, numbers, ways, explained] = await using(async (d1) => [
		await shapeOf(d1),
		await texts(d1, NUMBERS),
		await texts(d1, WAYS),
		await texts(d1, EXPLAINED.before),
	]);
	await migrate(folder);
});

test("every table keeps its rows, every table and view its columns", async () => {
	const now = await using(shapeOf);
	assert.deepEqual(
		released.counts.filter((count) => !now.counts.includes(count)).map((count) => count.split(" ")[0]),
		// The chart of accounts gained two. Websites are told of documents that have a kind now. Derived: a receipt of then is
		// found by its kind, too. Roles gained permissions. An approved register may be returned.
		["accounts", "content_changes", "finance_steps", "record_words", "role_permissions"],
	);
	assert.deepEqual(
		released.columns.filter((column) => !now.columns.includes(column)),
		[],
	);
	assert.ok(released.counts.length > 100 && released.columns.length > 1_000);
});

test("receipts and vouchers keep their numbers", async () => {
	assert.deepEqual(await using((d1) => texts(d1, NUMBERS)), numbers);
	assert.ok(numbers.length > 50);
});

test("payments keep how they came and what they were for", async () => {
	assert.deepEqual(await using((d1) => texts(d1, WAYS)), ways);
	assert.ok(ways.length > 20, String(ways.length));
});

test("lines of the bank keep what explains them", async () => {
	assert.deepEqual(await using((d1) => texts(d1, EXPLAINED.after)), explained);
	assert.ok(explained.length >= 5 && explained.some((one) => one.includes("deposit")), String(explained.length));
});

test("receipts of then bear no mark; the next of a series has one, and the number behind the last", async () => {
	await using(async (d1) => {
		const db = open(d1);
		const [all] = listReceipts({ q: "" }, { limit: 500 });
		const [shown] = await readRows(d1, all);
		assert.equal(shown.length, 21);
		for (const { number } of shown) assert.match(number, /^\d{3}-\d{6}（(會費|捐款)）$/);
		assert.equal(new Set(shown.map(({ number }) => number)).size, shown.length);
		// The demo has the same number in both series.
		assert.deepEqual((await readHealth(d1, Date.now(), { tables: [] })).whole.doubles, [
			{ roc_year: 114, first: 1, last: 1 },
			{ roc_year: 115, first: 1, last: 5 },
		]);
		const last = await d1
			.prepare(
				`SELECT r.id, r.version, r.roc_year, n.last_no FROM receipts r JOIN number_series n ON n.series = 'receipt:dues' AND n.roc_year = r.roc_year
				JOIN payments p ON p.id = r.payment_id AND p.status = 'verified' WHERE r.series = 'dues' AND r.status = 'issued' ORDER BY r.id DESC LIMIT 1`,
			)
			.first<{ id: number; version: number; roc_year: number; last_no: number }>();
		assert.ok(last);
		const at = Date.UTC(last.roc_year + 1911, 11, 31);
		// Under another title than the payer's it takes two: the first press keeps what is asked for.
		const press = (userId: number) => {
			const asked = { ref: last, reason: "抬頭錯誤", replacement: "title" as const, payerTitle: "王大明" };
			return voidReceipt(db, { ...asked, by: byUser(userId, null, at) });
		};
		await assert.rejects(press(1), /receipt\.second_person/);
		const { replacedBy } = await press(2);
		const next = await d1.prepare("SELECT mark, seq, number FROM receipts WHERE id = ?").bind(replacedBy).first();
		const seq = last.last_no + 1;
		assert.deepEqual(next, { mark: "會", seq, number: `${last.roc_year}-${String(seq).padStart(6, "0")}` });
	});
});

test("what was verified before the upgrade stays with its payer, its voucher and its events", async () => {
	const refused = (sql: string) =>
		using((d1) => assert.rejects(d1.prepare(sql).run(), /SQLITE_CONSTRAINT_TRIGGER/, sql));
	const paid = "(SELECT max(id) FROM payments WHERE status = 'verified' AND payer_member_id IS NOT NULL)";
	await refused(`UPDATE payments SET payer_member_id = NULL WHERE id = ${paid}`);
	await refused(`UPDATE payments SET status = 'reversed', reversed_at = 1 WHERE id = ${paid}`);
	await refused("DELETE FROM payment_events");
});

test("nobody keeps two offices by the upgrade, and what was reviewed by two is not reviewed by one", async () => {
	const [kept] = await using((d1) =>
		texts(
			d1,
			`SELECT (SELECT count(*) FROM concurrent_posts) + (SELECT count(*) FROM finance_events WHERE concurrent_post_id IS NOT NULL)
				+ (SELECT count(*) FROM income_records WHERE concurrent_post_id IS NOT NULL) AS text`,
		),
	);
	assert.equal(kept, 0);
	const again = `INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, content_hash, concurrent_post_id, at)
		SELECT d.id, (SELECT max(seq) + 1 FROM finance_events WHERE document_id = d.id), d.revision, 'approve_accountant', d.state,
			'pending_chair', e.user_id, d.content_hash, NULL, e.at
		FROM finance_documents d JOIN finance_events e ON e.document_id = d.id AND e.step = 'approve_cashier' AND e.revision = d.revision
		WHERE d.state = 'pending_accountant' LIMIT 1`;
	await using((d1) => assert.rejects(d1.prepare(again).run(), /finance\.approved_before/));
});

test("every login and guardian of before is somebody's family", async () => {
	const [lost] = await using((d1) =>
		texts(
			d1,
			`SELECT count(*) AS text FROM members m WHERE m.user_id IS NOT NULL AND EXISTS (SELECT 1 FROM members f
				WHERE f.id IN (m.id, m.guardian_member_id)
					AND m.user_id NOT IN (SELECT user_id FROM related_users WHERE member_id = f.id))`,
		),
	);
	assert.equal(lost, 0);
	const told = await using((d1) =>
		texts(
			d1,
			`SELECT count(*) || ' now' AS text FROM members m JOIN guardianships g ON g.member_id = m.id AND g.guardian_id = m.guardian_member_id
				WHERE g.until IS NULL
			UNION ALL SELECT count(*) || ' now' FROM members WHERE guardian_member_id IS NOT NULL
			UNION ALL SELECT count(*) || ' before' FROM guardianships WHERE until IS NOT NULL AND member_id = (SELECT max(id) FROM members)
				AND guardian_id = (SELECT min(id) FROM members)`,
		),
	);
	assert.deepEqual([told[0], told[2]], [told[1], "1 before"]);
	const [open, linked] = await using((d1) =>
		texts(
			d1,
			`SELECT count(*) AS text FROM sealed_readers UNION ALL SELECT count(*) FROM members m
				JOIN members l ON l.id IN (m.id, m.guardian_member_id) WHERE l.user_id IS NOT NULL`,
		),
	);
	assert.equal(open, linked);
	assert.notDeepEqual(await using((d1) => texts(d1, "SELECT user_id AS text FROM related_users")), []);
});

test("each mail of before is of a notification to the same login, with the same words", async () => {
	const [all, kept] = await using((d1) =>
		texts(
			d1,
			`SELECT count(*) || ' mails' AS text FROM mail_messages UNION ALL SELECT count(*) || ' mails' FROM mail_messages m JOIN notifications n
				ON n.id = m.id AND n.kind = m.template AND n.user_id IS m.user_id AND n.data = m.data AND n.created_at = m.created_at`,
		),
	);
	assert.equal(kept, all);
	assert.notEqual(all, "0 mails");
});

test("nothing is wrong with the upgraded database", async () => {
	const { faults } = await using((d1) => checkDatabase(d1, { SEALING_KEY: "", objects: [] }));
	assert.deepEqual(faults, []);
});

test("what was posted and asked for before counts to its budgets as it did, and no cash stands above its sub-accounts", async () => {
	const [unbudgeted, wrong] = await using(async (d1) => [
		await texts(
			d1,
			"SELECT 'line' AS text FROM voucher_lines WHERE is_unbudgeted <> 0 UNION ALL SELECT 'asked' FROM finance_lines WHERE is_unbudgeted <> 0",
		),
		await texts(
			d1,
			`SELECT p.code AS text FROM cash_parents p JOIN account_months m ON m.account_id = p.account_id
				GROUP BY p.code HAVING sum(m.debit - m.credit) <> 0`,
		),
	]);
	assert.deepEqual([unbudgeted, wrong], [[], []]);
});

test("the seals of before have no MAC, and hold; from the next one on each has, and every receipt and voucher is sealed", async () => {
	const key = { SEALING_KEY: Buffer.alloc(32, 7).toString("base64") };
	const before = await using(async (d1) => verifySeals(open(d1), { sign: await signer(key) }));
	assert.deepEqual([before.audit.macsFrom, before.faults], [null, []]);
	const after = await using(async (d1) => {
		await d1
			.prepare(
				"INSERT INTO audit_log (at, actor, action, auditable_type, auditable_id, description) VALUES (1, 'cron', 'a.b', 'a', '1', '')",
			)
			.run();
		const [db, sign] = [open(d1), await signer(key)];
		await sealTail(db, sign, Date.now());
		await sealDocuments(db, sign, Date.now());
		return verifySeals(db, { sign });
	});
	assert.deepEqual(after.faults, []);
	assert.equal(after.audit.macsFrom, before.audit.seals + 1);
	const posted = (await using((d1) => texts(d1, NUMBERS))).filter((text) => !text.includes('"draft"'));
	assert.equal(after.documents?.documents, posted.length);
});
