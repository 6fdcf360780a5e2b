import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { app } from "#app.ts";
import { paths } from "#http/paths.ts";
import { taipeiInput } from "#kernel/times.ts";
import { archive, DOCX } from "../../support/archives.ts";
import { cells, fieldValue, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { auditOf, rows } from "../../support/users.ts";

const { documents } = paths.admin;
const HOUR = 3_600_000;
const pdf = (text = "") => new TextEncoder().encode(`%PDF-1.7\n${text}\n%%EOF`);

let admin: Person;
let editor: Person;
let secretary: Person;
beforeEach(async () => {
	admin = await signIn({ name: "管理者", roles: ["admin"] });
	editor = await signIn({ name: "編輯", roles: ["editor"] });
	secretary = await signIn({ name: "秘書", permissions: ["documents.manage"] });
});

type Upload = { bytes?: Uint8Array | undefined; name?: string; type?: string };
/** Sends a form with a file as a browser does. */
async function send(
	path: string,
	fields: Record<string, string>,
	{ bytes, name = "章程.pdf", type }: Upload,
	as = admin,
) {
	const body = new FormData();
	for (const [field, value] of Object.entries(fields)) body.append(field, value);
	if (bytes) body.append("file", new File([bytes], name, { type: type ?? "application/octet-stream" }));
	const headers = { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin" };
	const context = createExecutionContext();
	const answer = await app.fetch(
		new Request(`http://localhost:8787${path}`, { method: "POST", headers, body }),
		env,
		context,
	);
	await waitOnExecutionContext(context);
	return { status: answer.status, to: answer.headers.get("Location"), text: await answer.text() };
}
const post = async (path: string, form: Record<string, string | string[]>, as = admin) => {
	const answer = await ask(path, { as, form });
	return { status: answer.status, to: answer.headers.get("Location"), text: await answer.text(), answer };
};

const NEW = {
	title: "",
	slug: "",
	category: "",
	description: "",
	visibility: "public",
	permission: "",
	publish: "draft",
	publish_at: "",
	unpublish_at: "",
};
const EDIT = {
	title: "協會章程",
	slug: "",
	category: "",
	description: "",
	visibility: "public",
	permission: "",
	published_at: "",
	publish_at: "",
	unpublish_at: "",
};
let count = 0;
/** A new document of an own file; returns its id. */
async function create(fields: Partial<typeof NEW> = {}, as = admin, upload: Upload = {}): Promise<number> {
	count += 1;
	const { status, to, text } = await send(
		documents.create(),
		{ ...NEW, _key: `k${count}`, ...fields },
		{ bytes: pdf(`${count}`), ...upload },
		as,
	);
	expect([status, status === 303 ? "" : text]).toEqual([303, ""]);
	return Number(to?.split("/").at(-1));
}
const stored = async (id: number) => (await rows("SELECT * FROM documents WHERE id = ?", id))[0];
const versionOf = async (id: number) => String((await stored(id))?.version);
const actions = async (id: number) => (await auditOf("document", id)).map(({ action }) => action);
const api = async (path: string) => {
	const answer = await ask(path);
	return { status: answer.status, to: answer.headers.get("Location"), text: await answer.text() };
};
const listed = async () => {
	const { data } = JSON.parse((await api(paths.api.documents())).text) as { data: { slug: string }[] };
	return data.map(({ slug }) => slug);
};

test("an upload makes a document: title of the file's name, slug of the title, once for its form", async () => {
	const form = { ...NEW, _key: "once", category: "組織規章" };
	const first = await send(documents.create(), form, { bytes: pdf("a"), name: "會員_權益說明.pdf" });
	const again = await send(documents.create(), form, { bytes: pdf("a"), name: "會員_權益說明.pdf" });
	expect([first.status, again.to]).toEqual([303, first.to]);
	const id = Number(first.to?.split("/").at(-1));
	expect(await stored(id)).toMatchObject({
		title: "會員 權益說明",
		slug: "會員-權益說明",
		category: "組織規章",
		visibility: "public",
		permission: null,
		state: "draft",
		published_at: null,
		current_version: 1,
		version: 1,
	});
	const [version] = await rows("SELECT * FROM document_versions WHERE document_id = ?", id);
	expect(version).toMatchObject({
		number: 1,
		filename: "會員_權益說明.pdf",
		content_type: "application/pdf",
		size: pdf("a").length,
	});
	expect(version?.object_key).toMatch(/^documents\/[a-z2-7]{26}$/);
	const object = await env.FILES.get(String(version?.object_key));
	expect(new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(pdf("a"));
	expect(await actions(id)).toEqual(["document.create"]);
	const twin = await create({ title: "會員 權益說明" });
	expect((await stored(twin))?.slug).toBe("會員-權益說明-2");
});

test("what an upload is refused for stands beside its field, and what was typed stays", async () => {
	const refused = async (fields: Partial<typeof NEW>, upload: Upload) => {
		const answer = await send(documents.create(), { ...NEW, title: "我打的標題", ...fields }, upload);
		const { elements } = await shown(new Response(answer.text));
		const errors = elements
			.filter(({ attributes }) => attributes.class === "error")
			.map(({ attributes, text }) => `${attributes.id} ${text}`);
		return [answer.status, ...errors, fieldValue({ elements, html: "", status: 0 }, "title")];
	};
	const file = { bytes: pdf("x") };
	const said = "我打的標題";
	expect(await refused({}, {})).toEqual([422, "f-file-error 請先選擇檔案；沒有檔案的文件不能發布。", said]);
	const svg = { bytes: new TextEncoder().encode("<svg onload=alert(1)>"), name: "a.svg", type: "image/svg+xml" };
	const type = "f-file-error 不接受這種檔案，請改用欄位說明所列的格式。";
	expect(await refused({}, svg)).toEqual([422, type, said]);
	expect(await refused({}, { bytes: new TextEncoder().encode("MZ\0"), name: "setup.exe" })).toEqual([422, type, said]);
	const mismatch = "f-file-error 檔案的內容與副檔名不符，請用原本的程式另存成正確的格式再上傳。";
	expect(await refused({}, { ...svg, name: "a.pdf", type: "application/pdf" })).toEqual([422, mismatch, said]);
	const large = { bytes: new Uint8Array(51 * 1024 * 1024) };
	expect(await refused({}, large)).toEqual([422, "f-file-error 檔案太大，請縮小後再上傳。", said]);
	const long = "長".repeat(300);
	expect(await refused({ title: long }, file)).toEqual([422, "f-title-error 最多 200 個字。", long]);
	expect(await refused({ visibility: "restricted" }, file)).toEqual([
		422,
		"f-permission-error 限定的文件要選擇哪一種權限看得到。",
		said,
	]);
	expect(await refused({ slug: "——" }, file)).toEqual([422, "f-slug-error 網址至少要有一個文字或數字。", said]);
	const past = { publish: "later", publish_at: "2020-01-01T09:00" };
	expect(await refused(past, file)).toEqual([
		422,
		"f-publish_at-error 這個時間已經過了，請選擇未來的時間，或改為立即發布。",
		said,
	]);
	expect(await refused({ publish: "later" }, file)).toEqual([422, "f-publish_at-error 請選擇發布時間。", said]);
	const soon = {
		publish: "later",
		publish_at: taipeiInput(Date.now() + 2 * HOUR),
		unpublish_at: taipeiInput(Date.now() + HOUR),
	};
	const early = "f-unpublish_at-error 下架時間必須晚於發布時間與現在。";
	expect(await refused(soon, file)).toEqual([422, early, said]);
	const id = await create({ slug: "taken" });
	expect(await refused({ slug: "taken" }, file)).toEqual([
		422,
		"f-slug-error 這個網址已經有文件使用，請換一個。",
		said,
	]);
	expect(await rows("SELECT id FROM documents WHERE title = ?", said)).toEqual([]);
	expect((await stored(id))?.slug).toBe("taken");
});

test("office files, pictures and CSV are taken; markup in words is text", async () => {
	const word = await create({ title: "<script>alert(1)</script>" }, admin, { bytes: archive(DOCX), name: "表單.docx" });
	const csv = await create({}, admin, { bytes: new TextEncoder().encode("a,b\n1,2"), name: "<i>名冊.csv" });
	const types = await rows(
		"SELECT content_type AS type FROM document_versions WHERE document_id IN (?, ?) ORDER BY document_id",
		word,
		csv,
	);
	expect(types.map(({ type }) => type)).toEqual([
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"text/csv",
	]);
	const list = await page(documents.list(), admin);
	expect(list.html).not.toContain("<script>alert(1)");
	expect(list.html).not.toContain("<i>名冊");
	expect(cells(list).flat().join()).toContain("&lt;script>alert(1)&lt;/script>");
});

test("each step changes what the public API answers", async () => {
	const id = await create({ title: "年度報告", slug: "report" });
	const address = paths.api.document("report");
	const download = paths.api.documentDownload("report");
	const answers = async () => [
		(await api(address)).status,
		(await api(download)).status,
		(await listed()).includes("report"),
	];
	const step = async (place: string, fields: Partial<typeof EDIT> = {}) => {
		const before = await stored(id);
		const known = {
			...EDIT,
			title: "年度報告",
			slug: String(before?.slug),
			published_at: taipeiInput(Number(before?.published_at) || null),
		};
		const { status, text } = await post(documents.step(id, place), {
			...known,
			...fields,
			version: String(before?.version),
		});
		expect([place, status, status === 303 ? "" : text]).toEqual([place, 303, ""]);
	};
	expect(await answers()).toEqual([404, 404, false]);
	await step("publication");
	expect(await answers()).toEqual([200, 200, true]);
	expect((await api(download)).text).toBe(new TextDecoder().decode(pdf(`${count}`)));
	const since = (await stored(id))?.published_at;
	await step("archiving");
	expect(await answers()).toEqual([410, 410, false]);
	await step("republication");
	expect(await answers()).toEqual([200, 200, true]);
	expect((await stored(id))?.published_at).toBe(since);
	await step("unpublication");
	expect(await answers()).toEqual([404, 404, false]);
	await step("schedule", { publish_at: taipeiInput(Date.now() + HOUR) });
	expect(await answers()).toEqual([404, 404, false]);
	expect((await stored(id))?.state).toBe("scheduled");
	await step("publication");
	await step("trashing");
	expect(await answers()).toEqual([404, 404, false]);
	await step("restoration");
	expect(await answers()).toEqual([404, 404, false]);
	expect((await stored(id))?.state).toBe("draft");
	expect(await actions(id)).toEqual([
		"document.create",
		"document.publish",
		"document.archive",
		"document.unarchive",
		"document.unpublish",
		"document.schedule",
		"document.publish",
		"document.trash",
		"document.restore",
	]);
	const wrong = await post(documents.step(id, "archiving"), { ...EDIT, slug: "report", version: await versionOf(id) });
	expect([wrong.status, wrong.text.includes("目前的狀態不能這樣做")]).toEqual([422, true]);
	const past = await post(documents.step(id, "schedule"), {
		...EDIT,
		publish_at: "2020-01-01T09:00",
		version: await versionOf(id),
	});
	expect([past.status, past.text.includes(`id="f-publish_at-error"`)]).toEqual([422, true]);
});

test("a new slug redirects the old one, and a document that is not for everybody leaves the website", async () => {
	const id = await create({ title: "表單", slug: "form", publish: "now" });
	const save = async (fields: Partial<typeof EDIT>) => {
		const at = taipeiInput(Number((await stored(id))?.published_at));
		const { status } = await post(documents.show(id), {
			...EDIT,
			title: "表單",
			slug: "form-2",
			published_at: at,
			...fields,
			version: await versionOf(id),
		});
		expect(status).toBe(303);
	};
	await save({});
	const moved = await api(paths.api.documentDownload("form"));
	expect([moved.status, moved.to]).toEqual([301, `${env.PUBLIC_BASE_URL}${paths.api.documentDownload("form-2")}`]);
	expect((await page(documents.show(id), admin)).html).toContain("舊的網址會自動轉過來：form。");
	await save({ visibility: "members" });
	expect([(await api(paths.api.document("form-2"))).status, (await api(paths.api.document("form"))).status]).toEqual([
		404, 404,
	]);
	expect(await listed()).not.toContain("form-2");
	await save({ visibility: "restricted", permission: "ledger.view" });
	expect((await page(documents.show(id), admin)).html).toContain("只有具備「查看帳冊」權限的人看得到");
	await save({ visibility: "public", permission: "ledger.view" });
	expect([(await stored(id))?.permission, (await api(paths.api.document("form-2"))).status]).toEqual([null, 200]);
	expect(
		(await auditOf("document", id)).map(({ action, changes }) => [action, JSON.parse(String(changes)).visibility]),
	).toEqual([
		["document.create", "public"],
		["document.edit", undefined],
		["document.edit", { from: "public", to: "members" }],
		["document.edit", { from: "members", to: "restricted" }],
		["document.edit", { from: "restricted", to: "public" }],
	]);
});

test("versions: a new one is current, an older one comes back, each stays downloadable by staff", async () => {
	const id = await create({ title: "章程", slug: "rules", publish: "now" });
	const first = new TextDecoder().decode(pdf(`${count}`));
	const same = await send(documents.versions(id), { note: "", version: "1" }, { bytes: pdf(`${count}`) });
	expect([same.status, same.text.includes("這個檔案和現行版本完全相同。")]).toEqual([422, true]);
	expect((await send(documents.versions(id), { note: "", version: "1" }, {})).text).toContain(`id="v-file-error"`);
	const second = await send(
		documents.versions(id),
		{ note: "第五次修正", version: "1" },
		{ bytes: pdf("two"), name: "章程 2.pdf" },
	);
	expect([second.status, second.to]).toEqual([303, `${documents.show(id)}#versions`]);
	const late = await send(documents.versions(id), { note: "太晚", version: "1" }, { bytes: pdf("three") });
	expect([late.status, late.text.includes("太晚")]).toEqual([409, true]);
	const download = paths.api.documentDownload("rules");
	expect((await api(download)).text).toBe(new TextDecoder().decode(pdf("two")));
	expect(cells(await page(documents.show(id), admin)).map(([number, file, note]) => [number, file, note])).toEqual([
		["第 2 版現行", "章程 2.pdf1 KB", "第五次修正"],
		["第 1 版", expect.stringContaining("章程.pdf"), "—"],
	]);
	const old = await ask(documents.version(id, 1), { as: admin });
	expect([
		old.status,
		await old.text(),
		old.headers.get("Cache-Control"),
		old.headers.get("Content-Disposition"),
	]).toEqual([
		200,
		first,
		"no-store",
		`attachment; filename="__.pdf"; filename*=UTF-8''${encodeURIComponent("章程.pdf")}`,
	]);
	const back = documents.restoration(id, 1);
	expect((await post(documents.restoration(id, 9), { version: "2" })).status).toBe(409);
	expect((await post(back, { version: "1" })).status).toBe(409);
	expect((await post(back, { version: "2" })).status).toBe(303);
	expect((await api(download)).text).toBe(first);
	const again = await post(back, { version: "3" });
	expect([again.status, again.text.includes("這個檔案和現行版本完全相同。")]).toEqual([422, true]);
	const numbers = await rows("SELECT number, note FROM document_versions WHERE document_id = ? ORDER BY number", id);
	expect(numbers).toEqual([
		{ number: 1, note: "" },
		{ number: 2, note: "第五次修正" },
		{ number: 3, note: "由第 1 版還原" },
	]);
	expect(await actions(id)).toEqual([
		"document.create",
		"document.add_version",
		"document.download",
		"document.restore_version",
	]);
	await expect(
		env.DB.prepare("DELETE FROM document_versions WHERE document_id = ? AND number = 3").bind(id).run(),
	).rejects.toThrow("document.version_is_current");
});

test("two people save: the later one sees both texts and loses nothing", async () => {
	const id = await create({ title: "原來的", slug: "both" });
	const form = { ...EDIT, slug: "both", version: "1" };
	expect((await post(documents.show(id), { ...form, title: "對方的", description: "對方寫的" }, editor)).status).toBe(
		303,
	);
	const late = await post(documents.show(id), { ...form, title: "我的", description: "我寫的", visibility: "members" });
	expect(late.status).toBe(409);
	expect(late.text).toContain(`name="_theirs.title" value="對方的"`);
	expect(late.text).toContain(`name="_theirs.description" value="對方寫的"`);
	expect(late.text).toContain(`name="_theirs.visibility" value="public"`);
	expect(late.text).toContain(`name="version" value="2"`);
	expect(late.text).toContain(`value="我的"`);
	const chosen = {
		...form,
		version: "2",
		title: "我的",
		description: "我寫的",
		"_take.title": "theirs",
		"_theirs.title": "對方的",
	};
	expect((await post(documents.show(id), chosen)).status).toBe(303);
	expect(await stored(id)).toMatchObject({ title: "對方的", description: "我寫的", version: 3 });
	expect(
		(await post(documents.show(id), { ...form, title: "對方的", description: "我寫的", version: "3" })).status,
	).toBe(303);
	expect(await stored(id)).toMatchObject({ version: 3 });
	expect(await actions(id)).toEqual(["document.create", "document.edit", "document.edit"]);
});

test("who only publishes sees and edits what is for everybody; nothing else leaks", async () => {
	const inner = await create(
		{ title: "內部會議紀錄", slug: "inner-minutes", category: "內部分類", visibility: "members" },
		admin,
		{ name: "機密檔名.pdf", bytes: pdf("s") },
	);
	const open = await create({ title: "公開表單", slug: "open-form", category: "表單" }, editor);
	const { html: list } = await page(`${documents.list()}?sort=title`, editor);
	for (const secret of ["內部會議紀錄", "inner-minutes", "內部分類", "機密檔名"]) expect(list).not.toContain(secret);
	const total = Number(
		(await rows("SELECT count(*) AS n FROM documents WHERE visibility = 'public' AND state <> 'trashed'"))[0]?.n,
	);
	expect(list).toContain(`共 ${total} 份`);
	expect((await page(`${documents.list()}?q=${encodeURIComponent("機密")}`, editor)).html).toContain(
		"找不到符合的文件",
	);
	expect((await page(documents.show(open), editor)).html).not.toContain("內部分類");
	expect((await page(documents.show(inner), editor)).status).toBe(404);
	expect((await ask(documents.version(inner, 1), { as: editor })).status).toBe(404);
	const edit = { ...EDIT, version: "1" };
	expect((await post(documents.show(inner), edit, editor)).status).toBe(404);
	expect((await post(documents.step(inner, "trashing"), edit, editor)).status).toBe(404);
	expect((await post(documents.restoration(inner, 1), { version: "1" }, editor)).status).toBe(404);
	expect((await send(documents.versions(inner), { note: "", version: "1" }, { bytes: pdf("q") }, editor)).status).toBe(
		404,
	);
	await post(documents.bulk("trashing"), { ids: [String(inner)] }, editor);
	expect(await stored(inner)).toMatchObject({ state: "draft", version: 1 });
	const raised = await send(documents.create(), { ...NEW, visibility: "members" }, { bytes: pdf("m") }, editor);
	expect([raised.status, raised.text.includes("您只能處理公開的文件")]).toEqual([422, true]);
	const hidden = await post(
		documents.show(open),
		{ ...edit, visibility: "restricted", permission: "ledger.view" },
		editor,
	);
	expect([hidden.status, hidden.text.includes("您只能處理公開的文件")]).toEqual([422, true]);
	expect(await stored(open)).toMatchObject({ visibility: "public", version: 1 });
});

test("who only manages sees all and can neither make nor keep one public", async () => {
	const open = await create({ title: "公開的", slug: "kept-open", publish: "now" });
	const words = "公開的文件要由有「發布公開文件」權限的人處理";
	const made = await send(documents.create(), NEW, { bytes: pdf("p") }, secretary);
	expect([made.status, made.text.includes(words)]).toEqual([422, true]);
	const seen = await page(documents.show(open), secretary);
	expect([seen.status, seen.html.includes("這份文件是公開的"), seen.html.includes("上傳新版本")]).toEqual([
		200,
		true,
		false,
	]);
	const edit = { ...EDIT, slug: "kept-open", version: "1" };
	for (const path of [documents.show(open), documents.step(open, "trashing"), documents.step(open, "unpublication")]) {
		const kept = await post(path, edit, secretary);
		expect([path, kept.status, kept.text.includes(words)]).toEqual([path, 422, true]);
	}
	expect(
		(await send(documents.versions(open), { note: "", version: "1" }, { bytes: pdf("q") }, secretary)).text,
	).toContain(words);
	expect((await post(documents.bulk("archiving"), { ids: [String(open)] }, secretary)).status).toBe(303);
	expect(await stored(open)).toMatchObject({ state: "published", visibility: "public", version: 1 });
	const inner = await create({ visibility: "restricted", permission: "finance.view", publish: "now" }, secretary);
	expect(await stored(inner)).toMatchObject({ state: "published", permission: "finance.view" });
	expect((await ask(documents.version(open, 1), { as: secretary })).status).toBe(200);
});

test("the list searches, filters, sorts and turns pages, at one round trip besides the session", async () => {
	const titles = async (query: string) =>
		cells(await page(`${documents.list()}?${query}`, admin)).map(([title]) => title?.split(/[a-z]*\.pdf/)[0]?.trim());
	for (const name of ["甲", "乙", "丙"])
		await create(
			{
				title: `清單 ${name}`,
				category: "清單測試",
				visibility: name === "乙" ? "members" : "public",
				publish: name === "丙" ? "now" : "draft",
			},
			admin,
			{ name: `Scan-${name}.pdf` },
		);
	const found = async (query: string) =>
		cells(await page(`${documents.list()}?category=${encodeURIComponent("清單測試")}&${query}`, admin)).map(
			([title = ""]) => title.slice(0, 4),
		);
	expect(await found("sort=-title")).toEqual(["清單 甲", "清單 乙", "清單 丙"]);
	expect(await found("visibility=members")).toEqual(["清單 乙"]);
	expect(await found("state=published")).toEqual(["清單 丙"]);
	expect(await found("sort=-published")).toHaveLength(3);
	expect(await found("q=SCAN-%E7%94%B2")).toEqual(["清單 甲"]);
	// As the form sends it: its empty fields ask for nothing.
	expect(await titles("q=SCAN-%E7%94%B2&visibility=&state=&category=")).toEqual(["清單 甲Scan-甲"]);
	expect(await titles("q=%25")).toEqual(["找不到符合的文件試著減少條件，或換一個說法。清除條件"]);
	expect((await page(`${documents.list()}?page=99`, admin)).html).toContain("這一頁沒有文件");
	expect((await ask(`${documents.list()}?colour=red`, { as: admin })).status).toBe(400);
	expect(await tripsOf(documents.list(), admin)).toBe(2);
	expect(await tripsOf(documents.create(), admin)).toBe(2);
	const id = await create({ title: "清單 丁" });
	expect(await tripsOf(documents.show(id), admin)).toBe(2);
});

test("a step with many: what fits is done together, what does not is named", async () => {
	const category = `批次 ${crypto.randomUUID()}`;
	const ids = [
		await create({ title: "一", category }),
		await create({ title: "二", category, publish: "now" }),
		await create({ title: "三", category }),
	];
	const states = async () =>
		(await rows("SELECT state FROM documents WHERE category = ? ORDER BY id", category)).map(({ state }) => state);
	const flash = ({ answer }: { answer: Response }) =>
		decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));
	const query = `?category=${encodeURIComponent(category)}`;
	const published = await post(documents.bulk("publication") + query, { ids: ids.map(String) });
	expect([published.status, published.to]).toEqual([303, documents.list() + query]);
	expect(flash(published)).toContain("已發布 2 份文件。略過「二」");
	expect(await states()).toEqual(["published", "published", "published"]);
	expect(await actions(ids[0] ?? 0)).toEqual(["document.create", "document.publish"]);
	await post(documents.bulk("archiving") + query, { all: "*" });
	expect(await states()).toEqual(["archived", "archived", "archived"]);
	expect(flash(await post(documents.bulk("archiving") + query, { ids: [] }))).toContain("請先勾選文件。");
	expect((await post(documents.bulk("trashing"), { ids: [String(ids[0]), "999999"] })).status).toBe(303);
	expect(await states()).toEqual(["trashed", "archived", "archived"]);
});

test("what does not exist is nowhere", async () => {
	for (const path of [
		documents.show(999_999),
		documents.version(999_999, 1),
		"/admin/documents/0",
		"/admin/documents/x",
	])
		expect([path, (await ask(path, { as: admin })).status]).toEqual([path, 404]);
	const id = await create();
	expect((await ask(documents.version(id, 2), { as: admin })).status).toBe(404);
	expect((await post(documents.show(999_999), { ...EDIT, version: "1" })).status).toBe(404);
	await env.FILES.delete(
		String((await rows("SELECT object_key FROM document_versions WHERE document_id = ?", id))[0]?.object_key),
	);
	expect((await ask(documents.version(id, 1), { as: admin })).status).toBe(404);
});
