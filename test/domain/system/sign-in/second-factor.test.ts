import { env } from "cloudflare:test";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { completeSecondFactor, confirmPassword, type Entered, signIn } from "#domain/system/sessions/actions.ts";
import type { Pending } from "#domain/system/sessions/rules.ts";
import {
	disableTotp,
	enableTotp,
	newRecoveryCodes,
	startTotp,
	waitingSetup,
} from "#domain/system/sign-in/second-factor-actions.ts";
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

const STEP = 30_000;
let address = 0;
const newAddress = (): string => `198.51.100.${++address}`;
const codeAt = (secret: string, at: number): string =>
	new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 }).generate({ timestamp: at });

const enter = (login: Login, at = AT) =>
	signIn(db, env, {
		identifier: login.phone,
		password: PASSWORD,
		remember: false,
		known: [],
		userAgent: null,
		by: from(newAddress(), at),
	});
async function granted(login: Login, at = AT): Promise<Entered> {
	const result = await enter(login, at);
	if (result.kind !== "session") throw new Error("not in");
	return result;
}
async function halfway(login: Login, at = AT): Promise<Pending> {
	const result = await enter(login, at);
	if (result.kind !== "second_factor") throw new Error("not asked for a second factor");
	return result.pending;
}
const complete = (pending: Pending, code: string, at = AT, ip = newAddress()) =>
	completeSecondFactor(db, env, { pending, code, known: [], userAgent: null, by: from(ip, at) }).then(
		() => "in",
		codeOf,
	);

/** A user with a second factor, its secret and recovery codes. The step at AT is taken. */
async function secured(role?: string): Promise<{ login: Login; secret: string; codes: string[]; session: Entered }> {
	const login = await makeLogin(role ? { role } : {});
	const session = await granted(login);
	await startTotp(db, env, { userId: login.id, by: own(login.id) });
	const setup = await waitingSetup(db, env, login.id);
	if (!setup) throw new Error("nothing waits");
	const codes = await enableTotp(db, env, { session, code: codeAt(setup.secret, AT), by: own(login.id) });
	return { login, secret: setup.secret, codes, session };
}

test("set up: the secret waits, sealed, until its first code; other sessions end and the owner is told", async () => {
	const login = await makeLogin();
	const [session, other] = [await granted(login), await granted(login)];
	expect(await waitingSetup(db, env, login.id)).toBeUndefined();
	await startTotp(db, env, { userId: login.id, by: own(login.id) });
	const first = await waitingSetup(db, env, login.id);
	await startTotp(db, env, { userId: login.id, by: own(login.id) });
	const { secret, uri } = (await waitingSetup(db, env, login.id)) ?? { secret: "", uri: "" };
	expect(first?.secret).not.toBe(secret);
	expect(new URL(uri).searchParams.get("secret")).toBe(secret);
	expect(await userField<string>(login.id, "totp_secret")).not.toContain(secret);
	// It is not asked for yet.
	expect((await enter(login)).kind).toBe("session");

	const enable = (code: string) => enableTotp(db, env, { session, code, by: own(login.id) });
	expect(await enable("000000").catch(codeOf)).toBe("second_factor.wrong");
	expect(await enable(codeAt(first?.secret ?? "", AT)).catch(codeOf)).toBe("second_factor.wrong");
	const codes = await enable(codeAt(secret, AT));
	expect(codes.length).toBe(10);
	expect(new Set(codes).size).toBe(10);
	expect(codes.filter((code) => !/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(code))).toEqual([]);
	expect(await Promise.all([isLive(session.sid), isLive(other.sid)])).toEqual([true, false]);
	expect(await waitingSetup(db, env, login.id)).toBeUndefined();
	expect(await startTotp(db, env, { userId: login.id, by: own(login.id) }).catch(codeOf)).toBe(
		"second_factor.already_on",
	);
	expect(await mailsTo(login.id)).toEqual([
		{
			template: "second_factor_changed",
			to_address: login.email,
			data: JSON.stringify({ change: "enabled", changedAt: AT }),
		},
	]);
	expect((await enter(login)).kind).toBe("second_factor");
});

test("a code passes once, though the clock is off by 30 s; one before it never again", async () => {
	const { login, secret } = await secured();
	const pending = await halfway(login);
	expect(await complete(pending, codeAt(secret, AT))).toBe("second_factor.wrong"); // it enabled the factor
	expect(await complete(pending, codeAt(secret, AT + STEP))).toBe("in");
	expect(await complete(pending, codeAt(secret, AT + STEP))).toBe("second_factor.wrong");
	expect(await complete(pending, codeAt(secret, AT + STEP), AT + STEP)).toBe("second_factor.wrong");
	expect(await complete(pending, codeAt(secret, AT + 3 * STEP), AT + STEP)).toBe("second_factor.wrong");
	expect(await complete(pending, codeAt(secret, AT + 2 * STEP), AT + 3 * STEP)).toBe("in");
	expect(await complete(pending, codeAt(secret, AT + 3 * STEP), AT + 3 * STEP)).toBe("in");
	expect(await complete(pending, codeAt(secret, AT + 2 * STEP), AT + 3 * STEP)).toBe("second_factor.wrong");
});

test("of two who use one code, or one recovery code, at once exactly one gets in", async () => {
	const { login, secret, codes } = await secured();
	const pending = await halfway(login);
	const before = await env.DB.prepare("SELECT count(*) AS n FROM sessions WHERE user_id = ?")
		.bind(login.id)
		.first<number>("n");
	const [at, recovery = ""] = [AT + 10 * STEP, codes[3]];
	for (const code of [codeAt(secret, at), recovery]) {
		const ends = await Promise.all([complete(pending, code, at), complete(pending, code, at)]);
		expect(ends.toSorted()).toEqual(["in", "second_factor.wrong"]);
	}
	expect(await env.DB.prepare("SELECT count(*) AS n FROM sessions WHERE user_id = ?").bind(login.id).first("n")).toBe(
		(before ?? 0) + 2,
	);
});

test("a recovery code stands in once, however it is typed, and is in the log; another's opens nothing", async () => {
	const { login, codes } = await secured();
	const other = await secured();
	const pending = await halfway(login);
	const [first = "", second = ""] = codes;
	expect(await complete(pending, ` ${first.toLowerCase().replace("-", " ")} `)).toBe("in");
	expect(await complete(pending, first)).toBe("second_factor.wrong");
	expect(await complete(pending, other.codes[0] ?? "")).toBe("second_factor.wrong");
	expect(await complete(pending, "")).toBe("second_factor.wrong");
	expect((await auditOf(login.id)).slice(-2)).toEqual(["user.use_recovery_code", "user.sign_in"]);

	const renewed = await newRecoveryCodes(db, env, { userId: login.id, by: own(login.id) });
	expect(await complete(pending, second)).toBe("second_factor.wrong");
	expect(await complete(pending, renewed[0] ?? "")).toBe("in");
});

test("five wrong codes and the next waits, at whatever address; many at once too", async () => {
	const { login, secret } = await secured();
	const pending = await halfway(login);
	const ends = await Promise.all(Array.from({ length: 12 }, () => complete(pending, "000000")));
	expect(ends.toSorted()).toEqual([
		...Array.from({ length: 5 }, () => "second_factor.wrong"),
		...Array.from({ length: 7 }, () => "sign_in.wait"),
	]);
	const at = AT + 29_999;
	expect(await complete(pending, codeAt(secret, at), at)).toBe("sign_in.wait");
	expect(await complete(pending, codeAt(secret, AT + STEP), AT + STEP)).toBe("in");
	expect(await complete(pending, codeAt(secret, AT + 2 * STEP), AT + 2 * STEP)).toBe("in");
});

test("the wait for a second factor ends with the password, the factor or the account that it began with", async () => {
	const { login, secret, codes } = await secured();
	const pending = await halfway(login);
	const code = codeAt(secret, AT + STEP);
	expect(await complete({ ...pending, sessionVersion: pending.sessionVersion + 1 }, code)).toBe("sign_in.again");
	expect(await complete({ ...pending, userId: 999_999 }, code)).toBe("sign_in.again");
	expect(await complete({ ...pending, userId: (await makeLogin()).id }, code)).toBe("sign_in.again");
	await env.DB.prepare("UPDATE users SET status = 'disabled' WHERE id = ?").bind(login.id).run();
	expect(await complete(pending, codes[0] ?? "")).toBe("sign_in.again");
});

test("fresh authentication takes the password and the second factor, and renews the session's id", async () => {
	const { login, secret, session } = await secured();
	const at = AT + 20 * STEP;
	const confirm = (password: string, code: string, of = session) =>
		confirmPassword(db, env, { session: of, password, code, by: own(login.id, at) });
	expect(await confirm("wrong", codeAt(secret, at)).catch(codeOf)).toBe("password.wrong");
	expect(await confirm(PASSWORD, "").catch(codeOf)).toBe("second_factor.wrong");
	const renewed = await confirm(PASSWORD, codeAt(secret, at));
	// The second factor ended all other sessions, and with them the version that this one began with.
	const { failed: _, ...begun } = session;
	expect(renewed).toEqual({ ...begun, sessionVersion: begun.sessionVersion + 1, sid: renewed.sid });
	expect(await Promise.all([isLive(session.sid), isLive(renewed.sid)])).toEqual([false, true]);
	expect(
		await env.DB.prepare("SELECT authenticated_at, created_at, expires_at FROM sessions WHERE id = ?")
			.bind(renewed.sid)
			.first(),
	).toEqual({ authenticated_at: at, created_at: AT, expires_at: session.expiresAt });
	// The session that it was has ended.
	expect(await confirm(PASSWORD, codeAt(secret, at + STEP)).catch(codeOf)).toBe("session.gone");
});

test("turned off it is asked for no more, unless the settings ask for it", async () => {
	const { login, session } = await secured("cashier");
	const other = await completeSecondFactor(db, env, {
		pending: await halfway(login),
		code: (await newRecoveryCodes(db, env, { userId: login.id, by: own(login.id) }))[0] ?? "",
		known: [],
		userAgent: null,
		by: from(newAddress()),
	});
	const off = (isRequired: boolean) =>
		disableTotp(db, { session, isRequired, by: own(login.id) }).then(() => "off", codeOf);
	expect(await off(true)).toBe("second_factor.required");
	expect(await off(false)).toBe("off");
	expect(await off(false)).toBe("second_factor.off");
	expect(await newRecoveryCodes(db, env, { userId: login.id, by: own(login.id) }).catch(codeOf)).toBe(
		"second_factor.off",
	);
	expect(await Promise.all([isLive(session.sid), isLive(other.sid)])).toEqual([true, false]);
	expect(
		await env.DB.prepare("SELECT count(*) AS n FROM one_time_codes WHERE user_id = ?").bind(login.id).first("n"),
	).toBe(0);
	expect((await enter(login)).kind).toBe("session");
	expect((await mailsTo(login.id)).map(({ data }) => JSON.parse(data).change)).toEqual([
		"enabled",
		"recovery_codes",
		"disabled",
	]);
});
