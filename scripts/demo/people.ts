/** The people of the demo association (demo/site, "關於我們") and its settings, for `npm start` and tests. */
import { sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { readSettings, saveSettings } from "#domain/system/settings/actions.ts";
import { normalPassword } from "#domain/system/users/password-rules.ts";
import { byOperator } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { hashPassword, type PepperKeys } from "#platform/passwords.ts";

export const DEMO_PASSWORD = "demo-association-2026";

type DemoPerson = { name: string; email?: string; phone?: string; role: string; memberNo?: string };

/** The users of the demo, each with the email or phone to sign in with and the role; all have DEMO_PASSWORD. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
	{ name: "高志凱", email: "admin@example.org", role: "admin" },
	{ name: "林書瑜", email: "secretary@example.org", role: "secretary" },
	{ name: "曾柏翰", email: "editor@example.org", role: "editor" },
	{ name: "葉芷寧", email: "applicant@example.org", role: "applicant" },
	{ name: "許雅雯", email: "cashier@example.org", role: "cashier" },
	{ name: "賴美惠", email: "accountant@example.org", role: "accountant" },
	{ name: "周明遠", email: "chair@example.org", role: "chair" },
	{ name: "劉淑芬", email: "auditor@example.org", role: "auditor" },
	{ name: "郭子晴", email: "member@example.org", phone: "0912345678", role: "member", memberNo: "M0001" },
	{ name: "石國樑", phone: "0922333444", role: "member", memberNo: "M0002" },
	{ name: "吳宛蓁", email: "newcomer@example.org", role: "member" },
];

const ASSOCIATION = {
	name: "社團法人漣漪病友協會",
	short_name: "漣漪病友協會",
	address: "100 臺北市漣漪路 88 號 5 樓",
	phone: "02-2345-0000",
	email: "service@example.org",
	// The usual example of a number with a valid check digit.
	tax_id: "12345675",
	registration_no: "台內團字第 0960012345 號",
};

const STATUTES = {
	authority: "內政部",
	purpose_authority: "衛生福利部",
	court: "臺灣臺北地方法院",
	court_no: "登記簿第 96 冊第 12 頁第 345 號",
	court_date: "2008-05-20",
	gift_stamp: "exempt",
	gift_stamp_words: "本收據免納印花稅（印花稅法第 6 條第 14 款）",
	term_years: 3,
	director_seats: 9,
	supervisor_seats: 3,
	meeting_month: 3,
} as const;

/**
 * Makes the demo people who do not exist yet, and names the association when it has no name; returns how many were
 * made. Changes no existing user. `at` is UTC milliseconds.
 */
export async function seedDemo(db: Db, keys: PepperKeys, at: number): Promise<number> {
	const missing: DemoPerson[] = [];
	for (const person of DEMO_PEOPLE) if (!(await isThere(db, person))) missing.push(person);
	if (missing.length > 0) {
		// One hash for all: each takes a fifth of a second, and the password is public.
		const hash = await hashPassword(keys, normalPassword(DEMO_PASSWORD));
		await commit(
			db,
			missing.flatMap((person) => writesOf(db, person, { hash, at })),
		);
	}
	const { values, version } = await readSettings(db, "association");
	if (version === 0)
		await saveSettings(db, "association", { values: { ...values, ...ASSOCIATION }, version, ...byOperator(at) });
	const statutes = await readSettings(db, "statutes");
	if (statutes.version === 0)
		await saveSettings(db, "statutes", { ...statutes, values: { ...statutes.values, ...STATUTES }, ...byOperator(at) });
	return missing.length;
}

async function isThere(db: Db, person: DemoPerson): Promise<boolean> {
	const { email = null, phone = null } = person;
	return (await db.get(sql`SELECT 1 FROM users WHERE email = ${email} OR phone = ${phone}`)) !== undefined;
}

function writesOf(db: Db, person: DemoPerson, { hash, at }: { hash: string; at: number }): Write[] {
	const { name, email = null, phone = null, role, memberNo } = person;
	const id = sql`(SELECT id FROM users WHERE email IS ${email} AND phone IS ${phone})`;
	return [
		sql`INSERT INTO users (name, email, phone, status, password_hash, password_changed_at, created_at, updated_at)
			VALUES (${name}, ${email}, ${phone}, 'active', ${hash}, ${at}, ${at}, ${at})`,
		sql`INSERT INTO user_roles (user_id, role_id) SELECT ${id}, r.id FROM roles r WHERE r.code = ${role}`,
		...(memberNo === undefined
			? []
			: [
					sql`INSERT INTO members (user_id, member_no, name, status, joined_on, created_at, updated_at)
						SELECT ${id}, ${memberNo}, ${name}, 'active', ${dateInTaipei(at)}, ${at}, ${at}
						WHERE NOT EXISTS (SELECT 1 FROM members WHERE member_no = ${memberNo} OR user_id = ${id})`,
				]),
		...recordAudit(db, {
			...byOperator(at),
			action: "user.create",
			auditableType: "user",
			auditableId: id,
			description: "demo",
		}),
	];
}
