/** The members of the demo association: families, every status and type. Written for this project; none is real. */
import { commit, type Db } from "#db/commit.ts";
import { storedMember } from "#db/people/member-reads.ts";
import { openGuardianship } from "#db/people/sealed-writes.ts";
import { readRows, select } from "#db/read.ts";
import { createMember, stepMember, updateMember } from "#domain/people/members/actions.ts";
import type { MemberInput } from "#domain/people/members/fields.ts";
import type { Move } from "#domain/people/members/steps.ts";
import { type By, byOperator } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { APPLICANTS } from "./applicants.ts";
import { BLANK_MEMBER } from "./blank-member.ts";
import { contact, type DemoMember, place } from "./member.ts";
import { MEMBERS } from "./member-list.ts";

type Keys = { SEALING_KEY: string };

/** The data of the two demo members who can sign in, by member number; their records exist already. */
const SIGNED_IN: Record<string, Partial<MemberInput>> = {
	M0001: {
		name_en: "Kuo Tzu-ching",
		gender: "female",
		birth_date: "1988-06-21",
		national_id: "A200000012",
		diagnosis_note: "類風濕性關節炎，107 年確診；上下樓梯需要扶手，活動請安排電梯。",
		health_consent: true,
		phone: "0912345678",
		email: "member@example.org",
		line_id: "tzuching.kuo",
		...place("106", "臺北市", "大安區", "漣漪街 21 巷 6 號 4 樓"),
		occupation: "平面設計",
		...contact("郭建宏", "父親", "0910000101"),
		joined_on: "2019-03-16",
	},
	M0002: {
		identity_type: "parent",
		gender: "male",
		birth_date: "1981-11-02",
		national_id: "F100000024",
		phone: "0922333444",
		phone_home: "02-29000102",
		...place("220", "新北市", "板橋區", "青石路 88 號 9 樓"),
		occupation: "公車駕駛",
		...contact("簡麗芳", "配偶", "0922333445"),
		joined_on: "2021-05-08",
	},
};

const DAY_MS = 86_400_000;

/**
 * Makes the demo members who do not exist yet, and fills in the two who sign in unless a user has edited them; returns
 * how many were made. Changes no other record. `at` is UTC milliseconds; `seedDemo` must run before.
 */
export async function seedDemoMembers(env: Keys, db: Db, at: number): Promise<number> {
	for (const [number, input] of Object.entries(SIGNED_IN)) await fillIn(env, db, { number, input, by: byOperator(at) });
	const made: Made[] = [];
	for (const member of [...MEMBERS, ...APPLICANTS].map((one) => dated(one, at))) {
		const by = byOperator(at - member.days * DAY_MS);
		const { name, birth_date, ofAgeIn } = member;
		const sameOne = ofAgeIn === undefined ? { name, birth_date } : { name };
		if ((await idOf(db, sameOne)) === undefined) made.push({ member, id: await make(env, db, { member, by }) });
	}
	// A deceased member cannot become a guardian, so the steps are taken after all families are made.
	for (const one of made) await takeSteps(env, db, { ...one, at });
	return made.length;
}

type Made = { member: DemoMember; id: number };

/** Returns the member with the birthday that makes them 18 in `ofAgeIn` days. */
function dated(member: DemoMember, at: number): DemoMember {
	if (member.ofAgeIn === undefined) return member;
	const [year = "", ...rest] = dateInTaipei(at + member.ofAgeIn * DAY_MS).split("-");
	// 18 years before a 29th of February the day may not exist, so the 28th is used.
	const birth_date = [Number(year) - 18, ...rest].join("-").replace("-02-29", "-02-28");
	return { ...member, birth_date };
}

async function fillIn(env: Keys, db: Db, of: { number: string; input: Partial<MemberInput>; by: By }): Promise<void> {
	const [[seen]] = await readRows(
		db.$client,
		select<{ id: number; version: number }>(
			"SELECT id, version FROM members WHERE member_no = ? AND version = 1",
			of.number,
		),
	);
	if (seen) await updateMember(env, db, { ref: seen, input: of.input, by: of.by });
}

async function make(env: Keys, db: Db, { member, by }: { member: DemoMember; by: By }): Promise<number> {
	const { status = "active", guardian, source = "admin", days: _1, moves: _2, ofAgeIn: _3, ...said } = member;
	const guardianId = guardian === undefined ? null : ((await idOf(db, { name: guardian })) ?? null);
	const id = await createMember(env, db, { input: { ...BLANK_MEMBER, ...said }, source, status, by, guardianId });
	// In the demo, two staff users have checked every family.
	if (guardianId !== null)
		await commit(db, [openGuardianship({ memberId: id, guardianId }, { how: "second_person", at: by.at })]);
	return id;
}

async function takeSteps(env: Keys, db: Db, { member, id, at }: Made & { at: number }): Promise<void> {
	for (const move of member.moves ?? []) {
		const [[ref]] = await readRows(db.$client, storedMember(id));
		if (ref) await stepMember(env, db, { ref, move, by: byOperator(dayOf(move, at)) });
	}
}

/** Returns the time of a step: the day that it names, if that is past, otherwise two days ago. */
function dayOf(move: Move, at: number): number {
	const day = move.step === "approve" ? move.resolution_on : "on" in move ? move.on : undefined;
	const named = day === undefined || day > dateInTaipei(at) ? Number.NaN : Date.parse(`${day}T02:00:00Z`);
	return Number.isNaN(named) ? at - 2 * DAY_MS : named;
}

async function idOf(db: Db, { name, birth_date = null }: { name: string; birth_date?: string | null }) {
	const [[row]] = await readRows(
		db.$client,
		select<{ id: number }>(
			"SELECT id FROM members WHERE name = ?1 AND (?2 IS NULL OR birth_date = ?2) ORDER BY id LIMIT 1",
			name,
			birth_date,
		),
	);
	return row?.id;
}
