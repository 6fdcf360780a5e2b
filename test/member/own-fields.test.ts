import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { setGuardian } from "../support/guardians.ts";
import { fieldInput, makeField, specialInput } from "../support/member-field-rows.ts";
import { member, openToGuardian, storedNow } from "../support/members.ts";
import { fieldValue, page, shown } from "../support/pages.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { rows } from "../support/users.ts";

const db = open(env.DB);
const { profile, privacy, dependent } = paths.member;
const PURPOSE = "準備合適的餐點";
let fills: number;
let reads: number;
let hidden: number;
let special: number;

const openTo = (userId: number) =>
	env.DB.prepare(
		"UPDATE member_logins SET opened_at = 1, opened_how = 'second_person' WHERE user_id = ? AND until IS NULL",
	)
		.bind(userId)
		.run();
/** Somebody with a record of their own; sealed data are open to them. */
async function somebody(name: string): Promise<{ person: Person; id: number }> {
	const person = await signIn({ name, roles: ["member"] });
	const { id } = await member({ name, status: "active", userId: person.userId });
	await openTo(person.userId);
	return { person, id };
}
const BLANK = {
	...{ phone: "", phone_home: "", email: "", line_id: "", city: "", district: "", address: "", postal_code: "" },
	...{
		emergency_name: "",
		emergency_relation: "",
		emergency_phone: "",
		gender: "",
		name_en: "",
		occupation: "",
		base: "",
	},
};
const save = async (path: string, id: number, more: Record<string, string>, as: Person) =>
	ask(path, { as, form: { ...BLANK, version: String((await storedNow(id)).version), ...more } });
const stored = (id: number) =>
	rows<{ field_id: number; value: string }>("SELECT field_id, value FROM member_field_values WHERE member_id = ?", id);

beforeAll(async () => {
	fills = await makeField(db, fieldInput("想參加的活動", { self: "fills" }));
	reads = await makeField(db, fieldInput("服務窗口", { self: "reads" }));
	hidden = await makeField(db, fieldInput("內部分類", {}));
	special = await makeField(db, specialInput("食物過敏", { self: "fills", purpose: PURPOSE }));
});

describe("a member", () => {
	test("fills in what is asked, sees what is shown, and nothing else", async () => {
		const { person, id } = await somebody("王小明");
		const fresh = await page(profile.edit(), person);
		expect(fresh.html).toContain("想參加的活動");
		expect(fresh.html).toContain("服務窗口");
		expect(fresh.html).not.toContain("內部分類");
		expect((await save(profile.update(), id, { [`f${fills}`]: "登山" }, person)).status).toBe(303);
		expect(fieldValue(await page(profile.edit(), person), `f${fills}`)).toBe("登山");
		for (const field of [reads, hidden]) {
			const refused = await shown(await save(profile.update(), id, { [`f${field}`]: "亂填" }, person));
			expect(refused.html).toContain("這個欄位剛剛已被其他人更新");
		}
		expect(await stored(id)).toEqual([{ field_id: fills, value: "登山" }]);
	});

	test("gives special data with a consent, sees them, and takes both back", async () => {
		const { person, id } = await somebody("李小華");
		const without = await shown(await save(profile.update(), id, { [`f${special}`]: "花生" }, person));
		expect([without.status, without.html.includes("請先取得同意並勾選")]).toEqual([422, true]);
		const given = await save(profile.update(), id, { [`f${special}`]: "花生", [`f${special}.agree`]: "1" }, person);
		expect(given.status).toBe(303);
		expect((await stored(id))[0]?.value).not.toContain("花生");
		expect((await page(profile.edit(), person)).html).toContain("花生");
		const about = await page(privacy.show(), person);
		expect(about.html).toContain(PURPOSE);
		const [consent] = await rows<{ id: number }>(
			"SELECT max(id) AS id FROM member_field_consents WHERE member_id = ?",
			id,
		);
		const path = privacy.purposeEnd(consent?.id ?? 0);
		expect((await page(path, person)).html).toContain("立刻刪除");
		const { version } = await storedNow(id);
		expect((await ask(path, { as: person, form: { version: String(version) } })).status).toBe(303);
		expect(await stored(id)).toEqual([]);
		expect((await page(path, person)).status).toBe(404);
		expect((await page(privacy.show(), person)).html).not.toContain(PURPOSE);
	});

	test("cannot reach somebody else's consent", async () => {
		const [one, other] = [await somebody("甲"), await somebody("乙")];
		await save(profile.update(), one.id, { [`f${special}`]: "牛奶", [`f${special}.agree`]: "1" }, one.person);
		const [consent] = await rows<{ id: number }>(
			"SELECT max(id) AS id FROM member_field_consents WHERE member_id = ?",
			one.id,
		);
		expect((await page(privacy.purposeEnd(consent?.id ?? 0), other.person)).status).toBe(404);
		expect((await page(privacy.purposeEnd(consent?.id ?? 0, one.id), other.person)).status).toBe(404);
	});
});

test("a guardian sees and changes special data only once sealed data are open to them", async () => {
	const guardian = await somebody("家長");
	const child = await member({ name: "孩子", birth_date: "2018-01-01", status: "active" });
	await setGuardian(env, db, { ref: await storedNow(child.id), guardianId: guardian.id, by: byOperator(1) });
	const path = dependent.edit(child.id);
	await env.DB.prepare("UPDATE guardianships SET opened_at = NULL, opened_how = NULL WHERE member_id = ?")
		.bind(child.id)
		.run();
	const closed = await page(path, guardian.person);
	expect(closed.status).toBe(200);
	expect([closed.html.includes("想參加的活動"), closed.html.includes("食物過敏")]).toEqual([true, false]);
	const typed = { [`f${special}`]: "雞蛋", [`f${special}.agree`]: "1" };
	expect((await shown(await save(path, child.id, typed, guardian.person))).html).toContain("剛剛已被其他人更新");
	expect(await stored(child.id)).toEqual([]);
	await openToGuardian(child.id);
	expect((await save(path, child.id, typed, guardian.person)).status).toBe(303);
	expect((await page(path, guardian.person)).html).toContain("雞蛋");
});

describe("two tabs that save the same member's own fields", () => {
	/** What the form of a page sends: its hidden fields and its own fields as they are, with `more`. */
	const opened = async (person: Person, fields: readonly number[]) => {
		const fresh = await page(profile.edit(), person);
		const held = Object.fromEntries(fields.map((field) => [`f${field}`, fieldValue(fresh, `f${field}`) ?? ""]));
		const version = fieldValue(fresh, "version") ?? "";
		return { ...BLANK, ...held, version, base: (fieldValue(fresh, "base") ?? "").replaceAll("&quot;", '"') };
	};
	const sent = (person: Person, form: Record<string, string>) => ask(profile.update(), { as: person, form });
	const valueNow = async (id: number, field: number) =>
		(await stored(id)).find(({ field_id }) => field_id === field)?.value;

	test("the second is told, chooses between two texts, and takes what it did not touch", async () => {
		const other = await makeField(db, fieldInput("專長", { self: "fills" }));
		const { person, id } = await somebody("兩個分頁");
		const [first, second] = [await opened(person, [fills, other]), await opened(person, [fills, other])];
		expect((await sent(person, { ...first, [`f${fills}`]: "登山", [`f${other}`]: "木工" })).status).toBe(303);
		const told = await shown(await sent(person, { ...second, [`f${fills}`]: "烘焙" }));
		expect(told.status).toBe(409);
		expect(told.html).toContain("您編輯時，有人先儲存了");
		expect(told.html).toContain(`name="_take.f${fills}"`);
		expect(fieldValue(told, `f${other}`)).toBe("木工");
		expect([await valueNow(id, fills), await valueNow(id, other)]).toEqual(["登山", "木工"]);
		const again = {
			...{ ...second, [`f${fills}`]: "烘焙", [`f${other}`]: "木工", version: fieldValue(told, "version") ?? "" },
			...{ [`_take.f${fills}`]: "theirs", [`_theirs.f${fills}`]: "登山" },
		};
		expect((await sent(person, again)).status).toBe(303);
		expect([await valueNow(id, fills), await valueNow(id, other)]).toEqual(["登山", "木工"]);
	});

	test("several choices of both are kept together", async () => {
		const choices = ["甲", "乙", "丙"];
		const several = await makeField(db, fieldInput("參加", { kind: "choices", new_choices: choices, self: "fills" }));
		const ids = (
			await rows<{ id: number }>("SELECT id FROM member_field_choices WHERE field_id = ? ORDER BY id", several)
		).map((row) => row.id);
		const tick = (...of: number[]) => Object.fromEntries(of.map((nth) => [`f${several}.${ids[nth]}`, "1"]));
		const { person, id } = await somebody("複選的人");
		const begun = await opened(person, [several]);
		expect((await sent(person, { ...begun, ...tick(0) })).status).toBe(303);
		const [first, second] = [await opened(person, [several]), await opened(person, [several])];
		expect((await sent(person, { ...first, ...tick(0, 1) })).status).toBe(303);
		const told = await shown(await sent(person, { ...second, ...tick(2) }));
		expect(told.html).toContain("兩邊改的是不同的地方");
		const ticked = ids.map((one) =>
			told.elements.some(({ attributes }) => attributes.name === `f${several}.${one}` && "checked" in attributes),
		);
		expect(ticked).toEqual([false, true, true]);
		expect(await valueNow(id, several)).toBe(JSON.stringify(ids.slice(0, 2)));
	});

	test("of special data the second chooses between its own and what is stored, without reading it", async () => {
		const { person, id } = await somebody("過敏的人");
		const [first, second] = [await opened(person, [special]), await opened(person, [special])];
		const agree = { [`f${special}.agree`]: "1" };
		expect((await sent(person, { ...first, ...agree, [`f${special}`]: "花生" })).status).toBe(303);
		const before = await valueNow(id, special);
		const told = await shown(await sent(person, { ...second, ...agree, [`f${special}`]: "牛奶" }));
		expect(told.status).toBe(409);
		expect(told.html).toContain("已加密保存的內容");
		const again = { ...second, ...agree, [`f${special}`]: "牛奶", version: fieldValue(told, "version") ?? "" };
		const theirs = { [`_take.f${special}`]: "theirs", [`_theirs.f${special}`]: "" };
		expect((await sent(person, { ...again, ...theirs })).status).toBe(303);
		expect(await valueNow(id, special)).toBe(before);
	});
});
