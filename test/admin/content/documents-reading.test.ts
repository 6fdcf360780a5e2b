import { beforeEach, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { member } from "../../support/certificates.ts";
import { insert } from "../../support/content.ts";
import { counted, document, downloads } from "../../support/documents.ts";
import { cells, page, type Shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { documents } = paths.admin;

let accountant: Person;
let cashier: Person;
beforeEach(async () => {
	accountant = await signIn({ name: "會計", roles: ["accountant"] });
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
});

const titles = ({ elements }: Shown): string[] =>
	elements.filter(({ name, inside }) => name === "b" && inside.includes("main")).map(({ text }) => text);
const status = async (path: string, as: Person) => (await ask(path, { as })).status;
const text = async (path: string, as: Person) => (await ask(path, { as })).text();

test("staff read what their permissions open, and nothing of the rest leaks", async () => {
	const books = await document({
		title: "會計制度",
		category: "會計的分類",
		visibility: "restricted",
		permission: "ledger.view",
	});
	const paying = await document({ title: "出納作業手冊", visibility: "restricted", permission: "finance.pay" });
	const members = await document({ title: "給會員的" });
	await document({ title: "沒有權限的草稿", visibility: "restricted", permission: "ledger.view", state: "draft" });
	const seen = await page(documents.reading(), accountant);
	expect(titles(seen)).toContain("會計制度");
	for (const hidden of ["出納作業手冊", "給會員的", "沒有權限的草稿"]) expect(seen.html).not.toContain(hidden);
	const other = await page(documents.reading(), cashier);
	expect([other.html.includes("會計制度"), other.html.includes("會計的分類")]).toEqual([false, false]);
	const looked = await page(`${documents.reading()}?q=${encodeURIComponent("會計")}`, cashier);
	expect(looked.html).toContain("找不到符合的文件");
	expect(await text(documents.readingFile(books), accountant)).toBe("%PDF-1.7 one");
	expect(await status(documents.readingFile(books), cashier)).toBe(404);
	expect(await status(documents.readingFile(paying), accountant)).toBe(404);
	expect(await status(documents.readingFile(members), accountant)).toBe(404);
	expect(await status(documents.show(books), accountant)).toBe(403);
	expect(await status(documents.version(books, 1), accountant)).toBe(403);
	expect([await downloads(books), await counted(books)]).toEqual([[[`user:${accountant.userId}`, 1]], [[1, 1]]]);
	expect(await tripsOf(documents.reading(), accountant)).toBe(2);
});

test("it is the permission that opens, whatever the role is called; a deputy has it for as long", async () => {
	const id = await document({ visibility: "restricted", permission: "finance.pay" });
	const named = await signIn({ name: "另一種角色", permissions: ["finance.pay"] });
	expect(await status(documents.readingFile(id), named)).toBe(200);
	expect(await status(documents.readingFile(id), accountant)).toBe(404);
	const today = dateInTaipei(Date.now());
	await insert("deputies", {
		user_id: cashier.userId,
		deputy_id: accountant.userId,
		starts_on: today,
		ends_on: today,
		created_at: 1,
	});
	expect(await status(documents.readingFile(id), accountant)).toBe(200);
	const chief = await signIn({ permissions: ["documents.manage", "audit.view"] });
	const log = cells(await page(documents.show(id), chief)).slice(1);
	expect(log.map(([who]) => who)).toEqual(["會計代理 出納", "另一種角色"]);
});

test("one who is staff and a member reads both; who keeps documents has no second entry in the menu", async () => {
	const id = await document({ title: "給會員的" });
	const both = await signIn({ roles: ["member", "cashier"] });
	await member({ userId: both.userId });
	expect(await status(documents.readingFile(id), both)).toBe(200);
	const entry = `href="${documents.reading()}"`;
	const menu = async (as: Person) => (await page(paths.admin.home(), as)).html.includes(entry);
	const keeper = await signIn({ permissions: ["documents.manage"] });
	expect([await menu(cashier), await menu(keeper)]).toEqual([true, false]);
});

test("the page of a document says how often each version was downloaded, and who did to who may see the log", async () => {
	const id = await document({ title: "會員手冊", texts: ["one", "two"] });
	const own = await signIn({ name: "石雅婷", roles: ["member"] });
	await member({ userId: own.userId });
	for (const path of [paths.member.documents.file(id), paths.member.documents.file(id)]) await text(path, own);
	const keeper = await signIn({ name: "會務", permissions: ["documents.manage"] });
	expect(await text(documents.version(id, 1), keeper)).toBe("one");
	const shown = await page(documents.show(id), keeper);
	const column = cells(shown).map((row) => [row[0], row[4]]);
	expect(column).toEqual([
		["第 2 版現行", "2 次"],
		["第 1 版", "1 次"],
	]);
	expect([shown.html.includes("下載紀錄"), shown.html.includes("石雅婷")]).toEqual([false, false]);
	const chief = await signIn({ name: "管理員", permissions: ["documents.manage", "audit.view"] });
	const log = cells(await page(documents.show(id), chief)).slice(2);
	expect(log.map(([who, number]) => [who, number])).toEqual([
		["會務", "第 1 版"],
		["石雅婷", "第 2 版"],
		["石雅婷", "第 2 版"],
	]);
	const all = await page(`${paths.admin.audit.list()}?type=document&id=${id}&action=document.download`, chief);
	expect([all.status, cells(all).length]).toEqual([200, 3]);
	expect(await tripsOf(documents.show(id), chief)).toBe(2);
});

test("who only publishes sees no version from before it was for everybody", async () => {
	const id = await document({ title: "曾是內部的", texts: ["secret draft", "inner", "clean"] });
	const chief = await signIn({ permissions: ["documents.manage", "documents.publish"] });
	const editor = await signIn({ name: "編輯", roles: ["editor"] });
	const form = { title: "曾是內部的", slug: "was-inner", category: "", description: "", permission: "" };
	const times = { published_at: "", publish_at: "", unpublish_at: "" };
	const changed = await ask(documents.show(id), {
		as: chief,
		form: { ...form, ...times, visibility: "public", version: "1" },
	});
	expect(changed.status).toBe(303);
	expect(decodeURIComponent(decodeURIComponent(changed.headers.get("Set-Cookie") ?? ""))).toContain(
		"現在所有人都看得到。",
	);
	expect(cells(await page(documents.show(id), editor)).map(([number]) => number)).toEqual(["第 3 版現行"]);
	expect(cells(await page(documents.show(id), chief)).map(([number]) => number)).toEqual([
		"第 3 版現行",
		"第 2 版",
		"第 1 版",
	]);
	expect([await status(documents.version(id, 2), editor), await status(documents.version(id, 3), editor)]).toEqual([
		404, 200,
	]);
	const stolen = await ask(documents.restoration(id, 1), { as: editor, form: { version: "2" } });
	expect([stolen.status, await text(paths.api.documentDownload("was-inner"), editor)]).toEqual([409, "clean"]);
});
