/** 會員類別 as rows: what came with the program stays, and `membership_type` is the base of the type, whoever writes. */
import { env } from "cloudflare:test";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { expectedOf } from "#db/people/dues-expected.ts";
import { membershipTypes, typeRows } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { selectOf } from "#db/select-of.ts";
import { createMember, updateMember } from "#domain/people/members/actions.ts";
import { TYPE_BASES } from "#domain/people/members/codes.ts";
import { createType, editType, removeType } from "#domain/people/membership-types/actions.ts";
import { TypeEdit, TypeInput } from "#domain/people/membership-types/form.ts";
import { input, member, storedNow } from "../../support/members.ts";
import { SHIPPED_TYPES } from "../../support/membership-types.ts";
import { codeOf } from "../../support/refusal.ts";
import { auditOf, by, person, rows } from "../../support/users.ts";

const db = open(env.DB);
const run = (sql: string, ...values: (string | number | null)[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();
const raised = (sql: string) => run(sql).then(() => "nothing", String);
const refused = (verb: Promise<unknown>) => verb.then(() => "nothing", codeOf);

let secretary: { id: number; version: number };
beforeAll(async () => {
	secretary = await person({ name: "秘書", roles: ["secretary"] });
});
const FORM = {
	name: "團友",
	description: "",
	term: "year",
	applies: "person",
	has_vote: "1",
	vote_age: "",
	position: "",
};
let names = 0;
const made = async (more: Partial<Record<keyof typeof FORM, string>> = {}) => {
	const named = TypeInput.parse({ ...FORM, name: `類別${++names}`, ...more });
	const id = await createType(db, { input: named, key: crypto.randomUUID(), by: by(secretary) });
	return one(id);
};
const one = async (id: number) => {
	const [found] = (await readRows(env.DB, typeRows()))[0].filter((type) => type.id === id);
	if (!found) throw new Error(`there is no type ${id}`);
	return found;
};
const edited = async (id: number, more: Partial<Record<keyof typeof FORM | "is_active", string>>) => {
	const { name, term, version } = await one(id);
	const parsed = TypeEdit.parse({ ...FORM, name, term, is_active: "1", version: String(version), ...more });
	return editType(db, id, { input: parsed, by: by(secretary) });
};

test("the types that the association agreed on are rows with their labels, and votes as they were", async () => {
	const [types] = await readRows(env.DB, membershipTypes());
	expect(types).toEqual(SHIPPED_TYPES);
	expect(await rows("SELECT code, base FROM membership_types WHERE code <> base")).toEqual([
		{ code: "organisation", base: "individual" },
		{ code: "contact", base: "honorary" },
	]);
	expect(await rows("SELECT code FROM membership_types WHERE has_vote = 1 ORDER BY position")).toEqual([
		{ code: "individual" },
		{ code: "regular" },
		{ code: "lifetime" },
		{ code: "organisation" },
	]);
});

describe("the base follows the type", () => {
	/** Records whose base is not their type's, and counts that are not the records'. */
	const wrong = () =>
		rows(
			`SELECT m.id FROM members m LEFT JOIN membership_types t ON t.code = m.type_code WHERE t.base IS NOT m.membership_type
			UNION ALL SELECT many FROM (SELECT status, coalesce(valid_year, 0) AS y, owed_years, membership_type, type_code, identity_type,
					disability_status, coalesce(city, '') AS c, has_notes, count(*) AS n FROM members WHERE merged_into IS NULL
				GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9) g
			FULL JOIN member_counts k ON k.status = g.status AND k.valid_year = g.y AND k.owed_years = g.owed_years
				AND k.membership_type = g.membership_type AND k.type_code = g.type_code AND k.identity_type = g.identity_type
				AND k.disability_status = g.disability_status AND k.city = g.c AND k.has_notes = g.has_notes
			WHERE k.many IS NOT g.n`,
		);

	test("whoever writes, in whichever order", async () => {
		const own = [await made({ term: "year" }), await made({ term: "life" }), await made({ term: "none" })];
		const codes = [...TYPE_BASES, ...own.map(({ code }) => code)];
		const last = "id = (SELECT max(id) FROM members WHERE name = '列')";
		/** What a writer does, with ?1 a released code, ?2 the code of any type and ?3 a term. */
		const STEPS = [
			"INSERT INTO members (name, membership_type, created_at, updated_at) SELECT '列', ?1, 1, 1 WHERE ?2 || ?3 <> ''",
			"INSERT INTO members (name, type_code, created_at, updated_at) SELECT '列', ?2, 1, 1 WHERE ?1 || ?3 <> ''",
			"INSERT INTO members (name, membership_type, type_code, created_at, updated_at) SELECT '列', ?1, ?2, 1, 1 WHERE ?3 <> ''",
			`UPDATE members SET membership_type = ?1 WHERE ${last} AND ?2 || ?3 <> ''`,
			`UPDATE members SET type_code = ?2 WHERE ${last} AND ?1 || ?3 <> ''`,
			`UPDATE members SET type_code = ?2, membership_type = ?1, paid_year = 2026 WHERE ${last} AND ?3 <> ''`,
			"UPDATE membership_types SET term = ?3, version = version + 1 WHERE code = ?2 AND ?1 <> ''",
			`UPDATE members SET city = '臺北市', status = 'active' WHERE ${last} AND ?1 || ?2 || ?3 <> ''`,
			`UPDATE members SET merged_into = id WHERE ${last} AND ?1 || ?2 || ?3 <> ''`,
		];
		const steps = fc.tuple(
			fc.constantFrom(...STEPS),
			fc.constantFrom(...TYPE_BASES),
			fc.constantFrom(...codes),
			fc.constantFrom("year", "life", "none"),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 8 }), async (all) => {
				for (const [sql, base, code, term] of all) {
					await run(sql, base, code, term);
					expect(await wrong()).toEqual([]);
				}
			}),
			{ numRuns: 40 },
		);
		await run("UPDATE members SET merged_into = NULL WHERE name = '列'");
		await run("DELETE FROM member_words WHERE member_id IN (SELECT id FROM members WHERE name = '列')");
		for (const { code, term } of SHIPPED_TYPES)
			await run("UPDATE membership_types SET term = ?, version = version + 1 WHERE code = ?", term, code);
		expect(await wrong()).toEqual([]);
	});

	test("what an old program writes is the type that it names", async () => {
		await run("INSERT INTO members (name, membership_type, created_at, updated_at) VALUES ('舊', 'lifetime', 1, 1)");
		const [row] = await rows("SELECT type_code, valid_year FROM members WHERE name = '舊'");
		expect(row).toEqual({ type_code: "lifetime", valid_year: 9999 });
		await run("UPDATE members SET membership_type = 'sponsor' WHERE name = '舊'");
		expect(await rows("SELECT type_code FROM members WHERE name = '舊'")).toEqual([{ type_code: "sponsor" }]);
	});
});

test("a type that is used, or came with the program, is not deleted by anybody; an unused one is", async () => {
	const [used, unused] = [await made(), await made()];
	const { id } = await member({ membership_type: used.code });
	expect(await refused(removeType(db, { ...used, by: by(secretary) }))).toBe("membership_type.is_used");
	for (const sql of [
		`DELETE FROM membership_types WHERE code = '${used.code}'`,
		"DELETE FROM membership_types WHERE code = 'student'",
		"INSERT OR REPLACE INTO membership_types SELECT id, code, '別的', '', term, has_vote, vote_age, applies, is_active, position, version, created_at, updated_at FROM membership_types WHERE code = 'student'",
		"UPDATE membership_types SET code = 'pupil', version = version + 1 WHERE code = 'student'",
		"UPDATE membership_types SET name = '別的' WHERE code = 'student'",
	])
		expect([sql, await raised(sql)]).toEqual([
			sql,
			expect.stringMatching(/membership_type\.(is_used|stale)|generated/),
		]);
	await run("UPDATE members SET type_code = 'individual' WHERE id = ?", id);
	for (const [sql, undo] of [
		[
			`INSERT INTO announcements (slug, title, body_markdown, body_html, audience, created_at, updated_at) VALUES ('t', 't', '', '', 'type:${used.code}', 1, 1)`,
			"DELETE FROM announcements WHERE slug = 't'",
		],
		[
			`INSERT INTO membership_fees (membership_type, from_on, entrance_fee, annual_fee, has_discount, created_at) VALUES ('${used.code}', '2030-01-01', 1, 1, 1, 1)`,
			"",
		],
	] as const) {
		await run(sql);
		expect(await refused(removeType(db, { ...used, by: by(secretary) }))).toBe("membership_type.is_used");
		if (undo !== "") await run(undo);
	}
	await removeType(db, { ...unused, by: by(secretary) });
	expect(await rows("SELECT id FROM membership_types WHERE id = ?", unused.id)).toEqual([]);
	expect((await auditOf("membership_type", unused.id)).map(({ action }) => action)).toContain("membership_type.delete");
});

test("bad input: a name that is taken or empty, a term that is none, an age of 130, an unknown type, an older version", async () => {
	const type = await made();
	expect(await refused(made({ name: "學生會員" }))).toBe("membership_type.taken");
	for (const bad of [
		{ name: " " },
		{ term: "week" },
		{ vote_age: "130" },
		{ applies: "everybody" },
		{ name: "類".repeat(21) },
	])
		expect([bad, TypeInput.safeParse({ ...FORM, ...bad }).success]).toEqual([bad, false]);
	await edited(type.id, { name: "改過的" });
	const old = TypeEdit.parse({ ...FORM, is_active: "1", version: String(type.version) });
	expect(await refused(editType(db, type.id, { input: old, by: by(secretary) }))).toBe("membership_type.stale");
	expect(await refused(member({ membership_type: "gold" }))).toBe("member.type_unknown");
	expect(await raised("UPDATE members SET type_code = 'gold'")).toContain("member.type_unknown");
	expect(
		await raised(
			`UPDATE membership_types SET vote_age = 18, has_vote = 0, term = 'week', version = version + 1 WHERE id = ${type.id}`,
		),
	).toContain("CHECK");
});

test("a retired type keeps its members and takes no new ones", async () => {
	const type = await made();
	const kept = await member({ membership_type: type.code, name: "留著" });
	await edited(type.id, { is_active: "" });
	const said = input({ name: "新來的", membership_type: type.code });
	const create = { input: said, source: "admin", takesOpenType: true, by: by(secretary) };
	expect(await refused(createMember(env, db, create))).toBe("member.type_closed");
	expect(await refused(updateMember(env, db, { ref: kept, input: { name: "改名" }, by: by(secretary) }))).toBe(
		"nothing",
	);
	const other = await member({ name: "別類" });
	const change = { ref: other, input: { membership_type: type.code }, by: by(secretary) };
	expect(await refused(updateMember(env, db, change))).toBe("member.type_closed");
	expect((await storedNow(kept.id)).type_name).toBe(type.name);
});

describe("eight types over ten thousand members", () => {
	const MANY = 10_000;
	/** What each type pays for 2027: nothing, what the settings say, or its own fee, with or without the half of a certificate. */
	const PAYS: Record<string, { annual: number; half: boolean } | undefined> = {
		individual: { annual: 1200, half: true },
		sponsor: { annual: 5001, half: false },
		regular: { annual: 1000, half: true },
		student: { annual: 301, half: true },
	};
	test("owe by SQL what a plain computation says", async () => {
		const eighth = await made({ name: "團友會員" });
		PAYS[eighth.code] = { annual: 777, half: true };
		const codes = [...TYPE_BASES, eighth.code];
		const fee = (code: string, from: string, annual: number, discount: 0 | 1) =>
			env.DB.prepare(
				"INSERT INTO membership_fees (membership_type, from_on, entrance_fee, annual_fee, has_discount, created_at) VALUES (?, ?, 0, ?, ?, 1)",
			).bind(code, from, annual, discount);
		await env.DB.batch([
			fee("individual", "2026-01-01", 1100, 1),
			fee("individual", "2027-01-01", 1200, 1),
			fee("individual", "2027-01-02", 9999, 1),
			fee("sponsor", "2020-01-01", 5001, 0),
			fee("student", "2026-07-01", 301, 1),
			fee(eighth.code, "2027-01-01", 777, 1),
			env.DB.prepare(
				`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
				INSERT INTO members (member_no, name, status, type_code, joined_on, created_at, updated_at)
				SELECT printf('Z%05d', i), '萬' || i, 'active', ?2 ->> ('$[' || (i % 8) || ']'), '2020-05-05', 1, 1 FROM n`,
			).bind(MANY, JSON.stringify(codes)),
			env.DB.prepare(
				`INSERT INTO disability_certificates (member_id, status, reviewed_at, created_at, updated_at)
				SELECT id, 'approved', 1, 1, 1 FROM members WHERE member_no GLOB 'Z*' AND CAST(substr(member_no, 2) AS INTEGER) % 3 = 0`,
			),
		]);
		const plan = { year: 2027, kinds: ["annual"] as const, today: "2027-02-01", memberIds: null };
		const [bySql] = await readRows(
			env.DB,
			selectOf<{ member_id: number; fate: string; amount: number }>(expectedOf(plan)),
		);
		const numbers = await rows<{ id: number; member_no: string }>(
			"SELECT id, member_no FROM members WHERE member_no GLOB 'Z*'",
		);
		const noOf = new Map(numbers.map(({ id, member_no }) => [id, member_no]));
		const owed = bySql
			.filter(({ member_id, fate }) => fate === "owed" && noOf.has(member_id))
			.map(({ member_id, amount }) => `${noOf.get(member_id)} ${amount}`)
			.sort();
		const plain = Array.from({ length: MANY }, (_, i) => {
			const pays = PAYS[codes[i % 8] ?? ""];
			if (!pays) return [];
			const amount = pays.half && i % 3 === 0 ? pays.annual - Math.floor(pays.annual / 2) : pays.annual;
			return [`Z${String(i).padStart(5, "0")} ${amount}`];
		}).flat();
		expect(owed.length).toBe((MANY / 8) * 5);
		expect(owed).toEqual(plain);
		const [types] = await readRows(env.DB, typeRows());
		for (const code of codes)
			expect(types.find((type) => type.code === code)?.members).toBeGreaterThanOrEqual(MANY / 8);
	});
});
