/** What lies sealed of a member, and what is health data, on every page of the member area, for everybody who may be near. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { storeProfile } from "#domain/people/applications/actions.ts";
import { approveCertificate } from "#domain/people/certificates/actions.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import { linkLogin } from "#domain/people/members/login-actions.ts";
import { recordRequest } from "#domain/people/privacy/actions.ts";
import { NewProfileForm } from "#domain/people/profiles/form.ts";
import { editUser } from "#domain/system/users/actions.ts";
import { upload } from "../support/certificates.ts";
import { upload as picture } from "../support/files.ts";
import { setGuardian } from "../support/guardians.ts";
import { db, own } from "../support/logins.ts";
import { makeField, specialInput } from "../support/member-field-rows.ts";
import { member, openToGuardian, storedNow } from "../support/members.ts";
import { insertDuesItem } from "../support/money-fixtures.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { applicationForm } from "../support/profiles.ts";
import { routes } from "../support/routes.ts";
import { by, rows } from "../support/users.ts";

const sql = (text: string, ...params: unknown[]) =>
	env.DB.prepare(text)
		.bind(...params)
		.run();
const DAY = 86_400_000;

/** Texts that stand on a page only where it says something of the national id, the certificate, or what it does to the fees. */
const REQUEST = "把病況標記改掉";
/** What an own field of special data holds. */
const OWN = "極祕過敏原";
const SEALED = ["A12****789", "2030年6月30日", "原 1,000 元，減免 50%", "當時身障證明", REQUEST, OWN];

type World = { child: number; ids: number[]; certificate: number; field: number };
const w: World = { child: 0, ids: [], certificate: 0, field: 0 };
let clerk: Person;

const someone = () => signIn({ roles: ["member"] });
/** Somebody with a record of their own, that is open to them. */
async function parent(): Promise<{ person: Person; id: number }> {
	const person = await someone();
	return { person, id: (await member({ name: "家長", status: "active", userId: person.userId })).id };
}
const guard = (guardianId: number | null) =>
	sql("UPDATE members SET guardian_member_id = ? WHERE id = ?", guardianId, w.child);
const open = (userId: number) =>
	sql(
		"UPDATE member_logins SET opened_at = 1, opened_how = 'second_person' WHERE user_id = ? AND until IS NULL",
		userId,
	);

/** Who may be near a child's record, and whether what lies sealed is open to them. */
const PEOPLE: Record<string, [reads: boolean, make: () => Promise<Person>]> = {
	"their own login, which came with the record": [
		true,
		async () => {
			const person = await someone();
			await sql("UPDATE members SET user_id = ? WHERE id = ?", person.userId, w.child);
			await open(person.userId);
			return person;
		},
	],
	"a login that staff linked": [
		false,
		async () => {
			const person = await someone();
			await linkLogin(env, db, { ref: await storedNow(w.child), userId: person.userId, by: own(clerk.userId) });
			return person;
		},
	],
	"their own login behind a code on paper": [
		false,
		async () => {
			const person = await someone();
			await sql("UPDATE members SET user_id = ? WHERE id = ?", person.userId, w.child);
			await open(person.userId);
			await sql("UPDATE users SET sealed_from = ? WHERE id = ?", Date.now() + DAY, person.userId);
			return person;
		},
	],
	"their own login, seven days after one": [
		true,
		async () => {
			const person = await someone();
			await sql("UPDATE members SET user_id = ? WHERE id = ?", person.userId, w.child);
			await open(person.userId);
			await sql("UPDATE users SET sealed_from = ? WHERE id = ?", Date.now() - 1000, person.userId);
			return person;
		},
	],
	"a guardian whom it was opened to": [
		true,
		async () => {
			const { person, id } = await parent();
			await guard(id);
			await openToGuardian(w.child);
			return person;
		},
	],
	"a guardian whom staff set": [
		false,
		async () => {
			const { person, id } = await parent();
			await setGuardian(env, db, { ref: await storedNow(w.child), guardianId: id, by: own(clerk.userId) });
			return person;
		},
	],
	"a guardian behind a new address": [
		false,
		async () => {
			const { person, id } = await parent();
			await guard(id);
			await openToGuardian(w.child);
			const input = { name: "家長", email: `m${person.userId}@example.org`, phone: null };
			await editUser(db, { id: person.userId, version: 1 }, { ...by({ id: clerk.userId }, Date.now()), input });
			return person;
		},
	],
	"a stranger whom staff linked to the guardian's record": [
		false,
		async () => {
			const { person, id } = await parent();
			await guard(id);
			await openToGuardian(w.child);
			await linkLogin(env, db, { ref: await storedNow(id), userId: null, by: own(clerk.userId) });
			const stranger = await someone();
			await linkLogin(env, db, { ref: await storedNow(id), userId: stranger.userId, by: own(clerk.userId) });
			expect(person.userId).not.toBe(stranger.userId);
			return stranger;
		},
	],
	"a guardian who went and came back": [
		false,
		async () => {
			const { person, id } = await parent();
			await guard(id);
			await openToGuardian(w.child);
			await guard(null);
			await guard(id);
			return person;
		},
	],
	"a former guardian": [
		false,
		async () => {
			const { person, id } = await parent();
			await guard(id);
			await openToGuardian(w.child);
			await guard(null);
			return person;
		},
	],
	"staff who made themselves the guardian": [
		false,
		async () => {
			const person = await signIn({ roles: ["secretary", "member"] });
			const { id } = await member({ name: "同仁", status: "active", userId: person.userId });
			await guard(id);
			return person;
		},
	],
	"a stranger": [false, async () => (await parent()).person],
};

beforeAll(async () => {
	clerk = await signIn({ name: "李同仁", roles: ["admin", "secretary", "cashier"] });
	const said = { name: "石品睿", birth_date: "2016-02-03", national_id: "A123456789", health_consent: true };
	w.child = (await member({ ...said, diagnosis_note: "病況標記", status: "active", member_no: "S0001" })).id;
	w.certificate = await upload({ memberId: w.child, userId: clerk.userId, onPaper: true });
	const reviewer = await signIn({ roles: ["cashier"] });
	await approveCertificate(db, {
		ref: { id: w.certificate, version: 1 },
		reviewer: { userId: reviewer.userId, standsFor: [null] },
		until: "2030-06-30",
		by: own(reviewer.userId),
	});
	const dues = { member_id: w.child, kind: "annual", base_amount: 1000, discount_percent: 50, amount: 500 };
	const item = await insertDuesItem({ ...dues, dues_year: 2026, created_at: 1, updated_at: 1 });
	const asked = await recordRequest(db, {
		memberId: w.child,
		kind: "correction",
		content: REQUEST,
		channel: "paper",
		receivedOn: "2026-03-01",
		key: crypto.randomUUID(),
		by: own(clerk.userId),
	});
	const text = await makeField(db, specialInput("過敏", { self: "fills" }));
	w.field = await makeField(db, specialInput("診斷書", { kind: "file", self: "reads" }));
	await updateMember(env, db, {
		ref: await storedNow(w.child),
		input: {},
		own: {
			typed: { [`f${text}`]: OWN, [`f${text}.agree`]: "1" },
			as: "staff",
			seesAll: true,
			files: { bucket: env.FILES, uploads: { [`f${w.field}`]: [picture()] } },
		},
		by: own(clerk.userId),
	});
	w.ids = [...new Set([w.child, w.certificate, item, asked])];
});

const gets = routes.filter(
	({ method, path, gate }) =>
		method === "GET" && path.startsWith("/member") && (gate === "member" || gate === "signed_in"),
);
/** A route with every id that there is in its place, for oneself and as whoever acts. */
const addresses = (path: string): string[] => {
	const filled = path
		.replace(":kind", "health_data")
		.replace(":version", "health_data-2026-1")
		.replace(":field", String(w.field))
		.replace(/:(file|filename)/g, "1");
	const all = filled.includes(":id") ? w.ids.map((id) => filled.replace(":id", String(id))) : [filled];
	return all.flatMap((one) => [one, `${one}?for=${w.child}`]);
};

async function seenBy(person: Person): Promise<Set<string>> {
	const seen = new Set<string>();
	for (const address of gets.flatMap(({ path }) => addresses(path))) {
		const answer = await ask(address, { as: person });
		expect([address, answer.status < 500]).toEqual([address, true]);
		if (address.includes("/file") && answer.status === 200) seen.add("file");
		if (address.includes("/own-files/") && answer.status === 200) seen.add("own file");
		const page = await answer.text();
		for (const words of SEALED) if (page.includes(words)) seen.add(words);
	}
	const copy = await ask(`/member/privacy/copy?for=${w.child}`, { as: person, form: {} });
	if (copy.status === 200 && copy.headers.get("Content-Type") === "application/zip") seen.add("copy");
	await copy.body?.cancel();
	return seen;
}

test.each(Object.keys(PEOPLE))("%s", async (name) => {
	await guard(null);
	await sql("UPDATE members SET user_id = NULL WHERE id = ?", w.child);
	const [reads, make] = PEOPLE[name] ?? [false, someone];
	const person = await make();
	const acts = await rows("SELECT 1 FROM sealed_readers WHERE member_id = ? AND user_id = ?", w.child, person.userId);
	expect(acts.length > 0).toBe(reads);
	const seen = await seenBy(person);
	if (!reads) expect([...seen]).toEqual([]);
	else
		for (const words of [
			"A12****789",
			"2030年6月30日",
			"原 1,000 元，減免 50%",
			REQUEST,
			OWN,
			"file",
			"own file",
			"copy",
		])
			expect(seen).toContain(words);
});

describe("whom it opens to at once", () => {
	test("whoever made the record by their own application; a login that staff link to one waits", async () => {
		const person = await someone();
		const form = Object.fromEntries(
			Object.entries(applicationForm({ name: "自己申請", phone: "0955000111" })).filter(([key]) => key !== "_key"),
		);
		await storeProfile(env, db, { ...NewProfileForm.parse(form), key: crypto.randomUUID(), by: own(person.userId) });
		const readers = () =>
			rows(
				"SELECT l.opened_how FROM sealed_readers s JOIN member_logins l USING (member_id, user_id) WHERE s.user_id = ?",
				person.userId,
			);
		expect(await readers()).toEqual([{ opened_how: "made" }]);
		const [record] = await rows<{ id: number }>("SELECT id FROM members WHERE user_id = ?", person.userId);
		const link = async (userId: number | null) =>
			linkLogin(env, db, { ref: await storedNow(record?.id ?? 0), userId, by: own(clerk.userId) });
		await link(null);
		await link(person.userId);
		expect(await readers()).toEqual([]);
	});

	test("a guardian sees the certificate that they handed in, and nothing else", async () => {
		await sql("UPDATE members SET user_id = NULL WHERE id = ?", w.child);
		const { person, id } = await parent();
		await guard(id);
		const sent = await upload({ memberId: w.child, userId: person.userId });
		w.ids.push(sent);
		const file = await ask(`/member/certificate/${sent}/file`, { as: person });
		expect(file.status).toBe(200);
		await file.body?.cancel();
		const page = await (await ask(`/member/family/${w.child}`, { as: person })).text();
		expect(page).toContain("待協會第二位同仁確認後可以查看");
		expect(page).toContain("等待審核的檔案");
		expect((await ask(`/member/certificate/${w.certificate}/file`, { as: person })).status).toBe(404);
		expect([...(await seenBy(person))]).toEqual(["file"]);
	});

	test("a merge opens nothing that was closed", async () => {
		const { person, id } = await parent();
		const other = await member({ name: "家長", national_id: "B123456780", status: "active" });
		await sql("UPDATE members SET merged_into = ?, national_id_hash = NULL WHERE id = ?", id, other.id);
		expect(await rows("SELECT 1 FROM sealed_readers WHERE user_id = ?", person.userId)).toEqual([]);
		const twin = await parent();
		const empty = await member({ name: "家長", status: "active" });
		await sql("UPDATE members SET merged_into = ? WHERE id = ?", twin.id, empty.id);
		expect((await rows("SELECT 1 FROM sealed_readers WHERE user_id = ?", twin.person.userId)).length).toBe(1);
	});
});
