import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { app } from "#app.ts";
import { paths } from "#http/paths.ts";
import { member } from "../support/certificates.ts";
import { counted, document, downloads } from "../support/documents.ts";
import { page, type Shown, tripsOf } from "../support/pages.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { rows } from "../support/users.ts";

const { documents } = paths.member;

let own: Person;
beforeEach(async () => {
	own = await signIn({ name: "石雅婷", roles: ["member"] });
	await member({ userId: own.userId, name: "石雅婷" });
});

/** Somebody whose record stands so. */
async function someone(status: string): Promise<Person> {
	const person = await signIn({ name: "別人", roles: ["member"] });
	await member({ userId: person.userId, status: status as "active" });
	return person;
}
/** Titles that a page lists. */
const titles = ({ elements }: Shown): string[] =>
	elements.filter(({ name, inside }) => name === "b" && inside.includes("main")).map(({ text }) => text);
const list = async (as: Person, query = "") => titles(await page(documents.list() + query, as));
const file = async (id: number, as?: Person) => {
	const answer = await ask(documents.file(id), { as });
	return [answer.status, answer.status === 200 ? await answer.text() : ""];
};

test("a member reads what is for members and for everybody, by category, and downloads the current version", async () => {
	const id = await document({
		title: "會員手冊",
		category: "會員服務",
		description: "權益與申請",
		texts: ["%PDF one", "%PDF two"],
		filename: "會員手冊 2026.pdf",
	});
	await document({ title: "沒有分類的" });
	await document({ title: "章程", category: "組織規章", visibility: "public" });
	for (const state of ["draft", "scheduled", "archived", "trashed"] as const)
		await document({ title: "不該看到", state });
	await document({ title: "不該看到", visibility: "restricted", permission: "ledger.view" });
	await document({ title: "不該看到", visibility: "restricted" });
	const shown = await page(documents.list(), own);
	expect(titles(shown)).toEqual(expect.arrayContaining(["會員手冊", "章程", "沒有分類的"]));
	expect(titles(shown).at(-1)).toBe("沒有分類的");
	for (const words of ["權益與申請", "PDF 1 KB，第 2 版", "未分類", documents.file(id)])
		expect(shown.html).toContain(words);
	expect(shown.html).not.toContain("不該看到");
	const answer = await ask(documents.file(id), { as: own });
	const header = (name: string) => answer.headers.get(name);
	expect([answer.status, await answer.text(), header("Content-Type"), header("Cache-Control")]).toEqual([
		200,
		"%PDF two",
		"application/pdf",
		"no-store",
	]);
	expect([header("Content-Security-Policy"), header("X-Content-Type-Options"), header("ETag")]).toEqual([
		"sandbox; default-src 'none'",
		"nosniff",
		null,
	]);
	expect(header("Content-Disposition")).toContain("attachment;");
	expect([await downloads(id), await counted(id)]).toEqual([[[`user:${own.userId}`, 2]], [[2, 1]]]);
});

test("words, a category and a page that is not there", async () => {
	await document({ title: "台北聚會須知", category: "活動甲", description: "地點：臺大醫院" });
	await document({ title: "聚會照片授權書", category: "活動乙", filename: "consent_FORM.pdf" });
	expect(await list(own, `?q=${encodeURIComponent("臺北")}`)).toEqual(["台北聚會須知"]);
	expect(await list(own, `?q=${encodeURIComponent("台大 聚會")}`)).toEqual(["台北聚會須知"]);
	expect(await list(own, "?q=ＣＯＮＳＥＮＴ_form")).toEqual(["聚會照片授權書"]);
	expect(await list(own, `?category=${encodeURIComponent("活動甲")}`)).toEqual(["台北聚會須知"]);
	expect((await page(`${documents.list()}?q=%25`, own)).status).toBe(200);
	expect((await page(`${documents.list()}?q=${encodeURIComponent("沒有這種")}`, own)).html).toContain(
		"找不到符合的文件",
	);
	expect((await page(`${documents.list()}?page=99`, own)).html).toContain("這一頁沒有資料");
	expect((await ask(`${documents.list()}?colour=red`, { as: own })).status).toBe(400);
	expect(await tripsOf(documents.list(), own)).toBe(2);
});

test("who does not belong, or no longer, reads only what everybody may", async () => {
	const id = await document({ title: "僅供會員", category: "僅會員有的分類" });
	for (const status of ["applied", "awaiting_payment", "declined", "withdrawn", "suspended", "resigned", "expelled"]) {
		const other = await someone(status);
		const { html } = await page(documents.list(), other);
		expect([status, html.includes("僅供會員"), html.includes("僅會員有的分類")]).toEqual([status, false, false]);
		expect(html).toContain("會員資格生效之後，就能看給會員的文件");
		expect([status, ...(await file(id, other))]).toEqual([status, 404, ""]);
	}
	const noRecord = await signIn({ roles: ["member"] });
	const led = await ask(documents.list(), { as: noRecord });
	expect([led.status, led.headers.get("Location")]).toEqual([303, paths.member.profile.create()]);
	expect((await file(id, noRecord))[0]).toBe(404);
	expect(await counted(id)).toEqual([]);
});

test("a guardian reads with the member for whom they act, and no longer when that one is of age", async () => {
	const id = await document({ title: "給病友與家長" });
	const guardian = await signIn({ name: "家長", roles: ["member"] });
	const record = await member({ userId: guardian.userId, status: "resigned" });
	expect((await file(id, guardian))[0]).toBe(404);
	const child = await member({ guardian: record, birth: "2020-01-01" });
	expect((await file(id, guardian))[0]).toBe(200);
	await env.DB.prepare("UPDATE members SET birth_date = '1990-01-01' WHERE id = ?").bind(child).run();
	expect((await file(id, guardian))[0]).toBe(404);
	await env.DB.prepare("UPDATE members SET birth_date = '2020-01-01', status = 'suspended' WHERE id = ?")
		.bind(child)
		.run();
	expect((await file(id, guardian))[0]).toBe(404);
});

test("a member who holds a permission finds its documents here too; a disabled login finds nothing", async () => {
	const id = await document({ title: "監事會簽到", visibility: "restricted", permission: "reports.view" });
	expect((await file(id, own))[0]).toBe(404);
	const auditor = await signIn({ name: "監事", roles: ["member", "auditor"] });
	await member({ userId: auditor.userId });
	expect(await list(auditor)).toContain("監事會簽到");
	expect(await file(id, auditor)).toEqual([200, "%PDF-1.7 one"]);
	await env.DB.prepare("UPDATE users SET status = 'disabled' WHERE id = ?").bind(auditor.userId).run();
	const gone = await ask(documents.file(id), { as: auditor });
	expect([gone.status, gone.headers.get("Location")]).toEqual([303, paths.login(documents.file(id))]);
	expect(await counted(id)).toEqual([[1, 1]]);
});

test("members' documents need the permission of members, not only the record", async () => {
	const id = await document();
	const cashier = await signIn({ roles: ["cashier"] });
	await member({ userId: cashier.userId });
	expect((await ask(documents.file(id), { as: cashier })).status).toBe(403);
	expect((await ask(paths.admin.documents.readingFile(id), { as: cashier })).status).toBe(404);
	expect((await ask(documents.file(id))).headers.get("Location")).toBe(paths.login(documents.file(id)));
});

async function send(path: string, init: RequestInit): Promise<Response> {
	const context = createExecutionContext();
	const headers = { Cookie: own.cookie, ...init.headers };
	const answer = await app.fetch(new Request(`http://localhost:8787${path}`, { ...init, headers }), env, context);
	await waitOnExecutionContext(context);
	return answer;
}

test("no range and no condition gets bytes past the log; HEAD gets none and writes nothing", async () => {
	const id = await document({ texts: ["%PDF-0123456789"] });
	const head = await send(documents.file(id), { method: "HEAD" });
	expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([200, "15", ""]);
	expect(await downloads(id)).toEqual([]);
	const asked = [{ Range: "bytes=0-3" }, { "If-None-Match": "*" }, { "If-Modified-Since": new Date().toUTCString() }];
	for (const headers of asked) {
		const answer = await send(documents.file(id), { headers });
		expect([answer.status, await answer.text()]).toEqual([200, "%PDF-0123456789"]);
	}
	expect([(await downloads(id)).length, await counted(id)]).toEqual([3, [[1, 3]]]);
	for (const path of ["/member/documents/0/file", "/member/documents/x/file", `/member/documents/${id}/file/1`])
		expect([path, (await send(path, {})).status]).toEqual([path, 404]);
	expect(
		(await send(documents.file(id), { method: "POST", headers: { "Sec-Fetch-Site": "same-origin" } })).status,
	).toBe(404);
});

test("many at once are counted each, and what is taken back meanwhile is handed out no more", async () => {
	const id = await document({ texts: ["bytes"] });
	const all = await Promise.all(Array.from({ length: 12 }, () => file(id, own)));
	expect(all).toEqual(Array(12).fill([200, "bytes"]));
	expect([(await downloads(id)).length, await counted(id)]).toEqual([12, [[1, 12]]]);
	await env.DB.prepare("UPDATE documents SET state = 'draft' WHERE id = ?").bind(id).run();
	expect((await file(id, own))[0]).toBe(404);
});

test("a public document is downloaded here without a trace; an object that is gone is nowhere and not counted", async () => {
	const open = await document({ visibility: "public" });
	expect(await file(open, own)).toEqual([200, "%PDF-1.7 one"]);
	expect([await downloads(open), await counted(open)]).toEqual([[], []]);
	const id = await document();
	const [version] = await rows<{ key: string }>(
		"SELECT object_key AS key FROM document_versions WHERE document_id = ?",
		id,
	);
	await env.FILES.delete(version?.key ?? "");
	expect((await file(id, own))[0]).toBe(404);
	expect([await downloads(id), await counted(id)]).toEqual([[], []]);
});

test("the newest stand on the dashboard, in the same round trip", async () => {
	for (let n = 1; n <= 5; n++) await document({ title: `新文件 ${n}`, at: Date.now() + n });
	const home = await page(paths.member.home(), own);
	const shown = [1, 2, 3, 4, 5].filter((n) => home.html.includes(`新文件 ${n}`));
	expect(shown).toEqual([2, 3, 4, 5]);
	expect(home.html).toContain(`href="${documents.list()}"`);
	expect(await tripsOf(paths.member.home(), own)).toBe(2);
});
