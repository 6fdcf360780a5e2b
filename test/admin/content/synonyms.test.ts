import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { sql } from "../../support/content.ts";
import { cells, page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { synonyms } = paths.admin;
let editor: Person;

beforeEach(async () => {
	editor = await signIn({ name: "編輯", roles: ["editor"] });
	await env.DB.batch(["synonyms", "form_submissions"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

const post = async (path: string, form: Record<string, string>) => {
	const answer = await ask(path, { as: editor, form });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const make = (words: string) => post(synonyms.create(), { words, _key: crypto.randomUUID() });
const stored = async () => (await rows("SELECT words FROM synonyms ORDER BY id")).map(({ words }) => words);

test("words are typed one a line or with commas, each once, and stand in the list", async () => {
	expect((await make("輪椅\n 輔具 、行動  輔具，Wheelchair\nwheelchair")).to).toBe(synonyms.list());
	expect(await stored()).toEqual(['["輪椅","輔具","行動 輔具","Wheelchair"]']);
	expect(cells(await page(synonyms.list(), editor)).join(" ")).toContain("輪椅、輔具、行動 輔具、Wheelchair");
	expect((await page(`${synonyms.list()}?q=wheel`, editor)).html).toContain("符合條件的有");
});

test("what a group may not be is said beside its field, and nothing is stored", async () => {
	await make("輪椅、輔具");
	for (const [typed, words] of [
		["", "請至少填兩個"],
		["輪椅", "請至少填兩個"],
		["甲、甲", "請至少填兩個"],
		["甲、、！", "至少要有一個文字或數字"],
		[`甲、${"字".repeat(41)}`, "每個詞最多 40 個字"],
		[Array.from({ length: 13 }, (_, at) => `詞${at}`).join("、"), "一組最多 12 個詞"],
		["輔具、助行器", "已經在另一組同義詞裡"],
	] as const) {
		const { status, html } = await make(typed);
		expect([typed, status, html.includes(words)]).toEqual([typed, 422, true]);
	}
	expect(await stored()).toEqual(['["輪椅","輔具"]']);
});

test("raw SQL cannot break the groups either", async () => {
	const insert = (words: string, id = "NULL") =>
		sql(`INSERT INTO synonyms (id, words, created_at, updated_at) VALUES (${id}, '${words}', 1, 1)`);
	await insert('["a","b"]', "1");
	for (const wrong of [
		'["c"]',
		'["c","c"]',
		'["c","A"]',
		'["c",1]',
		'["c"," d"]',
		'["c",""]',
		'{"c":"d"}',
		"c",
		'["c","d\\ne"]',
	])
		await expect(insert(wrong), wrong).rejects.toThrow();
	await expect(sql("UPDATE synonyms SET id = 2"), "another id").rejects.toThrow();
	await expect(
		sql(`INSERT OR REPLACE INTO synonyms (id, words, created_at, updated_at) VALUES (1, '["x","y"]', 1, 1)`),
	).rejects.toThrow();
	await sql(
		...Array.from(
			{ length: 99 },
			(_, at) => `INSERT INTO synonyms (words, created_at, updated_at) VALUES ('["x${at}","y${at}"]', 1, 1)`,
		),
	);
	await expect(insert('["c","d"]')).rejects.toThrow("synonym.full");
	await sql(`UPDATE synonyms SET words = '["b","a","c"]' WHERE id = 1`);
	await expect(sql(`UPDATE synonyms SET words = '["b","x1"]' WHERE id = 1`)).rejects.toThrow("synonym.taken");
});

test("a group is changed and deleted with its row in the audit log, and two tabs lose nothing", async () => {
	const [last] = await rows("SELECT coalesce(max(id), 0) AS id FROM audit_log");
	await make("輪椅、輔具");
	const id = Number((await rows("SELECT id FROM synonyms"))[0]?.id);
	expect((await post(synonyms.edit(id), { words: "輪椅\n代步車", version: "1" })).to).toBe(synonyms.list());
	const late = await post(synonyms.edit(id), { words: "輪椅\n電動輪椅", version: "1" });
	expect([late.status, late.html.includes("代步車"), late.html.includes("電動輪椅")]).toEqual([409, true, true]);
	expect((await page(synonyms.removal(id), editor)).html).toContain("搜尋不再把這些詞當成同一個意思");
	expect((await post(synonyms.removal(id), { version: "1" })).status).toBe(409);
	expect((await post(synonyms.removal(id), { version: "2" })).to).toBe(synonyms.list());
	expect(await stored()).toEqual([]);
	expect(
		await rows(
			`SELECT action, description FROM audit_log WHERE action LIKE 'synonym.%' AND id > ${last?.id} ORDER BY id`,
		),
	).toEqual([
		{ action: "synonym.create", description: "輪椅、輔具" },
		{ action: "synonym.edit", description: "輪椅、代步車" },
		{ action: "synonym.remove", description: "輪椅、代步車" },
	]);
});

test("the empty list says what synonyms are for", async () => {
	expect((await page(synonyms.list(), editor)).html).toContain("還沒有同義詞");
});
