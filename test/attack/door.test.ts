import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { sealToken } from "#auth/tokens.ts";
import { commit } from "#db/commit.ts";
import { readLogin } from "#db/system/sessions.ts";
import { countAtDoor } from "#domain/system/proofs/actions.ts";
import { readKnown } from "#domain/system/proofs/browsers.ts";
import { SILENCE } from "#domain/system/proofs/rules.ts";
import { tellOwner } from "#domain/system/sessions/actions.ts";
import { paths } from "#http/paths.ts";
import { newLinkId } from "#platform/codes.ts";
import { signLink } from "#platform/links.ts";
import { hashCount } from "#platform/passwords.ts";
import { db, from, type Login, mailsTo, makeLogin, PASSWORD } from "../support/logins.ts";
import { words } from "../support/own-account.ts";
import { ask } from "../support/people.ts";
import { counted } from "../support/round-trips.ts";
import { rows } from "../support/users.ts";

const NEW = "烏龍綠半糖不要椰果加布丁";
const HOUR = 3_600_000;
let address = 0;
const newAddress = (): string => `203.0.${Math.floor(++address / 250)}.${address % 250}`;

type Typed = { password?: string; ip?: string; cookies?: string; over?: object };
const login = (identifier: string, { password = "wrong", ip = newAddress(), cookies = "", over = {} }: Typed = {}) =>
	ask(paths.login(), {
		form: { identifier, password },
		headers: { "CF-Connecting-IP": ip, ...(cookies ? { Cookie: cookies } : {}) },
		over,
	});
const cookieOf = (answer: Response, name: string): string =>
	answer.headers
		.getSetCookie()
		.find((cookie) => cookie.startsWith(`${name}=`))
		?.split(";")[0] ?? "";
const isIn = (answer: Response): boolean => answer.status === 303 && cookieOf(answer, "session") !== "";

/** A browser in which somebody signed in: its cookie, and the session's. */
async function browserOf({ phone }: Login): Promise<{ browser: string; session: string }> {
	const answer = await login(phone, { password: PASSWORD });
	return { browser: cookieOf(answer, "browser"), session: cookieOf(answer, "session") };
}

/** Strangers failed so often, a while ago. */
const failedBefore = (userId: number, times: number, at = Date.now() - HOUR) =>
	env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
		INSERT INTO failed_sign_ins (user_id, at, way) SELECT ?1, ?3 + i, iif(i % 2, 'phone', 'email') FROM n`,
	)
		.bind(userId, times, at)
		.run();

/** All that an answer tells, but the name that was typed, which stands in it again. */
async function told(answer: Response, typed: string): Promise<unknown> {
	const headers = [...answer.headers].filter(([name]) => name !== "date");
	return { status: answer.status, headers, text: (await answer.text()).replaceAll(typed, "TYPED") };
}

describe("a stranger", () => {
	test("who makes a phone wait learns nothing of its owner's e-mail: it is answered as a name of nobody", async () => {
		const person = await makeLogin();
		for (let tries = 0; tries < 5; tries++) await login(person.phone);
		expect((await login(`+886-${person.phone.slice(1)}`)).status).toBe(429);
		const [mine, nobodys] = [person.email, "nobody-here@example.org"];
		expect(await told(await login(mine), mine)).toEqual(await told(await login(nobodys), nobodys));
		for (let tries = 1; tries < 5; tries++) {
			expect((await login(mine)).status).toBe(422);
			expect((await login(nobodys)).status).toBe(422);
		}
		// Each began to wait by its own five.
		expect([(await login(mine)).status, (await login(nobodys)).status]).toEqual([429, 429]);
	});

	test("costs the database as many round trips by whatever name, known or not, silent or not", async () => {
		const [person, silent] = [await makeLogin(), await makeLogin()];
		await failedBefore(silent.id, SILENCE.from);
		const counts = [];
		for (const [name, password] of [
			[person.email, "wrong"],
			[silent.email, "wrong"],
			[silent.phone, PASSWORD],
			["nobody-at-all@example.org", "wrong"],
		] as const) {
			let trips = 0;
			const hashes = hashCount();
			const DB = counted(env.DB, () => trips++);
			expect((await login(name, { password, over: { DB } })).status).toBe(422);
			counts.push([trips, hashCount() - hashes]);
		}
		// Who asks, whose name it is, the count, and behind the answer whose name it is and whether to write to them.
		expect(counts).toEqual(Array.from({ length: 4 }, () => [5, 1]));
	});

	test("from the twentieth failure on is told no whatever they type, in the words of a wrong password", async () => {
		const person = await makeLogin();
		await failedBefore(person.id, SILENCE.from - 1);
		expect(isIn(await login(person.email, { password: PASSWORD }))).toBe(true);
		await failedBefore(person.id, 1);
		const hashes = hashCount();
		const [right, wrong] = [
			await login(person.phone, { password: PASSWORD }),
			await login(person.phone, { password: "x" }),
		];
		expect(hashCount() - hashes).toBe(2);
		expect([right.status, isIn(right)]).toEqual([422, false]);
		expect(await told(right, person.phone)).toEqual(await told(wrong, person.phone));
		expect((await login(person.email, { password: PASSWORD })).status).toBe(422);
	});

	test("at once with many others is let try as often as is left, whatever they type", async () => {
		const person = await makeLogin();
		await failedBefore(person.id, SILENCE.from - 4);
		const seen = await readLogin(env.DB, person.id);
		const tries = Array.from({ length: 10 }, (_, n) =>
			countAtDoor(db, env, {
				kind: "account",
				typed: n % 2 ? person.phone : person.email,
				login: seen,
				known: undefined,
				device: "",
				by: from(newAddress(), Date.now()),
			}),
		);
		expect((await Promise.all(tries)).filter(({ isSilent }) => !isSilent)).toHaveLength(4);
	});

	test("who failed a day ago, or at the password before, keeps nobody out", async () => {
		const [one, other] = [await makeLogin(), await makeLogin()];
		await failedBefore(one.id, 30, Date.now() - SILENCE.withinMs - 1_000);
		await failedBefore(other.id, 30, Date.now() - HOUR);
		await env.DB.prepare("UPDATE users SET password_changed_at = ?2 WHERE id = ?1")
			.bind(other.id, Date.now() - HOUR / 2)
			.run();
		for (const { email } of [one, other]) expect(isIn(await login(email, { password: PASSWORD }))).toBe(true);
	});
});

describe("a browser that signed in before", () => {
	test("gets its owner in whatever strangers do to the name, the user and the network", async () => {
		const person = await makeLogin();
		const { browser } = await browserOf(person);
		const ip = "192.0.2.201";
		for (let tries = 0; tries < 5; tries++) await login(person.phone, { ip });
		await failedBefore(person.id, SILENCE.from);
		const flooded = { DOOR_LIMIT: { limit: async ({ key }: { key: string }) => ({ success: key !== ip }) } };
		expect((await login(person.phone, { ip, password: PASSWORD, over: flooded })).status).toBe(429);
		expect((await login(person.phone, { ip, password: PASSWORD })).status).toBe(429);
		expect(isIn(await login(person.phone, { ip, password: PASSWORD, cookies: browser, over: flooded }))).toBe(true);
	});

	test("is no right: stolen, it opens nothing, and has five guesses by all names and from everywhere", async () => {
		const [person, other] = [await makeLogin(), await makeLogin()];
		const { browser } = await browserOf(person);
		const opened = await ask(paths.account.show(), { headers: { Cookie: browser } });
		expect([opened.status, opened.headers.get("Location")]).toEqual([303, paths.login(paths.account.show())]);
		const statuses = [];
		for (let tries = 0; tries < 6; tries++)
			statuses.push((await login(tries % 2 ? person.phone : person.email, { cookies: browser })).status);
		expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
		expect((await login(person.email, { cookies: browser, password: PASSWORD })).status).toBe(429);
		// It holds nobody up but itself, and is a stranger's for everybody else.
		expect(isIn(await login(person.email, { password: PASSWORD }))).toBe(true);
		await failedBefore(other.id, SILENCE.from);
		expect((await login(other.email, { cookies: browser, password: PASSWORD })).status).toBe(422);
	});

	test("its cookie is for this site and no script, names five users at most, and is not forged", async () => {
		const people = [];
		let cookies = "";
		for (let n = 0; n < 7; n++) {
			const person = await makeLogin();
			people.push(person);
			const answer = await login(person.email, { password: PASSWORD, cookies });
			expect(answer.headers.getSetCookie().find((one) => one.startsWith("browser="))).toMatch(
				/^browser=[\w.-]{100,800}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
			);
			cookies = cookieOf(answer, "browser");
		}
		const payload = atob((cookies.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
		expect(readKnown(JSON.parse(payload).sid, Date.now()).map(({ userId }) => userId)).toEqual(
			people
				.slice(2)
				.map(({ id }) => id)
				.toReversed(),
		);
		const [person = people[0]] = people;
		if (!person) throw new Error("nobody");
		await failedBefore(person.id, SILENCE.from);
		const subject = `${person.id}.1.${newLinkId()}.${Date.now() + HOUR}`;
		for (const token of [
			await sealToken(env, "session", { subject, expiresAt: Date.now() + HOUR }),
			await sealToken({ SESSION_KEY: btoa("x".repeat(32)) }, "browser", { subject, expiresAt: Date.now() + HOUR }),
			await sealToken(env, "browser", { subject, expiresAt: Date.now() - 2_000 }),
			subject,
		])
			expect((await login(person.email, { password: PASSWORD, cookies: `browser=${token}` })).status).toBe(422);
		const token = await sealToken(env, "browser", { subject, expiresAt: Date.now() + HOUR });
		expect(isIn(await login(person.email, { password: PASSWORD, cookies: `browser=${token}` }))).toBe(true);
	});

	test("is a stranger's again once the other sessions are ended; that in which it was pressed is not", async () => {
		const person = await makeLogin();
		const [lost, here] = [await browserOf(person), await browserOf(person)];
		const cookies = `${here.session}; ${here.browser}`;
		const ended = await ask(paths.account.sessionsEnd(), { form: {}, headers: { Cookie: cookies } });
		expect(ended.status).toBe(303);
		await failedBefore(person.id, SILENCE.from);
		const enter = async (browser: string, password = PASSWORD) =>
			isIn(await login(person.email, { password, cookies: browser }));
		expect([await enter(lost.browser), await enter(cookieOf(ended, "browser"))]).toEqual([false, true]);
		expect((await ask(paths.account.show(), { headers: { Cookie: cookies } })).status).toBe(200);
	});

	test("is one by a link of a mail, which is the way in while the door is silent; the one before is none", async () => {
		const person = await makeLogin();
		const before = await browserOf(person);
		await failedBefore(person.id, SILENCE.from, Date.now() - 1_000);
		const id = newLinkId();
		await env.DB.prepare(
			"INSERT INTO one_time_links (id, purpose, user_id, created_at, expires_at) VALUES (?1, 'password_reset', ?2, 1, ?3)",
		)
			.bind(id, person.id, Date.now() + HOUR)
			.run();
		for (let tries = 0; tries < 5; tries++) await login(person.email);
		const set = await ask(paths.reset(signLink(env.LINK_KEY, "password_reset", id)), { form: { password: NEW } });
		const enter = async (browser: string) => (await login(person.email, { password: NEW, cookies: browser })).status;
		expect([await enter(cookieOf(set, "browser")), await enter(before.browser), await enter("")]).toEqual([
			303, 429, 429,
		]);
	});
});

describe("the owner", () => {
	test("hears of it after signing in, sees when and from where about, and nothing of what was typed", async () => {
		const person = await makeLogin();
		const { browser } = await browserOf(person);
		await login(person.phone, { ip: "192.0.2.33", password: "my-old-secret" });
		await login(person.email, { ip: "2001:db8:12:34::9" });
		await login(person.email, { cookies: browser, password: "typo" });
		const answer = await login(person.email, { password: PASSWORD, cookies: browser });
		const flash = decodeURIComponent(decodeURIComponent(cookieOf(answer, "flash")));
		// Not the one of this very browser.
		expect(flash).toContain("上次登入之後，有 2 次登入失敗");
		expect(flash).toContain(paths.account.failedSignIns());
		const page = await ask(paths.account.failedSignIns(), { headers: { Cookie: cookieOf(answer, "session") } });
		const text = await page.text();
		for (const shown of [
			"192.0.2.*",
			"2001:db8:12:*",
			"用手機號碼，密碼不對",
			"用電子郵件，密碼不對",
			"您登入過的瀏覽器",
		])
			expect([shown, words(text).includes(shown)]).toEqual([shown, true]);
		expect(text).not.toMatch(/192\.0\.2\.33|my-old-secret|typo/);
		expect(JSON.stringify(await rows("SELECT * FROM failed_sign_ins"))).not.toMatch(/192\.0\.2\.33|my-old-secret|typo/);
		const again = await login(person.email, { password: PASSWORD, cookies: cookieOf(answer, "browser") });
		expect(cookieOf(again, "flash")).toBe("");
	});

	test("is told by one mail a day that the door is silent, however many try at once", async () => {
		const person = await makeLogin();
		const at = Date.now();
		const tell = (later = 0) => tellOwner(db, { identifier: person.phone, at: at + later });
		await failedBefore(person.id, SILENCE.from - 1, at - HOUR);
		await tell();
		expect(await mailsTo(person.id)).toEqual([]);
		await failedBefore(person.id, 1, at - HOUR);
		await Promise.all([tell(), tell(), tell(), login(person.email), login("nobody@example.org")]);
		expect((await mailsTo(person.id)).map(({ template }) => template)).toEqual(["sign_in_failures"]);
		await failedBefore(person.id, SILENCE.from, at + 20 * HOUR);
		await tell(23 * HOUR);
		expect(await mailsTo(person.id)).toHaveLength(1);
		await tell(25 * HOUR);
		expect(await mailsTo(person.id)).toHaveLength(2);
	});

	test("whose second factor strangers try with the right password comes in by their own browser", async () => {
		const person = await makeLogin();
		const seen = await readLogin(env.DB, person.id);
		const known = { userId: person.id, sessionVersion: 1, id: newLinkId(), expiresAt: 9e15 };
		const tried = (of: { known: typeof known | undefined }) =>
			countAtDoor(db, env, {
				kind: "second_factor",
				typed: "",
				login: seen,
				device: "",
				by: from(newAddress(), Date.now()),
				...of,
			});
		for (let tries = 0; tries < 5; tries++) await tried({ known: undefined });
		await expect(tried({ known: undefined })).rejects.toMatchObject({ code: "sign_in.wait" });
		const counted = await tried({ known });
		await commit(db, counted.right);
		expect(
			await rows("SELECT way, count(*) AS n FROM failed_sign_ins WHERE user_id = ? GROUP BY way", person.id),
		).toEqual([{ way: "second_factor", n: 5 }]);
	});
});
