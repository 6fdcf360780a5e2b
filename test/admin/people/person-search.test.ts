import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { insert } from "../../support/content.ts";
import { member } from "../../support/members.ts";
import { page } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { members, income } = paths.admin;
let secretary: Person;
let one: number;
let mother: number;
let names = 0;
let name: string;

beforeAll(async () => {
	secretary = await signIn({ roles: ["secretary", "admin", "cashier"] });
});
beforeEach(async () => {
	names += 1;
	name = `莊<尋${names}媽媽`;
	one = (await member({ name: `莊小安${names}`, status: "active" })).id;
	mother = (await member({ name, member_no: `S${names}`, status: "active" })).id;
});

const found = async (path: string, q: string, as = secretary) => {
	const answer = await ask(`${path}?${new URLSearchParams({ q })}`, { as, headers: { Accept: "application/json" } });
	return {
		status: answer.status,
		body: (await answer.json()) as { data: { label: string; href: string }[]; words?: string },
	};
};
const radios = (html: string): [value: string, isChecked: boolean][] =>
	[...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([input]) => [
		/ value="([^"]*)"/.exec(input)?.[1] ?? "",
		/ checked/.test(input),
	]);

describe("the field that finds a person", () => {
	const places: [string, (id: number) => string][] = [
		["guardian", members.guardian],
		["不得告知", members.bans],
	];
	test.each(places)("%s: what it finds leads to the page with this person chosen", async (_, path) => {
		const { body } = await found(path(one), name);
		expect(body.data.map(({ label }) => label)).toEqual([name]);
		const { html } = await page(body.data[0]?.href ?? "", secretary);
		expect(radios(html)).toContainEqual([String(mother), true]);
		expect(html).toContain(`莊&lt;尋${names}媽媽`);
	});
	test.each(places)("%s: finds nobody by nothing, and says so by a wrong name alone", async (_, path) => {
		expect(await found(path(one), "")).toEqual({ status: 200, body: { data: [], words: "" } });
		expect((await found(path(one), "查無此人")).body).toEqual({ data: [] });
	});
	test("the other record of a merge is led to side by side", async () => {
		const { body } = await found(members.merge(one), name);
		expect(body.data.map(({ href }) => href)).toEqual([`${members.merge(one)}?with=${mother}`]);
	});
	test("logins: those that are found, of nobody's own family", async () => {
		const login = await signIn({ name });
		const { body } = await found(members.login(one), name);
		const { html } = await page(body.data[0]?.href ?? "", secretary);
		expect(radios(html)).toContainEqual([String(login.userId), true]);
		const child = await member({ name: "本人的孩子", status: "active" });
		await env.DB.prepare("UPDATE members SET user_id = ? WHERE id = ?").bind(secretary.userId, child.id).run();
		for (const path of [members.login, members.guardian, members.bans])
			expect((await found(path(child.id), name)).body.data).toEqual([]);
	});
	test("donors: each leads to the form with this donor", async () => {
		await insert("donors", {
			id: 900 + names,
			...{ name, kind: "person", seal_id: crypto.randomUUID(), person_key: "", created_at: 1, updated_at: 1 },
		});
		const { body } = await found(income.create(), name);
		expect(body.data.map(({ href }) => href)).toEqual([`${income.create()}?donor=${900 + names}`]);
		expect((await page(body.data[0]?.href ?? "", secretary)).html).toContain("換一位");
	});
	test("who may not open the page finds nobody", async () => {
		const reader = await signIn({ permissions: ["members.view"] });
		for (const path of [
			members.guardian(one),
			members.bans(one),
			members.login(one),
			members.merge(one),
			income.create(),
		])
			expect([path, (await found(path, name, reader)).status]).toEqual([path, 403]);
	});
});
