import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { dateInTaipei, dayIn } from "#kernel/times.ts";
import { member } from "../../support/members.ts";
import { cells, fieldValue, page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { groups, members, audit } = paths.admin;
const TODAY = dateInTaipei(Date.now());
let secretary: Person;
let admin: Person;
let ids: number[];

const flashOf = (answer: Response): string =>
	decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));
const send = (path: string, form: Record<string, string>) => ask(path, { as: secretary, form });
const listed = async (path: string) => cells(await page(path, secretary)).map((row) => row.join("|"));

beforeAll(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	admin = await signIn({ name: "管理員", roles: ["admin"] });
	const made = [
		await member({ name: "王小明", member_no: "GP001", phone: "0912345678", status: "active" }),
		await member({ name: "李<小>華", member_no: "GP002", email: "li@example.org", status: "active" }),
		await member({ name: "陳怡君", member_no: "GP003", status: "active" }),
	];
	ids = made.map(({ id }) => id);
});

test("without groups the list says what they are for; a group is made, filled, searched, left and taken away as a file", async () => {
	const empty = await page(groups.list(), secretary);
	expect(empty.html).toContain("還沒有群組");
	const fresh = await page(groups.create(), secretary);
	const form = { _key: fieldValue(fresh, "_key") ?? "", name: "北區<團體>", description: "臺北" };
	const made = await send(groups.create(), form);
	const again = await send(groups.create(), form);
	const home = made.headers.get("Location") ?? "";
	expect([made.status, again.headers.get("Location")]).toEqual([303, home]);
	const id = Number(/group=(\d+)/.exec(home)?.[1]);
	const own = await page(home, secretary);
	expect(own.elements.find(({ name }) => name === "h1")?.text).toBe("北區&lt;團體>");
	expect(own.html).toContain("目前沒有人");

	const wrong = await shown(await send(groups.joining(id), { people: "GP001\n誰", from_on: TODAY, until_on: "" }));
	expect(wrong.status).toBe(422);
	expect(wrong.html).toContain("找不到「誰」");
	expect(wrong.html).toContain("GP001\n誰");
	const joined = await send(groups.joining(id), { people: "GP001\nGP002", from_on: "115/1/5", until_on: "" });
	expect([joined.status, joined.headers.get("Location")]).toEqual([303, home]);
	expect(flashOf(joined)).toContain("已加入 2 位。");
	expect(
		flashOf(await send(groups.joining(id), { people: "王小明\n陳怡君", from_on: dayIn(Date.now(), 3), until_on: "" })),
	).toContain("已加入 1 位；1 位已經在群組裡");
	expect((await listed(home)).map((row) => row.split("|").slice(0, 2).join())).toEqual([
		"王小明0912 345 678,GP001",
		"李&lt;小>華li@example.org,GP002",
	]);
	expect(await listed(`${home}&q=GP002`)).toHaveLength(1);
	expect(await listed(`${home}&time=later`)).toHaveLength(1);
	expect((await listed(groups.list()))[0]).toContain("北區&lt;團體>臺北|2 位|使用中");

	const [row] = await rows<{ id: number }>("SELECT id FROM group_memberships WHERE member_id = ?", ids[0] ?? 0);
	const place = groups.membership(row?.id ?? 0);
	const ended = await send(place, { from_on: "2026-01-05", until_on: dayIn(Date.now(), -1), version: "1" });
	expect(ended.headers.get("Location")).toBe(home);
	expect((await listed(`${home}&time=past`)).join()).toContain("王小明");
	expect((await send(place, { from_on: "2026-01-05", until_on: "", version: "1" })).status).toBe(409);
	expect((await send(place, { from_on: "2026-01-05", until_on: "2026-01-04", version: "2" })).status).toBe(422);
	expect((await send(place, { from_on: "2026-01-05", until_on: "", version: "2" })).status).toBe(303);
	const csv = await (await ask(`${groups.peopleFile("csv")}?group=${id}`, { as: secretary })).text();
	expect(csv.split("\r\n").slice(0, 2)).toEqual([
		"群組,會員編號,姓名,狀態,手機,電子郵件,加入,最後一天",
		`北區<團體>,GP001,王小明,有效,0912345678,,2026-01-05,`,
	]);

	const history = await page(members.history(ids[0] ?? 0), secretary);
	expect(history.html).toContain("加入群組");
	expect(history.html).toContain("修改在群組的日期");
	const log = await page(`${audit.list()}?type=member&id=${ids[0]}`, admin);
	expect(log.html).toContain("加入群組");
	expect(log.html).toContain("最後一天");
});

test("a member's page has the groups; the member is taken in there, and a wrong row is removed the same day", async () => {
	const who = ids[2] ?? 0;
	const before = await page(members.show(who), secretary);
	expect(before.html).toContain("還沒開始");
	const chosen = `${groups.joiningChosen()}?ids=${who}`;
	expect(before.html).toContain(chosen.replaceAll("&", "&amp;"));
	const other = await send(groups.create(), { _key: "k2", name: "志工", description: "" });
	const id = /group=(\d+)/.exec(other.headers.get("Location") ?? "")?.[1] ?? "";
	const asking = await page(chosen, secretary);
	expect(asking.html).toContain("陳怡君");
	const bad = await shown(
		await send(groups.joiningChosen(), { members: String(who), here: "", group: "", from_on: TODAY, until_on: "" }),
	);
	expect([bad.status, fieldValue(bad, "members")]).toEqual([422, String(who)]);
	expect(bad.html).toContain("請選擇群組");
	const joined = await send(groups.joiningChosen(), {
		members: String(who),
		here: "",
		group: id,
		from_on: TODAY,
		until_on: "",
	});
	expect(joined.headers.get("Location")).toBe(members.show(who));
	const [row] = await rows<{ id: number }>("SELECT id FROM group_memberships WHERE group_id = ?", Number(id));
	expect((await page(members.show(who), secretary)).html).toContain(groups.membership(row?.id ?? 0));
	expect((await page(groups.membershipRemoval(row?.id ?? 0), secretary)).html).toContain("就像沒有加入過");
	expect((await send(groups.membershipRemoval(row?.id ?? 0), { version: "1" })).status).toBe(303);
	expect((await ask(groups.membership(row?.id ?? 0), { as: secretary })).status).toBe(404);
});

test("a retired group takes nobody in; a form that somebody else changed meanwhile shows both texts", async () => {
	const [row] = await rows<{ id: number; version: number }>(
		"SELECT id, version FROM member_groups WHERE name = '志工'",
	);
	const { id, version } = row ?? { id: 0, version: 0 };
	const edit = (name: string, more: Record<string, string> = {}) =>
		send(groups.edit(id), { name, description: "", version: String(version), ...more });
	expect((await edit("志工隊", { is_active: "1" })).status).toBe(303);
	const stale = await shown(await edit("志工團", { is_active: "1" }));
	expect(stale.status).toBe(409);
	expect(stale.html).toContain("志工隊");
	expect((await send(groups.edit(id), { name: "志工隊", description: "", version: String(version + 1) })).status).toBe(
		303,
	);
	expect((await ask(groups.joining(id), { as: secretary })).headers.get("Location")).toBe(groups.of(id));
	expect(
		(
			await send(groups.joiningChosen(), {
				members: String(ids[0]),
				here: "",
				group: String(id),
				from_on: TODAY,
				until_on: "",
			})
		).status,
	).toBeGreaterThan(399);
	expect((await page(groups.list(), secretary)).html).toContain("已停用");
	const nothing = await page(groups.of(99_999), secretary);
	expect(nothing.html).toContain("目前沒有人");
});

test("the list of members takes a group as a condition, in its export and its papers too; ticked members join", async () => {
	const made = await send(groups.create(), { _key: "k3", name: "志工三隊", description: "" });
	const home = made.headers.get("Location") ?? "";
	const id = /group=(\d+)/.exec(home)?.[1] ?? "";
	await send(groups.joining(Number(id)), { people: "GP001\nGP003", from_on: "2026-01-01", until_on: "" });
	const of = `${members.list()}?group=${id}`;
	const list = await page(of, secretary);
	expect(cells(list).map(([number]) => number)).toEqual(["GP001", "GP003"]);
	expect(list.html).toContain("志工三隊");
	expect(cells(await page(`${of}&q=GP001`, secretary))).toHaveLength(1);
	expect(cells(await page(`${of}&status=active&sort=-name`, secretary))).toHaveLength(2);
	expect(cells(await page(`${of}&status=suspended`, secretary)).join()).toContain("找不到符合的會員");
	expect((await page(home, secretary)).html).toContain(of);

	expect((await page(`${members.exports()}?group=${id}`, secretary)).html).toContain("選定的群組：2 位");
	const csv = await (await ask(`${members.export("csv")}?group=${id}&columns=member_no`, { as: secretary })).text();
	expect(csv.trim().split("\r\n")).toEqual(["會員編號", "GP001", "GP003"]);
	expect((await page(`${members.print("sign-in")}?group=${id}`, secretary)).html).toContain("陳怡君");

	// All members of the list, by its conditions, and ticked ones.
	const pressed = await send(members.bulk("group"), { all: `group=${id}`, here: `group=${id}` });
	const to = pressed.headers.get("Location") ?? "";
	expect(to).toBe(`${groups.joiningChosen()}?group=${id}&here=group%3D${id}`);
	const asking = await page(to, secretary);
	expect(asking.html).toContain("選了 2 位。");
	expect(fieldValue(asking, "members")).toBe(`${ids[0]}.${ids[2]}`);
	const all = [ids[0], ids[1], ids[2]].join(".");
	const joined = await send(groups.joiningChosen(), {
		members: all,
		here: `group=${id}`,
		group: id,
		from_on: TODAY,
		until_on: "",
	});
	const outcome = joined.headers.get("Location") ?? "";
	expect(outcome).toBe(`${members.bulk("outcome")}?of=group&left=${ids[0]}.${ids[2]}&here=group%3D${id}`);
	expect((await page(outcome, secretary)).html).toContain("這段時間已經在群組裡");
	expect(flashOf(joined)).toContain("已加入 1 位；2 位已經在群組裡");
	expect((await listed(of)).length).toBe(3);
	const empty = await page(`${groups.joiningChosen()}?ids=99999`, secretary);
	expect(empty.html).toContain("沒有選到可以加入的會員");
	const ended = { from_on: "2026-01-01", until_on: dayIn(Date.now(), -1), version: "1" };
	const [row] = await rows<{ id: number }>(
		"SELECT id FROM group_memberships WHERE group_id = ? AND member_id = ?",
		Number(id),
		ids[0] ?? 0,
	);
	await send(groups.membership(row?.id ?? 0), ended);
	expect((await listed(of)).length).toBe(2);
});
