import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { memberHits } from "#db/people/member-hits.ts";
import { POINTERS } from "#db/personal.ts";
import { readRows } from "#db/read.ts";
import { markAlike, markDistinct, mergeMembers, viewMerge } from "#domain/people/member-merges/actions.ts";
import type { Picks } from "#domain/people/member-merges/rules.ts";
import { stepMember, updateMember } from "#domain/people/members/actions.ts";
import { searchWords } from "#domain/people/members/search.ts";
import { nationalIdHash, openForPerson, openMember } from "#platform/member-seals.ts";
import { member, storedNow } from "../../../support/members.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, auditOf, by, person, rows } from "../../../support/users.ts";

const db = open(env.DB);
const run = (sql: string, ...values: (string | number | null)[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();
const count = async (sql: string, ...values: (string | number)[]) =>
	(await rows<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`, ...values))[0]?.n;
let secretary: { id: number; version: number };
beforeAll(async () => {
	secretary = await person({ name: "秘書", roles: ["secretary"] });
	await person({ name: "管理員", roles: ["admin"] });
});

type Ref = { id: number; version: number };
const merge = (kept: Ref, other: Ref, picks: Picks = {}, who = secretary) =>
	mergeMembers(env, db, { kept, other, picks, by: by(who) });
const refusal = (verb: Promise<unknown>) => verb.then(() => "nothing", codeOf);

/** Something of everything that hangs on a member, by plain SQL; a certificate and a request that wait among it. */
async function hang(id: number, years: number[]): Promise<void> {
	const { meta } = await run("INSERT INTO roster_imports (filename, created_at) VALUES ('名冊.xlsx', 1)");
	const imported = Number(meta.last_row_id);
	await env.DB.batch([
		env.DB.prepare(
			"INSERT INTO notes (notable_type, notable_id, content, created_at, updated_at) VALUES ('member', ?1, '一', 1, 1), ('member', ?1, '二', 2, 2)",
		).bind(id),
		env.DB.prepare(
			`INSERT INTO disability_certificates (member_id, status, valid_until, created_at, updated_at)
			VALUES (?1, 'approved', '2027-01-01', 1, 1), (?1, 'pending', NULL, 2, 2)`,
		).bind(id),
		env.DB.prepare(
			"INSERT INTO consents (member_id, kind, text_version, given, channel, at) VALUES (?1, 'personal_data', '1', 1, 'web', ?1)",
		).bind(id),
		env.DB.prepare(
			`INSERT INTO privacy_requests (member_id, kind, received_on, due_on, created_at, updated_at)
			VALUES (?1, 'copy', '2026-03-01', '2026-03-16', 1, 1)`,
		).bind(id),
		env.DB.prepare(
			"INSERT INTO roster_import_rows (import_id, row, outcome, member_id) VALUES (?1, 1, 'updated', ?2)",
		).bind(imported, id),
		...years.map((year) =>
			env.DB.prepare(
				`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, status, source, import_id, created_at, updated_at)
				VALUES (?1, 'annual', ?2, 0, 0, 'paid', 'import', ?3, 1, 1)`,
			).bind(id, year, imported),
		),
	]);
}

describe("a merge", () => {
	let kept: Awaited<ReturnType<typeof member>>;
	let other: Awaited<ReturnType<typeof member>>;
	let login: { id: number };
	let child: Awaited<ReturnType<typeof member>>;
	let third: Awaited<ReturnType<typeof member>>;
	let run2 = 0;
	beforeEach(async () => {
		run2 += 1;
		login = await person({ name: "林美惠", roles: ["member"] });
		kept = await member({ name: "林美惠", member_no: `K${run2}001`, phone: "0912000111", status: "active" });
		other = await member({
			name: "林美慧",
			member_no: `O${run2}002`,
			national_id: run2 === 1 ? "A123456789" : null,
			diagnosis_note: "第二型糖尿病",
			health_consent: true,
			phone: "0912000222",
			email: "meihui@example.org",
			birth_date: "1980-05-05",
			userId: login.id,
			status: "active",
		});
		child = await member({ name: "林小安", guardianId: other.id });
		third = await member({ name: "別人" });
		await hang(kept.id, [2024, 2025]);
		await hang(other.id, [2025, 2026]);
		const asker = await person();
		await run(
			"INSERT INTO link_requests (user_id, seal_id, profile, status, member_id, created_at) VALUES (?, 's', '', 'linked', ?, 1)",
			asker.id,
			other.id,
		);
		await run(
			"INSERT INTO link_requests (user_id, seal_id, profile, candidates, created_at) VALUES (?, 's', '', ?, 1)",
			asker.id,
			JSON.stringify([third.id, other.id, kept.id]),
		);
		await markDistinct(db, { a: Math.min(other.id, third.id), b: Math.max(other.id, third.id) }, by(secretary));
		[kept, other, child] = [await storedNow(kept.id), await storedNow(other.id), await storedNow(child.id)];
	});

	test("moves every row in one batch and loses none", async () => {
		const tables = [...new Set(POINTERS.map(({ table }) => table))].filter(
			(table) =>
				![
					"member_words",
					"member_likenesses",
					"audit_log",
					"member_distinct",
					"member_logins",
					"member_ties",
					"guardianships",
				].includes(table),
		);
		const all = async () =>
			Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)])));
		const before = await all();
		await merge(kept, other);
		const after = await all();
		expect(after).toEqual(before);
		// The year that both had paid is one paid year.
		expect(await rows("SELECT dues_year, status FROM dues_items WHERE member_id = ? ORDER BY 1, 2", kept.id)).toEqual([
			{ dues_year: 2024, status: "paid" },
			{ dues_year: 2025, status: "cancelled" },
			{ dues_year: 2025, status: "paid" },
			{ dues_year: 2026, status: "paid" },
		]);
		const of = (table: string) =>
			Promise.all([kept.id, other.id].map((id) => count(`${table} WHERE member_id = ?`, id)));
		expect({
			notes: await count("notes WHERE notable_type = 'member' AND notable_id = ?", kept.id),
			certificates: await of("disability_certificates"),
			consents: await of("consents"),
			requests: await of("privacy_requests"),
			links: await of("link_requests"),
			years: await of("dues_items"),
			imports: await of("roster_import_rows"),
			numbers: await of("member_numbers"),
		}).toEqual({
			notes: 4,
			certificates: [4, 0],
			consents: [3, 0],
			requests: [2, 0],
			links: [1, 0],
			years: [4, 0],
			imports: [1, 1],
			numbers: [1, 1],
		});
	});

	test("fills what was empty, keeps what differs, and takes login, dependents and health data along", async () => {
		await merge(kept, other);
		const now = await storedNow(kept.id);
		expect(now).toMatchObject({
			name: "林美惠",
			phone: "0912000111",
			email: "meihui@example.org",
			birth_date: "1980-05-05",
			user_id: login.id,
			member_no: kept.member_no,
			has_health_consent: 1,
			consent_at: AT,
			version: kept.version + 1,
			dependents: 1,
		});
		expect((await openMember(env, now)).diagnosis_note).toBe("第二型糖尿病");
		expect(await storedNow(child.id)).toMatchObject({ guardian_member_id: kept.id, version: child.version + 1 });
		expect((await auditOf("member", child.id)).at(-1)).toMatchObject({
			action: "member.set_guardian",
			changes: JSON.stringify({ guardian: { from: other.id, to: kept.id } }),
		});
		const gone = await storedNow(other.id);
		expect(gone).toMatchObject({
			name: "林美慧",
			phone: "0912000222",
			email: "meihui@example.org",
			member_no: other.member_no,
			merged_into: kept.id,
			user_id: null,
			national_id_hash: null,
			version: other.version + 1,
		});
		expect((await openMember(env, gone)).diagnosis_note).toBe("第二型糖尿病");
	});

	test("takes what was chosen, and says both in the log", async () => {
		await merge(kept, other, { phone: "other", name: "other", email: "kept" });
		expect(await storedNow(kept.id)).toMatchObject({ name: "林美慧", phone: "0912000222", email: null });
		const [row] = (await auditOf("member", kept.id)).slice(-1);
		const { sealed, ...clear } = JSON.parse(String(row?.changes));
		expect([row?.action, row?.user_id, clear]).toEqual([
			"member.merge",
			secretary.id,
			{
				merged: other.id,
				user: { from: null, to: login.id },
				fields: ["name", "birth_date", "phone", "diagnosis_note"],
			},
		]);
		expect(await openForPerson(env, kept, [sealed])).toEqual([
			{
				name: { from: "林美惠", to: "林美慧" },
				birth_date: { from: null, to: "1980-05-05" },
				phone: { from: "0912000111", to: "0912000222" },
				diagnosis_note: { from: null, to: "written" },
			},
		]);
		expect((await auditOf("member", other.id)).at(-1)).toMatchObject({
			action: "member.merge",
			changes: JSON.stringify({
				merged_into: kept.id,
				guardian: { from: null, to: null },
				user: { from: login.id, to: null },
			}),
		});
	});

	test("leaves one certificate and one request of a kind waiting: the later picture, the earlier day", async () => {
		await merge(kept, other);
		expect(
			await rows("SELECT status, created_at FROM disability_certificates WHERE member_id = ? ORDER BY id", kept.id),
		).toEqual([
			{ status: "approved", created_at: 1 },
			{ status: "replaced", created_at: 2 },
			{ status: "approved", created_at: 1 },
			{ status: "pending", created_at: 2 },
		]);
		expect(await rows("SELECT status FROM privacy_requests WHERE member_id = ? ORDER BY id", kept.id)).toEqual([
			{ status: "open" },
			{ status: "withdrawn" },
		]);
		expect(await storedNow(kept.id)).toMatchObject({ disability_status: "pending", disability_until: "2027-01-01" });
		const [replaced] = await rows<{ id: number }>(
			"SELECT id FROM disability_certificates WHERE member_id = ? AND status = 'replaced'",
			kept.id,
		);
		expect((await auditOf("certificate", replaced?.id ?? 0)).map(({ action }) => action)).toEqual([
			"certificate.replace",
		]);
	});

	test("leads requests to be linked, and who is not that person, to the record that stays", async () => {
		await merge(kept, other);
		expect(await rows("SELECT candidates FROM link_requests WHERE status = 'open' ORDER BY id DESC LIMIT 1")).toEqual([
			{ candidates: JSON.stringify([third.id, kept.id]) },
		]);
		const [a, b] = [kept.id, third.id].sort((x, y) => x - y);
		expect(await rows("SELECT by_user_id FROM member_distinct WHERE a_id = ? AND b_id = ?", a ?? 0, b ?? 0)).toEqual([
			{ by_user_id: secretary.id },
		]);
	});

	test("leaves both numbers findable, also after one more", async () => {
		await merge(kept, other);
		const last = await member({ name: "林美惠", member_no: `L${run2}003` });
		await merge(last, await storedNow(kept.id));
		expect((await storedNow(other.id)).merged_into).toBe(last.id);
		for (const number of [kept.member_no, other.member_no, last.member_no]) {
			const [hits] = await readRows(env.DB, memberHits(searchWords(number ?? ""), { limit: 5, offset: 0 }));
			expect(hits.map(({ id, total }) => [id, total])).toEqual([[last.id, 1]]);
		}
	});

	test("is refused whole to whoever saw older versions, of either", async () => {
		await updateMember(env, db, { ref: other, input: { occupation: "教師" }, by: by(secretary) });
		expect(await refusal(merge(kept, other))).toBe("member.stale");
		const newer = await storedNow(other.id);
		expect(await refusal(merge({ ...kept, version: kept.version - 1 }, newer))).toBe("member.stale");
		expect(await count("notes WHERE notable_type = 'member' AND notable_id = ?", kept.id)).toBe(2);
		await merge(kept, newer);
		expect(await refusal(merge(await storedNow(kept.id), newer))).toBe("member.merged");
	});

	test("of two at once happens once", async () => {
		const results = await Promise.allSettled([merge(kept, other), merge(other, kept)]);
		expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
		expect(await count("members WHERE id IN (?, ?) AND merged_into IS NOT NULL", kept.id, other.id)).toBe(1);
	});

	test("is counted beforehand", async () => {
		const view = await viewMerge(env, db, { of: { kept: kept.id, other: other.id }, userId: secretary.id });
		expect(view?.facts).toEqual({
			notes: 2,
			certificates: 2,
			both_pending: 1,
			consents: 2,
			privacy_requests: 1,
			both_asked: 1,
			link_requests: 2,
			dependents: 1,
			dues: 2,
			dues_twice: 1,
			dues_hinder: 0,
			payments: 0,
			receipts: 0,
			donors: 0,
			finance: 0,
			imports: 1,
			numbers: JSON.stringify([kept.member_no, other.member_no]),
			merged_before: 0,
			is_own: 0,
			distinct_at: null,
			distinct_by: null,
			kept_guardian: null,
			other_guardian: null,
		});
		expect(view?.hindrance).toBeUndefined();
	});
});

describe("what only one may have", () => {
	test("a national id goes along, sealed anew, and its mark with it", async () => {
		const kept = await member({ name: "高淑芬" });
		const other = await member({ name: "高淑芬", national_id: "F131104093" });
		await merge(kept, other);
		const now = await storedNow(kept.id);
		expect([now.national_id_mask, now.national_id_hash]).toEqual([
			"F13****093",
			await nationalIdHash(env, "F131104093"),
		]);
		expect(now.national_id).not.toBe(other.national_id);
		expect((await openMember(env, now)).national_id).toBe("F131104093");
	});

	test("of two logins the chosen one stays, and the other is nobody's and as it was", async () => {
		const [one, two] = [await person({ roles: ["member"] }), await person({ roles: ["member"] })];
		const kept = await member({ name: "施以真", userId: one.id });
		const other = await member({ name: "施以真", userId: two.id });
		await merge(kept, other, { login: "other" });
		expect((await storedNow(kept.id)).user_id).toBe(two.id);
		expect(await count("members WHERE user_id = ?", one.id)).toBe(0);
		expect(await rows("SELECT status FROM users WHERE id = ?", one.id)).toEqual([{ status: "active" }]);
	});

	test("who died stays dead: no login of either goes on, and nothing waits", async () => {
		const [one, two] = [await person({ roles: ["member"] }), await person({ roles: ["member"] })];
		const kept = await member({ name: "卓文雄", userId: one.id, status: "active" });
		const other = await member({ name: "卓文雄", status: "active", phone: "0912777888" });
		await stepMember(env, db, { ref: other, move: { step: "decease", on: "2026-01-05" }, by: by(secretary) });
		await run("UPDATE members SET user_id = ? WHERE id = ?", two.id, other.id);
		await run("INSERT INTO disability_certificates (member_id, created_at, updated_at) VALUES (?, 1, 1)", kept.id);
		await merge(kept, await storedNow(other.id), { standing: "kept" });
		expect(await storedNow(kept.id)).toMatchObject({
			status: "deceased",
			left_on: "2026-01-05",
			disability_status: "not_applied",
		});
		expect(await rows("SELECT status FROM users WHERE id IN (?, ?)", one.id, two.id)).toEqual([
			{ status: "disabled" },
			{ status: "disabled" },
		]);
	});

	test("an ending that came along can be undone as it stood, by a second person", async () => {
		const kept = await member({ name: "牛大偉", status: "active" });
		const other = await member({ name: "牛大偉", status: "active" });
		await stepMember(env, db, { ref: other, move: { step: "resign" }, by: by(secretary) });
		await merge(kept, await storedNow(other.id), { standing: "other" });
		const now = await storedNow(kept.id);
		expect(now.status).toBe("resigned");
		const undo = (who: { id: number }) =>
			stepMember(env, db, { ref: now, move: { step: "undo_ending", reason: "弄錯人" }, by: by(who) });
		expect(await refusal(undo(secretary))).toBe("member.undo_second_person");
		await undo(await person({ roles: ["secretary"] }));
		expect((await storedNow(kept.id)).status).toBe("active");
	});

	test("a guardian comes along where there was none, and not to who looks after others", async () => {
		const mother = await member({ name: "母親" });
		const [kept, other] = [await member({ name: "孩子" }), await member({ name: "孩子", guardianId: mother.id })];
		await merge(kept, other);
		expect((await storedNow(kept.id)).guardian_member_id).toBe(mother.id);
		const father = await member({ name: "父親" });
		await member({ name: "另一個孩子", guardianId: father.id });
		const young = await member({ name: "父親", guardianId: mother.id });
		await merge(await storedNow(father.id), young, { guardian: "other" });
		expect((await storedNow(father.id)).guardian_member_id).toBeNull();
		expect((await storedNow(young.id)).guardian_member_id).toBeNull();
	});

	test("health data do not come along against a consent that was taken back since", async () => {
		const kept = await member({ name: "涂小芳" });
		const other = await member({ name: "涂小芳", diagnosis_note: "氣喘", health_consent: true });
		await run(
			"INSERT INTO consents (member_id, kind, text_version, given, channel, at) VALUES (?, 'health_data', '1', 0, 'web', 9)",
			kept.id,
		);
		expect(await refusal(merge(kept, other))).toBe("member.consent_needed");
		await merge(kept, other, { diagnosis_note: "kept" });
		expect(await storedNow(kept.id)).toMatchObject({ has_diagnosis_note: 0, consent_at: null });
	});
});

describe("nobody merges", () => {
	test.each(["the kept one", "the other", "the guardian", "a dependent", "one of the same guardian"] as const)(
		"what is their own or their family's: %s",
		async (who) => {
			const guardian = await member({ name: "監護人" });
			const kept = await member({ name: "本人", guardianId: who === "a dependent" ? null : guardian.id });
			const other = await member({ name: "本人" });
			const sibling = await member({
				name: "家人",
				guardianId: who === "a dependent" ? kept.id : guardian.id,
			});
			const mine = { "the kept one": kept, "the other": other, "the guardian": guardian }[String(who)] ?? sibling;
			await run("UPDATE members SET user_id = ? WHERE id = ?", (await person({ name: who })).id, mine.id);
			const [{ user_id = 0 } = {}] = await rows<{ user_id: number }>(
				"SELECT user_id FROM members WHERE id = ?",
				mine.id,
			);
			const me = { id: user_id, version: 1 };
			const [a, b] = [await storedNow(kept.id), await storedNow(other.id)];
			expect(await refusal(merge(a, b, {}, me))).toBe("member.merge_own");
			const view = await viewMerge(env, db, { of: { kept: a.id, other: b.id }, userId: me.id });
			expect(view?.hindrance).toBe("member.merge_own");
			await merge(a, b);
		},
	);

	test("a record with itself, or what the rules refuse", async () => {
		const [kept, other] = [await member({ name: "甲" }), await member({ name: "甲", member_no: "Z0001" })];
		expect(await refusal(merge(kept, kept))).toBe("member.merge_self");
		expect(await refusal(merge(kept, other))).toBe("member.merge_number");
	});
});

test("two people are told apart for good, and that is taken back, each with its rows in the log", async () => {
	const [one, two] = [await member({ name: "同名者" }), await member({ name: "同名者" })];
	const pair = { a: one.id, b: two.id };
	await markDistinct(db, pair, by(secretary));
	await markDistinct(db, pair, by(secretary));
	expect(await rows("SELECT by_user_id, at FROM member_distinct WHERE a_id = ? AND b_id = ?", one.id, two.id)).toEqual([
		{ by_user_id: secretary.id, at: AT },
	]);
	await markAlike(db, pair, by(secretary));
	expect(await count("member_distinct WHERE a_id = ?", one.id)).toBe(0);
	expect((await auditOf("member", two.id)).map(({ action }) => action)).toEqual([
		"member.create",
		"member.distinct",
		"member.distinct",
		"member.alike",
	]);
	await merge(one, two);
	expect(await refusal(markDistinct(db, pair, by(secretary)))).toBe("member.merged");
});
