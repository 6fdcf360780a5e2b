import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { KINDS, SOURCES } from "#admin/shell/search/sources.ts";
import { paths } from "#http/paths.ts";
import { indexChanges } from "#jobs/content/indexing.ts";
import type { Permission } from "#permissions.ts";
import type { Commands } from "#ui/islands/commands.ts";
import { ask as askWith, insert, insertArticle, page } from "../../support/content.ts";
import { type Element, parse } from "../../support/markup.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { counted } from "../../support/round-trips.ts";
import { insertDocument } from "../../support/rows.ts";
import { person } from "../../support/users.ts";

type Hit = { kind: string; label: string; sub: string; href: string };
type Found = { kind: string; hits: Omit<Hit, "kind">[]; all: { label: string; href: string } | null };
type Asked = { q?: string; kind?: string; page?: string };

const JSON_ONLY = { Accept: "application/json" };
const at = (query: Asked = {}) => `${paths.admin.search()}?${new URLSearchParams(query)}`;

async function boxOf(as: Person, q: string, more: Asked = {}): Promise<Hit[]> {
	const answer = await ask(at({ q, ...more }), { as, headers: JSON_ONLY });
	expect(answer.status).toBe(200);
	const body = await answer.json<{ data: Found[] }>();
	expect(Object.keys(body)).toEqual(["data"]);
	return body.data.flatMap(({ kind, hits }) => hits.map((hit) => ({ kind, ...hit })));
}
const labels = async (as: Person, q: string) => (await boxOf(as, q)).map(({ kind, label }) => `${kind} ${label}`);

async function pageOf(as: Person, query: Asked = {}): Promise<{ html: string; elements: Element[] }> {
	const answer = await ask(at(query), { as });
	expect(answer.status).toBe(200);
	const html = await answer.text();
	return { html, elements: parse(html.replace("<!doctype html>", "")) };
}
/** Each kind with its number, as the tabs of the page show them. */
const tabsOf = ({ elements }: { elements: Element[] }) =>
	elements
		.filter(({ attributes, inside }) => inside.includes("nav") && attributes.href?.startsWith(paths.admin.search()))
		.map(({ text }) => text);
const hitsOf = ({ elements }: { elements: Element[] }) =>
	elements.filter(({ name, attributes }) => name === "a" && attributes.class === "item");

async function document(
	id: number,
	{ title, visibility, state }: { title: string; visibility: string; state: string },
) {
	await insertDocument({ id, slug: `document-${id}`, category: "", visibility });
	await env.DB.prepare("UPDATE documents SET title = ?, state = ? WHERE id = ?").bind(title, state, id).run();
}
const index = () => indexChanges(env);
const holding = (...permissions: Permission[]) => signIn({ name: "查詢者", permissions });

beforeAll(async () => {
	await insertArticle({
		slug: "gene",
		title: "基因治療的新進展",
		excerpt: "給家屬的說明",
		body_html: "<p>臺北榮總的門診<b>時間</b>表</p>",
	});
	await insertArticle({ slug: "party", title: "病友聚會", excerpt: "<b>粗體</b> 與 a_b" });
	await insertArticle({ slug: "secret", state: "draft", title: "基因檢測補助草稿", published_at: null });
	await insertArticle({ slug: "gone", state: "trashed", title: "基因舊稿", trashed_at: 1 });
	await insert("pages", page(1, "about/gene", { title: "基因專頁" }));
	await insert(
		"pages",
		page(2, "later", { title: "基因排程頁", state: "scheduled", published_at: null, publish_at: 9e12 }),
	);
	await document(1, { title: "基因檢測同意書", visibility: "public", state: "published" });
	await document(2, { title: "基因理事會密件", visibility: "restricted", state: "published" });
	await document(3, { title: "基因密件草稿", visibility: "restricted", state: "draft" });
	await person({ name: "陳基因", email: "gene@example.org", phone: "0912345678" });
	await person({ name: "林_百分%", email: "percent@example.org", status: "disabled" });
	await index();
});

const FORM = "文件 基因檢測同意書";
const GENE = {
	users: ["使用者 陳基因"],
	articles: ["文章 基因治療的新進展", "未公開的文章 基因檢測補助草稿"],
	pages: ["單頁 基因專頁", "未公開的單頁 基因排程頁"],
	allDocuments: [FORM, "文件 基因理事會密件", "文件 基因密件草稿"],
};
const GENE_TABS = { articles: ["文章1", "未公開的文章1"], pages: ["單頁1", "未公開的單頁1"] };
const WEBSITE = ["articles.manage", "pages.manage", "documents.publish"] as const;

test.each<[string, Permission[], string[], string[]]>([
	["nothing but announcements", ["announcements.manage"], [FORM], ["全部1", "文件1"]],
	["users", ["users.manage"], [...GENE.users, FORM], ["全部2", "使用者1", "文件1"]],
	["articles", ["articles.manage"], [FORM, ...GENE.articles], ["全部3", "文件1", ...GENE_TABS.articles]],
	["pages", ["pages.manage"], [FORM, ...GENE.pages], ["全部3", "文件1", ...GENE_TABS.pages]],
	["documents", ["documents.manage"], GENE.allDocuments, ["全部3", "文件3"]],
	["public documents", ["documents.publish"], [FORM], ["全部1", "文件1"]],
	[
		"all of the website, and users",
		[...WEBSITE, "users.manage"],
		[...GENE.users, FORM, ...GENE.articles, ...GENE.pages],
		["全部6", "使用者1", "文件1", ...GENE_TABS.articles, ...GENE_TABS.pages],
	],
])("who manages %s finds that and no more, and nothing else is counted", async (_, permissions, found, tabs) => {
	const who = await holding(...permissions);
	expect((await labels(who, "基因")).sort()).toEqual([...found].sort());
	const shown = await pageOf(who, { q: "基因" });
	expect(tabsOf(shown)).toEqual(tabs);
	expect(hitsOf(shown)).toHaveLength(found.length);
	expect(shown.html.includes("密件")).toBe(permissions.includes("documents.manage"));
	expect(shown.html.includes("舊稿")).toBe(false);
});

test("a restricted document is found by who holds its permission, and leads to where they read it", async () => {
	await document(4, { title: "病歷調閱規定", visibility: "restricted", state: "published" });
	await env.DB.prepare("UPDATE documents SET permission = 'audit.view' WHERE id = 4").run();
	const href = `${paths.admin.documents.reading()}?q=${encodeURIComponent("病歷調閱規定")}`;
	const hit = { kind: "文件", label: "病歷調閱規定", sub: "限定", href };
	expect(await boxOf(await holding("audit.view"), "病歷調閱")).toEqual([hit]);
	expect(await boxOf(await holding("documents.publish", "users.manage"), "病歷調閱")).toEqual([]);
	const keeper = await holding("documents.manage");
	expect(await boxOf(keeper, "病歷調閱")).toEqual([{ ...hit, href: "/admin/documents/4" }]);
});

test("a kind that one may not see is none to be asked for", async () => {
	const who = await holding("announcements.manage");
	expect(await boxOf(who, "基因", { kind: "user" })).toEqual([]);
	const shown = await pageOf(who, { q: "基因", kind: "user" });
	expect(hitsOf(shown)).toEqual([]);
	expect(shown.html.includes("使用者")).toBe(false);
});

test("the menu's entries are found by name and by other words, each only where its gate opens", async () => {
	const admin = await holding("users.manage", "roles.manage", "settings.manage", "audit.view");
	expect(await boxOf(admin, "角色")).toEqual([
		{ kind: "功能", label: "角色", sub: "系統", href: "/admin/roles" },
		{ kind: "要做的事", label: "新增角色", sub: "", href: "/admin/roles/new" },
	]);
	expect(await labels(admin, "權限")).toEqual(["功能 角色", "要做的事 新增角色"]);
	expect(await labels(admin, "AUDIT")).toEqual(["功能 稽核紀錄"]);
	expect(await labels(admin, "變更密碼")).toEqual(["功能 我的帳號"]);
	expect(await labels(await holding("audit.view"), "角色")).toEqual([]);
});

test.each([["0912-345-678"], ["+886 912 345 678"], ["０９１２３４５６７８"], ["GENE@Example.org"], ["陳"], ["基因"]])(
	"a user is found by %s",
	async (q) => {
		const who = await holding("users.manage");
		expect(await boxOf(who, q)).toContainEqual({
			kind: "使用者",
			label: "陳基因",
			sub: "gene@example.org　0912 345 678",
			href: expect.stringMatching(/^\/admin\/users\/\d+$/),
		});
	},
);

test("a state that is not the usual one is told", async () => {
	const who = await holding("users.manage", "pages.manage");
	expect((await boxOf(who, "百分")).map(({ sub }) => sub)).toEqual(["已停用　percent@example.org"]);
	expect((await boxOf(who, "排程頁")).map(({ sub }) => sub)).toEqual(["已排程　later"]);
});

test.each([
	["療", ["文章 基因治療的新進展"]],
	["門診", ["文章 基因治療的新進展"]],
	["台北", ["文章 基因治療的新進展"]],
	["聚會 病友", ["文章 病友聚會"]],
	["補助草稿 基因", ["未公開的文章 基因檢測補助草稿"]],
	["基因；補助", ["未公開的文章 基因檢測補助草稿"]],
])("content: %s", async (q, found) => {
	expect(await labels(await holding("articles.manage"), q)).toEqual(found);
});

test("matches stand out on the page; what was found and typed is escaped", async () => {
	const who = await holding("articles.manage", "users.manage");
	const shown = await pageOf(who, { q: "台北" });
	expect(hitsOf(shown).map(({ text }) => text)).toEqual(["基因治療的新進展臺北榮總的門診時間表"]);
	expect(shown.html).toContain("<mark>臺北</mark>榮總的門診時間表");
	const typed = await pageOf(who, { q: '<script>alert("1")</script>' });
	expect(typed.html).toContain("&lt;script>alert(&quot;1&quot;)&lt;/script>");
	expect(typed.html).not.toContain("<script>alert");
	expect((await pageOf(who, { q: "粗體" })).html).toContain("&lt;b><mark>粗體</mark>&lt;/b>");
});

test.each([
	["%", []],
	["_", []],
	["%%%", []],
	["*", []],
	['"', []],
	["' OR 1=1 --", []],
	["') UNION SELECT password_hash FROM users --", []],
	["基因* OR 病友", []],
	['title:"基因" NEAR', []],
	["NOT AND OR", []],
	["(", []],
	["\u0000", []],
	["\ud800", []],
	["🧬", []],
	["\\", []],
])("%j is a text like any other", async (q, found) => {
	const who = await holding("articles.manage", "users.manage");
	expect(await labels(who, q)).toEqual(found);
	await pageOf(who, { q });
});

test("a longer text is cut to what counts, and an address that is not ours is refused", async () => {
	const who = await holding("articles.manage");
	expect(await labels(who, `基因${" ".repeat(98)}不在`)).toEqual([FORM, ...GENE.articles]);
	for (const query of ["q=a&kind=secret", "q=a&page=0", "q=a&page=1001", "q=a&sort=x"])
		expect((await ask(`${paths.admin.search()}?${query}`, { as: who })).status).toBe(400);
});

test("nothing typed: what this person can search; the box is told what they may open, and nothing else", async () => {
	const who = await holding(...WEBSITE);
	const { elements } = await pageOf(who);
	expect(elements.filter(({ name }) => name === "dt").map(({ text }) => text)).toEqual([
		"功能",
		"要做的事",
		"任務",
		"文件",
		"文章",
		"未公開的文章",
		"單頁",
		"未公開的單頁",
	]);
	const { data } = await (await ask(at({ q: "  " }), { as: who, headers: JSON_ONLY })).json<{ data: Commands }>();
	expect(data.jobs.map(({ label }) => label)).toEqual([
		"新增文章",
		"新增單頁",
		"新增文件",
		"新增轉址",
		"新增選單項目",
		"新增同義詞",
	]);
	expect(data.places.map(({ label }) => label)).toContain("文章");
	expect(JSON.stringify(data)).not.toMatch(/會員|收款|傳票/);
});

test.each<[Permission[], string, string]>([
	[["audit.view"], "搜尋功能、任務、文件", "搜尋功能、任務、文件"],
	[["users.manage"], "搜尋功能、使用者、任務", "搜尋功能、使用者、任務、文件"],
	[["users.manage", "articles.manage"], "搜尋功能、使用者、任務", "搜尋功能、使用者、任務、文件、文章、未公開的文章"],
])("the box in the bar says what %j can find", async (permissions, placeholder, label) => {
	const answer = await ask(paths.admin.home(), { as: await holding(...permissions) });
	const elements = parse((await answer.text()).replace("<!doctype html>", ""));
	const box = elements.find(({ attributes }) => attributes.role === "combobox");
	expect([box?.attributes.placeholder, box?.attributes["aria-label"]]).toEqual([placeholder, label]);
});

test("five of each kind in the box, twenty on the page, the rest on the pages of the kind", async () => {
	for (let n = 1; n <= 23; n++) {
		await insertArticle({ slug: `many-${n}`, title: `路跑 ${String(n).padStart(2, "0")}` });
		await person({ name: `路跑人${n}` });
	}
	await index();
	const who = await holding("articles.manage", "users.manage");
	const kinds = (await boxOf(who, "路跑")).map(({ kind }) => kind);
	expect(kinds).toEqual([...Array(5).fill("使用者"), ...Array(5).fill("文章")]);
	const all = await pageOf(who, { q: "路跑" });
	expect(hitsOf(all)).toHaveLength(40);
	expect(all.html).toContain('<a href="/admin/search?q=%E8%B7%AF%E8%B7%91&amp;kind=article">全部 23 篇文章</a>');
	const box = await (await ask(at({ q: "路跑" }), { as: who, headers: JSON_ONLY })).json<{ data: Found[] }>();
	expect(box.data.map(({ all }) => all?.label)).toEqual(["全部 23 位使用者", "全部 23 篇文章"]);
	const tabs = ["全部46", "使用者23", "文章23"];
	const seen = new Set<string | undefined>();
	for (const page of ["1", "2"]) {
		const part = await pageOf(who, { q: "路跑", kind: "article", page });
		expect(tabsOf(part)).toEqual(expect.arrayContaining(tabs));
		for (const { attributes } of hitsOf(part)) seen.add(attributes.href);
	}
	expect(seen.size).toBe(23);
	expect((await pageOf(who, { q: "路跑", kind: "article", page: "3" })).html).toContain("沒有這一頁");
});

test.each<[Permission[], string, { DB: number; SEARCH: number }]>([
	[["announcements.manage"], "基因", { DB: 1, SEARCH: 0 }],
	[["users.manage"], "基因", { DB: 1, SEARCH: 0 }],
	[["articles.manage"], "基因", { DB: 1, SEARCH: 1 }],
	[["users.manage", "articles.manage"], "基因", { DB: 1, SEARCH: 1 }],
	[["users.manage", "articles.manage"], "路跑", { DB: 1, SEARCH: 1 }],
	[["articles.manage"], "%", { DB: 0, SEARCH: 0 }],
	[["users.manage", "articles.manage"], "", { DB: 0, SEARCH: 0 }],
])("%j asks for %s in so many round trips beside the session's", async (permissions, q, expected) => {
	const who = await holding(...permissions);
	for (const headers of [{}, JSON_ONLY]) {
		const trips = { DB: -1, SEARCH: 0 };
		await askWith(
			at({ q }),
			{ headers: { Cookie: who.cookie, ...headers } },
			{ DB: counted(env.DB, () => trips.DB++), SEARCH: counted(env.SEARCH, () => trips.SEARCH++) },
		);
		expect(trips).toEqual(expected);
	}
});

test("a hit of the website leads to where it is written, public or not", async () => {
	const who = await holding(...WEBSITE);
	const id = (table: string, title: string) =>
		env.DB.prepare(`SELECT id FROM ${table} WHERE title = ?`).bind(title).first<number>("id");
	const addresses = (await boxOf(who, "基因")).map(({ label, href }) => [label, href]);
	expect(addresses).toEqual([
		["基因檢測同意書", "/admin/documents/1"],
		["基因治療的新進展", `/admin/articles/${await id("articles", "基因治療的新進展")}`],
		["基因檢測補助草稿", `/admin/articles/${await id("articles", "基因檢測補助草稿")}`],
		["基因專頁", "/admin/pages/1"],
		["基因排程頁", "/admin/pages/2"],
	]);
});

test("who is not signed in, or only a member, searches nothing", async () => {
	expect((await ask(at({ q: "基因" }), { headers: JSON_ONLY })).status).toBe(401);
	const member = await signIn({ roles: ["member"] });
	expect((await ask(at({ q: "基因" }), { as: member, headers: JSON_ONLY })).status).toBe(403);
});

test("every kind has one name in the address", () => {
	expect(new Set(KINDS).size).toBe(SOURCES.length);
});
