import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { Known } from "#domain/system/proofs/browsers.ts";
import { type Granted, signIn } from "#domain/system/sessions/actions.ts";
import {
	acceptInvitation,
	activate,
	changePassword,
	openLink,
	requestReset,
	resetPassword,
} from "#domain/system/sign-in/password-actions.ts";
import { hashCode, newCode, newLinkId } from "#platform/codes.ts";
import { signLink } from "#platform/links.ts";
import { hashCount } from "#platform/passwords.ts";
import {
	AT,
	auditOf,
	db,
	from,
	isLive,
	type Login,
	mailsTo,
	makeLogin,
	own,
	PASSWORD,
	userField,
} from "../../../support/logins.ts";
import { codeOf } from "../../../support/refusal.ts";

const NEW = "烏龍綠半糖不要椰果加布丁";
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
let address = 0;
const newAddress = (): string => `198.51.100.${++address}`;

const enter = (login: Login, password: string, known: Known[] = []) =>
	signIn(db, env, {
		identifier: login.phone || login.email,
		password,
		remember: false,
		known,
		userAgent: null,
		by: from(newAddress()),
	});
const opens = (login: Login, password: string, known: Known[] = []) =>
	enter(login, password, known).then(
		() => true,
		() => false,
	);
async function granted(login: Login): Promise<Granted> {
	const result = await enter(login, PASSWORD);
	if (result.kind !== "session") throw new Error("not in");
	return result;
}
async function linkFor(userId: number, purpose: "invitation" | "password_reset", expiresAt: number): Promise<string> {
	const id = newLinkId();
	await env.DB.prepare(
		"INSERT INTO one_time_links (id, purpose, user_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
	)
		.bind(id, purpose, userId, AT, expiresAt)
		.run();
	return signLink(env.LINK_KEY, purpose, id);
}
async function codeFor(userId: number, expiresAt = AT + DAY): Promise<string> {
	const code = newCode();
	await env.DB.prepare(
		"INSERT INTO one_time_codes (code_hash, purpose, user_id, created_at, expires_at) VALUES (?, 'activation', ?, ?, ?)",
	)
		.bind(await hashCode(env, "activation", code), userId, AT, expiresAt)
		.run();
	return code;
}

test("changed with the current one: every other session ends, this one goes on under a new id", async () => {
	const login = await makeLogin({ role: "member" });
	const [session, other] = [await granted(login), await granted(login)];
	const stale = [await linkFor(login.id, "password_reset", AT + DAY), await codeFor(login.id)] as const;
	const change = (current: string, password: string, of = session) =>
		changePassword(db, env, { session: of, current, password, by: own(login.id) });
	expect(await change("wrong", NEW).catch(codeOf)).toBe("password.wrong");
	expect(await change(PASSWORD, "短密碼").catch(codeOf)).toBe("password.too_short");
	expect(await change(PASSWORD, `${login.phone}林小美`).catch(codeOf)).toBe("password.personal");
	expect(await isLive(other.sid)).toBe(true);
	// What is refused of the new one is no attempt at the current one.
	for (let tries = 0; tries < 6; tries++)
		expect(await change("wrong", "短密碼").catch(codeOf)).toBe("password.too_short");

	const renewed = await change(PASSWORD, NEW);
	expect(renewed).toMatchObject({
		userId: login.id,
		sessionVersion: 2,
		expiresAt: session.expiresAt,
		isRemembered: false,
	});
	expect(await Promise.all([session, other, renewed].map(({ sid }) => isLive(sid)))).toEqual([false, false, true]);
	expect(await Promise.all([opens(login, PASSWORD), opens(login, NEW)])).toEqual([false, true]);
	expect(await openLink(db, env, { purpose: "password_reset", token: stale[0], at: AT })).toBeUndefined();
	expect(
		await activate(db, env, { identifier: login.phone, code: stale[1], password: NEW, by: from(newAddress()) }).catch(
			codeOf,
		),
	).toBe("code.wrong");
	expect(await mailsTo(login.id)).toEqual([
		{ template: "password_changed", to_address: login.email, data: JSON.stringify({ changedAt: AT }) },
	]);
	expect((await auditOf(login.id)).slice(2, 3)).toEqual(["user.change_password"]);
	// The session that it was cannot change it again.
	expect(await change(NEW, PASSWORD).catch(codeOf)).toBe("session.gone");
});

test("of two changes at once one is made", async () => {
	const login = await makeLogin();
	const session = await granted(login);
	const change = (password: string) =>
		changePassword(db, env, { session, current: PASSWORD, password, by: own(login.id) }).then(() => password, codeOf);
	const other = "仙草凍奶綠三分糖去冰外帶";
	const ends = await Promise.all([change(NEW), change(other)]);
	expect(ends.filter((one) => one === "session.gone").length).toBe(1);
	expect(await opens(login, String(ends.find((one) => one !== "session.gone")))).toBe(true);
});

test("a link to reset goes to whoever has an address and is active, three times an hour; the newest alone works", async () => {
	const logins = {
		known: await makeLogin(),
		phoneOnly: await makeLogin({ email: null }),
		invited: await makeLogin({ status: "invited" }),
		disabled: await makeLogin({ status: "disabled" }),
	};
	const ask = (identifier: string, at = AT) => requestReset(db, env, { identifier, by: from(newAddress(), at) });
	for (const login of [logins.phoneOnly, logins.invited, logins.disabled])
		expect(await ask(login.phone)).toBeUndefined();
	expect([await ask("nobody@example.org"), await ask("?")]).toEqual([undefined, undefined]);
	for (const login of [logins.phoneOnly, logins.invited, logins.disabled]) expect(await mailsTo(login.id)).toEqual([]);
	for (let asked = 0; asked < 5; asked++) await ask(asked % 2 ? logins.known.phone : logins.known.email.toUpperCase());
	const mails = await mailsTo(logins.known.id);
	expect(mails.map(({ template, to_address }) => [template, to_address])).toEqual(
		Array.from({ length: 3 }, () => ["password_reset", logins.known.email]),
	);
	const tokens = mails.map(({ data }) => signLink(env.LINK_KEY, "password_reset", JSON.parse(data).linkId));
	const works = await Promise.all(
		tokens.map(async (token) => (await openLink(db, env, { purpose: "password_reset", token, at: AT }))?.login.id),
	);
	expect(works.filter((id) => id !== undefined)).toEqual([logins.known.id]);
	await ask(logins.known.phone, AT + 60 * MINUTE);
	expect((await mailsTo(logins.known.id)).length).toBe(4);
});

test("from one address ten resets an hour are sent, whoever they are for", async () => {
	const logins = [];
	for (let made = 0; made < 12; made++) logins.push(await makeLogin());
	for (const { email } of logins) await requestReset(db, env, { identifier: email, by: from("203.0.113.200") });
	const sent = await Promise.all(logins.map(async ({ id }) => (await mailsTo(id)).length));
	expect(sent).toEqual([...Array.from({ length: 10 }, () => 1), 0, 0]);
});

test("a reset link works once, for half an hour, and all sessions end; the browser that used it waits for nobody", async () => {
	const login = await makeLogin();
	const session = await granted(login);
	await requestReset(db, env, { identifier: login.email, by: from(newAddress()) });
	const [mail] = await mailsTo(login.id);
	const token = signLink(env.LINK_KEY, "password_reset", JSON.parse(mail?.data ?? "{}").linkId);
	const reset = (password: string, at = AT, of = token) =>
		resetPassword(db, env, { token: of, password, by: from(newAddress(), at) }).then(() => "set", codeOf);
	for (let tries = 0; tries < 6; tries++) await opens(login, "wrong");
	expect(await opens(login, PASSWORD)).toBe(false);

	const hashes = hashCount();
	expect(await reset(NEW, AT + 30 * MINUTE)).toBe("link.dead");
	expect(await reset(NEW, AT, `${token}x`)).toBe("link.dead");
	expect(await reset(NEW, AT, token.replace(/^../, "zz"))).toBe("link.dead");
	expect(await reset("aaaaaaaaaaaa")).toBe("password.common");
	expect(hashCount()).toBe(hashes);
	expect(await isLive(session.sid)).toBe(true);

	expect((await Promise.all([reset(NEW), reset(`${NEW}二`)])).toSorted()).toEqual(["link.dead", "set"]);
	expect(await reset(NEW)).toBe("link.dead");
	expect(await isLive(session.sid)).toBe(false);
	// A stranger's browser goes on to wait, or two names that no longer do would be told to be one person's.
	expect([await opens(login, NEW), await opens(login, `${NEW}二`)]).toEqual([false, false]);
	const here = [{ userId: login.id, sessionVersion: 2, id: "a".repeat(32), expiresAt: AT + DAY }];
	expect(await opens(login, PASSWORD, here)).toBe(false);
	expect([await opens(login, NEW, here), await opens(login, `${NEW}二`, here)].toSorted()).toEqual([false, true]);
	expect((await auditOf(login.id)).filter((action) => action === "user.reset_password")).toEqual([
		"user.reset_password",
	]);
});

test("an invitation makes who was invited active, once; a reset link is no invitation", async () => {
	const [login, active] = [await makeLogin({ status: "invited", role: "cashier" }), await makeLogin()];
	const token = await linkFor(login.id, "invitation", AT + 7 * DAY);
	const accept = (of: string, password: string, at = AT) =>
		acceptInvitation(db, env, { token: of, password, by: from(newAddress(), at) }).then(() => "set", codeOf);
	expect(await accept(token, NEW, AT + 7 * DAY)).toBe("link.dead");
	expect(await accept(await linkFor(active.id, "invitation", AT + DAY), NEW)).toBe("link.dead");
	const reset = await linkFor(login.id, "password_reset", AT + DAY);
	expect(await accept(reset, NEW)).toBe("link.dead");
	expect(await resetPassword(db, env, { token: reset, password: NEW, by: from(newAddress()) }).catch(codeOf)).toBe(
		"link.dead",
	);
	expect(await accept(token, NEW)).toBe("password.too_short_for_staff");
	const long = `${NEW}再加珍珠`;
	expect((await Promise.all([accept(token, long), accept(token, long)])).toSorted()).toEqual(["link.dead", "set"]);
	expect([await userField(login.id, "status"), await userField(login.id, "password_changed_at")]).toEqual([
		"active",
		AT,
	]);
	expect(await opens(login, long)).toBe(true);
	expect(await mailsTo(login.id)).toEqual([]);
	expect(await auditOf(login.id)).toEqual(["user.accept_invitation", "user.sign_in"]);
});

test("an activation code sets a member's password, once, for 14 days; never that of staff, and unknown is as wrong", async () => {
	const [invited, active, staff, disabled] = [
		await makeLogin({ status: "invited", email: null, role: "member" }),
		await makeLogin({ role: "member" }),
		await makeLogin({ role: "editor" }),
		await makeLogin({ status: "disabled" }),
	];
	const use = (identifier: string, code: string, of: { at?: number; password?: string } = {}) =>
		activate(db, env, { identifier, code, password: of.password ?? NEW, by: from(newAddress(), of.at) }).then(
			() => "set",
			codeOf,
		);
	const code = await codeFor(invited.id);
	expect(await use(invited.phone, newCode())).toBe("code.wrong");
	expect(await use(active.phone, code)).toBe("code.wrong");
	expect(await use("0900000000", code)).toBe("code.wrong");
	expect(await use(staff.phone, await codeFor(staff.id))).toBe("code.wrong");
	expect(await use(disabled.phone, await codeFor(disabled.id))).toBe("code.wrong");
	expect(await use(invited.phone, code, { at: AT + DAY })).toBe("code.wrong");
	for (let tries = 0; tries < 6; tries++)
		expect(await use(invited.phone, code, { password: "短" })).toBe("password.too_short");
	const typed = ` ${code.toLowerCase().replace("-", "")} `;
	expect((await Promise.all([use(invited.phone, typed), use(invited.phone, typed)])).toSorted()).toEqual([
		"code.wrong",
		"set",
	]);
	expect(await opens(invited, NEW)).toBe(true);
	expect(await userField(invited.id, "status")).toBe("active");

	const session = await granted(active);
	expect(await use(active.phone, await codeFor(active.id))).toBe("set");
	expect(await isLive(session.sid)).toBe(false);
	expect(await auditOf(active.id)).toEqual(["user.sign_in", "user.activate"]);
});

test("codes are tried five times from an address, then it waits, and its owner elsewhere does not; none costs a hash", async () => {
	const login = await makeLogin({ status: "invited", role: "member" });
	const code = await codeFor(login.id);
	const hashes = hashCount();
	const use = (of: string, ip = "203.0.113.66", at = AT) =>
		activate(db, env, { identifier: login.phone, code: of, password: NEW, by: from(ip, at) }).then(() => "set", codeOf);
	const ends = await Promise.all(Array.from({ length: 20 }, () => use(newCode())));
	expect(ends.toSorted()).toEqual([
		...Array.from({ length: 5 }, () => "code.wrong"),
		...Array.from({ length: 15 }, () => "sign_in.wait"),
	]);
	expect(hashCount()).toBe(hashes);
	expect([await use(code), await use(code, newAddress())]).toEqual(["sign_in.wait", "set"]);
});
