import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { nextPath } from "#auth/admit.ts";
import { SETTINGS } from "#domain/system/settings/schema.ts";
import { UserInput } from "#domain/system/users/schema.ts";
import { originTest } from "#http/cors.ts";
import { paths } from "#http/paths.ts";
import { csvRow } from "#kernel/csv.ts";
import { makeLogin, PASSWORD } from "../support/logins.ts";
import { owner, post } from "../support/own-account.ts";
import { ask, openSession, signIn } from "../support/people.ts";
import { rows } from "../support/users.ts";

const ELSEWHERE = [
	"//else.where",
	"/\\else.where",
	"/\t/else.where",
	"/.//else.where",
	"/a/..//else.where/x",
	"/%2e//else.where",
	"/./\\else.where",
];

test.each(ELSEWHERE)("%j is no place to go on to: neither after signing in nor with the theme", async (next) => {
	expect(nextPath(next)).toBeUndefined();
	const admin = await signIn({ roles: ["admin"] });
	const signedIn = await ask(paths.login(next), { as: admin });
	const themed = await ask(paths.theme(), { as: admin, form: { theme: "dark", back: next } });
	expect([signedIn, themed].map(({ headers }) => headers.get("Location"))).toEqual([paths.admin.home(), paths.home()]);
});

test("signing in ends the session that this browser had before, and no other", async () => {
	const { id, email } = await makeLogin();
	const [here, beside] = [{ userId: id, ...(await openSession(id)) }, await openSession(id)];
	const answer = await ask(paths.login(), { as: here, form: { identifier: email, password: PASSWORD } });
	expect(answer.status).toBe(303);
	const live = (await rows<{ id: string }>("SELECT id FROM sessions WHERE user_id = ? AND ended_at IS NULL", id)).map(
		(row) => row.id,
	);
	expect([live.length, live.includes(here.sid), live.includes(beside.sid)]).toEqual([2, false, true]);
});

test("an account tries five addresses or phones in an hour: no list of people, no flood of mails to strangers", async () => {
	const [person, taken] = [await owner({ role: "member" }), await owner({ role: "member" })];
	const statuses: number[] = [];
	for (let n = 0; n < 3; n++) {
		statuses.push((await post(paths.account.email(), person, { email: `stranger${n}@example.org` })).status);
		statuses.push((await post(paths.account.phone(), person, { phone: taken.phone })).status);
	}
	expect(statuses).toEqual([303, 422, 303, 422, 303, 429]);
	expect((await post(paths.account.email(), person, { email: "stranger9@example.org" })).status).toBe(429);
	expect(await rows("SELECT count(*) AS n FROM mail_messages WHERE to_address LIKE 'stranger%'")).toEqual([{ n: 3 }]);
	expect((await post(paths.account.email(), taken, { email: "mine@example.org" })).status).toBe(303);
});

test.each([
	["a line end", "王小明\r\nBcc: all@example.org"],
	["a line separator", "王\u2028小明"],
	["a turned direction", "\u202e明小王"],
	["an isolate", "王\u2066小明"],
	["nothing to see", "\u200b"],
])("a name with %s is no name", (_, name) => {
	expect(UserInput.safeParse({ name, email: "a@example.org", phone: "" }).success).toBe(false);
});

test.each(["王小明", "Nguyễn Văn Á", "Siki·Lahai", "O’Neil (Jr.)", "𠮷野", "1 號志工"])("%s is a name", (name) => {
	expect(UserInput.parse({ name, email: "a@example.org", phone: "" }).name).toBe(name);
});

test("a pattern of origins with many stars, and a header made to match them badly, cost nothing", () => {
	const hostile = `https://${"-".repeat(285)}!`;
	const pattern = "https://*-*-*-*-*-*-*-team.vercel.app";
	expect(SETTINGS.site.PREVIEW_ORIGIN_PATTERN.schema.safeParse(pattern).success).toBe(false);
	// Written by bare SQL it matches nothing, at once: the regular expression would run for longer than this test may.
	expect(originTest("https://www.example.org", pattern)(hostile)).toBe(false);
	const allows = originTest("https://www.example.org", "https://site-*-*.vercel.app");
	expect(["https://site-a-b.vercel.app", hostile].map(allows)).toEqual([true, false]);
});

test.each(["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", "＝1"])(
	"a spreadsheet takes %j for no formula",
	(text) => {
		expect(csvRow([text]).replace(/^"/, "")).toMatch(/^'/);
	},
);

test("what is held for somebody who was signed out is their own form again, without a secret", async () => {
	const form = { current: "secret-1", password: "secret-2", code: "secret-3", name: `"><script>x</script>` };
	const answer = await ask(paths.account.password(), { form });
	const text = await answer.text();
	expect([answer.status, text.includes("secret-"), text.includes("<script>x")]).toEqual([401, false, false]);
	expect(text).toContain(`value="&quot;>&lt;script>x&lt;/script>"`);
	const foreign = await ask(paths.account.password(), { form, headers: { "Sec-Fetch-Site": "cross-site" } });
	expect([foreign.status, (await foreign.text()).includes("script>x")]).toEqual([403, false]);
	expect(await env.DB.prepare("SELECT count(*) AS n FROM form_submissions").first("n")).toBe(0);
});
