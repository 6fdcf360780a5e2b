import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { member } from "../../support/members.ts";
import { fieldValue, page } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { announcements, members } = paths.admin;
const CHOSEN = announcements.forChosen();
let secretary: Person;
let ids: number[];

beforeEach(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	const made = await Promise.all(["甲<", "乙", "丙"].map((name) => member({ name, status: "active" })));
	ids = made.map(({ id }) => id);
});

const send = (form: Record<string, string>, as = secretary) => ask(CHOSEN, { as, form: { here: "", ...form } });
const groupsNamed = (name: string) => rows<{ id: number }>("SELECT id FROM member_groups WHERE name = ?", name);
const inGroup = (id: number) =>
	rows("SELECT member_id FROM group_memberships WHERE group_id = ? ORDER BY member_id", id).then((all) =>
		all.map(({ member_id }) => Number(member_id)),
	);

describe("an announcement for chosen members", () => {
	test("they become a group, and the audience of the announcement that is begun", async () => {
		const choice = await ask(members.bulk("announcement"), { as: secretary, form: { ids: String(ids[0]) } });
		expect(choice.headers.get("Location")).toBe(`${CHOSEN}?ids=${ids[0]}`);
		const asking = await page(`${CHOSEN}?ids=${ids[1]}.${ids[0]}`, secretary);
		expect([fieldValue(asking, "members"), asking.html.includes("甲&lt;")]).toEqual([`${ids[1]}.${ids[0]}`, true]);
		const name = `說明會 ${ids[0]}`;
		const key = fieldValue(asking, "_key") ?? "";
		const form = { members: `${ids[0]}.${ids[1]}`, name, _key: key };
		const first = await Promise.all([send(form), send(form)]);
		const [group, another] = await groupsNamed(name);
		const to = `${announcements.create()}?audience=group:${group?.id}`;
		expect([another, first.some((answer) => answer.headers.get("Location") === to)]).toEqual([undefined, true]);
		expect((await send(form)).headers.get("Location")).toBe(to);
		expect(await inGroup(group?.id ?? 0)).toEqual([ids[0], ids[1]]);
		expect(fieldValue(await page(to, secretary), "audience")).toBe(`group:${group?.id}`);
	});
	test("a name that is taken, no name, nobody and too many are told; nothing is written", async () => {
		await env.DB.prepare("INSERT INTO member_groups (name, description, created_at, updated_at) VALUES (?, '', 1, 1)")
			.bind(`有了 ${ids[0]}`)
			.run();
		const before = await rows("SELECT count(*) AS n FROM member_groups");
		const taken = await send({ members: String(ids[0]), name: `有了 ${ids[0]}`, _key: crypto.randomUUID() });
		expect([taken.status, (await taken.text()).includes(`name="members" value="${ids[0]}"`)]).toEqual([422, true]);
		expect((await send({ members: String(ids[0]), name: " ", _key: crypto.randomUUID() })).status).toBe(422);
		expect((await send({ members: "", name: "誰", _key: crypto.randomUUID() })).status).toBe(422);
		expect((await page(`${CHOSEN}?ids=999999`, secretary)).html).toContain("沒有選到會員");
		expect(await rows("SELECT count(*) AS n FROM member_groups")).toEqual(before);
	});
	test("needs both rights; an audience that one may not write for is not taken from the address", async () => {
		for (const permissions of [["announcements.manage"], ["members.view", "members.manage"]] as const) {
			const as = await signIn({ permissions: [...permissions] });
			expect((await send({ members: String(ids[0]), name: "誰" }, as)).status).toBe(403);
			expect((await ask(`${CHOSEN}?ids=${ids[0]}`, { as })).status).toBe(403);
		}
		const editor = await signIn({ permissions: ["announcements.publish"] });
		const fresh = await page(`${announcements.create()}?audience=members`, editor);
		expect(fieldValue(fresh, "audience")).toBe("public");
		expect((await ask(`${announcements.create()}?audience=nobody`, { as: secretary })).status).toBe(400);
	});
});
