/** 告知事項: staff publish versions of the texts, everybody reads them, and staff see who agreed to which. */
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { insert } from "../../support/content.ts";
import { member } from "../../support/members.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { privacy } = paths.admin.members;
let secretary: Person;
beforeAll(async () => {
	secretary = await signIn({ roles: ["secretary"] });
});
const page = async (path: string, as?: Person) => (await ask(path, { ...(as && { as }) })).text();
const today = () => rocWords(dateInTaipei(Date.now()));

test("the form begins with the text of now in the words of the settings; wrong input comes back with what to do", async () => {
	await rows(
		"INSERT INTO settings (key, value, updated_at) VALUES ('association.data_processor', '某主機公司', 1), ('association.data_region', '日本', 1)",
	);
	const text = await page(privacy.text("donor_data"), secretary);
	for (const words of ["某主機公司 提供主機與儲存", "利用的地區：日本。", "（〇六九）", "版本 2026-12"])
		expect(text).toContain(words);
	// What the program ships says where the program runs, whatever the settings say, until somebody publishes.
	expect(await page(paths.notice("donor_data"))).toContain("資料可能在臺灣以外儲存與處理");
	const send = async (form: Record<string, string>) => {
		const answer = await ask(privacy.text("donor_data"), { as: secretary, form });
		return { status: answer.status, text: await answer.text() };
	};
	for (const [form, words] of [
		[{ starts_on: "", body: "新的文字" }, "請填寫從哪一天開始用"],
		[{ starts_on: "某一天", body: "新的文字" }, "看不懂「某一天」"],
		[{ starts_on: today(), body: "" }, "請填寫文字"],
		[{ starts_on: "2020/1/1", body: "新的文字" }, "新的版本最早從今天開始用"],
	] as const) {
		const { status, text: answered } = await send(form);
		expect([status, answered.includes(words)], words).toEqual([422, true]);
		expect(answered).toContain(form.body);
	}
	expect((await send({ starts_on: today(), body: "捐款人的第一段。\n第二段。" })).status).toBe(303);
	const shown = await page(paths.notice("donor_data"));
	for (const words of ["<p>捐款人的第一段。</p>", "<p>第二段。</p>"]) expect(shown).toContain(words);
	expect(await page(privacy.texts(), secretary)).toContain("協會自訂");
	expect(await page(privacy.textVersion("donor_data", "2026-12"), secretary)).toContain("善心人士");
	expect((await ask(privacy.textVersion("donor_data", "1999-01"), { as: secretary })).status).toBe(404);
	expect((await ask(paths.notice("nothing"))).status).not.toBe(200);
});

test("staff see who agreed to which version, took it back or never agreed, also as a file", async () => {
	const people = await Promise.all(
		["甲", "乙", "丙", "丁"].map((name) => member({ name: `同意${name}`, status: "active" })),
	);
	const [now, old, ended] = people;
	for (const [one, version, given] of [
		[now, "2026-12", 1],
		[old, "2026-11", 1],
		[ended, "2026-12", 0],
	] as const)
		await insert("consents", {
			member_id: one?.id ?? 0,
			kind: "personal_data",
			text_version: version,
			given,
			channel: "web",
			at: 1,
		});
	const found = async (state: string) => {
		const text = await page(`${privacy.agreements()}?state=${state}`, secretary);
		return ["甲", "乙", "丙", "丁"].filter((name) => text.includes(`同意${name}<`));
	};
	expect(await found("current")).toEqual(["甲"]);
	expect(await found("older")).toEqual(["乙"]);
	expect(await found("ended")).toEqual(["丙"]);
	expect(await found("none")).toContain("丁");
	expect(await page(`${privacy.agreements()}?kind=health_data&state=current`, secretary)).not.toContain("同意甲");
	const file = await page(`${privacy.agreementsFile("csv")}?state=older`, secretary);
	expect(file).toContain("同意乙,2026-11");
});

test("the state of the system says that a website has no privacy policy", async () => {
	const admin = await signIn({ roles: ["admin"] });
	const says = async () => (await page(paths.admin.health.show(), admin)).includes("首頁要連到隱私權政策。請到");
	await rows("DELETE FROM settings WHERE key IN ('PUBLIC_SITE_ORIGIN', 'site.privacy_url')");
	expect(await says()).toBe(false);
	await rows(
		"INSERT INTO settings (key, value, updated_at) VALUES ('PUBLIC_SITE_ORIGIN', 'https://www.example.org', 1)",
	);
	expect(await says()).toBe(true);
	await rows(
		"INSERT INTO settings (key, value, updated_at) VALUES ('site.privacy_url', 'https://www.example.org/privacy', 1)",
	);
	expect(await says()).toBe(false);
});
