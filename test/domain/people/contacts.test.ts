import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { countReceivers } from "#db/office/announcement-receivers.ts";
import { contactRows } from "#db/people/contacts.ts";
import { memberHits } from "#db/people/member-hits.ts";
import { fittingMembers, type MemberFilter, memberPage, shownMembers } from "#db/people/member-lists.ts";
import { guardianCandidates } from "#db/people/member-picks.ts";
import { readRows } from "#db/read.ts";
import { mergeMembers } from "#domain/people/member-merges/actions.ts";
import { stepMember, updateMember } from "#domain/people/members/actions.ts";
import { MEMBER_STATUSES, TYPE_BASES } from "#domain/people/members/codes.ts";
import { searchWords } from "#domain/people/members/search.ts";
import { stepForm } from "#domain/people/members/steps.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { applyRoster, planRoster } from "#domain/people/roster/actions.ts";
import { NO_OPTIONS } from "#domain/people/roster/options.ts";
import { byImport } from "#kernel/by.ts";
import type { Cell } from "#kernel/table.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { newSeed } from "../../support/chances.ts";
import { setGuardian } from "../../support/guardians.ts";
import { member, storedNow } from "../../support/members.ts";
import { codeOf } from "../../support/refusal.ts";
import { AT, auditOf, by, person, rows, TODAY } from "../../support/users.ts";

const db = open(env.DB);
const seed = newSeed();
const run = (sql: string, ...values: (string | number | null)[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();
const refused = (verb: Promise<unknown>) => verb.then(() => "nothing", codeOf);
const contact = (name: string, more = {}) =>
	member({ name, membership_type: CONTACT, identity_type: "parent", ...more });

let secretary: { id: number };
beforeAll(async () => {
	secretary = await person({ name: "秘書", roles: ["secretary"] });
});

describe("who is a contact", () => {
	test(`has no membership, whoever writes in whichever order (seed ${seed})`, async () => {
		const { id } = await contact("林家長");
		const writes = fc.constantFrom(
			...MEMBER_STATUSES.map((status) => `status = '${status}'`),
			...[...TYPE_BASES, CONTACT].map((code) => `type_code = '${code}'`),
			...TYPE_BASES.map((code) => `membership_type = '${code}'`),
			"member_no = 'M9001'",
			"member_no = NULL",
			"status = 'applied', type_code = 'individual'",
			"status = 'withdrawn', type_code = 'contact', member_no = NULL",
		);
		await fc.assert(
			fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 6 }), async (all) => {
				for (const set of all) await run(`UPDATE members SET ${set} WHERE id = ?`, id).catch(() => undefined);
				const wrong = await rows(
					"SELECT id FROM members WHERE type_code = 'contact' AND (status NOT IN ('withdrawn', 'deceased') OR member_no IS NOT NULL)",
				);
				expect(wrong).toEqual([]);
			}),
			{ seed, numRuns: 60 },
		);
	});

	test("is made as one, whatever the form says of a membership, and changed like everybody", async () => {
		const made = await contact("陳照顧者", { phone: "0912000901" });
		expect([made.status, made.is_contact, made.type_name, made.member_no]).toEqual(["withdrawn", 1, "聯絡人", null]);
		await updateMember(env, db, { ref: made, input: { city: "臺北市" }, by: by(secretary) });
		const wrong = { member_no: "M0099" };
		expect(
			await refused(updateMember(env, db, { ref: await storedNow(made.id), input: wrong, by: by(secretary) })),
		).toBe("member.is_contact");
		const active = await member({ name: "會員一" });
		expect(
			await refused(updateMember(env, db, { ref: active, input: { membership_type: CONTACT }, by: by(secretary) })),
		).toBe("member.is_contact");
	});

	test("applies in one step, stays the same record, and is a contact no more", async () => {
		const made = await contact("王志工");
		const child = await member({ name: "王小孩", birth_date: "2018-05-01" });
		await setGuardian(env, db, { ref: child, guardianId: made.id, by: by(secretary) });
		const said = {
			identity_type: "parent",
			membership_type: "individual",
			reason: "",
			version: String((await storedNow(made.id)).version),
		};
		const { version, move } = stepForm("join").parse(said);
		await stepMember(env, db, { ref: { id: made.id, version }, move, by: by(secretary) });
		const now = await storedNow(made.id);
		expect([now.status, now.is_contact, now.membership_type, now.dependents]).toEqual(["applied", 0, "individual", 1]);
		expect((await auditOf("member", made.id)).at(-1)).toMatchObject({ action: "member.join", user_id: secretary.id });
		for (const bad of [{ membership_type: CONTACT }, { membership_type: "" }, { identity_type: "" }])
			expect(stepForm("join").safeParse({ ...said, ...bad }).success).toBe(false);
		expect(await refused(stepMember(env, db, { ref: now, move, by: by(secretary) }))).toBe("member.wrong_state");
	});

	test("goes into a member's record by a merge, and no member into a contact's", async () => {
		const [one, other] = [await contact("趙同人", { phone: "0912000777" }), await member({ name: "趙同人" })];
		const merge = async (kept: number, from: number) => {
			const [a, b] = [await storedNow(kept), await storedNow(from)];
			return mergeMembers(env, db, { kept: a, other: b, picks: {}, own: [], by: by(secretary) });
		};
		expect(await refused(merge(one.id, other.id))).toBe("member.is_contact");
		const raw = run("UPDATE members SET merged_into = ? WHERE id = ?", one.id, other.id).catch(String);
		expect(await raw).toContain("member.is_contact");
		await merge(other.id, one.id);
		const kept = await storedNow(other.id);
		expect([kept.status, kept.membership_type, kept.phone]).toEqual(["applied", "individual", "0912000777"]);
	});
});

describe("lists", () => {
	test("of members leave contacts out unless words, a group or contacts are asked for", async () => {
		const { id } = await contact("郭找得到", { city: "金門縣", phone: "0912000555" });
		await run("INSERT INTO member_groups (id, name, created_at, updated_at) VALUES (71, '志工隊', 1, 1)");
		await run(
			"INSERT INTO group_memberships (group_id, member_id, from_on, created_at, updated_at) VALUES (71, ?, '2020-01-01', 1, 1)",
			id,
		);
		const has = async (filter: Partial<MemberFilter>) => {
			const asked = { ...filter, today: TODAY };
			const [[all], [page]] = [
				await readRows(env.DB, fittingMembers(asked, "number", 1_000)),
				await readRows(env.DB, memberPage({ filter: asked })),
			];
			const shown = shownMembers(page);
			expect(shown.total).toBe(all.length);
			return all.some((one) => one.id === id);
		};
		expect(await has({})).toBe(false);
		expect(await has({ city: "金門縣" })).toBe(false);
		expect(await has({ status: "withdrawn" })).toBe(false);
		expect(await has({ identity: "parent", words: searchWords("郭找得到") })).toBe(false);
		expect(await has({ status: CONTACT })).toBe(true);
		expect(await has({ words: searchWords("郭找得到") })).toBe(true);
		expect(await has({ group: 71 })).toBe(true);
		const [hits] = await readRows(env.DB, memberHits(["郭找得到"], { limit: 5, offset: 0 }));
		expect(hits.map((one) => one.id)).toEqual([id]);
		const [found] = await readRows(env.DB, guardianCandidates(0, ["郭找得到"]));
		expect(found.map((one) => one.id)).toEqual([id]);
	});

	test("of contacts say whose guardians they are and their groups, and no member is in them", async () => {
		const made = await contact("鄭監護", { city: "連江縣" });
		const child = await member({ name: "鄭孩子", birth_date: "2019-05-01" });
		await setGuardian(env, db, { ref: child, guardianId: made.id, by: by(secretary) });
		const [all] = await readRows(env.DB, contactRows({ today: TODAY }, { rows: 500, page: 1 }));
		const contacts = await rows<{ id: number }>(
			"SELECT id FROM members WHERE type_code = 'contact' AND status = 'withdrawn' AND merged_into IS NULL ORDER BY name, id",
		);
		expect(all.map(({ id }) => ({ id }))).toEqual(contacts);
		expect(all[0]?.total).toBe(contacts.length);
		const [[one]] = await readRows(env.DB, contactRows({ city: "連江縣", today: TODAY }, { rows: 5, page: 1 }));
		expect([one?.name, JSON.parse(one?.wards ?? "")]).toEqual(["鄭監護", [{ id: child.id, name: "鄭孩子" }]]);
	});
});

describe("a roster", () => {
	const planOf = async (header: string[], lines: Cell[][]) =>
		planRoster(env, db, {
			roster: { filename: "名冊.xlsx", bytes: await writeSheet({ sheet: "名冊", header, rows: lines }, "xlsx") },
			options: NO_OPTIONS,
			at: AT,
		});

	test("makes no member of a contact and takes in the other rows", async () => {
		const made = await contact("曾家長", { phone: "0912000661", birth_date: "1980-02-03" });
		const plan = await planOf(
			["會員編號", "姓名", "手機", "生日", "狀態"],
			[
				["C0001", "曾家長", "0912000661", "1980/2/3", "有效"],
				["C0002", "曾會員", "0912000662", "1981/2/3", "有效"],
			],
		);
		expect(plan.rows.map(({ outcome, reasons }) => [outcome, reasons[0]?.code])).toMatchObject([
			["conflict", "contact"],
			["create", expect.anything()],
		]);
		await applyRoster(env, db, { plan, filename: "名冊.xlsx", by: byImport(AT) });
		expect((await storedNow(made.id)).is_contact).toBe(1);
		expect(await rows("SELECT status FROM members WHERE member_no = 'C0002'")).toEqual([{ status: "active" }]);
	});

	test("finds a contact as the guardian that it names", async () => {
		const made = await contact("余母親", { phone: "0912000663" });
		const plan = await planOf(["會員編號", "姓名", "生日", "監護人"], [["C0003", "余孩子", "2016/5/1", "余母親"]]);
		await applyRoster(env, db, { plan, filename: "名冊.xlsx", by: byImport(AT + 1) });
		expect(await rows("SELECT guardian_member_id FROM members WHERE member_no = 'C0003'")).toEqual([
			{ guardian_member_id: made.id },
		]);
	});
});

test("announcements to a group and to a segment reach contacts, those to members do not", async () => {
	const counted = async (id: number) => {
		const [[of]] = await readRows(env.DB, countReceivers(id, "all"));
		return of?.mailed ?? -1;
	};
	const announcement = async (audience: string) => {
		const [row] = await rows<{ id: number }>(
			"INSERT INTO announcements (slug, title, audience, created_at, updated_at) VALUES (?1, '公告', ?1, 1, 1) RETURNING id",
			audience,
		);
		return row?.id ?? 0;
	};
	await run("INSERT INTO member_groups (id, name, created_at, updated_at) VALUES (72, '北區志工', 1, 1)");
	await run(
		"INSERT INTO member_segments (id, name, status, created_at, updated_at) VALUES (9, '所有聯絡人', 'contact', 1, 1)",
	);
	const ids = {
		members: await announcement("members"),
		group: await announcement("group:72"),
		segment: await announcement("segment:9"),
	};
	const before = {
		members: await counted(ids.members),
		group: await counted(ids.group),
		segment: await counted(ids.segment),
	};
	const made = await contact("許志工", { email: "volunteer-72@example.org" });
	await run(
		"INSERT INTO group_memberships (group_id, member_id, from_on, created_at, updated_at) VALUES (72, ?, '2020-01-01', 1, 1)",
		made.id,
	);
	expect(await counted(ids.members)).toBe(before.members);
	expect(await counted(ids.group)).toBe(before.group + 1);
	expect(await counted(ids.segment)).toBe(before.segment + 1);
});
