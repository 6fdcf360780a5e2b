/** 團體會員: an organisation by its representatives, each with days and one vote; nothing of a person is accepted of it. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { rollOf } from "#admin/people/members/print-people.ts";
import { open } from "#db/commit.ts";
import { listedMembers } from "#db/people/member-exports.ts";
import { representativesOf, representativesOn } from "#db/people/representatives.ts";
import { representatives as personal } from "#db/people/representatives-personal.ts";
import { readRows } from "#db/read.ts";
import { askedAs, isFor } from "#domain/people/member-fields/rules.ts";
import {
	editOrganisation,
	editRepresentative,
	nameRepresentative,
	removeRepresentative,
} from "#domain/people/representatives/actions.ts";
import { Naming, OrganisationForm, RepresentativeEdit } from "#domain/people/representatives/form.ts";
import { member, storedNow } from "../../support/members.ts";
import { codeOf } from "../../support/refusal.ts";
import { auditOf, by, person, rows } from "../../support/users.ts";

const db = open(env.DB);
const raised = (sql: string) =>
	env.DB.prepare(sql)
		.run()
		.then(() => "nothing", String);
const refused = (verb: Promise<unknown>) => verb.then(() => "nothing", codeOf);
const BLANK = { member_no: "", name: "", phone: "", email: "", until_on: "" };

let secretary: { id: number; version: number };
let count = 0;
beforeAll(async () => {
	secretary = await person({ name: "秘書", roles: ["secretary"] });
});
const organisation = async (seats = 2) => {
	const { id, version } = await member({ name: `公司${++count}`, membership_type: "organisation", status: "active" });
	const form = OrganisationForm.parse({ tax_id: "", seats: String(seats), version: String(version) });
	await editOrganisation(db, id, { input: form, by: by(secretary) });
	return id;
};
const somebody = () => member({ name: `會員${++count}`, member_no: `R${count}`, status: "active" });
const named = (organisationId: number, said: Partial<Record<keyof typeof BLANK | "from_on", string>>) =>
	nameRepresentative(db, {
		organisationId,
		input: Naming.parse({ ...BLANK, from_on: "2026-01-01", ...said }),
		key: crypto.randomUUID(),
		by: by(secretary),
	});
const of = async (id: number) => (await readRows(env.DB, representativesOf(id)))[0];

describe("seats", () => {
	test("no more at a time than there are, whoever writes; one after another as many as one likes", async () => {
		const id = await organisation(2);
		await named(id, { name: "甲", until_on: "2026-06-30" });
		await named(id, { name: "乙" });
		expect(await refused(named(id, { name: "丙", from_on: "2026-06-30" }))).toBe("representative.full");
		expect(await refused(named(id, { name: "丙", from_on: "2025-01-01", until_on: "2026-01-01" }))).toBe(
			"representative.full",
		);
		await named(id, { name: "丙", from_on: "2026-07-01" });
		expect(
			await raised(
				`INSERT INTO member_representatives (organisation_id, name, from_on, created_at, updated_at) VALUES (${id}, '丁', '2030-01-01', 1, 1)`,
			),
		).toContain("representative.full");
		expect(
			await raised(`UPDATE member_representatives SET until_on = NULL, version = version + 1 WHERE name = '甲'`),
		).toContain("representative.full");
		const { version } = await storedNow(id);
		const fewer = OrganisationForm.parse({ tax_id: "", seats: "1", version: String(version) });
		expect(await refused(editOrganisation(db, id, { input: fewer, by: by(secretary) }))).toBe("representative.full");
	});

	test("nobody twice at a time; only organisations have any, and no organisation is one", async () => {
		const [id, other, anna] = [await organisation(5), await organisation(5), await somebody()];
		await named(id, { member_no: anna.member_no ?? "" });
		expect(await refused(named(id, { member_no: anna.member_no ?? "", from_on: "2027-01-01" }))).toBe(
			"representative.twice",
		);
		await named(other, { member_no: anna.member_no ?? "" });
		expect(await refused(named(anna.id, { name: "甲" }))).toBe("member.not_organisation");
		expect(await refused(named(id, { member_no: "X999" }))).toBe("representative.no_person");
		expect(
			await raised(
				`INSERT INTO member_representatives (organisation_id, member_id, from_on, created_at, updated_at) VALUES (${id}, ${other}, '2026-01-01', 1, 1)`,
			),
		).toContain("representative.no_person");
		for (const bad of [
			{},
			{ name: "甲", member_no: "R1" },
			{ member_no: "R1", phone: "0912345678" },
			{ name: "甲", until_on: "2025-01-01" },
		])
			expect(Naming.safeParse({ ...BLANK, from_on: "2026-01-01", ...bad }).success).toBe(false);
	});

	test("days change by the version alone, and a row goes where nothing may be kept", async () => {
		const id = await organisation();
		await named(id, { name: "甲", phone: "0912345678" });
		const [row] = await of(id);
		if (!row) throw new Error("nobody");
		const edit = (version: number) =>
			RepresentativeEdit.parse({
				name: "甲乙",
				phone: "",
				email: "",
				from_on: "2026-02-01",
				until_on: "",
				version: String(version),
			});
		await editRepresentative(db, row, { input: edit(1), by: by(secretary) });
		expect(await refused(editRepresentative(db, row, { input: edit(1), by: by(secretary) }))).toBe(
			"representative.stale",
		);
		expect((await of(id))[0]).toMatchObject({ name: "甲乙", phone: null, from_on: "2026-02-01", version: 2 });
		expect(JSON.stringify(await auditOf("member", id))).not.toMatch(/甲乙|0912345678/);
		await removeRepresentative(db, row, { version: 2, by: by(secretary) });
		expect(await of(id)).toEqual([]);
	});
});

test("an organisation has a right 統一編號 once, and nothing of a person; a person has nothing of an organisation", async () => {
	const [id, other, anna] = [await organisation(), await organisation(), await somebody()];
	const tax = async (of: number, tax_id: string) =>
		editOrganisation(db, of, {
			input: { tax_id, seats: 2, version: (await storedNow(of)).version },
			by: by(secretary),
		});
	await tax(id, "12345675");
	expect(await refused(tax(other, "12345675"))).toBe("organisation.tax_id_taken");
	await tax(other, "04126516");
	for (const bad of ["12345678", "1234567", "1234567a"]) {
		expect(OrganisationForm.safeParse({ tax_id: bad, seats: "1", version: "1" }).success).toBe(false);
		expect(await raised(`UPDATE members SET tax_id = '${bad}' WHERE id = ${other}`)).toContain("CHECK");
	}
	expect(await refused(tax(anna.id, "04126516"))).toBe("member.not_organisation");
	for (const set of [
		"gender = 'male'",
		"birth_date = '1990-01-01'",
		"diagnosis_note = 'x'",
		`guardian_member_id = ${anna.id}`,
	])
		expect(await raised(`UPDATE members SET ${set} WHERE id = ${id}`)).toContain("member.is_organisation");
	expect(
		await raised(`INSERT INTO disability_certificates (member_id, created_at, updated_at) VALUES (${id}, 1, 1)`),
	).toContain("member.is_organisation");
	expect(await raised(`UPDATE members SET type_code = 'sponsor' WHERE id = ${id}`)).toContain(
		"member.not_organisation",
	);
	expect(await raised(`UPDATE members SET merged_into = ${id} WHERE id = ${anna.id}`)).toContain(
		"member.is_organisation",
	);
	expect(await raised("DELETE FROM membership_types WHERE code = 'organisation'")).toContain("membership_type.is_used");
	expect(
		await raised("UPDATE membership_types SET applies = 'person', version = version + 1 WHERE code = 'organisation'"),
	).toContain("membership_type.is_used");
});

test("on the roll each representative has one vote; who is a member too stands once, with two votes", async () => {
	const [id, anna, ben] = [await organisation(3), await somebody(), await somebody()];
	await named(id, { member_no: anna.member_no ?? "" });
	await named(id, { name: "外人" });
	await named(id, { name: "以前的", from_on: "2020-01-01", until_on: "2025-12-31" });
	const roll = async (ids: number[], on = "2026-06-01") => {
		const [members, standing] = await readRows(env.DB, listedMembers({ ids }, 50), representativesOn(on));
		return rollOf(members, standing, { fromAge: 18, on }).map(({ name, kind, votes }) => [name, kind, votes]);
	};
	const company = (await storedNow(id)).name;
	expect(await roll([anna.id, ben.id, id])).toEqual([
		[anna.name, `個人會員、${company}代表`, 2],
		[ben.name, "個人會員", 1],
		["外人", `${company}代表`, 1],
	]);
	// Listed without the member's own record, the representative stands for the organisation alone.
	expect(await roll([id])).toEqual([
		[anna.name, `${company}代表`, 1],
		["外人", `${company}代表`, 1],
	]);
	expect(await roll([anna.id])).toEqual([[anna.name, "個人會員", 1]]);
	expect((await roll([id], "2025-06-01")).map(([name]) => name)).toEqual(["以前的"]);
	await env.DB.prepare("UPDATE members SET status = 'suspended' WHERE id = ?").bind(id).run();
	expect(await roll([anna.id, id])).toEqual([[anna.name, "個人會員", 1]]);
});

test("a copy names whom one represents, an erasure takes it, and a merge moves it", async () => {
	const [id, anna] = [await organisation(), await somebody()];
	await named(id, { member_no: anna.member_no ?? "" });
	const copy = (own: number) =>
		rows<{ organisation: string; name: string }>(
			`WITH own (id) AS (SELECT ${own}) ${personal.copy?.representatives?.rows ?? ""}`,
		);
	expect((await copy(anna.id)).map(({ organisation }) => organisation)).toEqual([(await storedNow(id)).name]);
	expect((await copy(id)).map(({ name }) => name)).toEqual([anna.name]);
});

describe("among the people", () => {
	test("it is nobody's guardian, the first or the second, and no guardian becomes one; own fields of patients are not asked of it", async () => {
		const id = await organisation();
		const [anna, ben, child] = [await somebody(), await somebody(), await somebody()];
		const guards = (column: string, guardian: number, first = "guardian_member_id") =>
			raised(`UPDATE members SET guardian_member_id = ${first}, ${column} = ${guardian} WHERE id = ${child.id}`);
		expect(await guards("second_guardian_id", id, String(anna.id))).toContain("member.guardian_refused");
		expect(await raised(`UPDATE members SET guardian_member_id = ${id} WHERE id = ${child.id}`)).toContain(
			"member.guardian_refused",
		);
		expect(
			await raised(`INSERT INTO members (name, guardian_member_id, created_at, updated_at) VALUES ('子', ${id}, 1, 1)`),
		).toContain("member.guardian_refused");
		expect(await guards("second_guardian_id", ben.id, String(anna.id))).toBe("nothing");
		for (const guardian of [anna, ben])
			expect(await raised(`UPDATE members SET type_code = 'organisation' WHERE id = ${guardian.id}`)).toContain(
				"member.is_organisation",
			);
		expect(askedAs(await storedNow(id))).toBe("organisation");
		expect(isFor({ for_whom: "patient" }, askedAs(await storedNow(id)))).toBe(false);
		expect(isFor({ for_whom: "all" }, askedAs(await storedNow(id)))).toBe(true);
	});

	test("whose it is, or whose family's, changes nothing of it", async () => {
		const id = await organisation();
		const actor = by(secretary);
		await named(id, { name: "甲" });
		const [one] = await of(id);
		const { version } = await storedNow(id);
		expect(await raised(`UPDATE members SET user_id = ${secretary.id} WHERE id = ${id}`)).toBe("nothing");
		expect(await refused(named(id, { name: "乙" }))).toBe("member.own");
		const form = OrganisationForm.parse({ tax_id: "", seats: "5", version: String(version) });
		expect(await refused(editOrganisation(db, id, { input: form, by: actor }))).toBe("member.own");
		const ref = { id: one?.id ?? 0, organisation_id: id };
		const { member_no: _, ...blank } = BLANK;
		const edit = RepresentativeEdit.parse({ ...blank, name: "丙", from_on: "2026-01-01", version: "1" });
		expect(await refused(editRepresentative(db, ref, { input: edit, by: actor }))).toBe("member.own");
		expect(await refused(removeRepresentative(db, ref, { version: 1, by: actor }))).toBe("member.own");
		expect((await of(id)).map(({ name }) => name)).toEqual(["甲"]);
	});
});
