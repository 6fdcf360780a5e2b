/** 會員類別 in the admin: made, offered everywhere, named everywhere, changed with what it does to dues shown first, retired, deleted. */
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { duesOf, memberOf } from "../../support/dues.ts";
import { cells, fieldValue, page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { applicationForm } from "../../support/profiles.ts";
import { rows } from "../../support/users.ts";

const { membershipTypes, members, dues, announcements } = paths.admin;
let secretary: Person;
let accountant: Person;
beforeAll(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	accountant = await signIn({ name: "會計", roles: ["accountant"] });
});
const words = ({ html }: { html: string }): string => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const listed = async () => cells(await page(membershipTypes.list(), secretary)).map((row) => row.slice(0, 6).join("|"));
const FORM = { name: "家庭會員", description: "全家一起。", term: "year", applies: "person", has_vote: "1" };
const NUMBERS = { vote_age: "20", position: "15" };
const typeNow = async (name: string) => {
	const [type] = await rows<{ id: number; code: string; version: number; term: string }>(
		"SELECT id, code, version, term FROM membership_types WHERE name = ?",
		name,
	);
	if (!type) throw new Error(`there is no type ${name}`);
	return type;
};

test("a new type stands in every list, is offered for people, and has its name wherever a member is named", async () => {
	expect((await listed())[0]).toBe("個人會員病友或家長。|每年（曆年）|有|個人可以線上申請|0|使用中");
	expect((await ask(membershipTypes.list(), { as: accountant })).status).toBe(403);
	const fresh = await page(membershipTypes.create(), secretary);
	const wrong = await shown(
		await ask(membershipTypes.create(), { as: secretary, form: { ...FORM, ...NUMBERS, name: "學生會員" } }),
	);
	expect([wrong.status, words(wrong).includes("已有同名的會員類別")]).toEqual([422, true]);
	const form = { ...FORM, ...NUMBERS, _key: fieldValue(fresh, "_key") ?? "" };
	for (const _ of ["once", "again"]) {
		const made = await ask(membershipTypes.create(), { as: secretary, form });
		expect([made.status, made.headers.get("Location")]).toEqual([303, membershipTypes.list()]);
	}
	expect((await listed()).filter((row) => row.startsWith("家庭會員"))).toEqual([
		"家庭會員全家一起。|每年（曆年）|有，滿 20 歲|個人可以線上申請|0|使用中",
	]);
	const { code } = await typeNow("家庭會員");
	const form_ = await page(members.create(), secretary);
	expect(form_.html).toMatch(new RegExp(`<option value="${code}"[^>]*>家庭會員`));
	expect(form_.html).not.toContain("一般會員");
	const id = await memberOf({ name: "王家", membership_type: "sponsor" });
	const { version } = (await rows<{ version: number }>("SELECT version FROM members WHERE id = ?", id))[0] ?? {};
	const bulk = await ask(members.bulkChange("membership-type"), {
		as: secretary,
		form: { refs: `${id}:${version}`, left: "0", here: "", membership_type: code },
	});
	expect(bulk.status).toBe(303);
	for (const path of [
		members.show(id),
		members.history(id),
		`${members.list()}?type=${code}`,
		`${members.print("roster")}?ids=${id}&columns=type`,
	])
		expect([path, words(await page(path, secretary)).includes("家庭會員")]).toEqual([path, true]);
	expect(words(await page(`${members.list()}?type=${code}`, secretary))).toContain("符合條件的有 1 位");
	expect(words(await page(`${members.exports()}?type=${code}`, secretary))).toContain("家庭會員：1 位");
	expect(words(await page(`${members.statistics()}?rows=type`, secretary))).toContain("家庭會員");
	const text = { title: "說明會", body: "內容", audience: "members", publish: "now", version: "0" };
	const made = await ask(announcements.create(), { as: secretary, form: { ...text, _key: crypto.randomUUID() } });
	const [, announcement = ""] = /announcements\/(\d+)/.exec(made.headers.get("Location") ?? "") ?? [];
	expect((await page(announcements.step(Number(announcement), "audience"), secretary)).html).toContain(
		`value="type:${code}"`,
	);
	expect(words(await page(dues.fees(), secretary))).toContain("家庭會員");
	expect((await page(dues.list(), secretary)).html).toContain(`<option value="${code}"`);
});

test("an applicant chooses among the types that are open, with their words, and no other", async () => {
	const applicant = await signIn({ name: "吳宛蓁" });
	const form = await page(paths.member.profile.create(), applicant);
	for (const said of ["個人會員", "家庭會員", "全家一起。"]) expect(words(form)).toContain(said);
	for (const other of ["一般會員", "永久會員"]) expect(words(form)).not.toContain(other);
	const send = (membership_type: string) =>
		ask(paths.member.profile.store(), {
			as: applicant,
			form: applicationForm({ name: "吳宛蓁", phone: "0933000900", membership_type }),
		});
	expect([(await send("lifetime")).status, (await send("gold")).status]).toEqual([422, 422]);
	const { code } = await typeNow("家庭會員");
	expect((await send(code)).status).toBe(303);
	expect(words(await page(paths.member.home(), applicant))).toContain("家庭會員");
});

test("a new term is stored after what it does to open dues was shown, and who is a member then never lapses", async () => {
	const { id, code, version } = await typeNow("家庭會員");
	const member = await memberOf({ name: "李家", type_code: code });
	await duesOf(member);
	const send = (more: Record<string, string>) =>
		ask(membershipTypes.edit(id), {
			as: secretary,
			form: { ...FORM, ...NUMBERS, is_active: "1", version: String(version), ...more },
		});
	const asked = await shown(await send({ term: "life" }));
	expect([asked.status, (await typeNow("家庭會員")).term]).toEqual([200, "year"]);
	expect(words(asked)).toContain("還沒有繳清的會費有 1 筆，共 1,000 元");
	// What was seen of another change does not count.
	expect((await send({ term: "none", seen: fieldValue(asked, "seen") ?? "" })).status).toBe(200);
	expect((await send({ term: "life", seen: fieldValue(asked, "seen") ?? "" })).status).toBe(303);
	expect(await rows("SELECT membership_type, valid_year FROM members WHERE id = ?", member)).toEqual([
		{ membership_type: "lifetime", valid_year: 9999 },
	]);
	expect(words(await page(members.show(member), secretary))).toContain("無期限");
	expect((await send({ term: "life" })).status).toBe(409);
});

test("a type that is used is not deleted, and is retired; an unused one is deleted", async () => {
	const used = await typeNow("家庭會員");
	const removed = await shown(
		await ask(membershipTypes.removal(used.id), { as: secretary, form: { version: String(used.version) } }),
	);
	expect([removed.status, words(removed).includes("不能刪除")]).toEqual([422, true]);
	const { id, version } = await typeNow("學生會員");
	expect((await ask(membershipTypes.removal(id), { as: secretary, form: { version: String(version) } })).status).toBe(
		422,
	);
	await ask(membershipTypes.create(), {
		as: secretary,
		form: { ...FORM, ...NUMBERS, name: "多的", _key: crypto.randomUUID() },
	});
	const more = await typeNow("多的");
	const gone = await ask(membershipTypes.removal(more.id), { as: secretary, form: { version: String(more.version) } });
	expect([gone.status, (await listed()).join().includes("多的")]).toEqual([303, false]);
});
