import { beforeAll, describe, expect, test } from "vitest";
import { fillLists } from "../support/bulk-rows.ts";
import { brokenOnPurpose } from "../support/invariants.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { routes } from "../support/routes.ts";

/** The files of lists: a list has its file under its own address. */
const FILES = routes.map(({ path }) => path).filter((path) => path.endsWith("/export/csv"));
const ASKED: Record<string, string> = { "/admin/tasks": "status=all" };

let admin: Person;
beforeAll(async () => {
	brokenOnPurpose("money of plain SQL that stands on no other");
	admin = await signIn({ roles: ["admin", "secretary", "cashier", "accountant", "chair"] });
	await fillLists(1, 3, admin.userId);
});

/** Returns the ids of the columns that a list's reader may choose. */
async function choosable(list: string): Promise<string[]> {
	const answer = await ask(list, { as: admin });
	if (answer.status !== 200) return [];
	return [...(await answer.text()).matchAll(/ id="col-([\w-]+)"/g)].flatMap(([, id]) =>
		id === undefined || id === "usual" ? [] : [id],
	);
}

async function headerOf(list: string, cols: readonly string[] | undefined): Promise<string[]> {
	const query = new URLSearchParams(ASKED[list]);
	if (cols) query.set("cols", cols.join(".") || "none");
	const answer = await ask(`${list}/export/csv?${query}`, { as: admin });
	expect(answer.status).toBe(200);
	const [header = ""] = (await answer.text()).replace(/^\uFEFF/, "").split("\r\n");
	return header.split(",");
}

describe("the file of a list has the columns that its reader chose, in the chosen order", async () => {
	const lists = FILES.map((path) => path.replace("/export/csv", "")).filter(
		(list) => list !== "/admin/members" && routes.some(({ path }) => path === list),
	);
	test("many lists have such columns", async () => {
		const found = await Promise.all(lists.map(choosable));
		expect(found.filter((ids) => ids.length > 0).length).toBeGreaterThan(4);
	});
	test.for(lists)("%s", async (list) => {
		const ids = await choosable(list);
		if (ids.length === 0) return;
		const all = await headerOf(list, undefined);
		const fixed = await headerOf(list, []);
		expect(fixed).not.toEqual([]);
		const own: Record<string, string[]> = {};
		for (const id of ids) {
			const header = await headerOf(list, [id]);
			expect(header.slice(0, fixed.length)).toEqual(fixed);
			own[id] = header.slice(fixed.length);
			expect([id, own[id]]).not.toEqual([id, []]);
		}
		const chosen = [...ids].sort(() => Math.random() - 0.5).slice(0, 1 + Math.floor(Math.random() * ids.length));
		const header = await headerOf(list, chosen);
		expect(header).toEqual([...fixed, ...chosen.flatMap((id) => own[id] ?? [])]);
		expect(header.filter((label) => !all.includes(label))).toEqual([]);
		// An id that no column has, and one that is named twice, change nothing.
		expect(await headerOf(list, [...chosen, "nothing", ...chosen])).toEqual(header);
	});
});

test("the form of the members' export has chosen what their list shows, in its order", async () => {
	const page = async (query: string) => (await ask(`/admin/members/export?${query}`, { as: admin })).text();
	const ticked = (html: string) =>
		[...html.matchAll(/<input[^>]*name="columns"[^>]*>/g)].flatMap(([input]) =>
			/ checked/.test(input) ? (/value="(\w+)"/.exec(input)?.[1] ?? []) : [],
		);
	expect(ticked(await page("cols=city.type.phone"))).toEqual(["member_no", "name", "city", "membership_type", "phone"]);
	expect(ticked(await page("cols=none"))).toEqual(["member_no", "name"]);
	expect(ticked(await page("")).length).toBeGreaterThan(20);
	const query = "columns=member_no&columns=city&columns=name";
	const file = await (await ask(`/admin/members/export/csv?${query}`, { as: admin })).text();
	expect(file.replace(/^\uFEFF/, "").split("\r\n")[0]).toBe("會員編號,縣市,姓名");
});
