/** Who has the name or the phone of a new record already: told while it is typed, when it is refused, and once it is stored. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { MEMBER_FIELDS } from "#domain/people/members/fields.ts";
import { paths } from "#http/paths.ts";
import { member } from "../../support/members.ts";
import { page } from "../../support/pages.ts";
import { flashIn } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { members } = paths.admin;
let secretary: Person;
/** Who may make records and see none. */
let blind: Person;
let there: { id: number };
beforeAll(async () => {
	secretary = await signIn({ roles: ["secretary"] });
	blind = await signIn({ permissions: ["members.manage"] });
	there = await member({ name: "簡佳穎", phone: "0955123456", status: "active" });
	await member({ name: "簡佳穎二", phone: "0955999999" });
	const merged = await member({ name: "簡佳穎", phone: "0955123456" });
	await env.DB.prepare("UPDATE members SET merged_into = ? WHERE id = ?").bind(there.id, merged.id).run();
});

type Found = { name: { label: string; href: string }[]; phone: { label: string; href: string }[] };
async function found(typed: Record<string, string>, as = secretary): Promise<Found> {
	const answer = await ask(`${members.create()}?${new URLSearchParams(typed)}`, {
		as,
		headers: { Accept: "application/json" },
	});
	expect(answer.status).toBe(200);
	return ((await answer.json()) as { data: Found }).data;
}
const hrefs = ({ name, phone }: Found) => [name.map(({ href }) => href), phone.map(({ href }) => href)];

describe("while a new record is typed", () => {
	test("who has the name, and who has the phone in whatever spelling, are told with their records", async () => {
		const own = members.show(there.id);
		expect(hrefs(await found({ name: " 簡佳穎 " }))).toEqual([[own], []]);
		expect(hrefs(await found({ phone: "０９５５-123-456" }))).toEqual([[], [own]]);
		expect(hrefs(await found({ name: "簡佳穎", phone: "+886955123456" }))).toEqual([[own], [own]]);
		expect((await found({ name: "簡佳穎" })).name[0]?.label).toMatch(/簡佳穎（有效）$/);
	});

	test("a part of a name, nothing at all, and the guardian of the child are nobody's double", async () => {
		expect(hrefs(await found({ name: "簡佳" }))).toEqual([[], []]);
		expect(hrefs(await found({}))).toEqual([[], []]);
		expect(hrefs(await found({ name: "", phone: "" }))).toEqual([[], []]);
		expect(hrefs(await found({ phone: "0955123456", guardian: String(there.id) }))).toEqual([[], []]);
	});

	test("who may not see records is told of none, and whoever may not make them has no such page", async () => {
		expect(hrefs(await found({ name: "簡佳穎", phone: "0955123456" }, blind))).toEqual([[], []]);
		const asks = async (as: Person) => (await page(members.create(), as)).html.includes('<x-island name="picks"');
		expect([await asks(secretary), await asks(blind)]).toEqual([true, false]);
		const viewer = await signIn({ permissions: ["members.view"] });
		expect((await ask(`${members.create()}?name=簡佳穎`, { as: viewer })).status).toBe(403);
	});
});

describe("by the server", () => {
	const FORM = {
		...Object.fromEntries(Object.keys(MEMBER_FIELDS).map((name) => [name, ""])),
		identity_type: "patient",
		membership_type: "individual",
		guardian: "",
		name: "簡佳穎",
		phone: "0955123456",
	};
	const send = (form: Record<string, string>, as = secretary) => ask(members.create(), { as, form });

	test("a refused form names them, for who may see them", async () => {
		const wrong = { ...FORM, birth_date: "明天" };
		const [seen, hidden] = [await send(wrong), await send(wrong, blind)];
		expect([seen.status, hidden.status]).toEqual([422, 422]);
		expect(await seen.text()).toMatch(new RegExp(`可能已經有這個人.*?href="${members.show(there.id)}"`, "s"));
		expect(await hidden.text()).not.toContain("可能已經有這個人");
	});

	test("a stored record says who else there is and where to look; a record of its own says nothing", async () => {
		const made = await send(FORM);
		expect(made.status).toBe(303);
		expect(flashIn(made)).toContain("名冊上另有");
		expect(flashIn(made)).toContain(`"${members.duplicates()}"`);
		expect(flashIn(await send({ ...FORM, name: "獨一無二", phone: "0955000111" }))).not.toContain("名冊上另有");
		expect(flashIn(await send({ ...FORM, _key: "blind" }, blind))).not.toContain("名冊上另有");
	});
});
