/** 團體會員 in the admin: added without the fields of a person, its seats and representatives, the roll, and one receipt in its name. */
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { duesOf, memberOf, paid } from "../../support/dues.ts";
import { fieldValue, page, shown } from "../../support/pages.ts";
import { ask, openSession, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { members, organisations } = paths.admin;
let secretary: Person;
beforeAll(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
});
const words = ({ html }: { html: string }): string => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const send = (path: string, form: Record<string, string>) => ask(path, { as: secretary, form });

test("from its own form to its representatives and the roll", async () => {
	expect(words(await page(organisations.list(), secretary))).toContain("還沒有團體會員");
	const form = await page(`${members.create()}?kind=organisation`, secretary);
	for (const none of ["生日", "身分證字號", "病況", "性別"]) expect(words(form)).not.toContain(none);
	expect(form.html).toMatch(/<option value="organisation"[^>]*>團體會員/);
	// The search and the theme are forms of their own on the page.
	const {
		q: _q,
		back: _back,
		...fields
	} = Object.fromEntries<string>(
		form.elements
			.filter(({ name, attributes }) => ["input", "textarea", "select"].includes(name) && attributes.name)
			.map(({ attributes }) => [attributes.name ?? "", fieldValue(form, attributes.name ?? "") ?? ""]),
	);
	const wrong = await shown(await send(members.create(), { ...fields, name: "", membership_type: "organisation" }));
	expect([wrong.status, words(wrong).includes("新增團體會員"), words(wrong).includes("病況")]).toEqual([
		422,
		true,
		false,
	]);
	const said = { ...fields, name: "友好股份有限公司", membership_type: "organisation", identity_type: "patient" };
	const refused = await shown(await send(members.create(), { ...said, gender: "male", _key: crypto.randomUUID() }));
	expect([refused.status, words(refused).includes("團體會員沒有性別")]).toEqual([422, true]);
	const made = await send(members.create(), said);
	expect(made.status).toBe(303);
	const [{ id = 0 } = {}] = await rows<{ id: number }>("SELECT id FROM members WHERE name = '友好股份有限公司'");
	const record = await page(members.show(id), secretary);
	for (const one of ["團體會員", "統一編號", "未填"]) expect(words(record)).toContain(one);
	const titles = record.elements.filter(({ name }) => name === "h2").map(({ text }) => text);
	expect(titles).toContain("團體");
	for (const none of ["健康資料", "身心障礙證明", "基本資料"]) expect(titles).not.toContain(none);

	const { version } = (await rows<{ version: number }>("SELECT version FROM members WHERE id = ?", id))[0] ?? {};
	const bad = await shown(
		await send(organisations.edit(id), { tax_id: "12345678", seats: "0", version: String(version) }),
	);
	for (const one of ["統一編號不正確", "請填寫 1 到 99"]) expect(words(bad)).toContain(one);
	expect(
		(await send(organisations.edit(id), { tax_id: "04126516", seats: "1", version: String(version) })).status,
	).toBe(303);
	const blank = { member_no: "", name: "", phone: "", email: "", until_on: "", from_on: "115/1/1" };
	expect((await send(organisations.naming(id), { ...blank, name: "王代表", _key: crypto.randomUUID() })).status).toBe(
		303,
	);
	const full = await shown(
		await send(organisations.naming(id), { ...blank, name: "李代表", _key: crypto.randomUUID() }),
	);
	expect([full.status, words(full).includes("到代表人數的上限")]).toEqual([422, true]);
	expect(words(await page(members.show(id), secretary))).toContain("王代表");
	expect(words(await page(organisations.list(), secretary))).toMatch(/友好股份有限公司.*04126516.*1 \/ 1 位/);
	await rows("UPDATE members SET status = 'active' WHERE id = ?", id);
	const roll = words(await page(`${members.print("sign-in")}?ids=${id}&on=2026-06-01`, secretary));
	expect(roll).toContain("應到 1 位");
	expect(roll).toContain("友好股份有限公司代表");
	const [row] = await rows<{ id: number }>("SELECT id FROM member_representatives");
	const removed = await send(organisations.representativeRemoval(row?.id ?? 0), { version: "1" });
	expect([removed.status, await rows("SELECT id FROM member_representatives")]).toEqual([303, []]);
	for (const path of [`${members.list()}?type=organisation`, `${members.statistics()}?rows=identity`])
		expect(words(await page(path, secretary))).toMatch(/團體/);
	expect(words(await page(`${members.list()}?identity=patient`, secretary))).not.toContain("友好股份有限公司");
});

test("an organisation owes the fee of its type and gets one receipt in its name, with 統一編號", async () => {
	const id = await memberOf({ name: "會員", type_code: "organisation", tax_id: "12345675", seats: 3 });
	const item = await duesOf(id);
	await paid({ memberId: id, itemId: item, amount: 1000 });
	expect(await rows("SELECT payer_title, payer_id_mask, amount FROM receipts WHERE member_id = ?", id)).toEqual([
		{ payer_title: "會員", payer_id_mask: "12345675", amount: 1000 },
	]);
});

test("their file leaves with an audit row, of more than fifty after a proof of who asks", async () => {
	await memberOf({ name: "友好", type_code: "organisation" });
	const [{ many } = { many: 0 }] = await rows<{ many: number }>(
		"SELECT count(*) AS many FROM members WHERE type_code = 'organisation' AND merged_into IS NULL",
	);
	const stale = { ...secretary, ...(await openSession(secretary.userId, Date.now(), Date.now() - 31 * 60_000)) };
	const take = (as: Person) => ask(organisations.export("csv"), { as });
	const few = await take(stale);
	expect([few.status, (await few.text()).trimEnd().split("\r\n").length]).toEqual([200, many + 1]);
	const [noted] = await rows<{ changes: string }>(
		"SELECT changes FROM audit_log WHERE action = 'organisation.export' ORDER BY id DESC",
	);
	expect(JSON.parse(noted?.changes ?? "{}")).toMatchObject({ format: "csv", rows: many });
	for (let more = 0; more < 51; more++) await memberOf({ name: `團體${more}`, type_code: "organisation" });
	const asked = await take(stale);
	expect([asked.status, asked.headers.get("Location")]).toEqual([
		303,
		paths.account.confirm(organisations.export("csv")),
	]);
	expect((await take(secretary)).status).toBe(200);
});
