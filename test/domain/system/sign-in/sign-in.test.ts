import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { changePhone, confirmEmailChange, requestEmailChange } from "#domain/system/sign-in/actions.ts";
import { signLink } from "#platform/links.ts";
import { AT, auditOf, db, mailsTo, makeLogin, own, userField } from "../../../support/logins.ts";
import { codeOf } from "../../../support/refusal.ts";

const DAY = 86_400_000;
const tokenIn = (data: string | undefined): string =>
	signLink(env.LINK_KEY, "email_change", JSON.parse(data ?? "{}").linkId);

test("a new e-mail address counts once its owner follows the link, signed in as whoever asked; the old one hears of it", async () => {
	const [login, other] = [await makeLogin(), await makeLogin()];
	await requestEmailChange(db, env, { userId: login.id, email: " Neu@Example.ORG ", by: own(login.id) });
	const [first] = await mailsTo(login.id);
	expect([first?.template, first?.to_address]).toEqual(["email_change", "neu@example.org"]);
	await requestEmailChange(db, env, { userId: login.id, email: "neu2@example.org", by: own(login.id, AT + 1) });
	const token = tokenIn((await mailsTo(login.id))[1]?.data);
	const confirm = (of: string, userId = login.id, at = AT + 2) =>
		confirmEmailChange(db, env, { userId, token: of, by: own(userId, at) }).then(() => "changed", codeOf);
	expect(await confirm(tokenIn(first?.data))).toBe("link.dead");
	expect(await confirm(token, other.id)).toBe("link.dead");
	expect(await confirm(token, login.id, AT + DAY + 1)).toBe("link.dead");
	expect(await userField(login.id, "email")).toBe(login.email);

	expect((await Promise.all([confirm(token), confirm(token)])).toSorted()).toEqual(["changed", "link.dead"]);
	expect(await userField(login.id, "email")).toBe("neu2@example.org");
	expect((await mailsTo(login.id)).slice(2).map(({ template, to_address }) => [template, to_address])).toEqual([
		["email_changed", login.email],
	]);
	expect(await auditOf(login.id)).toEqual(["user.ask_email_change", "user.ask_email_change", "user.change_email"]);
});

test("one that somebody has gets no mail, and is refused where it was taken meanwhile", async () => {
	const [login, other] = [await makeLogin(), await makeLogin()];
	expect(
		await requestEmailChange(db, env, { userId: login.id, email: other.email, by: own(login.id) }),
	).toBeUndefined();
	expect(await mailsTo(login.id)).toEqual([]);
	await requestEmailChange(db, env, { userId: login.id, email: "soon@example.org", by: own(login.id) });
	const token = tokenIn((await mailsTo(login.id))[0]?.data);
	await makeLogin({ email: "soon@example.org" });
	expect(await confirmEmailChange(db, env, { userId: login.id, token, by: own(login.id) }).catch(codeOf)).toBe(
		"user.email_taken",
	);
	expect(await userField(login.id, "email")).toBe(login.email);
	expect(
		await requestEmailChange(db, env, { userId: login.id, email: login.phone, by: own(login.id) }).catch(codeOf),
	).toBe("login.not_email");
});

test("another phone, written any way, unless it is somebody's", async () => {
	const [login, other] = [await makeLogin(), await makeLogin()];
	const change = (phone: string) =>
		changePhone(db, env, { userId: login.id, phone, by: own(login.id) }).then(() => "changed", codeOf);
	expect(await change("02-2345-6789")).toBe("login.not_phone");
	expect(await change(login.email)).toBe("login.not_phone");
	expect(await change(other.phone)).toBe("user.phone_taken");
	expect(await userField(login.id, "phone")).toBe(login.phone);
	expect(await change("+886 955-666-777")).toBe("changed");
	expect([await userField(login.id, "phone"), await userField(login.id, "version")]).toEqual(["0955666777", 2]);
	expect(await auditOf(login.id)).toEqual(["user.change_phone"]);
});
