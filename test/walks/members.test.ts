/**
 * Hundreds of steps by chance over some memberships, by three people, one of whom is a member himself: each must be answered
 * as a table of paper says, also what was wrong is undone to exactly how it stood before.
 */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { stepMember, stepMembers } from "#domain/people/members/actions.ts";
import type { MemberStatus } from "#domain/people/members/codes.ts";
import type { MemberStep } from "#domain/people/members/rules.ts";
import type { Move } from "#domain/people/members/steps.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { Answers, type Chance, newSeed, one, stepsOf, WALK_MS, walk, weighed } from "../support/chances.ts";
import { member, storedNow } from "../support/members.ts";
import { by, person, rows, TODAY } from "../support/users.ts";

const STEPS = stepsOf(100);
const LOOKS = 10;
const db = open(env.DB);
const seed = newSeed();

type Ending = { from: MemberStatus; leftOn: string | null; maker: number; closed: boolean };
type Record_ = {
	id: number;
	version: number;
	status: MemberStatus;
	isExempt: boolean;
	/** 聯絡人, until they apply. */
	isContact: boolean;
	leftOn: string | null;
	numbered: boolean;
	/** The login, and whether it is open. */
	userId: number | null;
	isOpen: boolean;
	/** The newest ending that led to each status. */
	endings: Map<MemberStatus, Ending>;
};

const IN: readonly MemberStatus[] = ["awaiting_payment", "active", "suspended"];
const OUT: readonly MemberStatus[] = ["declined", "withdrawn", "resigned", "expelled"];
/** The steps of docs/concepts.md#membership, once more: the button, from where, to where. */
const PAPER: Record<Exclude<MemberStep, "pay" | "undo_ending">, [readonly MemberStatus[], MemberStatus]> = {
	approve: [["applied"], "awaiting_payment"],
	decline: [["applied"], "declined"],
	withdraw: [["applied", "awaiting_payment"], "withdrawn"],
	activate: [["awaiting_payment"], "active"],
	suspend: [["active"], "suspended"],
	reinstate: [["suspended"], "active"],
	resign: [IN, "resigned"],
	expel: [IN, "expelled"],
	decease: [["applied", ...IN, ...OUT], "deceased"],
	rejoin: [OUT, "applied"],
	join: [["withdrawn"], "applied"],
};
const ENDINGS = ["decline", "withdraw", "resign", "expel", "decease"] as const;
const LEAVING = ["resign", "expel", "decease"] as const;
const BUTTONS = [
	"approve",
	"decline",
	"withdraw",
	"activate",
	"suspend",
	"reinstate",
	"resign",
	"expel",
	"decease",
	"rejoin",
	"join",
	"undo_ending",
] as const;
/** What a contact may do: apply, die, and be found alive again. */
const OF_CONTACTS: readonly Button[] = ["join", "decease", "undo_ending"];
type Button = (typeof BUTTONS)[number];

const has = <T>(list: readonly T[], value: unknown): boolean => list.some((other) => other === value);
const MEETING = { meeting: "第 3 屆第 2 次會議", held_on: "2026-03-01" };
function moveFor(step: Button): Move {
	if (step === "approve") return { step, resolution_no: "第3屆第2次理監事會議", resolution_on: "2026-03-01" };
	if (step === "suspend") return { step, reason: "理事會決議", ...MEETING };
	if (step === "expel") return { step, reason: "會員大會決議", ...MEETING, present: 3, in_favour: 2 };
	if (step === "join") return { step, identity_type: "parent", membership_type: "individual" };
	return { step, reason: "理監事會議決議" };
}

class Roll extends Answers {
	readonly records: Record_[] = [];
	audited = 0;

	/** Where a step leads; undefined where the table has no way. */
	to(record: Record_, step: Button): MemberStatus | undefined {
		if (record.isContact ? !has(OF_CONTACTS, step) : step === "join") return undefined;
		if (step === "undo_ending")
			return has(record.isContact ? ["deceased"] : [...OUT, "deceased"], record.status)
				? (record.endings.get(record.status)?.from ?? "active")
				: undefined;
		const [from, to] = PAPER[step];
		return has(from, record.status) && (step !== "activate" || record.isExempt) ? to : undefined;
	}

	saysTo(record: Record_, how: { step: Button; who: number; isStale: boolean }): string[] {
		if (how.isStale) return ["member.stale"];
		if (this.to(record, how.step) === undefined) return ["member.wrong_state"];
		const says: string[] = [];
		if (how.step === "undo_ending" && record.endings.get(record.status)?.maker === how.who)
			says.push("member.undo_second_person");
		if (record.userId === how.who) says.push("member.own");
		return says;
	}

	apply(record: Record_, step: Button, who: number): void {
		const to = this.to(record, step);
		if (to === undefined) return;
		const from = record.status;
		record.version += 1;
		record.status = to;
		this.audited += 1;
		if (step === "join") record.isContact = false;
		if (step === "approve") Object.assign(record, { numbered: true, leftOn: null });
		if (step === "undo_ending") {
			const ending = record.endings.get(from);
			record.leftOn = ending?.leftOn ?? null;
			if (ending?.closed) record.isOpen = true;
		}
		if (!has(ENDINGS, step)) return;
		const closed = step === "decease" && record.userId !== null && record.isOpen;
		record.endings.set(to, { from, leftOn: record.leftOn, maker: who, closed });
		if (closed) record.isOpen = false;
		if (has(LEAVING, step)) record.leftOn = TODAY;
	}

	async press({ a, b, c }: Chance, people: readonly number[]): Promise<void> {
		const record = one(this.records, a);
		// What goes on is pressed more than what ends.
		const there = weighed(
			BUTTONS.filter((step) => this.to(record, step) !== undefined),
			{ approve: 6, activate: 6, suspend: 12, reinstate: 12, rejoin: 3, undo_ending: 2 },
		);
		const step = c % 5 === 0 ? one(BUTTONS, b) : one(there, b);
		const how = { step, who: one(people, c), isStale: b % 11 === 0 };
		const ref = { id: record.id, version: record.version - (how.isStale ? 1 : 0) };
		const done = await this.expects(step, this.saysTo(record, how), () =>
			stepMember(env, db, { ref, move: moveFor(step), by: by({ id: how.who }) }),
		);
		if (done) this.apply(record, step, how.who);
	}

	/** The same button for three at once: all or none. */
	async pressMany({ a, b, c }: Chance, people: readonly number[]): Promise<void> {
		const some = [...new Set([a, a + 1, a + 2].map((n) => one(this.records, n)))];
		const how = { step: one(["approve", "decline", "rejoin"] as const, b), who: one(people, c), isStale: false };
		const says = some.flatMap((record) => this.saysTo(record, how));
		const done = await this.expects(`${how.step} of three`, [...new Set(says)], () =>
			stepMembers(env, db, {
				refs: some.map(({ id, version }) => ({ id, version })),
				move: moveFor(how.step),
				by: by({ id: how.who }),
			}),
		);
		if (done) for (const record of some) this.apply(record, how.step, how.who);
	}

	async look(): Promise<void> {
		for (const record of this.records) {
			const { version, status, left_on, member_no, user_status } = await storedNow(record.id);
			const login = record.userId === null ? null : record.isOpen ? "active" : "disabled";
			expect([record.id, version, status, left_on, member_no !== null, user_status]).toEqual([
				record.id,
				record.version,
				record.status,
				record.leftOn,
				record.numbered,
				login,
			]);
		}
		const [log] = await rows<{ n: number }>(
			"SELECT count(*) AS n FROM audit_log WHERE auditable_type = 'member' AND action <> 'member.create'",
		);
		expect(log?.n).toBe(this.audited);
		const twice = await rows(
			"SELECT member_no FROM members WHERE member_no IS NOT NULL GROUP BY 1 HAVING count(*) > 1",
		);
		expect(twice).toEqual([]);
	}
}

let people: number[];
const roll = new Roll();
beforeAll(async () => {
	people = [];
	for (const role of ["secretary", "secretary", "admin"]) people.push((await person({ roles: [role] })).id);
	const other = await person({ roles: ["member"] });
	// The second of them is a member; two types owe nothing.
	const logins = [people[1] ?? null, other.id, null, null, null, null, null, null];
	for (const [nth, userId] of logins.entries()) {
		const [isExempt, isContact] = [nth % 2 === 1 && nth < 6, nth >= 6];
		const type = isExempt ? "honorary_academic" : "individual";
		const { id, status } = await member({ userId, membership_type: isContact ? CONTACT : type });
		const rest = { isContact, leftOn: null, numbered: false, isOpen: true, endings: new Map<MemberStatus, Ending>() };
		roll.records.push({ id, version: 1, status, isExempt, userId, ...rest });
	}
});

test(`${STEPS} steps leave the roll of paper (seed ${seed})`, { timeout: WALK_MS }, async () => {
	const refused = ["member.wrong_state", "member.stale", "member.undo_second_person", "member.own"];
	const lacks = () =>
		roll.missing(
			BUTTONS.map((step) => `${step}: done`),
			refused,
		);
	for (const [nth, chance] of walk(STEPS, seed, lacks)) {
		if (chance.step % 9 === 0) await roll.pressMany(chance, people);
		else await roll.press(chance, people);
		if ((nth + 1) % (STEPS / LOOKS) === 0) await roll.look();
	}
	await roll.look();
	expect(lacks()).toEqual([]);
});
