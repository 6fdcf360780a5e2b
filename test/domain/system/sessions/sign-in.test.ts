import { env } from "cloudflare:test";
import { afterAll, expect, test, vi } from "vitest";
import { readRows } from "#db/read.ts";
import { liveSessions, securityOf } from "#db/system/sessions.ts";
import type { Known } from "#domain/system/proofs/browsers.ts";
import {
	endOtherSessions,
	endSession,
	forgetSignIns,
	type Granted,
	signIn,
	signOut,
} from "#domain/system/sessions/actions.ts";
import { Wait } from "#kernel/refusal.ts";
import { hashCount, hashPassword, verifyPassword } from "#platform/passwords.ts";
import {
	AT,
	auditOf,
	db,
	from,
	isLive,
	type Login,
	makeLogin,
	own,
	PASSWORD,
	userField,
} from "../../../support/logins.ts";
import { codeOf } from "../../../support/refusal.ts";

/** Files share an isolate, and this one tells it which addresses have to wait. */
afterAll(() => {
	vi.resetModules();
});

const HOUR = 3_600_000;
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36";
let address = 0;
const newAddress = (): string => `198.51.100.${++address}`;

type Try = {
	password?: string;
	ip?: string | null;
	at?: number;
	remember?: boolean;
	keys?: typeof env;
	known?: Known[];
};
const enter = (
	identifier: string,
	{ password = PASSWORD, ip = newAddress(), at, remember = false, keys = env, known = [] }: Try = {},
) => signIn(db, keys, { identifier, password, remember, known, userAgent: CHROME, by: from(ip, at) });
const refused = (identifier: string, of: Try): Promise<unknown> => enter(identifier, of).then(() => "in", codeOf);

async function entered(login: Login, of: Try = {}): Promise<Granted> {
	const result = await enter(login.email || login.phone, of);
	if (result.kind !== "session") throw new Error("not in");
	return result;
}

test("a phone written any way or an e-mail address, with the password, begin a session", async () => {
	const login = await makeLogin({ role: "member" });
	const typed = login.phone.replace(/^0(...)(...)/, "+886 $1-$2-");
	const result = await enter(typed, { ip: "203.0.113.5" });
	if (result.kind !== "session") throw new Error("not in");
	expect(result).toEqual({
		kind: "session",
		sid: result.sid,
		userId: login.id,
		sessionVersion: 1,
		expiresAt: AT + 24 * HOUR,
		isRemembered: false,
		failed: 0,
	});
	expect(result.sid).toMatch(/^[0-9a-f]{32}$/);
	expect(await env.DB.prepare("SELECT * FROM sessions WHERE id = ?").bind(result.sid).first()).toEqual({
		id: result.sid,
		user_id: login.id,
		session_version: 1,
		created_at: AT,
		last_seen_at: AT,
		idle_ms: HOUR,
		expires_at: AT + 24 * HOUR,
		authenticated_at: AT,
		ip_address: "203.0.113.5",
		user_agent: CHROME,
		ended_at: null,
	});
	expect(await userField(login.id, "last_sign_in_at")).toBe(AT);
	const again = await entered({ ...login, email: ` ${login.email.toUpperCase()}` });
	expect(again.sid).not.toBe(result.sid);
	expect(await auditOf(login.id)).toEqual(["user.sign_in", "user.sign_in"]);
	const logged = await env.DB.prepare(
		"SELECT at, actor, user_id, ip_address, changes FROM audit_log WHERE auditable_id = ? ORDER BY id LIMIT 1",
	).bind(String(login.id));
	expect(await logged.first()).toEqual({
		at: AT,
		actor: `user:${login.id}`,
		user_id: login.id,
		ip_address: "203.0.113.5",
		changes: "{}",
	});
});

test("staff have half a day, a deputy too, and only members are remembered", async () => {
	const [staff, deputy, member] = [
		await makeLogin({ role: "cashier" }),
		await makeLogin({ role: "member" }),
		await makeLogin({ role: "member" }),
	];
	await env.DB.prepare(
		"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, '2026-03-06', '2999-03-09', 1)",
	)
		.bind(staff.id, deputy.id)
		.run();
	const limits = [];
	for (const login of [staff, deputy, member]) {
		const { expiresAt, isRemembered } = await entered(login, { remember: true });
		limits.push([(expiresAt - AT) / HOUR, isRemembered]);
	}
	expect(limits).toEqual([
		[12, false],
		[12, false],
		[720, true],
	]);
});

test("unknown, wrong, invited, disabled: the same no after the same work, and no session", async () => {
	const [active, invited, disabled] = [
		await makeLogin(),
		await makeLogin({ status: "invited" }),
		await makeLogin({ status: "disabled" }),
	];
	const before = await env.DB.prepare("SELECT count(*) AS n FROM sessions").first("n");
	const work = [];
	for (const [identifier, password] of [
		["nobody@example.org", PASSWORD],
		["not an account", PASSWORD],
		["' OR 1=1 --", PASSWORD],
		["<script>alert(1)</script>", PASSWORD],
		[active.phone, `${PASSWORD} `],
		[active.phone, ""],
		[invited.phone, PASSWORD],
		[invited.phone, ""],
		[disabled.phone, PASSWORD],
	] as const) {
		const hashes = hashCount();
		work.push([await refused(identifier, { password }), hashCount() - hashes]);
	}
	expect(work).toEqual(Array.from({ length: 9 }, () => ["sign_in.wrong", 1]));
	expect(await env.DB.prepare("SELECT count(*) AS n FROM sessions").first("n")).toBe(before);
});

test("a password is the same from every keyboard: NFKC", async () => {
	const login = await makeLogin();
	const wide = PASSWORD.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
	expect(await refused(login.phone, { password: wide })).toBe("in");
});

test("of twenty wrong passwords at once five are tried, and everybody is told when to try again", async () => {
	const login = await makeLogin();
	const ip = newAddress();
	const hashes = hashCount();
	const answers = await Promise.all(
		Array.from({ length: 20 }, () =>
			enter(login.phone, { password: "wrong", ip }).then(
				() => "in",
				(error: unknown) => (error instanceof Wait ? `${error.code} ${error.until - AT}` : codeOf(error)),
			),
		),
	);
	expect(hashCount() - hashes).toBe(5);
	expect(answers.toSorted()).toEqual([
		...Array.from({ length: 15 }, () => "sign_in.wait 30000"),
		...Array.from({ length: 5 }, () => "sign_in.wrong"),
	]);
	// The right password has to wait too, from wherever it comes; then it passes, and the waits are forgotten.
	const typed = login.phone.replace(/^0/, "+886 ");
	expect(await refused(typed, { at: AT + 29_999 })).toBe("sign_in.wait");
	expect(await refused(typed, { at: AT + 30_000 })).toBe("in");
	expect(await refused(typed, { password: "wrong", at: AT + 30_000 })).toBe("sign_in.wrong");
	expect(await refused(typed, { at: AT + 30_001 })).toBe("in");
});

test("an outdated hash is made again, once the password is known", async () => {
	const [login, before] = [await makeLogin(), btoa("the-pepper-before-this-one-32-b!")];
	const [oldKeys, keys] = [
		{ ...env, PASSWORD_PEPPER: before },
		{ ...env, PASSWORD_PEPPER_BEFORE: before },
	];
	await env.DB.prepare("UPDATE users SET password_hash = ? WHERE id = ?")
		.bind(await hashPassword(oldKeys, PASSWORD.normalize("NFKC")), login.id)
		.run();
	expect(await refused(login.phone, {})).toBe("sign_in.wrong");
	expect(await refused(login.phone, { keys })).toBe("in");
	const hash = await userField<string>(login.id, "password_hash");
	expect(await verifyPassword(env, PASSWORD.normalize("NFKC"), { stored: hash })).toEqual({
		isRight: true,
		isOutdated: false,
	});
});

test("sessions end one by one, or all the others; never somebody else's", async () => {
	const [login, other] = [await makeLogin(), await makeLogin()];
	const [one, two, three] = [await entered(login), await entered(login), await entered(login)];
	const theirs = await entered(other);
	expect(await endSession(db, theirs, own(theirs.userId))).toBeUndefined();
	expect(await endSession(db, { sid: one.sid, userId: other.id }, own(other.id)).catch(codeOf)).toBe("session.gone");
	await endSession(db, two, own(login.id));
	expect(await endSession(db, two, own(login.id)).catch(codeOf)).toBe("session.gone");
	expect(await Promise.all([one, two, three, theirs].map(({ sid }) => isLive(sid)))).toEqual([
		true,
		false,
		true,
		false,
	]);
	const fresh = await entered(other);
	await signOut(db, { ...fresh, userId: login.id }, own(login.id));
	await endOtherSessions(db, three, own(login.id));
	expect(await Promise.all([one, three, fresh].map(({ sid }) => isLive(sid)))).toEqual([false, true, true]);
	const seen = await readRows(env.DB, liveSessions(login.id, AT), securityOf(login.id));
	expect(seen).toEqual([
		[{ id: three.sid, created_at: AT, last_seen_at: AT, ip_address: `198.51.100.${address - 2}`, user_agent: CHROME }],
		[
			{
				email: login.email,
				phone: login.phone,
				password_changed_at: null,
				totp_enabled_at: null,
				totp_waits: 0,
				recovery_codes: 0,
				failed: 0,
				failed_since: 0,
				is_staff: 0,
			},
		],
	]);
	await signOut(db, three, own(login.id));
	await signOut(db, three, own(login.id));
	expect(await isLive(three.sid)).toBe(false);
	expect((await auditOf(login.id)).slice(3)).toEqual([
		"user.end_session",
		"user.sign_out",
		"user.end_other_sessions",
		"user.sign_out",
		"user.sign_out",
	]);
});

test("what ended over a day ago is forgotten", async () => {
	const login = await makeLogin({ role: "member" });
	const { sid } = await entered(login);
	await refused("nobody@example.org", { password: "wrong", ip: "203.0.113.99" });
	const left = async () => [
		await env.DB.prepare("SELECT count(*) AS n FROM sessions WHERE id = ?").bind(sid).first("n"),
		Number(
			await env.DB.prepare("SELECT count(*) AS n FROM sign_in_attempts WHERE updated_at <= ?").bind(AT).first("n"),
		) > 0,
	];
	await forgetSignIns(db, AT + 24 * HOUR);
	expect(await left()).toEqual([1, true]);
	await forgetSignIns(db, AT + 24 * HOUR + 1);
	expect(await left()).toEqual([1, false]);
	await forgetSignIns(db, AT + 48 * HOUR + 1);
	expect(await left()).toEqual([0, false]);
});
