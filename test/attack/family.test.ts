/** One family: who it is, whatever happened to it in whatever order and by whomever; and that no verb of staff forgets it. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { waiveDues } from "#domain/money/dues/actions.ts";
import { printWithCodes } from "#domain/money/dues-notices/actions.ts";
import { uploadCertificate } from "#domain/people/certificates/actions.ts";
import { decideLinkRequest } from "#domain/people/link-requests/actions.ts";
import { changeMembers } from "#domain/people/member-lists/actions.ts";
import { mergeMembers } from "#domain/people/member-merges/actions.ts";
import { stepMember, updateMember } from "#domain/people/members/actions.ts";
import { revealSensitive } from "#domain/people/members/reveal-actions.ts";
import { recordRequest } from "#domain/people/privacy/actions.ts";
import { applyRoster, planRoster } from "#domain/people/roster/actions.ts";
import { undoImport } from "#domain/people/roster/import-actions.ts";
import { NO_OPTIONS } from "#domain/people/roster/options.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { picture } from "../support/certificates.ts";
import { Answers, chances, newSeed, one, stepsOf } from "../support/chances.ts";
import { setGuardian } from "../support/guardians.ts";
import { db, own } from "../support/logins.ts";
import { member, storedNow } from "../support/members.ts";
import { insertDuesItem } from "../support/money-fixtures.ts";
import { refusal } from "../support/office.ts";
import { insertOpenRequest } from "../support/profiles.ts";
import { AT, person, rows } from "../support/users.ts";

const sql = (text: string, ...params: unknown[]) =>
	env.DB.prepare(text)
		.bind(...params)
		.run();
const STAFF = ["secretary", "chair"];

/** A time that goes on (null), or how many days ago it ended. */
type Spell = { member: number; other: number; ago: number | null };
const isNear = ({ ago }: Spell): boolean => ago === null || ago < 365;

/** The family on paper: every guardianship and every login that there was, by what was done. */
class Paper extends Answers {
	readonly users: number[];
	members: number[];
	guardians: Spell[] = [];
	logins: Spell[] = [];
	constructor(users: number[], members: number[]) {
		super();
		this.users = users;
		this.members = members;
	}

	isRelated(id: number, user: number): boolean {
		const near = this.guardians.filter(isNear);
		const kin = [id, ...near.flatMap(({ member, other }) => (member === id ? [other] : other === id ? [member] : []))];
		return this.logins.some((spell) => isNear(spell) && spell.other === user && kin.includes(spell.member));
	}
	now(list: Spell[], id: number): Spell | undefined {
		return list.find(({ member, ago }) => member === id && ago === null);
	}

	/** A change by bare SQL; what the database refuses did not happen. */
	async change(n: number, a: number, b: number): Promise<void> {
		const [id, other, user] = [one(this.members, a), one(this.members, b), one(this.users, b)];
		const does = async (text: string, ...params: unknown[]) =>
			sql(text, ...params).then(
				() => true,
				() => false,
			);
		if (n === 0 && id !== other && (await does("UPDATE members SET guardian_member_id = ? WHERE id = ?", other, id))) {
			if (this.now(this.guardians, id)?.other === other) return;
			this.end(this.guardians, id);
			this.guardians.push({ member: id, other, ago: null });
		} else if (n === 1) {
			await sql("UPDATE members SET guardian_member_id = NULL, version = version + 1 WHERE id = ?", id);
			this.end(this.guardians, id);
		} else if (n === 2 && (await does("UPDATE members SET user_id = ? WHERE id = ?", user, id))) {
			if (this.now(this.logins, id)?.other === user) return;
			this.end(this.logins, id);
			this.logins.push({ member: id, other: user, ago: null });
		} else if (n === 3) {
			await sql("UPDATE members SET user_id = NULL WHERE id = ?", id);
			this.end(this.logins, id);
		} else if (n === 4) await this.pass(100 * (1 + (a % 4)));
		else if (n === 5 && this.members.length > 4 && id !== other) await this.merge(id, other);
	}
	end(list: Spell[], id: number): void {
		for (const spell of list) if (spell.member === id && spell.ago === null) spell.ago = 0;
	}
	async pass(days: number): Promise<void> {
		for (const table of ["guardianships", "member_logins"])
			await sql(`UPDATE ${table} SET until = until - ? WHERE until IS NOT NULL`, days * 86_400_000);
		for (const spell of [...this.guardians, ...this.logins]) if (spell.ago !== null) spell.ago += days;
	}
	/** As the verb does it: the one lets go of what only one may have, who was in its care comes under the other. */
	async merge(id: number, into: number): Promise<void> {
		if (this.guardians.some(({ member, other, ago }) => ago === null && [member, other].includes(id))) return;
		await sql("UPDATE members SET merged_into = ?, user_id = NULL, guardian_member_id = NULL WHERE id = ?", into, id);
		this.end(this.logins, id);
		const moved = (one: number): number => (one === id ? into : one);
		this.logins.push(...this.logins.filter(({ member }) => member === id).map((one) => ({ ...one, member: into })));
		this.guardians.push(
			...this.guardians
				.filter(({ member, other }) => member === id || other === id)
				.map((spell) => ({ ...spell, member: moved(spell.member), other: moved(spell.other) }))
				.filter(({ member, other }) => member !== other),
		);
		this.members = this.members.filter((one) => one !== id);
	}

	/** What must hold after every change. */
	async look(): Promise<void> {
		const told = await rows<{ member_id: number; user_id: number }>(
			"SELECT DISTINCT member_id, user_id FROM related_users WHERE member_id IN (SELECT value FROM json_each(?))",
			JSON.stringify(this.members),
		);
		const found = told.map(({ member_id, user_id }) => `${member_id}:${user_id}`).sort();
		const drawn = this.members.flatMap((id) =>
			this.users.filter((user) => this.isRelated(id, user)).map((user) => `${id}:${user}`),
		);
		expect(found).toEqual(drawn.sort());
		expect(await rows(DISAGREE)).toEqual([]);
	}

	/** A verb of staff on a record: refused where it is of the family, and nowhere else. */
	async press(n: number, user: number, id: number): Promise<void> {
		const record = await storedNow(id);
		const ref = { id, version: record.version };
		const by = own(user, AT + n);
		const verbs: [string, () => Promise<unknown>][] = [
			["edit", () => updateMember(env, db, { ref, input: { occupation: `第 ${n} 種` }, by })],
			["look", () => revealSensitive(env, db, { id, by })],
			["type", () => changeMembers(env, db, { refs: [ref], change: { type: one(["individual", "sponsor"], n) }, by })],
			[
				"step",
				() =>
					stepMember(env, db, {
						ref,
						move:
							record.status === "active"
								? { step: "suspend", reason: "查證", meeting: "理事會", held_on: "2026-03-01" }
								: { step: "reinstate", reason: "查證" },
						by,
					}),
			],
			["waive", async () => waiveDues(db, { refs: [{ id: await owed(id), version: 1 }], reason: "免繳", by })],
			["request", () => asks(id, user)],
		];
		const [name, act] = one(verbs, n);
		const codes = { waive: "dues.own", request: "privacy.own" }[name] ?? "member.own";
		await this.expects(name, this.isRelated(id, user) ? [codes] : [], act);
	}
}

/** Where two things that say whose guardian somebody is disagree. */
const DISAGREE = `SELECT 'rows' AS what, m.id FROM members m
		WHERE m.guardian_member_id IS NOT (SELECT guardian_id FROM guardianships WHERE member_id = m.id AND until IS NULL)
	UNION ALL SELECT 'ties', t.member_id FROM member_ties t WHERE t.member_id <> t.other_id AND NOT EXISTS (SELECT 1 FROM guardianships g
		WHERE (t.member_id, t.other_id) IN ((g.member_id, g.guardian_id), (g.guardian_id, g.member_id)) AND g.until IS t.until)
	UNION ALL SELECT 'missing', g.id FROM guardianships g WHERE (SELECT count(*) FROM member_ties t
		WHERE (t.member_id, t.other_id) IN ((g.member_id, g.guardian_id), (g.guardian_id, g.member_id))
			AND (t.until IS NULL OR t.until >= g.until)) <> 2
	UNION ALL SELECT 'self', m.id FROM members m WHERE NOT EXISTS (SELECT 1 FROM member_ties WHERE member_id = m.id AND other_id = m.id)`;

let year = 1990;
const owed = (member_id: number): Promise<number> => {
	year += 1;
	const item = { kind: "annual", dues_year: year, base_amount: 1000, amount: 1000, created_at: 1, updated_at: 1 };
	return insertDuesItem({ member_id, ...item });
};
async function asks(memberId: number, user: number): Promise<unknown> {
	await sql("UPDATE privacy_requests SET status = 'done', closed_at = 1 WHERE status = 'open'");
	const of = { kind: "copy", content: "", channel: "paper", receivedOn: dateInTaipei(AT) } as const;
	return recordRequest(db, { memberId, ...of, key: crypto.randomUUID(), by: own(user) });
}

const seed = newSeed();
test(`a family is who it was for twelve months, in any order and by any hand (seed ${seed})`, async () => {
	const told = new Set<string>();
	const codes = ["done", "dues.own", "member.own", "privacy.own"];
	for (let run = 0; run < stepsOf(1) || (run < stepsOf(15) && told.size < codes.length); run++) {
		const users = await Promise.all([1, 2, 3].map(async () => (await person({ roles: STAFF })).id));
		const members: number[] = [];
		for (let nth = 0; nth < 7; nth++) members.push((await member({ name: `會員${nth}`, status: "active" })).id);
		const paper = new Paper(users, members);
		for (const { step, a, b, c } of chances(90, seed + run)) {
			await paper.change(step % 6, a, b);
			await paper.look();
			await paper.press(c, one(users, b), one(paper.members, a + c));
		}
		for (const code of paper.refusals()) told.add(code);
	}
	expect([...told].sort()).toEqual(codes);
});

test("a row that says otherwise than the record is refused, whoever writes it", async () => {
	const [{ id: child }, { id: one }, { id: two }] = [await member(), await member(), await member()];
	await sql("UPDATE members SET guardian_member_id = ? WHERE id = ?", one, child);
	for (const text of [
		`INSERT INTO guardianships (member_id, guardian_id) VALUES (${child}, ${two})`,
		`UPDATE guardianships SET until = 1 WHERE member_id = ${child}`,
		`UPDATE guardianships SET guardian_id = ${two} WHERE member_id = ${child}`,
		`DELETE FROM guardianships WHERE member_id = ${child}`,
	])
		await expect(sql(text)).rejects.toThrow("member.guardian_refused");
	await sql("UPDATE members SET guardian_member_id = ? WHERE id = ?", two, child);
	await expect(
		sql(`UPDATE guardianships SET until = NULL WHERE member_id = ${child} AND guardian_id = ${one}`),
	).rejects.toThrow();
	expect(await rows(DISAGREE)).toEqual([]);
});

describe("a secretary with a child", () => {
	const home = { secretary: 0, record: 0, child: 0, other: 0, clerk: 0 };
	beforeAll(async () => {
		home.secretary = (await person({ name: "王秘書", roles: STAFF })).id;
		home.clerk = (await person({ name: "李同仁", roles: STAFF })).id;
		home.record = (await member({ name: "王秘書", member_no: "F0001", status: "active", userId: home.secretary })).id;
		home.child = (await member({ name: "王小安", member_no: "F0002", status: "active", guardianId: home.record })).id;
		home.other = (await member({ name: "林大同", member_no: "F0003", status: "active" })).id;
	});
	const guard = async (id: number, guardianId: number | null, user = home.secretary) =>
		refusal(setGuardian(env, db, { ref: await storedNow(id), guardianId, by: own(user) }));

	test("neither detaches it, nor puts it or anybody under a guardian of the family", async () => {
		expect(await guard(home.child, null)).toBe("member.own");
		expect(await guard(home.other, home.record)).toBe("member.own");
		expect(await guard(home.child, null, home.clerk)).toBe("nothing");
		const item = { id: await owed(home.child), version: 1 };
		expect(await refusal(waiveDues(db, { refs: [item], reason: "免繳", by: own(home.secretary) }))).toBe("dues.own");
		expect(await guard(home.child, home.other)).toBe("member.own");
		expect(await guard(home.child, home.record, home.clerk)).toBe("nothing");
	});

	test("nor in the place of somebody of that family", async () => {
		const by = { ...own(home.clerk), onBehalfOf: home.secretary };
		const ref = await storedNow(home.child);
		expect(
			await refusal(
				stepMember(env, db, {
					ref,
					move: { step: "suspend", reason: "查證", meeting: "理事會", held_on: "2026-03-01" },
					by,
				}),
			),
		).toBe("member.own");
	});

	test("nor by a roster, which leaves the rows to others, and whose undoing is another's too", async () => {
		const text =
			"會員編號,姓名,會員類別,監護人\nF0001,王秘書,贊助會員,\nF0002,王小安,贊助會員,\nF0003,林大同,贊助會員,\nF0009,王新生,個人會員,王秘書\n";
		const roster = { filename: "名冊.csv", bytes: new TextEncoder().encode(text) };
		const plan = (users: number[]) => planRoster(env, db, { roster, options: NO_OPTIONS, users, at: AT });
		const mine = await plan([home.secretary]);
		expect(mine.rows.map(({ outcome, reasons }) => [outcome, reasons[0]?.code])).toEqual([
			["conflict", "own"],
			["conflict", "own"],
			["update", undefined],
			["conflict", "own"],
		]);
		const apply = async (planned: typeof mine, user: number) => {
			const by = own(user);
			let id = 0;
			const code = await refusal(
				applyRoster(env, db, { plan: planned, filename: "名冊.csv", by }).then((made) => {
					id = made;
				}),
			);
			return { code, id };
		};
		const everybody = await plan([]);
		expect((await apply(everybody, home.secretary)).code).toBe("member.own");
		const { code, id } = await apply(everybody, home.clerk);
		expect([code, (await storedNow(home.record)).membership_type]).toEqual(["nothing", "sponsor"]);
		const [made] = await rows<{ version: number }>("SELECT version FROM roster_imports WHERE id = ?", id);
		const undo = (user: number) => undoImport(env, db, { id, version: made?.version ?? 0, by: own(user, AT + 1) });
		expect(await refusal(undo(home.secretary))).toBe("member.own");
		expect(await refusal(undo(home.clerk))).toBe("nothing");
	});

	test("nor by a request of theirs, a certificate on paper, a merge, or a code", async () => {
		const partner = (await person({ name: "王先生", status: "invited" })).id;
		await insertOpenRequest(990, partner);
		const decide = (userId: number, id: number) =>
			refusal(
				storedNow(id).then((record) =>
					decideLinkRequest(env, db, {
						ref: { id: 990, version: 1 },
						decision: { decision: "link", member: record },
						by: own(userId),
					}),
				),
			);
		expect(await decide(home.secretary, home.child)).toBe("member.own");
		const sent = { upload: picture(), replaces: null, onPaper: true, notice: null, key: crypto.randomUUID() };
		expect(await refusal(uploadCertificate(env, db, { memberId: home.child, ...sent, by: own(home.secretary) }))).toBe(
			"certificate.own",
		);
		const twin = await member({ name: "王小安" });
		const merge = async (user: number) =>
			mergeMembers(env, db, { kept: await storedNow(home.child), other: twin, picks: {}, by: own(user) });
		expect(await refusal(merge(home.secretary))).toBe("member.merge_own");
		expect(await decide(home.clerk, home.child)).toBe("nothing");
		const [login] = await rows<{ id: number; version: number }>("SELECT id, version FROM users WHERE id = ?", partner);
		const filter = { ids: [home.child], today: dateInTaipei(AT) };
		const codes = (user: number) =>
			printWithCodes(env, db, {
				filter,
				noted: {},
				users: login ? [login] : [],
				key: crypto.randomUUID(),
				by: own(user),
			});
		expect(await refusal(codes(home.secretary))).toBe("member.own");
		expect(await refusal(codes(home.clerk))).toBe("nothing");
	});
});
