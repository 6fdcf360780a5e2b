import { env } from "cloudflare:test";

/** Runs statements in one batch while these tables have no triggers, which write one row at a time. */
export async function withoutAnyTriggers(tables: readonly string[], statements: readonly string[]): Promise<void> {
	const { results: kept } = await env.DB.prepare(
		"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (SELECT value FROM json_each(?))",
	)
		.bind(JSON.stringify(tables))
		.all<{ name: string; sql: string }>();
	await env.DB.batch(
		[...kept.map(({ name }) => `DROP TRIGGER ${name}`), ...statements, ...kept.map(({ sql }) => sql)].map((one) =>
			env.DB.prepare(one),
		),
	);
}

/** So many of everything that lists and books have, by plain SQL; each a number from 1 on. */
export async function fillLists(from: number, to: number, applicant: number): Promise<void> {
	const n = `(WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT i FROM n)`;
	const tables = ["members", "dues_items", "tasks", "vouchers", "voucher_lines", "payments", "payment_allocations"];
	const more = [
		"income_records",
		"finance_documents",
		"payees",
		"receipts",
		"assets",
		"budget_items",
		"account_months",
		"group_memberships",
	];
	const times = "created_at, updated_at) SELECT";
	const statements = [
		`INSERT INTO members (id, member_no, name, status, type_code, phone, ${times} i, 'M' || i, '會員' || i, 'active', 'individual', '0912345678', 1, 1 FROM ${n}`,
		`INSERT INTO dues_items (id, member_id, kind, dues_year, base_amount, discount_percent, amount, ${times} i, i, 'annual', 2026, 100, 0, 100, 1, 1 FROM ${n}`,
		`INSERT INTO tasks (id, title, rank, ${times} i, '任務', i, 1, 1 FROM ${n}`,
		`INSERT INTO vouchers (id, state, kind, roc_year, seq, date, description, posted_at, ${times}
			i, 'posted', 'income', 115, i, '2026-03-05', '會費', 1, 1, 1 FROM ${n}`,
		`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit, member_id) SELECT i, 1, 3, 100, 0, i FROM ${n}`,
		`INSERT INTO account_months (account_id, month, debit, credit) VALUES (3, '2026-03', 100, 0) ON CONFLICT DO UPDATE SET debit = debit + 100`,
		`INSERT INTO payments (id, source, status, method, paid_on, amount, payer_title, submitted_at, ${times}
			i, 'staff', 'submitted', 'cash', '2026-03-05', 100, '王小明', 1, 1, 1 FROM ${n}`,
		`INSERT INTO income_records (id, kind, received_on, payer_title, amount, method, ${times}
			i, 'donation', '2026-03-05', '善心人士', 100, 'cash', 1, 1 FROM ${n}`,
		`INSERT INTO finance_documents (id, kind, title, applicant_id, payee_name, pay_by, gross, state_since, ${times}
			i, 'vendor', '場地', ${applicant}, '青禾', 'cash', 100, 1, 1, 1 FROM ${n}`,
		`INSERT INTO payees (id, kind, name, name_folded, seal_id, ${times} i, 'person', '講師' || i, '講師' || i, 'seal' || i, 1, 1 FROM ${n}`,
		`INSERT INTO receipts (id, series, mark, roc_year, seq, number, payment_id, member_id, payer_title, amount, items, method, paid_on, issued_on, created_at)
			SELECT i, 'dues', '會', 115, i, '115-' || printf('%06d', i), i, i, '王小明', 100, '[]', 'cash', '2026-03-05', '2026-03-05', 1 FROM ${n}`,
		"INSERT INTO member_segments (name, city, created_at, updated_at) SELECT '北區', '臺北市', 1, 1 WHERE NOT EXISTS (SELECT 1 FROM member_segments)",
		"INSERT INTO member_groups (id, name, created_at, updated_at) SELECT 1, '北區', 1, 1 WHERE NOT EXISTS (SELECT 1 FROM member_groups)",
		`INSERT INTO group_memberships (id, group_id, member_id, from_on, ${times} i, 1, i, '2026-03-05', 1, 1 FROM ${n}`,
		`INSERT INTO assets (id, name, account_id, acquired_on, cost, life_months, ${times} i, '桌子', 15, '2026-01-05', 100, 60, 1, 1 FROM ${n}`,
		`INSERT INTO budget_items (id, year, account_id, name, amount, ${times} i, 2026, 29, '項目' || i, 0, 1, 1 FROM ${n}`,
	];
	await withoutAnyTriggers([...tables, ...more], statements);
}
