import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { member } from "../../support/members.ts";
import { cells, fieldValue, page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { segments, members, audit } = paths.admin;
let secretary: Person;
let admin: Person;

const flashOf = (answer: Response): string =>
	decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));
const send = (path: string, form: Record<string, string>) => ask(path, { as: secretary, form });
const listed = async (path: string) => cells(await page(path, secretary)).map((row) => row.join("|"));
const NONE = { status: "", type: "", identity: "", disability: "", dues: "", city: "", group: "" };

beforeAll(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	admin = await signIn({ name: "管理員", roles: ["admin"] });
	await member({ name: "王小明", member_no: "SG001", city: "臺北市", status: "active" });
	await member({ name: "李小華", member_no: "SG002", city: "高雄市", status: "active" });
	await member({ name: "陳怡君", member_no: "SG003", city: "臺北市", identity_type: "parent", status: "active" });
});

test("the conditions of the list are kept under a name, applied in one press, changed and retired", async () => {
	const empty = await page(segments.list(), secretary);
	expect(empty.html).toContain("還沒有條件名單");
	const all = await page(members.list(), secretary);
	expect(all.html).not.toContain("條件名單</summary>");

	const narrowed = await page(`${members.list()}?city=臺北市&identity=patient&q=王`, secretary);
	const [keep = ""] = /\/admin\/segments\/new\?[^"]+/.exec(narrowed.html) ?? [];
	const fresh = await page(keep.replaceAll("&amp;", "&"), secretary);
	expect(fresh.html).toContain("搜尋的字");
	expect(fresh.html).toMatch(/<option value="臺北市" selected/);
	const form = { _key: fieldValue(fresh, "_key") ?? "", description: "", ...NONE };
	const wrong = await shown(await send(segments.create(), { ...form, name: "臺北<病友>" }));
	expect([wrong.status, wrong.html.includes("請至少選一個條件")]).toEqual([422, true]);
	const said = { ...form, name: "臺北<病友>", city: "臺北市", identity: "patient" };
	const [made, again] = [await send(segments.create(), said), await send(segments.create(), said)];
	expect(flashOf(made)).toContain("已新增條件名單「臺北<病友>」");
	expect(again.headers.get("Location")).toBe(made.headers.get("Location"));
	const [{ id } = { id: 0 }] = await rows<{ id: number }>("SELECT id FROM member_segments");
	expect((await listed(segments.list()))[0]).toContain("臺北&lt;病友>|身分：病友、縣市：臺北市|使用中");
	expect((await page(segments.list(), secretary)).html).toContain(`href="${segments.list()}?people=1"`);
	expect((await listed(`${segments.list()}?people=1`))[0]).toContain("身分：病友、縣市：臺北市|1 位|使用中");
	expect(await listed(`${segments.list()}?q=臺北`)).toHaveLength(1);
	expect((await listed(`${segments.list()}?q=南投`)).join()).toContain("找不到符合的條件名單");

	// What the menu leads to is the list by these conditions, in whatever order; its exports and prints ask for the same.
	const menu = await page(members.list(), secretary);
	const [, href = ""] = /href="([^"]+)"[^>]*>臺北&lt;病友></.exec(menu.html) ?? [];
	const applied = await page(href.replaceAll("&amp;", "&"), secretary);
	expect(cells(applied).map((row) => row[0])).toEqual(["SG001"]);
	expect(applied.html).toContain("條件名單：臺北&lt;病友>");
	expect(applied.html).toContain(
		`${members.exports()}?${new URL(href.replaceAll("&amp;", "&"), "http://x").searchParams}`.replaceAll("&", "&amp;"),
	);
	expect((await page(`${members.list()}?city=臺北市&identity=patient`, secretary)).html).toContain(
		"條件名單：臺北&lt;病友>",
	);

	const edit = { name: "臺北", description: "", ...NONE, city: "臺北市", is_active: "1", version: "1" };
	expect((await send(segments.edit(id), edit)).status).toBe(303);
	const stale = await shown(await send(segments.edit(id), { ...edit, city: "高雄市" }));
	expect([stale.status, stale.html.includes("剛剛已被其他人更新") || stale.html.includes("剛才有人")]).toEqual([
		409,
		true,
	]);
	await env.DB.prepare(
		`INSERT INTO announcements (slug, title, body_markdown, body_html, audience, created_at, updated_at) VALUES ('a', '題', '', '', ?, 1, 1)`,
	)
		.bind(`segment:${id}`)
		.run();
	expect((await page(segments.edit(id), secretary)).html).toContain("有 1 則公告是給這份名單的");
	const { is_active: _, ...retired } = edit;
	expect((await send(segments.edit(id), { ...retired, version: "2" })).status).toBe(303);
	expect((await page(members.list(), secretary)).html).not.toContain(">臺北<");
	expect((await listed(segments.list())).join()).toContain("已停用");
	expect((await page(`${audit.list()}?type=segment&id=${id}`, admin)).html).toContain("新增條件名單");
	expect((await page(`/admin/search?q=${encodeURIComponent("臺北")}`, secretary)).html).toContain(segments.edit(id));
});

test("a condition on an own field is kept, told in words, and left out where it is of special data", async () => {
	await env.DB.batch(
		[
			`INSERT INTO member_fields (id, name, kind, seen_by, is_special, purpose, created_at, updated_at)
				VALUES (50, '便當<盒>', 'choice', 'view', 0, '', 1, 1), (51, '病別二', 'year', 'sensitive', 1, '了解', 1, 1)`,
			"INSERT INTO member_field_choices (id, field_id, name, position) VALUES (500, 50, '全素', 0)",
			"INSERT INTO member_field_values (member_id, field_id, value, updated_at) SELECT id, 50, '500', 1 FROM members WHERE member_no = 'SG002'",
		].map((sql) => env.DB.prepare(sql)),
	);
	const fresh = await page(`${segments.create()}?f50=500&f51=2020`, secretary);
	expect(fresh.html).toContain("敏感的自訂欄位");
	expect(fresh.html).toContain('name="f50"');
	expect(fresh.html).toContain('<option value="500" selected');
	expect(fresh.html).not.toContain('name="f51"');
	const form = { _key: fieldValue(fresh, "_key") ?? "", name: "素便當", description: "", ...NONE, f50: "500" };
	expect((await shown(await send(segments.create(), { ...form, f51: "2020" }))).status).toBe(422);
	const made = await send(segments.create(), { ...form, _key: crypto.randomUUID() });
	expect(made.status).toBe(303);
	expect((await listed(`${segments.list()}?q=素便當&people=1`))[0]).toContain("便當&lt;盒>：全素|1 位");
	expect((await listed(`${members.list()}?f50=500`)).map((row) => row.split("|")[0])).toEqual(["SG002"]);
	await env.DB.prepare("UPDATE member_fields SET is_active = 0, version = version + 1 WHERE id = 50").run();
	expect((await listed(`${segments.list()}?q=素便當&people=1`))[0]).toContain("自訂欄位已停用，沒有人符合|0 位");
});

test("who may only look at members sees the segments and cannot make one", async () => {
	const reader = await signIn({ roles: [] });
	expect((await ask(segments.list(), { as: reader })).status).toBe(403);
	expect((await ask(segments.edit(99_999), { as: secretary })).status).toBe(404);
	expect((await ask(`${segments.create()}?city=火星`, { as: secretary })).status).toBeLessThan(500);
});
