/** 新增孩子: a parent hands in the application of a child, staff decide as ever, and nothing of the roster is told. */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { member, storedNow } from "../support/members.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { parentOf } from "../support/two-parents.ts";
import { rows } from "../support/users.ts";

const { member: area, admin } = paths;

/** What the form holds when it is opened, with what is typed. */
async function filled(as: Person, typed: Record<string, string>) {
	const page = await (await ask(area.family.create(), { as })).text();
	const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
	return {
		...{ gender: "", consent_personal: "1", personal_version: hidden("personal_version"), _key: hidden("_key") },
		...typed,
	};
}
const CHILD = { name: "石小宇", birth_date: "2018-05-06" };
const childrenOf = (id: number) =>
	rows<{ id: number; status: string; source: string }>(
		"SELECT id, status, source FROM members WHERE guardian_member_id = ? ORDER BY id",
		id,
	);

test("a member announces a child: an application that staff decide on, with the parent as guardian", async () => {
	const [parent, clerk] = [await parentOf("母親"), await signIn({ roles: ["secretary"] })];
	const form = await filled(parent.as, CHILD);
	const sent = await ask(area.family.create(), { as: parent.as, form });
	const again = await ask(area.family.create(), { as: parent.as, form });
	expect([sent.status, again.status, sent.headers.get("Location")]).toEqual([303, 303, again.headers.get("Location")]);
	const [child = { id: 0 }, ...others] = await childrenOf(parent.id);
	expect([others, child]).toEqual([[], { id: child.id, status: "applied", source: "self" }]);
	expect(sent.headers.get("Location")).toBe(area.dependent.show(child.id));
	expect((await ask(area.dependent.show(child.id), { as: parent.as })).status).toBe(200);
	const open = "SELECT kind FROM consents WHERE member_id = ? AND given = 1";
	expect(await rows(open, child.id)).toEqual([{ kind: "personal_data" }]);
	expect(await rows("SELECT opened_how FROM guardianships WHERE member_id = ?", child.id)).toEqual([
		{ opened_how: "handed_in" },
	]);
	const list = await (await ask(admin.members.applications(), { as: clerk })).text();
	expect([list.includes("石小宇"), list.includes(parent.secrets[0] ?? "none")]).toEqual([true, true]);
	const { version } = await storedNow(child.id);
	const approval = { version: String(version), resolution_no: "第 3 屆第 2 次理事會", resolution_on: "2026-03-01" };
	expect((await ask(admin.members.step(child.id, "approval"), { as: clerk, form: approval })).status).toBe(303);
	expect((await storedNow(child.id)).status).toBe("awaiting_payment");
});

test("of a child whom the roster has the answer is the same, and the parent sees nothing of that record", async () => {
	const parent = await parentOf("父親");
	const { id } = await member({ name: "石小宇", birth_date: "2018-05-06", phone: "0912999888", status: "active" });
	expect((await ask(area.family.create(), { as: parent.as, form: await filled(parent.as, CHILD) })).status).toBe(303);
	expect((await ask(area.dependent.show(id), { as: parent.as })).status).toBe(404);
	const [{ id: made } = { id: 0 }] = await childrenOf(parent.id);
	expect(await (await ask(area.dependent.show(made), { as: parent.as })).text()).not.toContain("0912999888");
	// Staff find the two.
	expect(await rows("SELECT 1 AS one FROM member_likenesses WHERE a_id = ? AND b_id = ?", id, made)).toEqual([
		{ one: 1 },
	]);
});

test.each([
	["without a name", { name: "" }, "請填寫姓名"],
	["without a birthday", { birth_date: "" }, "請填寫孩子的生日"],
	["who is of age", { birth_date: "1990-01-01" }, "請本人自己申請"],
	["who is not born", { birth_date: "2099-01-01" }, "日期不能在今天之後"],
	["without the consent", { consent_personal: "" }, "請閱讀並勾選同意"],
	["with the consent to another text", { personal_version: "1999-01" }, ""],
])("%s: refused, and nothing is made", async (_, typed, words) => {
	const parent = await parentOf("母親");
	const answer = await ask(area.family.create(), {
		as: parent.as,
		form: await filled(parent.as, { ...CHILD, ...typed }),
	});
	expect([answer.status, (await answer.text()).includes(words)]).toEqual([422, true]);
	expect(await childrenOf(parent.id)).toEqual([]);
});

test("nobody announces one who is no member yet, is a child, or whose children wait by the dozen", async () => {
	const applicant = await signIn({ roles: ["member"] });
	const own = await member({ name: "申請人", status: "applied", userId: applicant.userId });
	await env.DB.prepare("UPDATE members SET source = 'self' WHERE id = ?").bind(own.id).run();
	const [parent, ward] = [await parentOf("母親"), await parentOf("青年")];
	await env.DB.prepare("UPDATE members SET guardian_member_id = ? WHERE id = ?").bind(parent.id, ward.id).run();
	const form = await filled(parent.as, CHILD);
	for (const as of [applicant, ward.as]) {
		const sent = { ...form, _key: crypto.randomUUID() };
		expect((await ask(area.family.create(), { as, form: sent })).status).not.toBe(200);
	}
	expect([await childrenOf(own.id), await childrenOf(ward.id)]).toEqual([[], []]);
	for (let nth = 0; nth < 9; nth++)
		await ask(area.family.create(), {
			as: parent.as,
			form: { ...form, name: `孩子${nth}`, _key: crypto.randomUUID() },
		});
	expect((await childrenOf(parent.id)).filter(({ status }) => status === "applied").length).toBe(6);
});
