import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { commit, open } from "#db/commit.ts";
import { refuseGuardianGone } from "#db/people/member-writes.ts";
import { createMember, stepMember, stepMembers, updateMember } from "#domain/people/members/actions.ts";
import { inviteMember, linkLogin } from "#domain/people/members/login-actions.ts";
import { revealSensitive } from "#domain/people/members/reveal-actions.ts";
import { nationalIdHash, openForPerson } from "#platform/member-seals.ts";
import { setGuardian } from "../../../support/guardians.ts";
import { input, member, storedNow } from "../../../support/members.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, auditOf, by, mailsTo, person, rolesOf, rows, TODAY } from "../../../support/users.ts";

const db = open(env.DB);
const refusal = (verb: Promise<unknown>) => verb.then(() => "nothing", codeOf);
let secretary: { id: number; version: number };
let chair: { id: number; version: number };
beforeAll(async () => {
	secretary = await person({ name: "秘書", roles: ["secretary"] });
	chair = await person({ name: "理事長", roles: ["chair"] });
	await person({ name: "管理員", roles: ["admin"] });
});

const RESOLUTION = { resolution_no: "第3屆第2次理監事會議", resolution_on: "2026-03-01" };
const approve = (ref: { id: number; version: number }, who = secretary) =>
	stepMember(env, db, { ref, move: { step: "approve", ...RESOLUTION }, by: by(who) });

describe("a record", () => {
	test("is made once for a form's key, sealed where it says so, with one row in the log that tells nobody", async () => {
		const said = input({
			name: "林美惠",
			national_id: "A123456789",
			diagnosis_note: "第二型糖尿病",
			health_consent: true,
			phone: "0912000111",
		});
		const make = () => createMember(env, db, { input: said, key: "once", source: "admin", by: by(secretary) });
		const [first, again] = [await make(), await make()];
		expect(again).toBe(first);
		const row = await storedNow(first);
		expect(row).toMatchObject({
			name: "林美惠",
			status: "applied",
			status_since: TODAY,
			source: "admin",
			phone: "0912000111",
			national_id_mask: "A12****789",
			national_id_hash: await nationalIdHash(env, "A123456789"),
			has_diagnosis_note: 1,
			has_health_consent: 1,
			consent_at: AT,
			member_no: null,
		});
		expect(`${row.national_id} ${row.diagnosis_note}`).not.toMatch(/A123456789|糖尿病/);
		const [created, ...more] = await auditOf("member", first);
		expect(more).toEqual([]);
		expect(created).toMatchObject({ action: "member.create", description: "new member", user_id: secretary.id });
		const changes = JSON.parse(String(created?.changes));
		expect(Object.keys(changes)).toEqual(["fields", "sealed"]);
		expect(JSON.stringify(created)).not.toMatch(/林美惠|0912000111|A123456789|糖尿病/);
		const [opened] = await openForPerson(env, row, [changes.sealed]);
		expect(opened).toMatchObject({
			name: { from: null, to: "林美惠" },
			national_id: { from: null, to: "A12****789" },
			diagnosis_note: { from: null, to: "written" },
		});
	});

	test("shows what lies sealed to whoever asks, after a row in the log", async () => {
		const { id } = await member({ national_id: "F131104093", diagnosis_note: "氣喘", health_consent: true });
		expect(await revealSensitive(env, db, { id, by: by(secretary) })).toEqual({
			national_id: "F131104093",
			diagnosis_note: "氣喘",
		});
		expect((await auditOf("member", id)).map(({ action, user_id }) => [action, user_id])).toEqual([
			["member.create", null],
			["member.view_sensitive", secretary.id],
		]);
	});

	test("keeps no diagnosis that nobody agreed to", async () => {
		expect(await refusal(member({ diagnosis_note: "氣喘" }))).toBe("member.consent_needed");
		const ref = await member();
		const edit = (more: object) =>
			updateMember(env, db, { ref, input: { diagnosis_note: "氣喘", ...more }, by: by(secretary) });
		expect(await refusal(edit({}))).toBe("member.consent_needed");
		await edit({ health_consent: true });
		expect(await storedNow(ref.id)).toMatchObject({ has_diagnosis_note: 1, has_health_consent: 1, consent_at: AT });
		expect(await rows("SELECT kind, given, by_user_id, channel, at FROM consents WHERE member_id = ?", ref.id)).toEqual(
			[{ kind: "health_data", given: 1, by_user_id: secretary.id, channel: "paper", at: AT }],
		);
	});

	test("has an id and a number that nobody else has", async () => {
		await member({ national_id: "A800000014", member_no: "X0001" });
		expect(await refusal(member({ national_id: "A800000014" }))).toBe("member.national_id_taken");
		expect(await refusal(member({ member_no: "X0001" }))).toBe("member.number_taken");
		const ref = await member();
		const edit = (said: object) => updateMember(env, db, { ref, input: said, by: by(secretary) });
		expect(await refusal(edit({ national_id: "A800000014" }))).toBe("member.national_id_taken");
		expect(await refusal(edit({ member_no: "X0001" }))).toBe("member.number_taken");
	});

	test("is changed as it was seen, and tells the fields alone in the clear", async () => {
		const ref = await member({ phone: "0912000111" });
		const edit = (said: object) => updateMember(env, db, { ref, input: said, by: by(secretary) });
		await edit({ phone: "0912000222", email: "a@example.org" });
		expect(await refusal(edit({ phone: "0912000333" }))).toBe("member.stale");
		const row = await storedNow(ref.id);
		expect([row.version, row.phone, row.email, row.name]).toEqual([2, "0912000222", "a@example.org", "陳怡君"]);
		const edited = (await auditOf("member", ref.id)).at(-1);
		const changes = JSON.parse(String(edited?.changes));
		expect(changes.fields).toEqual(["phone", "email"]);
		const [opened] = await openForPerson(env, row, [changes.sealed]);
		expect(opened).toEqual({
			phone: { from: "0912000111", to: "0912000222" },
			email: { from: null, to: "a@example.org" },
		});
	});

	test("is not touched by an edit that says what is there already", async () => {
		const ref = await member({ national_id: "AB23456789", phone: "0912000111" });
		await updateMember(env, db, { ref, input: { national_id: "AB23456789", phone: "0912000111" }, by: by(secretary) });
		expect((await storedNow(ref.id)).version).toBe(1);
		expect((await auditOf("member", ref.id)).length).toBe(1);
	});

	test("keeps the type of one's own membership", async () => {
		const ref = await member({ userId: secretary.id });
		const edit = updateMember(env, db, { ref, input: { membership_type: "lifetime" }, by: by(secretary) });
		expect(await refusal(edit)).toBe("member.own");
		await linkLogin(env, db, { ref, userId: null, by: by(chair) });
	});

	test("came without keys, by bare SQL: it gets them with its first change", async () => {
		await env.DB.prepare(
			"INSERT INTO members (name, status, created_at, updated_at) VALUES ('舊會員', 'active', 1, 1)",
		).run();
		const [old] = await rows<{ id: number }>("SELECT id FROM members WHERE name = '舊會員'");
		const ref = { id: old?.id ?? 0, version: 1 };
		await updateMember(env, db, { ref, input: { national_id: "AA00000009" }, by: by(secretary) });
		expect(await revealSensitive(env, db, { id: ref.id, by: by(secretary) })).toMatchObject({
			national_id: "AA00000009",
		});
	});
});

describe("approval", () => {
	test("gives the next number from the settings, in order, with the board's resolution", async () => {
		const refs = [await member(), await member({ member_no: "OLD7" }), await member()];
		await stepMembers(env, db, { refs, move: { step: "approve", ...RESOLUTION }, by: by(secretary) });
		const after = await Promise.all(refs.map(({ id }) => storedNow(id)));
		const [first, , third] = after.map(({ member_no }) => Number(member_no?.slice(1)));
		expect(third).toBe((first ?? 0) + 1);
		expect(
			after.map(({ status, joined_on, resolution_no, member_no }) => [status, joined_on, resolution_no, member_no]),
		).toEqual(
			after.map(({ member_no }, at) => [
				"awaiting_payment",
				"2026-03-01",
				RESOLUTION.resolution_no,
				at === 1 ? "OLD7" : member_no,
			]),
		);
	});

	test("of many is all or none", async () => {
		const [good, gone] = [await member(), await member({ status: "declined" })];
		const all = stepMembers(env, db, {
			refs: [good, gone],
			move: { step: "approve", ...RESOLUTION },
			by: by(secretary),
		});
		expect(await refusal(all)).toBe("member.wrong_state");
		expect((await storedNow(good.id)).status).toBe("applied");
	});

	test("at the same moment gives no number twice, and none that somebody had", async () => {
		const refs = await Promise.all(Array.from({ length: 6 }, () => member()));
		await Promise.all(refs.map((ref) => approve(ref)));
		const numbers = (await Promise.all(refs.map(({ id }) => storedNow(id)))).map(({ member_no }) => member_no);
		expect(new Set(numbers).size).toBe(6);
		expect(numbers.every((number) => /^M\d{4}$/.test(number ?? ""))).toBe(true);
	});

	test("of oneself is refused, and by a deputy of oneself too", async () => {
		const ref = await member({ userId: secretary.id });
		expect(await refusal(approve(ref))).toBe("member.own");
		const deputy = { ...by(chair), onBehalfOf: secretary.id };
		const approval = stepMember(env, db, { ref, move: { step: "approve", ...RESOLUTION }, by: deputy });
		expect(await refusal(approval)).toBe("member.own");
		expect(await refusal(linkLogin(env, db, { ref, userId: null, by: by(secretary) }))).toBe("member.own");
		await approve(ref, chair);
		await linkLogin(env, db, { ref: await storedNow(ref.id), userId: null, by: by(chair) });
	});
});

describe("leaving", () => {
	const step = async (id: number, move: Parameters<typeof stepMember>[2]["move"], who = secretary) =>
		stepMember(env, db, { ref: await storedNow(id), move, by: by(who) });

	test("and coming back keeps the number", async () => {
		const { id } = await member({ member_no: "K0001", status: "active" });
		await step(id, { step: "resign", on: "2026-02-28" });
		expect(await storedNow(id)).toMatchObject({ status: "resigned", left_on: "2026-02-28" });
		await step(id, { step: "rejoin" });
		await step(id, { step: "approve", ...RESOLUTION });
		expect(await storedNow(id)).toMatchObject({ status: "awaiting_payment", member_no: "K0001", left_on: null });
	});

	test("an expulsion has two thirds of the general meeting, a suspension a meeting of the 理事會, kept for good", async () => {
		const { id } = await member({ status: "active" });
		const held = { reason: "查證", meeting: "第 3 屆第 1 次會員大會", held_on: "2026-03-01" };
		for (const votes of [
			{ present: 30, in_favour: 19 },
			{ present: 30, in_favour: 31 },
		])
			expect(await refusal(step(id, { step: "expel", ...held, ...votes }))).toBe("member.two_thirds");
		await step(id, { step: "suspend", ...held, meeting: "第 3 屆第 2 次理事會" });
		await step(id, { step: "expel", ...held, present: 30, in_favour: 20 });
		const kept =
			"SELECT step, meeting, held_on, present, in_favour, created_by FROM member_sanctions WHERE member_id = ? ORDER BY id";
		expect(await rows(kept, id)).toEqual([
			{
				step: "suspend",
				meeting: "第 3 屆第 2 次理事會",
				held_on: "2026-03-01",
				present: null,
				in_favour: null,
				created_by: secretary.id,
			},
			{
				step: "expel",
				meeting: held.meeting,
				held_on: "2026-03-01",
				present: 30,
				in_favour: 20,
				created_by: secretary.id,
			},
		]);
		const log = await auditOf("member", id);
		expect(log.slice(-2).map(({ changes }) => JSON.parse(String(changes)))).toMatchObject([
			{ meeting: "第 3 屆第 2 次理事會", held_on: "2026-03-01" },
			{ meeting: held.meeting, held_on: "2026-03-01", present: 30, in_favour: 20 },
		]);
		for (const write of ["UPDATE member_sanctions SET meeting = 'x'", "DELETE FROM member_sanctions"])
			await expect(rows(`${write} WHERE member_id = ?`, id), write).rejects.toThrow("member.sanction_final");
		const insert =
			"INSERT INTO member_sanctions (member_id, step, meeting, held_on, present, in_favour, created_at) VALUES (?1, ?2, '會議', ?3, ?4, ?5, 1)";
		const wrong: [string, string, number | null, number | null][] = [
			["expel", "2026-03-01", 30, 19],
			["expel", "2026-03-01", 30, 31],
			["expel", "2026-03-01", null, null],
			["expel", "2026-03-01", 0, 0],
			["expel", "2026-03-01", 30, null],
			["suspend", "2026-03-01", 3, 3],
			["suspend", "2026-02-30", null, null],
			["decline", "2026-03-01", null, null],
		];
		for (const of of wrong) await expect(rows(insert, id, ...of), of.join(" ")).rejects.toThrow("CHECK");
	});

	test("that was wrong is undone by a second person", async () => {
		const { id } = await member({ member_no: "K0002", status: "suspended" });
		await step(id, {
			step: "expel",
			reason: "三年未聯絡",
			meeting: "第 3 屆第 1 次會員大會",
			held_on: "2026-03-01",
			present: 30,
			in_favour: 20,
		});
		expect(await refusal(step(id, { step: "undo_ending", reason: "弄錯人" }))).toBe("member.undo_second_person");
		await step(id, { step: "undo_ending", reason: "弄錯人" }, chair);
		expect(await storedNow(id)).toMatchObject({ status: "suspended", left_on: null });
		const log = await auditOf("member", id);
		expect(log.map(({ action, user_id }) => [action, user_id])).toEqual([
			["member.create", null],
			["member.expel", secretary.id],
			["member.undo_ending", chair.id],
		]);
		expect(JSON.stringify(log)).not.toMatch(/三年未聯絡|弄錯人/);
	});

	test("only takes the steps of the table", async () => {
		const { id } = await member({ status: "declined" });
		for (const name of ["withdraw", "activate", "resign", "pay"] as const)
			expect(await refusal(step(id, { step: name }))).toBe("member.wrong_state");
		const awaiting = await member({ status: "awaiting_payment" });
		expect(await refusal(step(awaiting.id, { step: "activate" }))).toBe("member.wrong_state");
		const honorary = await member({ status: "awaiting_payment", membership_type: "honorary_academic" });
		await step(honorary.id, { step: "activate" });
		expect((await storedNow(honorary.id)).status).toBe("active");
	});

	test("by death closes the login, withdraws what waits and stops every letter; undone, it opens again", async () => {
		const user = await person({ name: "會員", email: "late@example.org", roles: ["member"] });
		const { id } = await member({ status: "active", userId: user.id, email: "late@example.org" });
		await env.DB.prepare(
			"INSERT INTO disability_certificates (member_id, status, created_at, updated_at) VALUES (?, 'pending', 1, 1)",
		)
			.bind(id)
			.run();
		await step(id, { step: "decease", on: "2026-03-02" });
		expect(await storedNow(id)).toMatchObject({ status: "deceased", left_on: "2026-03-02", user_status: "disabled" });
		expect(await rows("SELECT status FROM disability_certificates WHERE member_id = ?", id)).toEqual([
			{ status: "withdrawn" },
		]);
		await env.DB.prepare(
			`INSERT INTO notifications (kind, user_id, member_id, data, created_at)
			VALUES ('account_disabled', ?1, NULL, '{"disabledAt":1}', 1), ('guardian_changed', NULL, ?2, '{"isNew":true}', 1)`,
		)
			.bind(user.id, id)
			.run();
		expect(await rows("SELECT id FROM notifications WHERE ? IN (user_id) OR member_id = ?", user.id, id)).toEqual([]);
		expect(await mailsTo("late@example.org")).toEqual([]);
		await step(id, { step: "undo_ending", reason: "同名同姓" }, chair);
		expect(await storedNow(id)).toMatchObject({ status: "active", left_on: null, user_status: "active" });
	});

	test("by death of the only administrator, or by who is below them, is refused", async () => {
		const admin = await person({ name: "管理員", roles: ["admin"] });
		const { id } = await member({ status: "active", userId: admin.id });
		expect(await refusal(step(id, { step: "decease" }))).toBe("user.above_you");
		expect((await storedNow(id)).status).toBe("active");
	});
});

describe("a family", () => {
	const put = async (id: number, guardianId: number | null) =>
		setGuardian(env, db, { ref: await storedNow(id), guardianId, by: by(secretary) });

	test("has one level and no loop, also when two people make it at once", async () => {
		const [child, parent, third] = [await member({ name: "小安" }), await member({ name: "媽媽" }), await member()];
		await put(child.id, parent.id);
		expect((await storedNow(child.id)).guardian_member_id).toBe(parent.id);
		expect(await refusal(put(parent.id, child.id))).toBe("member.guardian_refused");
		expect(await refusal(put(child.id, child.id))).toBe("member.guardian_refused");
		expect(await refusal(put(third.id, child.id))).toBe("member.guardian_refused");
		const [one, two] = [await member(), await member()];
		const both = await Promise.allSettled([put(one.id, two.id), put(two.id, one.id)]);
		expect(both.filter(({ status }) => status === "fulfilled").length).toBe(1);
		const [kin] = await rows<{ n: number }>(
			"SELECT count(guardian_member_id) AS n FROM members WHERE id IN (?, ?)",
			one.id,
			two.id,
		);
		expect(kin?.n).toBe(1);
	});

	test("is not put under who died", async () => {
		const [child, late] = [await member(), await member({ status: "deceased" })];
		expect(await refusal(put(child.id, late.id))).toBe("member.guardian_refused");
		// Who died, or was merged away, behind the reading.
		expect(await refusal(commit(db, [refuseGuardianGone(late.id)]))).toBe("member.guardian_refused");
		await commit(db, [refuseGuardianGone(child.id)]);
	});
});

describe("a login", () => {
	test("is one member's alone, and brings the role of members", async () => {
		const user = await person({ name: "使用者" });
		const [one, two] = [await member(), await member()];
		await linkLogin(env, db, { ref: one, userId: user.id, by: by(secretary) });
		expect(await rolesOf(user)).toEqual(["member"]);
		expect(await refusal(linkLogin(env, db, { ref: two, userId: user.id, by: by(secretary) }))).toBe(
			"member.login_taken",
		);
		await linkLogin(env, db, { ref: await storedNow(one.id), userId: null, by: by(secretary) });
		expect((await storedNow(one.id)).user_id).toBe(null);
	});

	test("is made by an invitation, once", async () => {
		const ref = await member({ name: "新會員" });
		const invite = () =>
			inviteMember(env, db, { ref, login: { email: "invited@example.org", phone: null }, by: by(secretary) });
		const userId = await invite();
		expect(await storedNow(ref.id)).toMatchObject({ user_id: userId, user_status: "invited" });
		expect((await mailsTo("invited@example.org")).map(({ template }) => template)).toEqual(["invitation"]);
		expect(await refusal(invite())).toBe("member.stale");
	});
});
