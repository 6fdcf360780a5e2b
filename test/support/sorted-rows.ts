import { env } from "cloudflare:test";
import { fillLists, withoutAnyTriggers } from "./bulk-rows.ts";

/** How many of everything: more than a page of each list has. */
const MANY = 70;
const N = `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY}) SELECT i FROM n)`;

/** Returns SQL for one of some values by chance: of row `i`, the same for the same seed. NULL is written as it is. */
function chanceOf(seed: number): (values: readonly (string | number | null)[], of?: string) => string {
	let nth = seed % 1_000;
	return (values, of = "i") => {
		nth += 1;
		const cases = values.map((value, at) => `WHEN ${at} THEN ${typeof value === "string" ? `'${value}'` : value}`);
		return `CASE (${of} * ${7_919 + nth * 104_729} / 97 + ${of} * ${nth}) % ${values.length} ${cases.join(" ")} END`;
	};
}

const NAMES = ["王小明", "陳怡君", "林志豪", "張雅婷", "李家豪", "臺大醫院", "A 公司", "b 公司"];
const DAYS = ["2026-01-05", "2026-03-05", "2026-03-06", "2025-12-31", "2024-02-29"];
const TIMES = [1, 1_700_000_000_000, 1_760_000_000_000, 1_790_000_000_000];
const SUMS = [100, 100, 1_000, 20, 5];

/** Fills the lists by plain SQL with rows that share values and lack them, in an order that the seed chooses. */
export async function fillSorted(seed: number, admin: number): Promise<void> {
	await fillLists(1, MANY, admin);
	const one = chanceOf(seed);
	const times = "created_at, updated_at)";
	const at = (): string => `${one(TIMES)}, ${one(TIMES)}`;
	const of = (table: string, set: Record<string, string>): string =>
		`UPDATE ${table} SET ${Object.entries(set)
			.map(([column, value]) => `${column} = ${value}`)
			.join(", ")}`;
	const dues = one(SUMS, "id");
	const statements = [
		of("members", {
			name: one(NAMES, "id"),
			member_no: `CASE WHEN id % 6 = 0 THEN NULL ELSE member_no END`,
			phone: one([null, "0912345678", "0911000222"], "id"),
			email: one([null, "a@example.org", "b@example.org"], "id"),
			city: one([null, "臺北市", "高雄市"], "id"),
			joined_on: one([null, ...DAYS], "id"),
			identity_type: one(["patient", "parent"], "id"),
			status: one(["active", "active", "applied", "suspended", "resigned", "awaiting_payment"], "id"),
			paid_year: one([null, 2024, 2025, 2026], "id"),
			type_code: one(["individual", "sponsor", "individual"], "id"),
		}),
		// The triggers that keep the counts are off.
		"DELETE FROM member_counts",
		`INSERT INTO member_counts SELECT status, coalesce(valid_year, 0), owed_years, membership_type, type_code, identity_type,
			disability_status, coalesce(city, ''), has_notes, count(*)
			FROM members WHERE merged_into IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
		of("dues_items", {
			amount: dues,
			base_amount: dues,
			status: one(["open", "cancelled", "waived"], "id"),
			dues_year: one([2024, 2025, 2026], "id"),
		}),
		...[2020, 2021].map(
			(year) => `INSERT INTO dues_items (member_id, kind, dues_year, base_amount, discount_percent, amount, ${times}
				SELECT i, 'annual', ${year}, 10 * (i % 4 + 1), 0, 10 * (i % 4 + 1), 1, 1 FROM ${N}`,
		),
		of("tasks", {
			title: one(NAMES, "id"),
			priority: one([1, 2, 3, 4], "id"),
			due_on: one([null, ...DAYS], "id"),
			updated_at: one(TIMES, "id"),
			assignee_id: one([null, admin], "id"),
			status: one(["todo", "doing"], "id"),
		}),
		of("payments", {
			payer_title: one(NAMES, "id"),
			payer_member_id: one([null, 1, 2, 3], "id"),
			paid_on: one(DAYS, "id"),
			amount: one(SUMS, "id"),
			status: one(["submitted", "rejected", "cancelled"], "id"),
			old_receipt_no: one([null, "115-000001", "115-000002"], "id"),
		}),
		of("receipts", {
			payer_title: one(NAMES, "id"),
			issued_on: one(["2026-01-05", "2026-03-05", "2026-03-06"], "id"),
			amount: one(SUMS, "id"),
		}),
		of("income_records", {
			payer_title: one(NAMES, "id"),
			kind: one(["donation", "grant", "interest", "other"], "id"),
			received_on: one(DAYS, "id"),
			amount: one(SUMS, "id"),
		}),
		of("finance_documents", {
			title: one(NAMES, "id"),
			payee_name: one(NAMES, "id"),
			gross: one(SUMS, "id"),
			state_since: one(TIMES, "id"),
		}),
		of("payees", { name: one(NAMES, "id"), name_folded: "name", is_active: one([0, 1], "id") }),
		of("group_memberships", {
			from_on: one([...DAYS, "2098-01-01"], "id"),
			until_on: one([null, "2099-01-01", "2099-05-01"], "id"),
		}),
		`INSERT INTO tags (id, slug, name, ${times} SELECT i, 'tag-' || i, ${one(NAMES)} || i, ${at()} FROM ${N}`,
		`INSERT INTO synonyms (words, ${times} SELECT json_array('詞' || (i % 13) || i, '字' || i), ${at()} FROM ${N}`,
		`INSERT INTO pages (id, slug, path, title, ${times} SELECT i, 'page-' || i, 'page-' || i, ${one(NAMES)}, ${at()} FROM ${N}`,
		`INSERT INTO menu_items (menu, position, label, resource, resource_id, ${times}
			SELECT ${one(["main", "footer"])}, 1 + i % 7, ${one(NAMES)}, 'page', i, ${at()} FROM ${N}`,
		`INSERT INTO redirects (path, resource, resource_id, ${times} SELECT '/old/' || (i % 10) || i, 'page', i, ${at()} FROM ${N}`,
		`INSERT INTO documents (id, slug, title, category, kind, visibility, state, ${times}
			SELECT i, 'document-' || i, ${one(NAMES)}, ${one(["", "表單", "章程"])}, ${one(["general", "finance"])},
				${one(["public", "members"])}, 'draft', ${at()} FROM ${N}`,
		`INSERT INTO roles (code, name, ${times} SELECT 'role_' || i, ${one(NAMES)} || i, ${at()} FROM ${N}`,
		`INSERT INTO users (name, email, phone, status, last_sign_in_at, ${times}
			SELECT ${one(NAMES)}, 'u' || (i * 31 % 71) || '@example.org', NULL, ${one(["invited", "disabled"])}, ${one([null, ...TIMES])}, ${at()} FROM ${N}`,
		`INSERT INTO webhook_endpoints (url, secret, is_enabled, ${times}
			SELECT 'https://site' || (i * 31 % 71) || '.example/hook', 'sealed', ${one([0, 1])}, ${at()} FROM ${N}`,
		`INSERT INTO dead_letters (id, queue, body, attempts, at, replayed_at)
			SELECT 'dead' || i, 'bingyou-events', ${one(['{"type":"mail.waiting"}', "{}", '{"type":"events.waiting"}'])}, ${one([3, 6])}, ${one(TIMES)}, ${one([null, ...TIMES])} FROM ${N}`,
		`INSERT INTO announcements (slug, title, audience, planned_from, ${times}
			SELECT 'notice-' || i, ${one(NAMES)}, ${one(["public", "members", "staff:admin"])}, ${one([null, ...TIMES])}, ${at()} FROM ${N}`,
		`INSERT INTO projects (name, starts_on, ends_on, is_active, ${times}
			SELECT ${one(NAMES)} || i, ${one([null, ...DAYS])}, NULL, ${one([0, 1])}, ${at()} FROM ${N}`,
		`INSERT INTO vouchers (state, source, date, description, ${times}
			SELECT 'draft', 'manual', ${one(DAYS)}, ${one(NAMES)}, ${at()} FROM ${N}`,
		`INSERT INTO member_groups (name, is_active, ${times} SELECT ${one(NAMES)} || i, ${one([0, 1])}, ${at()} FROM ${N}`,
		`INSERT INTO member_segments (name, is_active, city, ${times} SELECT ${one(NAMES)} || i, ${one([0, 1])}, '臺北市', ${at()} FROM ${N}`,
		`INSERT INTO voucher_templates (name, description, lines, ${times} SELECT ${one(NAMES)} || i, '', '[{"account":"5250","side":"debit","amount":300,"memo":""},{"account":"1110","side":"credit","amount":300,"memo":""}]', ${at()} FROM ${N}`,
		`INSERT INTO donors (name, name_folded, kind, phone, email, seal_id, ${times} SELECT ${one(NAMES)}, 'x', ${one(["person", "organisation"])},
			${one([null, "0912345678"])}, NULL, 'donor' || i, ${at()} FROM ${N}`,
		`INSERT INTO examinations (title, from_on, to_on, criteria, size, drawn_by, drawn_at)
			SELECT ${one(NAMES)}, ${one(DAYS)}, '2026-12-31', '{"amount":0,"choices":["new_payee"],"random":0,"seed":7,"of":0}', ${one([1, 2, 3])}, ${admin}, ${one(TIMES)} FROM ${N}`,
		`INSERT INTO privacy_requests (member_id, kind, received_on, due_on, requested_by, status, closed_at, ${times}
			SELECT i, ${one(["copy", "correction", "deletion"])}, ${one(DAYS)}, ${one(["2099-01-01", "2099-02-01"])}, ${admin}, ${one(["open"])}, NULL, ${at()} FROM ${N}`,
		`INSERT INTO roster_imports (filename, state, applied_at, created_at) SELECT ${one(["a.xlsx", "b.xlsx", "c.xlsx"])}, 'applied', ${one(TIMES)}, ${one(TIMES)} FROM ${N}`,
		`INSERT INTO disability_certificates (member_id, status, on_paper, valid_until, reviewed_at, ${times} SELECT i, CASE i % 3 WHEN 0 THEN 'pending' WHEN 1 THEN 'approved' ELSE 'rejected' END,
			${one([0, 1])}, iif(i % 3 = 1, ${one([null, "2026-12-10", "2026-12-20", "2020-01-01"])}, NULL), iif(i % 3 = 0, NULL, ${one(TIMES)}), ${at()} FROM ${N}`,
		`INSERT INTO dues_notices (member_id, kind, channel, period_end, amount, at) SELECT i, ${one(["manual", "end"])}, ${one(["mail", "print", "line"])},
			'2026-12-31', ${one(SUMS)}, ${one(TIMES)} FROM ${N}`,
		`INSERT INTO bank_accounts (id, kind, name, number, account_id, is_shown, is_active, ${times} SELECT i, ${one(["bank", "postal"])}, ${one(NAMES)}, '01' || (i * 3 % 7),
			i, ${one([0, 1])}, ${one([0, 1])}, ${at()} FROM ${N} WHERE i < 9`,
		`INSERT INTO cash_deposits (deposited_on, bank_account_id, amount, created_by, reversed_at, reason, ${times} SELECT ${one(DAYS)}, ${one([1, 2, 3])}, ${one(SUMS)},
			${one([null, admin])}, iif(i % 3 = 0, 1, NULL), iif(i % 3 = 0, '誤登', NULL), ${at()} FROM ${N}`,
		`INSERT INTO bank_statements (bank_account_id, filename, state, applied_at, created_at) SELECT ${one([1, 2, 3])}, ${one(["a.csv", "b.csv"])}, 'applied', ${one(TIMES)}, 1 FROM ${N}`,
		`INSERT INTO payment_imports (filename, state, applied_at, created_at) SELECT ${one(["a.xlsx", "b.xlsx"])}, 'applied', ${one(TIMES)}, 1 FROM ${N}`,
		`INSERT INTO member_likenesses (a_id, b_id, reasons) SELECT i, i + 1, ${one([1, 2, 3, 16])} FROM ${N} WHERE i < ${MANY}`,
		`INSERT INTO link_requests (user_id, seal_id, profile, candidates, status, member_id, closed_by, closed_at, created_at)
			SELECT (SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS nth FROM users) WHERE nth = i), 'link' || i, 'sealed', ${one(["[]", "[1]", "[1,2]"])}, iif(i < 30, 'open', 'refused'), NULL, iif(i < 30, NULL, ${admin}),
				iif(i < 30, NULL, ${one(TIMES)}), ${one(TIMES)} FROM ${N}`,
		`INSERT INTO notifications (id, kind, data, created_at) SELECT 'mail' || i, 'mail_test', '{}', 1 FROM ${N}`,
		`INSERT INTO mail_messages (id, template, to_address, to_name, data, state, settled_at, attempts, due_at, created_at)
			SELECT 'mail' || i, ${one(["mail_test", "invitation"])}, 'a@example.org', ${one(["", ...NAMES])}, '{}', CASE i % 3 WHEN 0 THEN 'queued' WHEN 1 THEN 'sent' ELSE 'failed' END,
				iif(i % 3 = 0, NULL, ${one(TIMES)}), ${one([0, 1, 2])}, ${one(TIMES)}, ${one(TIMES)} FROM ${N}`,
		`INSERT INTO releases (name, is_minor, of_pictures, of_story, for_website, for_newsletter, for_social, given_on, until, no_paper, withdrawn_at, ${times}
			SELECT ${one(NAMES)}, 0, 1, ${one([0, 1])}, 1, ${one([0, 1])}, ${one([0, 1])}, ${one(DAYS)}, ${one([null, "2026-12-10", "2099-01-01"])}, '口頭', ${one([null, null, 1])}, ${at()} FROM ${N}`,
		`INSERT INTO read_tokens (name, digest, hint, created_at, revoked_at) SELECT ${one(NAMES)} || i, printf('%064x', i), printf('%04x', i * 31 % 71), ${one(TIMES)}, ${one([null, ...TIMES])} FROM ${N}`,
		`INSERT INTO consents (member_id, kind, text_version, given, channel, at) SELECT i, 'personal_data', ${one(["2026-12", "2026-11"])}, ${one([0, 1, 1])}, ${one(["web", "paper"])}, ${one(TIMES)} FROM ${N} WHERE i % 4 > 0`,
		`INSERT INTO members (id, name, phone, email, city, status, type_code, membership_type, user_id, ${times} SELECT 1000 + i, ${one(NAMES)}, ${one([null, "0912345678"])}, ${one([null, "a@example.org"])},
			${one([null, "臺北市", "高雄市"])}, 'withdrawn', 'contact', 'individual', NULL, ${at()} FROM ${N}`,
	];
	const tables = statements.flatMap((sql) => /^(?:UPDATE|INSERT INTO) (\w+)/.exec(sql)?.[1] ?? []);
	await withoutAnyTriggers([...new Set(tables)], statements);
	// What a trigger keeps of articles is joined to each.
	await env.DB.prepare(
		`INSERT INTO articles (slug, title, type, state, author_name, body_markdown, body_html, ${times}
			SELECT 'article-' || i, ${one(NAMES)}, ${one(["news", "event", "knowledge"])}, 'draft', ${one([null, ...NAMES])}, '', '', ${at()} FROM ${N}`,
	).run();
}
