import assert from "node:assert/strict";
import { storedMember } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { createMember, stepMember } from "#domain/people/members/actions.ts";
import type { MemberStatus, TypeBase } from "#domain/people/members/codes.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import type { Store } from "./admin-server.ts";
import { input } from "./member-input.ts";

const { members, membershipTypes, organisations } = paths.admin;
/** The demo's member and parent. */
const [MEMBER, PARENT] = [1, 2];

/** A record in each of the states whose steps have a page, and a family. Returns the addresses of a record's pages. */
export async function fillMembers({ env, db, secrets }: Store, at: number): Promise<Record<string, string[]>> {
	const keys = { ...env, ...secrets };
	const made = (name: string, status: MemberStatus, membership_type: TypeBase = "individual") =>
		createMember(keys, db, {
			input: input({
				name,
				membership_type,
				phone: "0912000999",
				national_id: status === "applied" ? "A123456789" : null,
				...(status === "suspended" ? { diagnosis_note: "氣喘", health_consent: true } : {}),
			}),
			source: "admin",
			status,
			guardianId: status === "applied" ? PARENT : null,
			by: byOperator(at),
		});
	const applied = await made("小小申請人", "applied");
	const honorary = await made("榮譽會員", "awaiting_payment", "honorary_academic");
	const suspended = await made("停權會員", "suspended");
	const left = await made("離會會員", "active");
	const [[ref = assert.fail("no member")]] = await readRows(db.$client, storedMember(left));
	await stepMember(keys, db, {
		ref,
		move: {
			step: "expel",
			reason: "會員大會決議",
			meeting: "第 3 屆第 1 次會員大會",
			held_on: "2026-03-01",
			present: 30,
			in_favour: 20,
		},
		by: byOperator(at),
	});
	const organisation = await createMember(keys, db, {
		input: input({ name: "友好醫療器材股份有限公司", membership_type: "organisation", phone: null, birth_date: null }),
		source: "admin",
		status: "active",
		by: byOperator(at),
	});
	const contact = await createMember(keys, db, {
		input: input({ name: "孩子的母親", membership_type: CONTACT, phone: "0912000998", birth_date: null }),
		source: "admin",
		by: byOperator(at),
	});
	await env.DB.prepare("UPDATE members SET tax_id = '04126516', seats = 2 WHERE id = ?").bind(organisation).run();
	for (const [member, name] of [
		[PARENT, ""],
		[null, "外部代表"],
	] as const)
		await env.DB.prepare(
			`INSERT INTO member_representatives (organisation_id, member_id, name, from_on, created_at, updated_at)
			VALUES (?, ?, ?, '2026-01-01', 1, 1)`,
		)
			.bind(organisation, member, name)
			.run();
	const steps = {
		approval: applied,
		refusal: applied,
		withdrawal: applied,
		activation: honorary,
		suspension: MEMBER,
		reinstatement: suspended,
		resignation: MEMBER,
		expulsion: MEMBER,
		death: PARENT,
		rejoining: left,
		joining: contact,
		undoing: left,
	};
	return {
		[membershipTypes.edit(":id")]: [1, 7].map(membershipTypes.edit),
		[membershipTypes.removal(":id")]: [membershipTypes.removal(7)],
		[members.create()]: [
			members.create(),
			`${members.create()}?guardian=${PARENT}`,
			`${members.create()}?kind=organisation`,
			`${members.create()}?kind=contact&ward=${MEMBER}`,
		],
		[organisations.edit(":id")]: [organisations.edit(organisation)],
		[organisations.naming(":id")]: [organisations.naming(organisation)],
		[organisations.representative(":id")]: [1, 2].map(organisations.representative),
		[organisations.representativeRemoval(":id")]: [organisations.representativeRemoval(2)],
		[members.show(":id")]: [
			...[MEMBER, PARENT, applied, suspended, left, organisation, contact].map(members.show),
			`${members.show(PARENT)}?show=note`,
			`${members.show(PARENT)}?before=1.0.1`,
		],
		[members.edit(":id")]: [MEMBER, suspended, organisation, contact].map(members.edit),
		[members.sensitive(":id")]: [members.sensitive(applied)],
		[members.history(":id")]: [MEMBER, left].map(members.history),
		[members.merge(":id")]: [
			members.merge(applied),
			`${members.merge(MEMBER)}?q=${encodeURIComponent("石")}`,
			`${members.merge(MEMBER)}?with=${applied}`,
			`${members.merge(applied)}?with=${PARENT}`,
		],
		[members.guardian(":id")]: [
			members.guardian(applied),
			`${members.guardian(MEMBER)}?q=${encodeURIComponent("石")}`,
			members.guardian(PARENT),
		],
		[members.bans(":id")]: [members.bans(applied), `${members.bans(MEMBER)}?q=${encodeURIComponent("石")}`],
		[members.login(":id")]: [members.login(MEMBER), `${members.login(applied)}?q=${encodeURIComponent("吳")}`],
		[members.activationCode(":id")]: [members.activationCode(MEMBER)],
		...Object.fromEntries(
			Object.entries(steps).map(([place, id]) => [members.step(":id", place), [members.step(id, place)]]),
		),
	};
}
