import { env } from "cloudflare:test";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { auditOf, isLive, mailsTo, PASSWORD, userField } from "../support/logins.ts";
import { get, type Owner, owner, post, words } from "../support/own-account.ts";
import { tripsOf } from "../support/pages.ts";
import { openSession } from "../support/people.ts";

const { account } = paths;
const codeNow = (secret: string, steps = 0): string =>
	new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
/** The secret that a setup page shows, in its groups of four. */
const secretIn = (text: string): string => /<code>([A-Z2-7 ]{39})<\/code>/.exec(text)?.[1]?.replaceAll(" ", "") ?? "";
const codesIn = (text: string): string[] =>
	[...text.matchAll(/<code>([0-9A-Z]{5}-[0-9A-Z]{5})<\/code>/g)].map((m) => m[1] ?? "");

async function started(role: string): Promise<{ person: Owner; secret: string }> {
	const person = await owner({ role });
	expect((await post(account.secondFactorSetup(), person)).to).toBe(account.secondFactorSetup());
	return { person, secret: secretIn((await get(account.secondFactorSetup(), person)).text) };
}
async function secured(role = "member"): Promise<{ person: Owner; secret: string; codes: string[] }> {
	const { person, secret } = await started(role);
	const { text } = await post(account.secondFactor(), person, { code: codeNow(secret) });
	return { person, secret, codes: codesIn(text) };
}
const recoveryCodes = async ({ userId }: Owner): Promise<string[]> =>
	(
		await env.DB.prepare("SELECT code_hash FROM one_time_codes WHERE user_id = ? AND purpose = 'recovery'")
			.bind(userId)
			.all<{ code_hash: string }>()
	).results.map(({ code_hash }) => code_hash);
async function required(value: "true" | "false"): Promise<void> {
	await env.DB.prepare(
		"INSERT INTO settings (key, value, updated_at) VALUES ('security.require_second_factor', ?1, 0) ON CONFLICT (key) DO UPDATE SET value = ?1",
	)
		.bind(value)
		.run();
}

test("off: says what it is; nothing is made before it is asked for", async () => {
	const person = await owner({ role: "member" });
	expect(words((await get(account.secondFactor(), person)).text)).toContain("開始設定");
	const page = await get(account.secondFactorSetup(), person);
	expect([page.status, page.text.includes("data:image/svg+xml")]).toEqual([200, false]);
	expect(await userField(person.userId, "totp_secret")).toBe(null);
});

test("set up: the QR code says what the key says; a wrong code keeps it; another one replaces it", async () => {
	const { person, secret } = await started("member");
	expect(secret).toMatch(/^[A-Z2-7]{32}$/);
	const page = await get(account.secondFactorSetup(), person);
	expect(page.text).toContain(`<img src="data:image/svg+xml,%3Csvg%20xmlns`);
	const uri = /href="(otpauth:[^"]+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
	expect(new URL(uri).searchParams.get("secret")).toBe(secret);
	expect(await tripsOf(account.secondFactorSetup(), person)).toBe(2);

	const wrong = await post(account.secondFactor(), person, { code: "000000" });
	expect([wrong.status, wrong.text.includes("驗證碼不正確"), secretIn(wrong.text)]).toEqual([422, true, secret]);
	const foreign = await post(account.secondFactor(), person, { code: codeNow(secret), secret });
	expect([foreign.status, await userField(person.userId, "totp_enabled_at")]).toEqual([422, null]);

	await post(account.secondFactorSetup(), person);
	expect((await post(account.secondFactor(), person, { code: codeNow(secret) })).status).toBe(422);
	expect(words((await get(account.secondFactor(), person)).text)).toContain("繼續設定");
});

test("the first code turns it on: ten recovery codes, shown this once; other sessions end; its owner is told", async () => {
	const { person, secret } = await started("member");
	const other = await openSession(person.userId);
	const done = await post(account.secondFactor(), person, { code: codeNow(secret) });
	expect([done.status, new Set(codesIn(done.text)).size, done.text.includes(secret)]).toEqual([200, 10, false]);
	expect(await Promise.all([isLive(person.sid), isLive(other.sid)])).toEqual([true, false]);
	expect((await recoveryCodes(person)).length).toBe(10);
	expect((await mailsTo(person.userId)).map(({ template }) => template)).toEqual(["second_factor_changed"]);
	expect(await auditOf(person.userId)).toEqual(["user.start_second_factor", "user.enable_second_factor"]);

	const page = await get(account.secondFactor(), person);
	expect([words(page.text).includes("還有 10 組"), codesIn(page.text)]).toEqual([true, []]);
	expect((await get(account.secondFactorSetup(), person)).to).toBe(account.secondFactor());
	const again = await post(account.secondFactorSetup(), person);
	expect([again.status, again.text.includes("兩步驟驗證已經開啟。")]).toEqual([422, true]);
	expect((await post(account.secondFactor(), person, { code: codeNow(secret, 1) })).status).toBe(422);
});

test("whoever has not proved who they are just now sees no secret, whatever they send", async () => {
	const { person, secret } = await started("member");
	const late = { ...person, ...(await openSession(person.userId, Date.now(), Date.now() - 11 * 60_000)) };
	expect((await get(account.secondFactorSetup(), late)).to).toBe(account.confirm(account.secondFactorSetup()));
	for (const code of ["000000", codeNow(secret)]) {
		const held = await post(account.secondFactor(), late, { code });
		expect([held.status, secretIn(held.text), held.text.includes(code)]).toEqual([403, "", false]);
	}
	expect(await userField(person.userId, "totp_enabled_at")).toBe(null);
});

test("confirming asks for the code too, or a recovery code, once", async () => {
	const { person, secret, codes } = await secured();
	expect((await get(account.confirm(), person)).text).toContain('name="code"');
	const confirm = (code: string) => post(account.confirm(), person, { current: PASSWORD, code, next: account.show() });
	for (const code of ["", "000000", codeNow(secret)]) {
		const refused = await confirm(code);
		expect([code, refused.status, refused.text.includes("驗證碼不正確或已使用過")]).toEqual([code, 422, true]);
	}
	const done = await confirm(codes[0] ?? "");
	expect([done.status, done.to]).toEqual([303, account.show()]);
	const next = { ...person, cookie: done.cookie ?? "" };
	expect((await post(account.confirm(), next, { current: PASSWORD, code: codes[0] ?? "" })).status).toBe(422);
	expect(words((await get(account.secondFactor(), next)).text)).toContain("還有 9 組");
});

test("new recovery codes take the place of all earlier ones", async () => {
	const { person, codes } = await secured();
	const before = await recoveryCodes(person);
	expect(words((await get(account.recoveryCodes(), person)).text)).toContain("原有的備用碼立刻失效");
	expect(await recoveryCodes(person)).toEqual(before);
	const renewed = codesIn((await post(account.recoveryCodes(), person)).text);
	expect(renewed.length).toBe(10);
	expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
	expect((await recoveryCodes(person)).filter((hash) => before.includes(hash))).toEqual([]);
	expect((await auditOf(person.userId)).at(-1)).toBe("user.renew_recovery_codes");
});

test("turned off after its page has said what is lost; then there is nothing to turn off or renew", async () => {
	const { person } = await secured();
	expect(words((await get(account.secondFactorEnd(), person)).text)).toContain("備用碼全部失效");
	expect((await post(account.secondFactorEnd(), person)).to).toBe(account.secondFactor());
	expect(await userField(person.userId, "totp_secret")).toBe(null);
	expect(await recoveryCodes(person)).toEqual([]);
	expect((await auditOf(person.userId)).at(-1)).toBe("user.disable_second_factor");
	for (const path of [account.secondFactorEnd(), account.recoveryCodes()]) {
		expect((await get(path, person)).to).toBe(account.secondFactor());
		const refused = await post(path, person);
		expect([path, refused.status, refused.text.includes("兩步驟驗證沒有開啟。")]).toEqual([path, 422, true]);
	}
});

test("where the association asks for one it stays on; who lacks it is told to set it up first", async () => {
	const [{ person }, member, bare] = [
		await secured("cashier"),
		await secured("member"),
		await owner({ role: "cashier" }),
	];
	await required("true");
	const page = await get(account.secondFactor(), person);
	expect([page.text.includes(account.secondFactorEnd()), words(page.text).includes("不能關閉")]).toEqual([false, true]);
	expect((await get(account.secondFactorEnd(), person)).to).toBe(account.secondFactor());
	const refused = await post(account.secondFactorEnd(), person);
	expect([refused.status, refused.text.includes("不能關閉。")]).toEqual([422, true]);
	expect(await userField(person.userId, "totp_enabled_at")).not.toBe(null);
	expect((await post(account.secondFactorEnd(), member.person)).to).toBe(account.secondFactor());
	expect((await get(paths.admin.home(), bare)).to).toBe(account.secondFactor());
	expect(words((await get(account.secondFactor(), bare)).text)).toContain("請先設定兩步驟驗證");
	await required("false");
});
