import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { signLink } from "#platform/links.ts";
import { auditOf, mailsTo, userField } from "../support/logins.ts";
import { get, type Owner, owner, post, words } from "../support/own-account.ts";

const { account } = paths;

/** Asks for an address and returns the token that its mail leads with. */
async function asked(person: Owner, email: string): Promise<string> {
	const done = await post(account.email(), person, { email });
	expect([done.status, done.to]).toEqual([303, account.show()]);
	const mail = (await mailsTo(person.userId)).findLast(({ template }) => template === "email_change");
	return signLink(env.LINK_KEY, "email_change", JSON.parse(mail?.data ?? "{}").linkId);
}

test("a new e-mail address counts when its link was opened and confirmed; opening alone uses nothing up", async () => {
	const person = await owner({ role: "member", email: "old-address@example.org" });
	expect(words((await get(account.email(), person)).text)).toContain("目前是 old-address@example.org");
	const token = await asked(person, "new-address@example.org");
	expect((await mailsTo(person.userId)).map(({ to_address }) => to_address)).toEqual(["new-address@example.org"]);
	for (let n = 0; n < 3; n++) {
		const page = await get(account.emailProof(token), person);
		expect([page.status, words(page.text).includes("new-address@example.org")]).toEqual([200, true]);
	}
	expect(await userField(person.userId, "email")).toBe("old-address@example.org");

	expect((await post(account.emailProof(token), person)).to).toBe(account.show());
	expect(await userField(person.userId, "email")).toBe("new-address@example.org");
	expect((await mailsTo(person.userId)).map(({ template, to_address }) => [template, to_address])).toEqual([
		["email_change", "new-address@example.org"],
		["email_changed", "old-address@example.org"],
	]);
	expect(await auditOf(person.userId)).toEqual(["user.ask_email_change", "user.change_email"]);

	const [page, again] = [await get(account.emailProof(token), person), await post(account.emailProof(token), person)];
	expect([page.status, words(page.text).includes("這個連結不能使用")]).toEqual([410, true]);
	expect([again.status, words(again.text).includes("這個連結不能使用")]).toEqual([410, true]);
});

test("a link of somebody else, altered or invented tells nothing and changes nothing", async () => {
	const [person, thief] = [await owner({ role: "member" }), await owner({ role: "member" })];
	const token = await asked(person, "wanted@example.org");
	for (const [path, as] of [
		[account.emailProof(token), thief],
		[account.emailProof(`${token}x`), person],
		[account.emailProof("nonsense"), person],
	] as const) {
		const page = await get(path, as);
		expect([page.status, page.text.includes("wanted@example.org")]).toEqual([410, false]);
		expect((await post(path, as)).status).toBe(410);
	}
	expect(await userField(person.userId, "email")).toBe(person.email);
	expect(await userField(thief.userId, "email")).toBe(thief.email);
});

test("an address that is taken is answered like any other, and refused where it was taken meanwhile", async () => {
	const [person, other] = [await owner({ role: "member" }), await owner({ role: "member" })];
	const [free, taken] = await Promise.all(
		["free@example.org", other.email].map((email) => post(account.email(), person, { email })),
	);
	expect([free?.status, free?.to, taken?.status, taken?.to]).toEqual([303, account.show(), 303, account.show()]);
	expect((await mailsTo(person.userId)).map(({ to_address }) => to_address)).toEqual(["free@example.org"]);
	const token = await asked(person, "soon-taken@example.org");
	await owner({ email: "soon-taken@example.org" });
	const late = await post(account.emailProof(token), person);
	expect([late.status, words(late.text).includes("這個電子郵件已經有帳號使用")]).toEqual([422, true]);
	expect(await userField(person.userId, "email")).toBe(person.email);
});

test.each([
	["nothing", { email: "" }, "請填寫這一欄。"],
	["no address", { email: '"><script>x' }, "請輸入正確的電子郵件。"],
	["a phone", { email: "0912345678" }, "請輸入正確的電子郵件。"],
	["a field too many", { email: "a@example.org", user_id: "1" }, "表單的欄位不正確"],
])("%s is no e-mail address; what was typed stays, as text", async (_, form, said) => {
	const person = await owner({ role: "member" });
	const refused = await post(account.email(), person, form);
	expect([refused.status, refused.text.includes(said), refused.text.includes("<script>x")]).toEqual([422, true, false]);
	expect(await mailsTo(person.userId)).toEqual([]);
	expect(await auditOf(person.userId)).toEqual([]);
});

test("another phone to sign in with, written any way; the owner is told by mail", async () => {
	const person = await owner({ role: "member" });
	expect((await post(account.phone(), person, { phone: "+886 955-123-987" })).to).toBe(account.show());
	expect(await userField(person.userId, "phone")).toBe("0955123987");
	expect(await auditOf(person.userId)).toEqual(["user.change_phone"]);
	expect((await mailsTo(person.userId)).map(({ template, to_address }) => [template, to_address])).toEqual([
		["phone_changed", person.email],
	]);
	expect(words((await get(account.phone(), person)).text)).toContain("目前是 0955 123 987");
});

test("a phone that is somebody's, or none, is refused beside its field", async () => {
	const [person, other] = [await owner({ role: "member" }), await owner({ role: "member" })];
	for (const [phone, said] of [
		[other.phone, "這個手機號碼已經有帳號使用。"],
		["02-2345-6789", "請輸入 09 開頭的手機號碼。"],
	] as const) {
		const refused = await post(account.phone(), person, { phone });
		expect([refused.status, refused.text.includes(said), refused.text.includes(`value="${phone}"`)]).toEqual([
			422,
			true,
			true,
		]);
	}
	expect(await userField(person.userId, "phone")).toBe(person.phone);
});
