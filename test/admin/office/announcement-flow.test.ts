/** The steps of an announcement as pages: what each keeps, what the numbers say, and what the preview promises. */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { sendMailings } from "#domain/office/announcement-mailings/actions.ts";
import { renderMail } from "#domain/system/mail/render.ts";
import { mailSettings } from "#domain/system/mail/settings.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { draft, rowsOf } from "../../support/announcements.ts";
import { member } from "../../support/members.ts";
import { page } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { announcements, members } = paths.admin;
let secretary: Person;
let writer: Person;
let editor: Person;

beforeAll(async () => {
	[secretary, writer, editor] = await Promise.all([
		signIn({ name: "林書瑜", roles: ["secretary"] }),
		signIn({ permissions: ["announcements.manage"] }),
		signIn({ permissions: ["announcements.publish"] }),
	]);
	const given = { status: "active" as const };
	await member({ ...given, name: "臺北一", member_no: "FL001", city: "臺北市", email: "tp1@example.org" });
	await member({ ...given, name: "臺北二", member_no: "FL002", city: "臺北市", email: null });
	await member({ ...given, name: "高雄一", member_no: "FL003", city: "高雄市", email: "kh1@example.org" });
});
beforeEach(async () => {
	await env.DB.prepare("DELETE FROM list_views").run();
});

const step = (id: number, place: string) => announcements.step(id, place);
const versionOf = async (id: number) =>
	String((await rowsOf<{ version: number }>("SELECT version FROM announcements WHERE id = ?", id))[0]?.version);
const press = async (id: number, place: string, form: object = {}, as = secretary) =>
	ask(step(id, place), { as, form: { ...form, version: await versionOf(id) } });
const words = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const view = async (name: string, query: string, { shared = 0, by = secretary, list = members.list() } = {}) =>
	(await env.DB.prepare(
		`INSERT INTO list_views (list, user_id, name, query, is_shared, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, 1, 1) RETURNING id`,
	)
		.bind(list, by.userId, name, query, shared)
		.first<number>("id")) ?? 0;

test("each step leads to the next and back, and keeps what it was told", async () => {
	const id = await draft();
	const to = (answer: Response) => answer.headers.get("Location");
	const text = { title: "新標題", body: "內文", audience: "members", version: "1" };
	expect(to(await ask(announcements.show(id), { as: secretary, form: { ...text, to: "audience" } }))).toBe(
		step(id, "audience"),
	);
	expect(to(await press(id, "audience?to=channels", { audience: "type:individual" }))).toBe(step(id, "channels"));
	expect(to(await press(id, "channels", { by_mail: "1", line_text: "貼到群組的話", to: "preview" }))).toBe(
		step(id, "preview"),
	);
	expect(to(await press(id, "channels", { by_mail: "1", line_text: "貼到群組的話", to: "audience" }))).toBe(
		step(id, "audience"),
	);
	expect(
		await rowsOf("SELECT title, audience, by_mail, line_text, publish_from FROM announcements WHERE id = ?", id),
	).toEqual([
		{ title: "新標題", audience: "type:individual", by_mail: 1, line_text: "貼到群組的話", publish_from: null },
	]);
	for (const place of ["audience", "channels", "preview", "mailing"]) {
		const { html, status } = await page(step(id, place), secretary);
		expect([place, status, html.match(/aria-current="page">\d/g)?.length]).toEqual([place, 200, 1]);
	}
	expect((await page(step(id, "channels"), secretary)).html).toContain(`貼到群組的話\n\n`);
	for (const [place, form] of [
		["audience?to=nowhere", { audience: "members" }],
		["channels", { by_mail: "2" }],
		["channels", { line_text: "字".repeat(1_001) }],
		["audience", { audience: "segment:x" }],
		["publication", { publish: "later" }],
		["mailing", { scope: "everybody" }],
	] as const)
		expect([place, (await press(id, place, form)).status]).toEqual([place, place.includes("nowhere") ? 400 : 422]);
	// Somebody else saved meanwhile.
	const late = await ask(step(id, "audience"), { as: secretary, form: { audience: "members", version: "1" } });
	expect(late.status).toBe(409);
	// Who may not see it finds no step of it.
	for (const place of ["audience", "channels", "preview", "mailing", "mail-body"])
		expect([place, (await ask(step(id, place), { as: editor })).status]).toEqual([place, 404]);
	for (const place of ["audience", "channels", "publication", "withdrawal", "own-mail"])
		expect([
			place,
			(await press(id, place, place === "audience" ? { audience: "public" } : {}, editor)).status,
		]).not.toContain(303);
	expect(await rowsOf("SELECT audience FROM announcements WHERE id = ?", id)).toEqual([
		{ audience: "type:individual" },
	]);
});

test("the last step says what is missing, with the way to it, and sends nothing until then", async () => {
	const id = await draft({ body: " " });
	const { html } = await page(step(id, "mailing"), secretary);
	expect(words(html)).toContain("撰寫 還缺 內文還是空的");
	expect(html).toContain("還不能發送");
	expect(html).not.toContain(step(id, "publication"));
	const refused = await press(id, "publication", { publish: "now" });
	expect([refused.status, (await refused.text()).includes("內文還是空的")]).toEqual([422, true]);
	expect(await rowsOf("SELECT publish_from FROM announcements WHERE id = ?", id)).toEqual([{ publish_from: null }]);
});

test("a view counts before it is chosen what it reaches after; who may not see it, or keep segments, cannot choose it", async () => {
	const id = await draft();
	const taipei = await view("雙北的病友", "city=%E8%87%BA%E5%8C%97%E5%B8%82&sort=name&cols=name");
	const notes = await view("有備忘錄", "notes=yes");
	const plain = await view("只是排序", "sort=name");
	const theirs = await view("別人的", "city=%E9%AB%98%E9%9B%84%E5%B8%82", { by: writer });
	const elsewhere = await view("文章", "city=x", { list: "/admin/articles" });
	// A condition on what not everybody sees would tell by the audience who has it.
	await env.DB.prepare(
		`INSERT INTO member_fields (id, name, kind, seen_by, is_special, purpose, created_at, updated_at)
			VALUES (70, '診斷年', 'year', 'sensitive', 1, '了解', 1, 1), (71, '飲食', 'text', 'view', 0, '', 1, 1)`,
	).run();
	const sealed = await view("診斷年", "f70=2020");
	const diet = await view("素食", "f71=%E5%85%A8%E7%B4%A0");
	const { html } = await page(step(id, "audience"), secretary);
	expect(html).toContain(`value="view:${diet}"`);
	expect(html).toContain(`<option value="view:${taipei}">檢視：雙北的病友`);
	for (const other of [notes, plain, theirs, elsewhere, sealed]) expect(html).not.toContain(`value="view:${other}"`);
	const before = (await rowsOf<{ many: number }>("SELECT count(*) AS many FROM member_segments"))[0]?.many;
	const counted = words((await page(`${step(id, "audience")}?audience=view:${taipei}`, secretary)).html);
	expect(counted).toMatch(/收得到信 1 位 沒有電子郵件，也沒有帳號 1 位/);
	// Who writes to the public alone counts nobody else.
	const forAll = await draft({ audience: "public" });
	const ofPublic = words((await page(step(forAll, "audience"), editor)).html);
	for (const audience of [`view:${taipei}`, "group:1", "staff:admin", "type:individual"])
		expect(words((await page(`${step(forAll, "audience")}?audience=${audience}`, editor)).html)).toBe(ofPublic);
	// To look stores nothing.
	expect((await rowsOf<{ many: number }>("SELECT count(*) AS many FROM member_segments"))[0]?.many).toBe(before);
	for (const other of [notes, plain, theirs, elsewhere, sealed, 999_999])
		expect([other, (await press(id, "audience", { audience: `view:${other}` })).status]).toEqual([other, 404]);
	expect((await press(id, "audience", { audience: `view:${taipei}` }, writer)).status).toBe(404);
	expect((await page(step(id, "audience"), writer)).html).not.toContain("檢視：");

	expect((await press(id, "audience", { audience: `view:${taipei}` })).status).toBe(303);
	const [chosen] = await rowsOf<{ audience: string }>("SELECT audience FROM announcements WHERE id = ?", id);
	expect(chosen?.audience).toMatch(/^segment:\d+$/);
	expect(words((await page(step(id, "audience"), secretary)).html)).toMatch(
		/收得到信 1 位 沒有電子郵件，也沒有帳號 1 位/,
	);
	// The same view for another announcement: the same segment, not a second one.
	const other = await draft();
	await press(other, "audience", { audience: `view:${taipei}` });
	expect(await rowsOf("SELECT audience FROM announcements WHERE id = ?", other)).toEqual([chosen]);
	// Who fits is asked when it goes.
	await member({ name: "臺北三", member_no: "FL004", city: "臺北市", status: "active", email: "tp3@example.org" });
	await press(id, "channels", { by_mail: "1" });
	expect((await press(id, "publication", { publish: "now" })).status).toBe(303);
	const db = open(env.DB);
	while ((await sendMailings(db, Date.now())) > 0);
	expect(
		await rowsOf("SELECT to_address FROM mail_messages WHERE template = 'announcement' ORDER BY to_address"),
	).toEqual([{ to_address: "tp1@example.org" }, { to_address: "tp3@example.org" }]);
	await env.DB.prepare("DELETE FROM mail_messages").run();
});

test("while it goes, the page says how many of how many, as it is stored", async () => {
	const readers = await Promise.all([1, 2, 3].map(() => signIn()));
	await env.DB.prepare("INSERT INTO member_groups (id, name, created_at, updated_at) VALUES (7, '進度', 1, 1)").run();
	for (const [nth, { userId }] of readers.entries()) {
		const { id: made } = await member({ name: `進度${nth}`, member_no: `FP00${nth}`, status: "active", email: null });
		await env.DB.prepare("UPDATE members SET user_id = ? WHERE id = ?").bind(userId, made).run();
		await env.DB.prepare(
			"INSERT INTO group_memberships (group_id, member_id, from_on, created_at, updated_at) VALUES (7, ?, '2020-01-01', 1, 1)",
		)
			.bind(made)
			.run();
	}
	const id = await draft({ audience: "group:7" });
	await press(id, "channels", { by_mail: "1" });
	await press(id, "publication", { publish: "now" });
	await sendMailings(open(env.DB), Date.now(), 2);
	const said = words((await page(step(id, "mailing"), secretary)).html);
	expect(said).toContain("名單 3 位，已處理 2 位：0 封寄過、2 封等候寄出");
	while ((await sendMailings(open(env.DB), Date.now(), 2)) > 0);
	expect(words((await page(step(id, "mailing"), secretary)).html)).toContain("寄送完畢");
	await env.DB.prepare("DELETE FROM mail_messages").run();
});

test("the preview is the mail that is sent, byte for byte, but for the link that is masked", async () => {
	const id = await draft({ title: "預覽<b>&", body: "第一段\n\n[連結](https://example.org/?a=1&b=2)" });
	const shown = await page(step(id, "preview"), secretary);
	const body = await ask(step(id, "mail-body"), { as: secretary });
	expect(body.headers.get("Content-Security-Policy")).toContain("sandbox");
	expect((await ask(step(id, "own-mail"), { as: secretary, form: {} })).status).toBe(303);
	const [mail] = await rowsOf<{ template: string; data: string; to_name: string; user_id: number }>(
		"SELECT template, data, to_name, user_id FROM mail_messages ORDER BY rowid DESC LIMIT 1",
	);
	if (!mail) throw new Error("no mail");
	const sent = renderMail(
		{ ...mail, toName: mail.to_name },
		{ settings: mailSettings(new Map()), links: mailLinks(env, { masked: true }) },
	);
	expect(await body.text()).toBe(sent?.html.replace("<head>", '<head><base target="_blank">'));
	expect(shown.html).toContain((sent?.text ?? "nothing").replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
	expect(shown.html).toContain("預覽&lt;b>&amp;");
	// A member gets the same words.
	const reader = await signIn();
	await member({ name: "讀者", member_no: "FL009", status: "active", email: null });
	await env.DB.prepare("UPDATE members SET user_id = ? WHERE member_no = 'FL009'").bind(reader.userId).run();
	await press(id, "channels", { by_mail: "1" });
	await press(id, "publication", { publish: "now" });
	while ((await sendMailings(open(env.DB), Date.now())) > 0);
	const [theirs] = await rowsOf<{ data: string }>("SELECT data FROM mail_messages WHERE user_id = ?", reader.userId);
	const { listed: _, until: __, ...told } = JSON.parse(theirs?.data ?? "{}");
	const { listed: ___, until: ____, ...own } = JSON.parse(mail.data);
	expect(told).toEqual(own);
});
