/** The number on the tab of a view is how many records its list shows, on all of its pages: for every list, with any conditions. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { AREAS } from "#admin/areas.ts";
import { PERMISSIONS } from "#permissions.ts";
import { newSeed } from "../support/chances.ts";
import { brokenOnPurpose } from "../support/invariants.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { random } from "../support/random.ts";
import { fillSorted } from "../support/sorted-rows.ts";

const seed = newSeed();
const { next, pick } = random(seed);
const VIEWS = 4;
/** Nobody counts the rows of a log. */
const LOGS = ["/admin/audit", "/admin/members/access"];
let all: Person;

beforeAll(async () => {
	brokenOnPurpose("rows of plain SQL that stand on no others");
	all = await signIn({ permissions: [...PERMISSIONS] });
	await fillSorted(seed, all.userId);
}, 120_000);

const htmlOf = async (address: string): Promise<string> => (await ask(address, { as: all })).text();
const isList = (html: string): boolean => html.includes('<div id="list">');

/** Counts the rows of a list on all of its pages. */
async function rowsOf(address: string): Promise<number> {
	let rows = 0;
	for (let page = 1; page < 20; page += 1) {
		const html = await htmlOf(page === 1 ? address : `${address}&page=${page}`);
		const at = html.indexOf('<div id="list">');
		const list = html.slice(at, html.indexOf("</table>", at));
		rows += [...list.matchAll(/<tr role="row"(?! class="empty-row")[^>]*>(.*?)<\/tr>/gs)].filter(
			([, row = ""]) => /role="(?:row)?(?:header|cell)"/.test(row) && !row.includes("columnheader"),
		).length;
		if (!html.includes("下一頁")) break;
	}
	return rows;
}

/** Returns the choices that the conditions of a list offer, by their names. */
const choicesOf = (html: string): [name: string, values: string[]][] =>
	[...html.matchAll(/<select[^>]* name="([\w-]+)"[^>]*>(.*?)<\/select>/gs)].map(([, name = "", options = ""]) => [
		name,
		[...options.matchAll(/<option value="([^"]+)"/g)].map(([, value = ""]) => value.replaceAll("&amp;", "&")),
	]);

/** Keeps a view of a list with conditions by chance, and returns its query. */
async function keep(list: string, choices: ReturnType<typeof choicesOf>): Promise<{ id: number; query: string }> {
	const asked = choices.filter(([, values]) => values.length > 0 && next() < 0.4);
	const query = new URLSearchParams(asked.map(([name, values]) => [name, pick(values)])).toString();
	const row = await env.DB.prepare(
		`INSERT INTO list_views (list, user_id, name, query, is_shared, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, 1, 1) RETURNING id`,
	)
		.bind(list, all.userId, crypto.randomUUID().slice(0, 20), query, Math.round(next()))
		.first<{ id: number }>();
	return { id: row?.id ?? 0, query };
}

async function totalsOf(list: string, as = all): Promise<Record<string, number>> {
	const answer = await ask(list, { as, headers: { Accept: "application/json" } });
	expect(answer.headers.get("Content-Type")).toContain("application/json");
	const totals = await answer.json<Record<string, number | string>>();
	return Object.fromEntries(
		Object.entries(totals).map(([id, total]) => [id, Number(String(total).replaceAll(",", ""))]),
	);
}

const filled: string[] = [];
const narrowed: string[] = [];

describe("every list that the menu leads to", () => {
	test.each(AREAS.map(({ href }) => href))(
		"%s",
		async (list) => {
			const html = await htmlOf(list);
			if (!isList(html) || LOGS.includes(list)) return;
			const choices = choicesOf(html.slice(0, html.indexOf('<div id="list">')));
			const views: { id: number; query: string }[] = [];
			for (let n = 0; n < VIEWS; n += 1) views.push(await keep(list, choices));
			const totals = await totalsOf(list);
			expect(Object.keys(totals)).toEqual(["0", ...views.map(({ id }) => String(id))]);
			const everyone = await rowsOf(`${list}?view=1`);
			expect([list, seed, totals[0]]).toEqual([list, seed, everyone]);
			for (const { id, query } of views) {
				const rows = await rowsOf(`${list}?${query}&view=${id}`);
				expect([list, query, seed, totals[id]]).toEqual([list, query, seed, rows]);
				if (rows > 0) filled.push(list);
				if (rows < everyone) narrowed.push(list);
			}
		},
		120_000,
	);

	test("many were seen with records, and with some of them", () => {
		expect(new Set(filled).size).toBeGreaterThan(20);
		expect(new Set(narrowed).size).toBeGreaterThan(10);
	});
});

test.each(LOGS)("the views of a log have no number: %s", async (list) => {
	const { id } = await keep(list, []);
	const html = await htmlOf(`${list}?view=${id}`);
	expect([isList(html), html.includes(`?view=${id}" aria-current="page"`), html.includes("data-view")]).toEqual([
		true,
		true,
		false,
	]);
});

describe("whose they are", () => {
	test("another's own view has no number, and who may not open the list gets none", async () => {
		const other = await signIn({ roles: ["secretary"] });
		await env.DB.prepare("UPDATE list_views SET is_shared = 0").run();
		expect(Object.keys(await totalsOf("/admin/members", other))).toEqual(["0"]);
		const editor = await signIn({ roles: ["editor"] });
		const closed = await ask("/admin/members", { as: editor, headers: { Accept: "application/json" } });
		expect([closed.status, await closed.text()]).not.toContain('"0"');
		expect(closed.status).toBe(403);
	});

	test("a view whose conditions the list does not know (any more) has no number", async () => {
		await env.DB.prepare("UPDATE list_views SET query = 'gone=1' WHERE list = '/admin/members'").run();
		expect(Object.keys(await totalsOf("/admin/members"))).toEqual(["0"]);
	});
});
