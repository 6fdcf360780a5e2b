import assert from "node:assert/strict";
import { storeProfile } from "#domain/people/applications/actions.ts";
import { createMember } from "#domain/people/members/actions.ts";
import { CONSENT_TEXTS } from "#domain/people/profiles/consent-texts.ts";
import type { Profile } from "#domain/people/profiles/form.ts";
import { paths } from "#http/paths.ts";
import { byOperator, byUser } from "#kernel/by.ts";
import { BLANK_MEMBER } from "../../scripts/demo/blank-member.ts";
import type { Store } from "./admin-server.ts";

const { member_no, joined_on, ...BLANK } = BLANK_MEMBER;
const SAID: Profile = {
	...BLANK,
	name: "吳宛蓁",
	gender: "female",
	birth_date: "1992-04-05",
	national_id: null,
	diagnosis_note: null,
	phone: "0944555666",
	email: "newcomer@example.org",
	postal_code: "220",
	city: "新北市",
	district: "板橋區",
	address: "文化路一段 1 號",
	occupation: "教師",
};

/**
 * A user who asks to be linked to one of two records like theirs. Returns the addresses of the routes that have a place
 * for the request, and for the child of the member who signs in (`fillCertificates`).
 */
export async function fillLinks(store: Store, at: number): Promise<Record<string, string[]>> {
	const env = { ...store.env, ...store.secrets };
	const kept = { ...SAID, member_no, joined_on, occupation: "護理師", email: null };
	for (const birth_date of ["1992-04-05", "1994-04-05"])
		await createMember(env, store.db, {
			input: { ...kept, birth_date },
			source: "admin",
			status: "active",
			by: byOperator(at),
		});
	const userId = await idOf(store, "SELECT id FROM users WHERE email = 'newcomer@example.org'");
	const by = { ...byUser(userId, null, at), userId };
	await storeProfile(env, store.db, {
		profile: SAID,
		personal: CONSENT_TEXTS.personal_data.version,
		health: null,
		key: "link",
		by,
	});
	const request = await idOf(store, `SELECT id FROM link_requests WHERE user_id = ${userId}`);
	const child = await idOf(store, "SELECT id FROM members WHERE name = '郭小安'");
	const { links } = paths.admin.members;
	const { dependent } = paths.member;
	return {
		[links.show(":id")]: [links.show(request)],
		[links.decision(":id")]: [links.decision(request)],
		[dependent.show(":id")]: [dependent.show(child)],
		[dependent.edit(":id")]: [dependent.edit(child)],
	};
}

async function idOf({ env }: Store, statement: string): Promise<number> {
	return (await env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
}
