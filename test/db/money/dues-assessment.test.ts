import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { expectedOf } from "#db/people/dues-expected.ts";
import { readRows } from "#db/read.ts";
import { selectOf } from "#db/select-of.ts";
import { assessDues } from "#domain/money/dues/actions.ts";
import { assess, DUES_KINDS, type Fees, type Owing, type TypeFee } from "#domain/people/fees.ts";
import { byOperator } from "#kernel/by.ts";
import { endDuesItems } from "../../support/money-fixtures.ts";
import { slowness } from "../../support/pace.ts";
import { rows } from "../../support/users.ts";

const db = open(env.DB);
const MANY = 10_000;
const TODAY = "2026-11-20";
const AT = Date.parse(`${TODAY}T10:00:00+08:00`);
const OWN: TypeFee[] = [
	{ membership_type: "sponsor", from_on: "2024-01-01", entrance_fee: 0, annual_fee: 5000, has_discount: 0 },
	{ membership_type: "individual", from_on: "2026-01-01", entrance_fee: 700, annual_fee: 900, has_discount: 1 },
	{ membership_type: "individual", from_on: "2026-01-01", entrance_fee: 701, annual_fee: 901, has_discount: 1 },
	{ membership_type: "individual", from_on: "2026-07-01", entrance_fee: 333, annual_fee: 1501, has_discount: 0 },
	// For life: nothing before the first of them, and never by the year.
	{ membership_type: "lifetime", from_on: "2025-03-01", entrance_fee: 20_001, annual_fee: 0, has_discount: 1 },
	{ membership_type: "lifetime", from_on: "2026-06-01", entrance_fee: 0, annual_fee: 0, has_discount: 0 },
	{ membership_type: "organisation", from_on: "2025-01-01", entrance_fee: 3000, annual_fee: 6000, has_discount: 1 },
];
/** All eight types that ship, most members of the first. */
const TYPES = [
	...["lifetime", "sponsor", "honorary_academic", "honorary", "regular", "student", "organisation", "lifetime"],
	...["individual", "individual", "individual", "individual", "individual"],
];
const SETTINGS = { entrance_fee: 1000, annual_fee: 1001, disability_discount_percent: 33, next_year_from_month: 11 };
const FEES: Fees = { ...SETTINGS, ofTypes: OWN };

/** Every type, joined on all kinds of days, one in seven with a certificate, some with an item already. */
beforeAll(async () => {
	await env.DB.batch([
		...OWN.map((of) =>
			env.DB.prepare(
				`INSERT INTO membership_fees (membership_type, from_on, entrance_fee, annual_fee, has_discount, created_at) VALUES (?, ?, ?, ?, ?, 1)`,
			).bind(of.membership_type, of.from_on, of.entrance_fee, of.annual_fee, of.has_discount),
		),
		...Object.entries(SETTINGS).map(([name, value]) =>
			env.DB.prepare("INSERT INTO settings (key, value, updated_at) VALUES (?1, ?2, 1)").bind(
				`fees.${name}`,
				String(value),
			),
		),
		env.DB.prepare(
			`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
			INSERT INTO members (id, member_no, name, status, type_code, joined_on, resolution_on, created_at, updated_at)
			SELECT i, printf('M%05d', i), '會員' || i, 'active', json_extract(?2, '$[' || (i % json_array_length(?2)) || ']'),
				CASE WHEN i % 13 = 0 THEN NULL ELSE date('2024-01-01', '+' || (i % 1200) || ' days') END,
				CASE WHEN i % 17 = 0 THEN date('2024-06-01', '+' || (i % 1100) || ' days') END, 1, 1 FROM n`,
		).bind(MANY, JSON.stringify(TYPES)),
		env.DB.prepare(
			`INSERT INTO disability_certificates (member_id, status, valid_until, reviewed_at, created_at, updated_at)
			SELECT id, 'approved', CASE id % 3 WHEN 0 THEN NULL WHEN 1 THEN '2026-11-20' ELSE '2026-11-19' END, 1, 1, 1
			FROM members WHERE id % 7 = 0 AND type_code <> 'organisation'`,
		),
		env.DB.prepare(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, status, created_at, updated_at)
			SELECT id, iif(id % 2, 'entrance', 'annual'), 2025 + id % 3, 1000, 1000, 'open', 1, 1
			FROM members WHERE id % 4 = 0`,
		),
	]);
	await endDuesItems("cancelled", "member_id % 5 = 0");
});

type Row = Omit<Owing, "approval" | "items"> & { id: number; until: string | null; is_approved: 0 | 1; items: string };

describe("what SQL expects of many is what the rules say of one", () => {
	test.each([2025, 2026, 2027])("%d", async (year) => {
		const plan = { year, kinds: DUES_KINDS, today: TODAY, memberIds: null };
		const [made, members] = await readRows(
			env.DB,
			selectOf<{ member_id: number; kind: string; amount: number; percent: number; fate: string }>(expectedOf(plan)),
			selectOf<Row>(
				sql`SELECT m.id, m.type_code AS membership_type, m.membership_type AS type_base, m.joined_on, m.resolution_on, c.valid_until AS until, c.id IS NOT NULL AS is_approved,
					(SELECT json_group_array(json_object('kind', kind, 'dues_year', dues_year)) FROM dues_items d
						WHERE d.member_id = m.id AND d.status <> 'cancelled') AS items
				FROM members m LEFT JOIN disability_certificates c ON c.member_id = m.id ORDER BY m.id`,
			),
		);
		const bySql = made
			.filter(({ fate }) => fate === "owed")
			.map(({ member_id, kind, amount, percent }) => `${member_id} ${kind} ${amount} ${percent}`);
		const byRules = members.flatMap(({ id, until, is_approved, items, ...member }) =>
			assess(
				{ ...member, approval: is_approved ? { until } : null, items: JSON.parse(items) },
				{ year, fees: FEES, today: TODAY },
			).map(({ kind, amount, discount_percent }) => `${id} ${kind} ${amount} ${discount_percent}`),
		);
		expect(bySql.length).toBeGreaterThan(3_000);
		expect(bySql.toSorted()).toEqual(byRules.toSorted());
		// A third computation, of one line, for those for life: the fee of the day of joining, in its year, once.
		const life = members.filter(({ membership_type }) => membership_type === "lifetime").map(({ id }) => id);
		const kinds = new Set(
			made.filter(({ member_id, fate }) => fate === "owed" && life.includes(member_id)).map(({ kind }) => kind),
		);
		expect([year, ...kinds]).toEqual(year === 2024 ? [year] : [year, "entrance"]);
	});
});

test("ten thousand members in less than ten seconds, and a second time nothing", async () => {
	const ask = { year: 2026, kinds: DUES_KINDS, memberIds: null };
	const begun = performance.now();
	const made = await assessDues(db, { ...ask, by: byOperator(AT) });
	const seconds = (performance.now() - begun) / 1000;
	console.log(`${made} items in ${seconds.toFixed(2)} s`);
	expect(made).toBeGreaterThan(5_000);
	expect(seconds).toBeLessThan(10 * (await slowness()));
	const counted = () =>
		rows<{ items: number; sum: number; newest: number }>(
			"SELECT count(*) AS items, sum(amount) AS sum, max(id) AS newest FROM dues_items",
		);
	const before = await counted();
	expect(await assessDues(db, { ...ask, by: byOperator(AT + 1) })).toBe(0);
	expect(await counted()).toEqual(before);
});
