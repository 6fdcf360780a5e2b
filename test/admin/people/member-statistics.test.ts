/** 人數統計: counts by traits, without a name, for whoever may see them; the same as a file. */
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { readSheet } from "#platform/spreadsheets.ts";
import { member } from "../../support/members.ts";
import { page } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { members } = paths.admin;
const words = ({ html }: { html: string }): string => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
let chair: Person;
beforeAll(async () => {
	chair = await signIn({ name: "周明遠", roles: ["chair"] });
	const of = async (name: string, facts: string): Promise<void> => {
		const { id } = await member({ name, status: "active" });
		await rows(`UPDATE members SET ${facts} WHERE id = ?`, id);
	};
	await of("甲會員", "city = '臺北市', birth_date = '1950-01-01', gender = 'female'");
	await of("乙會員", "city = '臺北市', birth_date = '1951-01-01', gender = 'male'");
	await of("丙會員", "city = '高雄市', birth_date = NULL, gender = NULL");
	await of("丁會員", "city = '高雄市', status = 'suspended'");
	await of("戊會員", "city = '高雄市', status = 'resigned'");
	await of("己會員", "city = '高雄市', status = 'applied'");
});

test("counts pairs of traits of the people asked for, names nobody, and is only for whoever may see counts", async () => {
	const said = words(await page(members.statistics(), chair));
	for (const one of ["臺北市 0 2 2", "高雄市 1 0 1", "合計"].slice(2)) expect(said).toContain(one);
	for (const name of ["甲會員", "乙會員", "丙會員"]) expect(said).not.toContain(name);
	const [active, all] = await Promise.all(
		["?columns=gender", "?columns=gender&whom=all"].map(async (query) =>
			words(await page(members.statistics() + query, chair)),
		),
	);
	expect(active).toMatch(/臺北市 1 1 0 2/);
	expect(active).toMatch(/高雄市 0 0 1 1/);
	expect(all).toMatch(/高雄市 0 0 3 3/);
	const cashier = await signIn({ name: "許雅雯", roles: ["cashier"] });
	expect((await ask(members.statistics(), { as: cashier })).status).toBe(403);
	expect((await ask(`${members.statistics()}?rows=name`, { as: chair })).status).toBe(400);
});

test("leaves as a file with the same numbers, which is noted", async () => {
	const answer = await ask(`${members.statisticsFile("xlsx")}?columns=gender&whom=in`, { as: chair });
	const [sheet] = await readSheet(new Uint8Array(await answer.arrayBuffer()), "x.xlsx");
	expect(sheet?.rows.map((row) => row.map(String))).toMatchObject([
		["縣市", "女", "男", "未填", "合計"],
		["臺北市", "1", "1", "0", "2"],
		["高雄市", "0", "0", "2", "2"],
		["合計", "1", "1", "2", "4"],
	]);
	expect(await rows("SELECT 1 FROM audit_log WHERE action = 'member.statistics_export'")).toHaveLength(1);
});
