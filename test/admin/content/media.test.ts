import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { app } from "#app.ts";
import { open } from "#db/commit.ts";
import { uploadMedia } from "#domain/content/media/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { insert, insertArticle } from "../../support/content.ts";
import { cells, fieldValue, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { REAL } from "../../support/pictures.ts";

const { media } = paths.admin;
const db = open(env.DB);
const PDF = new TextEncoder().encode("%PDF-1.7\n%%EOF\n");
let keeper: Person;
let writer: Person;
let reader: Person;

beforeAll(async () => {
	keeper = await signIn({ name: "管媒體", permissions: ["media.manage"] });
	writer = await signIn({ name: "寫文章", permissions: ["articles.manage"] });
	reader = await signIn({ name: "看名冊", permissions: ["members.view"] });
	vi.spyOn(console, "error").mockImplementation(() => {});
});
beforeEach(async () => {
	for (const table of ["attachment_uses", "articles", "drafts", "revisions", "attachments"])
		await env.DB.prepare(`DELETE FROM ${table}`).run();
});

const store = (filename: string, bytes: Uint8Array = REAL.png, at = Date.now()) =>
	uploadMedia(env, db, {
		upload: { filename, declaredType: "", bytes },
		by: byUser(keeper.userId, null, at),
	});
type Named = [name: string, bytes: Uint8Array];

async function post(
	path: string,
	files: Named[],
	{ as = keeper, json = false }: { as?: Person; json?: boolean } = {},
): Promise<Response> {
	const body = new FormData();
	for (const [name, bytes] of files) body.append("file", new File([bytes], name));
	const headers = {
		Cookie: as.cookie,
		"Sec-Fetch-Site": "same-origin",
		...(json ? { Accept: "application/json" } : {}),
	};
	const context = createExecutionContext();
	const answer = await app.fetch(
		new Request(`http://localhost:8787${path}`, { method: "POST", headers, body }),
		env,
		context,
	);
	await waitOnExecutionContext(context);
	return answer;
}
const asJson = (path: string, as: Person) => ask(path, { as, headers: { Accept: "application/json" } });
const tiles = async (query = "") =>
	(await page(`${media.list()}${query}`, keeper)).elements
		.filter(({ name, attributes }) => name === "a" && attributes.class === "media-tile")
		.map(({ text }) => text);

test("nothing yet; then each with its kind, size, and what is missing, newest first", async () => {
	expect((await page(media.list(), keeper)).html).toContain("還沒有圖片或檔案");
	const [river, rules] = [await store("河.png", REAL.png, 1_000), await store("<b>章程.pdf", PDF, 2_000)];
	await env.DB.prepare("UPDATE media SET alt = '河邊的早晨' WHERE attachment_id = ?").bind(river.id).run();
	await store("沒說.webp", REAL.webpLossy, 3_000);
	await insertArticle({ slug: "a", cover_id: river.id });
	const shownPage = await page(media.list(), keeper);
	expect(await tiles()).toEqual([
		"沒說.webp24 × 16・1 KB缺替代文字沒有使用",
		"&lt;b>章程.pdfPDF・1 KB沒有使用",
		"河.png24 × 16・1 KB用在 1 處",
	]);
	const pictures = shownPage.elements.filter(({ name }) => name === "img").map(({ attributes }) => attributes);
	expect(pictures.at(-1)).toEqual({
		src: `${media.file(river.id, "河.png")}?small=1`,
		alt: "",
		width: "24",
		height: "16",
		loading: "lazy",
		decoding: "async",
	});
	const found = async (query: string) => (await tiles(query)).map((text) => text.split(".")[0]);
	expect(await found("?q=河邊")).toEqual(["河"]);
	expect(await found("?q=程")).toEqual(["&lt;b>章程"]);
	expect(await found("?kind=picture")).toEqual(["沒說", "河"]);
	expect(await found("?kind=file")).toEqual(["&lt;b>章程"]);
	expect(await found("?alt=missing")).toEqual(["沒說"]);
	expect(await found("?use=none&sort=name")).toEqual(["&lt;b>章程", "沒說"]);
	expect(await found("?sort=size")).toHaveLength(3);
	expect(await found("?kind=&alt=&use=&sort=&q=")).toHaveLength(3);
	expect((await page(`${media.list()}?q=沒有這個`, keeper)).html).toContain("找不到符合的檔案");
	expect((await ask(`${media.list()}?sort=alt`, { as: keeper })).status).toBe(400);
	expect(rules.contentType).toBe("application/pdf");
});

test("thirty on a page, and as many round trips whatever there is", async () => {
	await store("0.png");
	const one = await tripsOf(media.list(), keeper);
	for (let n = 1; n < 32; n++) await store(`${n}.png`, REAL.png, n);
	expect([one, await tripsOf(media.list(), keeper), (await tiles()).length, (await tiles("?page=2")).length]).toEqual([
		2, 2, 30, 2,
	]);
});

test("one file uploaded leads to its page, several to the library, and those that are refused are told", async () => {
	const single = await post(media.list(), [["一.png", REAL.png]]);
	const id = await env.DB.prepare("SELECT id FROM attachments").first<string>("id");
	expect([single.status, single.headers.get("Location")]).toEqual([303, media.show(id ?? "")]);
	const several = await post(media.list(), [
		["二.png", REAL.png],
		["三.pdf", PDF],
	]);
	expect([several.status, several.headers.get("Location")]).toEqual([303, media.list()]);
	const mixed = await shown(
		await post(media.list(), [
			["四.png", REAL.png],
			["壞.svg", new TextEncoder().encode("<svg/>")],
			["空.png", new Uint8Array()],
		]),
	);
	expect(mixed.status).toBe(422);
	expect(mixed.html).toContain("已上傳 1 個檔案，另外 2 個沒有上傳。");
	for (const name of ["壞.svg：", "空.png："]) expect(mixed.html).toContain(name);
	expect(await tiles("?sort=name")).toHaveLength(4);
	const none = await shown(await post(media.list(), []));
	expect([none.status, none.html.includes("這個檔案是空的")]).toEqual([422, true]);
});

test("a script that uploads gets the file, once and again; what is refused, in words", async () => {
	const sent = async (name: string, bytes: Uint8Array) => {
		const answer = await post(media.list(), [[name, bytes]], { as: writer, json: true });
		return { status: answer.status, body: await answer.json<{ data?: { id: string } }>() };
	};
	const first = await sent("封面.png", REAL.png);
	const id = first.body.data?.id ?? "";
	expect(first).toEqual({
		status: 201,
		body: {
			data: {
				id,
				filename: "封面.png",
				contentType: "image/png",
				size: expect.any(Number),
				width: 24,
				height: 16,
				alt: "",
				url: `/api/v1/attachments/${id}/%E5%B0%81%E9%9D%A2.png`,
			},
		},
	});
	expect(await sent("封面.png", REAL.png)).toEqual(first);
	const html = new TextEncoder().encode("<!doctype html><script>alert(1)</script>");
	expect(await sent("a.jpg", html)).toEqual({
		status: 422,
		body: { message: expect.any(String), errors: { file: [expect.any(String)] } },
	});
});

test("whoever writes chooses from the library as JSON, and sees the bytes, but not the library's pages", async () => {
	const [river, rules] = [await store("河.png"), await store("章程.pdf", PDF)];
	const list = await asJson(`${media.list()}?kind=picture&page=1`, writer);
	expect(await list.json()).toEqual({ data: [river], meta: { current_page: 1, last_page: 1, total: 1 } });
	expect(await (await asJson(`${media.list()}?q=沒有`, writer)).json()).toEqual({
		data: [],
		meta: { current_page: 1, last_page: 1, total: 0 },
	});
	const closed = async (path: string, as: Person) => (await ask(path, { as })).status;
	for (const path of [media.list(), media.show(river.id), media.replacement(river.id), media.removal(river.id)])
		expect([path, await closed(path, writer), await closed(path, reader)]).toEqual([path, 403, 403]);
	expect((await asJson(media.list(), reader)).status).toBe(403);
	expect((await post(media.list(), [["x.png", REAL.png]], { as: reader, json: true })).status).toBe(403);
	expect(await closed(media.file(river.id, "河.png"), reader)).toBe(403);
	expect(await closed(media.file(rules.id, "章程.pdf"), writer)).toBe(200);
});

test("the bytes: pictures are shown, other files downloaded, nothing of them runs, nobody else keeps them", async () => {
	const [river, rules] = [await store("河.png"), await store("章程.pdf", PDF)];
	const got = await ask(media.file(river.id, "河.png"), { as: writer });
	const header = (answer: Response, name: string) => answer.headers.get(name);
	const NAMES = [
		"Content-Type",
		"Content-Disposition",
		"Content-Security-Policy",
		"Cache-Control",
		"X-Content-Type-Options",
	];
	expect(NAMES.map((name) => header(got, name))).toEqual([
		"image/png",
		"inline; filename=\"_.png\"; filename*=UTF-8''%E6%B2%B3.png",
		"default-src 'none'; sandbox",
		"private, max-age=600",
		"nosniff",
	]);
	expect((await got.bytes()).length).toBe(river.size);
	const file = await ask(media.file(rules.id, "章程.pdf"), { as: writer });
	expect(header(file, "Content-Disposition")).toMatch(/^attachment;/);
	expect(await file.bytes()).toEqual(PDF);
	const again = await ask(media.file(river.id, "河.png"), {
		as: writer,
		headers: { "If-None-Match": header(got, "ETag") ?? "" },
	});
	expect([again.status, (await again.bytes()).length]).toEqual([304, 0]);
	const other = await ask(media.file(river.id, "別的.png"), { as: writer });
	expect(other.status).toBe(404);
	await env.FILES.delete(`attachments/${rules.id}`);
	expect((await ask(media.file(rules.id, "章程.pdf"), { as: writer })).status).toBe(404);
});

test("what only an announcement for a few names is hidden from who may not manage it; what others name, too, nobody else exchanges", async () => {
	const manager = await signIn({ permissions: ["media.manage", "announcements.manage"] });
	const { id } = await store("名單.pdf", PDF);
	const times = { created_at: 1, updated_at: 1 };
	await insert("announcements", { id: 7, slug: "n", title: "祕", audience: "staff:chair", ...times });
	await insert("attachment_uses", { resource: "announcement", resource_id: 7, role: "file", attachment_id: id });
	const pages = [media.show(id), media.replacement(id), media.removal(id), media.file(id, "名單.pdf")];
	const answers = async (as: Person) => Promise.all(pages.map(async (path) => (await ask(path, { as })).status));
	const listed = async (as: Person) => (await (await asJson(media.list(), as)).text()).includes(id);
	expect([await answers(keeper), await listed(keeper), await listed(writer)]).toEqual([
		[404, 404, 404, 404],
		false,
		false,
	]);
	expect(await tiles()).toEqual([]);
	expect([await answers(manager), await listed(manager)]).toEqual([[200, 200, 200, 200], true]);
	const other: Named[] = [["假的.pdf", new TextEncoder().encode("%PDF-1.7\n1\n%%EOF\n")]];
	expect((await post(media.replacement(id), other)).status).toBe(404);
	const alt = { as: keeper, form: { alt: "看過", focal_x: "", focal_y: "", version: "1" } };
	expect((await ask(media.show(id), alt)).status).toBe(404);
	const same = await post(media.list(), [["名單.pdf", PDF]]);
	expect([same.status, same.headers.get("Location")]).toEqual([303, media.list()]);

	const article = await insertArticle({ slug: "a" });
	await insert("attachment_uses", { resource: "article", resource_id: article, role: "file", attachment_id: id });
	expect([await answers(keeper), await listed(writer)]).toEqual([[200, 200, 200, 200], true]);
	const refused = await post(media.replacement(id), other);
	expect([refused.status, await refused.text()]).toEqual([
		422,
		expect.stringContaining("也用在給會員或工作人員的公告"),
	]);
	expect((await post(media.replacement(id), other, { as: manager })).status).toBe(303);
	await env.DB.prepare("DELETE FROM announcements").run();
});

test("one file: its facts, address, and who uses it, with the way to each editor", async () => {
	const { id, url } = await store("河.png");
	const article = await insertArticle({
		slug: "a",
		title: "<i>春</i>",
		cover_id: id,
		state: "draft",
		published_at: null,
	});
	const one = await page(media.show(id), keeper);
	expect(cells(one)).toEqual([["&lt;i>春&lt;/i>", "文章", "封面", "草稿"]]);
	const links = one.elements.filter(({ name }) => name === "a").map(({ attributes }) => attributes.href);
	expect(links).toContain(paths.admin.articles.show(article));
	expect(one.html).toContain(`data-copy="${url}"`);
	for (const words of ["24 × 16", "PNG 圖片", "管媒體"]) expect(one.html).toContain(words);
	expect((await ask(media.show("a".repeat(26)), { as: keeper })).status).toBe(404);
});

test("what a picture shows is stored; of two people the second sees both texts", async () => {
	const { id } = await store("河.png");
	const version = fieldValue(await page(media.show(id), keeper), "version") ?? "";
	const save = (alt: string) => ask(media.show(id), { as: keeper, form: { alt, focal_x: "", focal_y: "", version } });
	expect((await save("河邊\n的早晨")).status).toBe(303);
	const late = await shown(await save("海邊"));
	expect([late.status, fieldValue(late, "version")]).toEqual([409, "2"]);
	for (const words of ["用我剛才寫的", "用對方已儲存的", "海邊"]) expect(late.html).toContain(words);
	expect(await env.DB.prepare("SELECT alt FROM media WHERE attachment_id = ?").bind(id).first("alt")).toBe(
		"河邊 的早晨",
	);
	const long = await shown(
		await ask(media.show(id), { as: keeper, form: { alt: "長".repeat(301), focal_x: "", focal_y: "", version: "2" } }),
	);
	expect([long.status, long.html.includes("最多 300 個字。")]).toEqual([422, true]);
});

test("replacing says first what will change, and leads to the new file", async () => {
	const { id, url } = await store("河.png");
	const article = await insertArticle({ slug: "a", title: "春", body_markdown: `![](${url})` });
	await insert("attachment_uses", { resource: "article", resource_id: article, role: "inline", attachment_id: id });
	const before = await page(media.replacement(id), keeper);
	expect(cells(before)).toEqual([["春", "文章", "內文", "已發布"]]);
	expect(before.html).toContain("1 個內容會改用新的檔案");
	const same = await shown(await post(media.replacement(id), [["河.png", REAL.png]]));
	expect([same.status, same.html.includes("新檔案和原來的完全相同。")]).toEqual([422, true]);
	const none = await shown(await post(media.replacement(id), []));
	expect(none.status).toBe(422);
	const done = await post(media.replacement(id), [["江.png", REAL.png]]);
	const next = await env.DB.prepare("SELECT id FROM attachments WHERE filename = '江.png'").first<string>("id");
	expect([done.status, done.headers.get("Location")]).toEqual([303, media.show(next ?? "")]);
	expect(await env.DB.prepare("SELECT body_markdown FROM articles").first("body_markdown")).toBe(
		`![](/api/v1/attachments/${next}/%E6%B1%9F.png)`,
	);
	expect((await post(media.replacement("a".repeat(26)), [["江.png", REAL.png]])).status).toBe(404);
});

test("removal: not while it is used or drafted; it says what old texts will miss; then it is gone", async () => {
	const { id, url } = await store("河.png");
	const article = await insertArticle({ slug: "a", title: "春", cover_id: id });
	const used = await page(media.removal(id), keeper);
	expect([cells(used), used.html.includes("還不能刪除"), fieldValue(used, "version")]).toEqual([
		[["春", "文章", "封面", "已發布"]],
		true,
		undefined,
	]);
	const refused = await shown(await ask(media.removal(id), { as: keeper, form: { version: "1" } }));
	expect([refused.status, cells(refused)]).toEqual([422, cells(used)]);
	await env.DB.prepare("UPDATE articles SET cover_id = NULL").run();
	const draft = { user_id: writer.userId, resource: "article", slot: "1", saved_at: 1 };
	await insert("drafts", { ...draft, fields: JSON.stringify({ body: url }) });
	expect((await page(media.removal(id), keeper)).html).toContain("有人正在編輯的草稿用到這個檔案");
	await env.DB.prepare("DELETE FROM drafts").run();
	await env.DB.prepare(
		`INSERT INTO revisions (resource, resource_id, number, snapshot, reason, actor, created_at)
		VALUES ('article', ?1, 1, json_object('cover_id', ?2), 'save', 'user:1', 1)`,
	)
		.bind(article, id)
		.run();
	const confirm = await page(media.removal(id), keeper);
	expect(confirm.html).toContain("1 份舊的版本紀錄提到這個檔案");
	const version = fieldValue(confirm, "version") ?? "";
	const done = await ask(media.removal(id), { as: keeper, form: { version } });
	expect([done.status, done.headers.get("Location")]).toEqual([303, media.list()]);
	expect([await env.FILES.head(`attachments/${id}`), (await ask(media.show(id), { as: keeper })).status]).toEqual([
		null,
		404,
	]);
});

test("11 MB and 53 MB are told apart: too large for a picture, too large to be read", async () => {
	const large = new Uint8Array(11 * 1024 * 1024);
	large.set(REAL.jpeg);
	const picture = await post(media.list(), [["a.jpg", large]], { json: true });
	expect(picture.status).toBe(422);
	const huge = await post(media.list(), [["a.pdf", new Uint8Array(53 * 1024 * 1024)]], { json: true });
	expect(huge.status).toBe(413);
});

test("the library shows the smallest copy of a picture, and the original while there is none", async () => {
	const { id } = await store("large.png");
	expect((await page(media.list(), keeper)).html).toContain(`src="${media.file(id, "large.png")}?small=1"`);
	const small = async () => {
		const answer = await ask(`${media.file(id, "large.png")}?small=1`, { as: keeper });
		return [answer.status, answer.headers.get("Content-Type"), (await answer.arrayBuffer()).byteLength];
	};
	expect(await small()).toEqual([200, "image/png", REAL.png.length]);
	for (const width of [640, 320]) {
		const object_key = `attachments/${id}.${width}`;
		await env.FILES.put(object_key, "x".repeat(width));
		const of = { attachment_id: id, format: "webp", width, height: 1, size: width, sha256: "0".repeat(64) };
		await insert("picture_variants", { ...of, object_key, made_at: 1 });
	}
	expect(await small()).toEqual([200, "image/webp", 320]);
	const whole = await ask(media.file(id, "large.png"), { as: keeper });
	expect([whole.headers.get("Content-Type"), (await whole.arrayBuffer()).byteLength]).toEqual([
		"image/png",
		REAL.png.length,
	]);
});

test("the focal point is set, shown, refused by halves and beyond the picture, and taken back", async () => {
	const { id } = await store("河.png");
	const save = async (x: string, y: string) => {
		const version = fieldValue(await page(media.show(id), keeper), "version") ?? "";
		return ask(media.show(id), { as: keeper, form: { alt: "", focal_x: x, focal_y: y, version } });
	};
	const stored = () =>
		env.DB.prepare("SELECT focal_x, focal_y, version FROM media WHERE attachment_id = ?").bind(id).first();
	expect((await save("30", " 0 ")).status).toBe(303);
	expect(await stored()).toEqual({ focal_x: 30, focal_y: 0, version: 2 });
	const seen = await page(media.show(id), keeper);
	expect([fieldValue(seen, "focal_x"), fieldValue(seen, "focal_y")]).toEqual(["30", "0"]);
	for (const [x, y, words] of [
		["30", "", "焦點的兩個數字要一起填，或都留白。"],
		["101", "5", "請填 0 到 100 的整數。"],
		["-1", "5", "請填 0 到 100 的整數。"],
		["1.5", "5", "請填 0 到 100 的整數。"],
	] as const) {
		const refused = await shown(await save(x, y));
		expect([refused.html.includes(words), fieldValue(refused, "focal_x")]).toEqual([true, x]);
	}
	await save("30", "0");
	expect(await stored()).toMatchObject({ version: 2 });
	expect((await save("", "")).status).toBe(303);
	expect(await stored()).toEqual({ focal_x: null, focal_y: null, version: 3 });
	const audits = await env.DB.prepare(
		"SELECT changes FROM audit_log WHERE action = 'media.edit' AND changes LIKE '%focus%' AND auditable_id = ? ORDER BY id",
	)
		.bind(id)
		.all<{ changes: string }>();
	expect(audits.results.map(({ changes }) => JSON.parse(changes))).toEqual([
		{ focus: { from: null, to: "30% 0%" } },
		{ focus: { from: "30% 0%", to: null } },
	]);
});
