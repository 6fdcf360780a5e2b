import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { householdsOf, mayVote, namesWords, placeOf } from "#admin/people/members/print-people.ts";
import { paths } from "#http/paths.ts";
import { insert } from "../../support/content.ts";
import { page } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { members } = paths.admin;
let secretary: Person;

type Row = Record<string, string | number | null>;
const HOME = { postal_code: "100", city: "臺北市", district: "中正區", address: "忠孝東路 1 號" };
const member = (id: number, more: Row = {}) =>
	insert("members", {
		id,
		name: `會員${id}`,
		member_no: `M${String(id).padStart(4, "0")}`,
		status: "active",
		created_at: 1,
		updated_at: 1,
		...more,
	});

beforeEach(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	await env.DB.batch([
		env.DB.prepare("DELETE FROM settings WHERE key LIKE 'members.%' OR key = 'association.name'"),
		env.DB.prepare("UPDATE members SET merged_into = NULL"),
		...["member_numbers", "members"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
	]);
});

const printed = async (kind: "labels" | "roster" | "sign-in", query: [string, string][] = []) => {
	const { html, elements } = await page(`${members.print(kind)}?${new URLSearchParams(query)}`, secretary);
	const papers = elements.filter(({ attributes }) => /^paper( |$)/.test(attributes.class ?? ""));
	const texts = (name: string) =>
		elements
			.filter((one) => one.name === name && one.inside.includes(kind === "labels" ? "ul" : "section"))
			.map(({ text }) => text);
	return { html, papers, texts };
};
const cells = async (kind: "roster" | "sign-in", query?: [string, string][]) => {
	const { texts } = await printed(kind, query);
	return { heads: [...new Set(texts("th"))], cells: texts("td") };
};
const labels = async (query?: [string, string][]) => {
	const { html } = await printed("labels", query);
	return [
		...html.matchAll(
			/<span class="zip">([^<]*)<\/span><span class="place(?: dense)?">([^<]*)<\/span><span class="to"><b>([^<]*)<\/b>([^<]*)</g,
		),
	].map(([, code, place, names, closing]) => [code, place, names, closing?.trim()]);
};

describe("address labels", () => {
	test("one for a household, the postal code first, nobody who left or died, or was merged", async () => {
		await member(1, { ...HOME, name: "陳<怡君" });
		await member(2, { ...HOME, name: "陳品睿", city: "台北市", address: "忠孝東路１號", postal_code: "100002" });
		await member(3, { ...HOME, name: "已故者", status: "deceased" });
		await member(4, { ...HOME, name: "退會者", status: "resigned", address: "別處 5 號" });
		await member(5, { name: "沒有地址" });
		await member(6, { ...HOME, name: "併入者", merged_into: 1 });
		expect(await labels()).toEqual([["100002", "臺北市中正區忠孝東路 1 號", "陳&lt;怡君、陳品睿", "收"]]);
		const { html } = await printed("labels");
		expect(html).toContain("標籤 1 張，1 頁。1 位沒有地址，無法列印；2 位已離會、未通過或已故，未列出。");
	});
	test("one for each, 啟, and with those who left, where that is asked for", async () => {
		await member(1, HOME);
		await member(2, HOME);
		await member(3, { ...HOME, status: "deceased" });
		const asked: [string, string][] = [
			["apart", "1"],
			["closing", "啟"],
			["ended", "1"],
		];
		expect((await labels(asked)).map(([, , name, closing]) => [name, closing])).toEqual([
			["會員1", "啟"],
			["會員2", "啟"],
			["會員3", "啟"],
		]);
	});
	test("24 or 14 on a sheet", async () => {
		for (let id = 1; id <= 25; id++) await member(id, { ...HOME, address: `忠孝東路 ${id} 號` });
		expect((await printed("labels")).papers.map(({ attributes }) => attributes.class)).toEqual([
			"paper labels l3x8",
			"paper labels l3x8",
		]);
		expect((await printed("labels", [["sheet", "2x7"]])).papers.length).toBe(2);
		expect((await printed("labels", [["ids", "1.2"]])).papers.length).toBe(1);
	});
	test("an address says its city once; names of many are shortened", () => {
		const said = { name: "a", postal_code: null, city: "臺北市", district: "中正區", address: "台北市中正區忠孝東路" };
		expect(placeOf(said)).toBe("台北市中正區忠孝東路");
		expect(placeOf({ ...said, address: "忠孝東路" })).toBe("臺北市中正區忠孝東路");
		expect(namesWords(["甲", "乙", "丙", "丁"])).toBe("甲、乙、丙等 4 位");
		expect(householdsOf([{ ...said, address: "" }], true)).toEqual([]);
	});
});

describe("roster", () => {
	test("names the association, the day in the Republic's years, and its pages", async () => {
		await env.DB.prepare(
			"INSERT INTO settings (key, value, updated_at) VALUES ('association.name', '漣漪病友協會', 1)",
		).run();
		for (let id = 1; id <= 24; id++) await member(id, { joined_on: "2020-01-02", phone: "0912345678" });
		const { html, papers, texts } = await printed("roster", [["on", "2026-03-05"]]);
		expect(papers.length).toBe(2);
		expect(
			texts("p")
				.filter((text) => /漣漪|中華民國|第 \d/.test(text))
				.slice(0, 3),
		).toEqual(["漣漪病友協會　會員名冊", "共 24 位中華民國115年3月5日", "第 1 頁，共 2 頁"]);
		expect(texts("td").slice(0, 5)).toEqual(["M0001", "會員1", "個人會員", "109年1月2日", "0912 345 678"]);
		expect(html).toContain("共 24 位，2 頁。");
	});
	test("has the columns chosen, the name always", async () => {
		await member(1, { email: "a@example.org", ...HOME });
		expect(
			await cells("roster", [
				["columns", "address"],
				["columns", "email"],
			]),
		).toEqual({
			heads: ["姓名", "電子郵件", "地址"],
			cells: ["會員1", "a@example.org", "100 臺北市中正區忠孝東路 1 號"],
		});
		const answer = await ask(`${members.print("roster")}?columns=national_id`, { as: secretary });
		expect(answer.status).toBe(400);
	});
});

describe("sign-in", () => {
	test("says who may vote by the type, and leaves space to sign", async () => {
		await member(1);
		await member(2, { membership_type: "sponsor" });
		await member(3, { status: "suspended" });
		await member(4, { status: "resigned" });
		await member(5, { status: "applied", member_no: null });
		expect(await cells("sign-in", [["title", "<大會>"]])).toEqual({
			heads: ["會員編號", "姓名", "會員類別", "表決權", "簽名"],
			cells: [
				...["M0001", "會員1", "個人會員", "有", ""],
				...["M0002", "會員2", "贊助會員", "無", ""],
				...["M0003", "會員3", "個人會員", "無", ""],
			],
		});
		const { html } = await printed("sign-in", [["title", "<大會>"]]);
		expect(html).toContain("應到 1 位，另列無表決權 2 位");
		expect(html).toContain("2 位尚未入會、已離會、未通過或已故，未列出");
		expect(html).toContain("&lt;大會>");
		await env.DB.prepare(
			"UPDATE membership_types SET has_vote = code = 'sponsor', vote_age = NULL, version = version + 1",
		).run();
		expect((await cells("sign-in")).cells.filter((_, at) => at % 5 === 3)).toEqual(["無", "有", "無"]);
	});
	test("a vote needs a membership in force", async () => {
		await env.DB.prepare(
			"UPDATE membership_types SET has_vote = code IN ('individual', 'regular', 'lifetime'), version = version + 1",
		).run();
		const votes = (status: "active" | "awaiting_payment", has_vote: 0 | 1) =>
			mayVote({ has_vote, vote_age: null, status, birth_date: null }, { fromAge: 18, on: "2026-06-01" });
		expect(votes("active", 1)).toBe(true);
		expect(votes("awaiting_payment", 1)).toBe(false);
		expect(votes("active", 0)).toBe(false);
	});
	test("a vote needs the age of the charter on the day of the meeting", async () => {
		await member(1, { birth_date: "2008-06-02" });
		await member(2, { birth_date: "1990-01-01" });
		await member(3);
		const votes = async (on: string) => (await cells("sign-in", [["on", on]])).cells.filter((_, at) => at % 5 === 3);
		expect(await votes("2026-06-01")).toEqual(["無", "有", "有"]);
		expect(await votes("2026-06-02")).toEqual(["有", "有", "有"]);
		expect((await printed("sign-in", [["on", "2026-06-01"]])).html).toContain("應到 2 位，另列無表決權 1 位");
		expect((await printed("sign-in", [["on", "2026-06-02"]])).html).not.toContain("另列");
		await env.DB.prepare(
			"INSERT INTO settings (key, value, updated_at) VALUES ('members.voting_from_age', '20', 1)",
		).run();
		expect(await votes("2026-06-02")).toEqual(["無", "有", "有"]);
	});
});

describe("bad input", () => {
	test("conditions that are none", async () => {
		for (const bad of ["sheet=4x9", "closing=x", "apart=yes", "on=2026-02-30", "ids=abc", "page=2"]) {
			const answer = await ask(`${members.print("labels")}?${bad}`, { as: secretary });
			expect([bad, answer.status]).toEqual([bad, 400]);
		}
	});
	test("nobody to print, more than 5,000, and nobody's business", async () => {
		expect((await printed("labels")).html).toContain("沒有可以列印的會員");
		await env.DB.prepare(
			`INSERT INTO members (name, status, created_at, updated_at)
			SELECT '會員', 'active', 1, 1 FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5001) SELECT i FROM n)`,
		).run();
		const { html, papers } = await printed("roster");
		expect([html.includes("一次最多列印 5,000 位"), papers.length]).toEqual([true, 0]);
		const cashier = await signIn({ roles: ["cashier"] });
		expect((await ask(members.print("roster"), { as: cashier })).status).toBe(403);
	});
});
