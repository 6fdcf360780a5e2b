/** A press that asks for a new proof of identity: the page it leads to holds what was typed and asks for the password. */
import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { Secret, TOTP } from "otpauth";
import { beforeAll, describe, expect, test } from "vitest";
import { app } from "#app.ts";
import { enableTotp, startTotp, waitingSetup } from "#domain/system/actions.ts";
import { paths } from "#http/paths.ts";
import { SHIPPED_ROLES } from "#permissions.ts";
import asks from "#ui/islands/client/asks-for-proof.json";
import { PROOF } from "#ui/proof.ts";
import { newSeed } from "../support/chances.ts";
import { db, own, PASSWORD } from "../support/logins.ts";
import { type Owner, owner } from "../support/own-account.ts";
import { fieldValue, type Shown, shown } from "../support/pages.ts";
import { openSession, type Person } from "../support/people.ts";
import { random } from "../support/random.ts";
import { routes } from "../support/routes.ts";
import { rows } from "../support/users.ts";

const AN_HOUR_AGO = 3_600_000;
const TYPED = { name: "打好的字", reason: "兩行\n理由", _key: "7f2c" };
const HEADING = "請先確認是您本人";
type Fields = Record<string, string | File>;

let person: Owner;
beforeAll(async () => {
	person = await owner({ role: "admin" });
	await env.DB.prepare(
		"INSERT OR IGNORE INTO user_roles SELECT ?1, id FROM roles WHERE code IN (SELECT value FROM json_each(?2))",
	)
		.bind(person.userId, JSON.stringify(Object.keys(SHIPPED_ROLES)))
		.run();
});

/** A session of the person whose proof is an hour old. */
const stale = async (of: Person = person): Promise<Person> => ({
	...of,
	...(await openSession(of.userId, Date.now(), Date.now() - AN_HOUR_AGO)),
});

async function press(path: string, as: Person, fields: Fields) {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	const context = createExecutionContext();
	const headers = { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin" };
	const answer = await app.fetch(
		new Request(`http://localhost:8787${path}`, { method: "POST", headers, body }),
		env,
		context,
	);
	await waitOnExecutionContext(context);
	const cookie = answer.headers
		.getSetCookie()
		.findLast((one) => one.startsWith("session="))
		?.split(";")[0];
	return {
		cookie,
		to: answer.headers.get("Location"),
		type: answer.headers.get("Content-Type"),
		...(await shown(answer)),
	};
}

const headingOf = ({ elements }: Shown) => elements.find(({ name }) => name === "h1")?.text;
const fieldsOf = ({ elements }: Shown, type: string) =>
	elements.filter((one) => one.name === "input" && one.attributes.type === type).map((one) => one.attributes.name);
const proofOf = (page: Shown, password: string, code = "") => ({
	[PROOF.user]: fieldValue(page, PROOF.user) ?? "",
	[PROOF.password]: password,
	[PROOF.code]: code,
});
const log = async () => (await rows<{ n: number }>("SELECT count(*) AS n FROM audit_log"))[0]?.n ?? 0;

const held = routes.filter(({ method, within }) => method === "POST" && within !== undefined);
/** An id that no record has: the press then finds nothing to change, as it would just after a sign-in. */
const addressOf = (path: string): string =>
	`${path.replaceAll(":id", "999999").replaceAll(":month", "2024-01").replaceAll(":year", "2024")}`;

describe("the addresses that the dialog knows", () => {
	test("are those that are declared", () => {
		const known = (["GET", "POST"] as const).flatMap((method) =>
			Object.entries(asks[method]).flatMap(([minutes, all]) => all.map((path) => `${method} ${path} ${minutes}`)),
		);
		const declared = routes
			.filter(({ within }) => within !== undefined)
			.map(({ method, path, within = 0 }) => `${method} ${path} ${within / 60_000}`);
		expect(known.toSorted()).toEqual(declared.toSorted());
		expect(asks.at).toBe(paths.account.confirm());
	});
	test("are matched by no address that asks for none", () => {
		const asking = (method: "GET" | "POST") =>
			new RegExp(`^(?:${Object.values(asks[method]).flat().join("|").replace(/:\w+/g, "[^/]+")})$`);
		const others = routes.filter(({ within }) => within === undefined);
		expect(others.filter(({ method, path }) => asking(method).test(path)).map(({ path }) => path)).toEqual([]);
	});
});

describe("every press that asks for a proof", () => {
	test("there are some forty", () => expect(held.length).toBeGreaterThan(40));

	test.each(held.map(({ path }) => addressOf(path)))(
		"POST %s holds what was typed, and goes through with the password",
		async (path) => {
			const as = await stale();
			const before = await log();
			const asked = await press(path, as, TYPED);
			expect([asked.status, headingOf(asked), fieldsOf(asked, "password")]).toEqual([403, HEADING, [PROOF.password]]);
			for (const [name, value] of Object.entries(TYPED)) expect(fieldValue(asked, name)).toBe(value);

			const wrong = await press(path, as, { ...TYPED, ...proofOf(asked, "not the password") });
			expect([wrong.status, headingOf(wrong), wrong.cookie]).toEqual([403, HEADING, undefined]);
			expect(wrong.html).toContain("目前的密碼不正確。");
			expect(wrong.html).not.toContain("not the password");
			for (const [name, value] of Object.entries(TYPED)) expect(fieldValue(wrong, name)).toBe(value);
			expect(await log()).toBe(before);

			const fresh = await press(path, { ...person, ...(await openSession(person.userId)) }, TYPED);
			const through = await press(path, as, { ...TYPED, ...proofOf(wrong, PASSWORD) });
			expect([through.status, through.to, through.type, headingOf(through)]).toEqual([
				fresh.status,
				fresh.to,
				fresh.type,
				headingOf(fresh),
			]);
			expect(through.html).not.toContain(PASSWORD);
			// The session goes on under a new id, in the browser's cookie, whatever the press is answered with.
			expect(through.cookie).toBeDefined();
			const session = { ...as, cookie: through.cookie ?? "" };
			expect(headingOf(await press(path, session, TYPED))).toBe(headingOf(fresh));
			expect((await press(path, as, TYPED)).status).toBe(401);
			const [confirmed] = await rows<{ n: number }>(
				"SELECT count(*) AS n FROM audit_log WHERE action = 'user.confirm_password' AND id > ?",
				before,
			);
			expect(confirmed?.n).toBe(1);
		},
	);
});

const rolesNamed = async (name: string) => (await rows("SELECT id FROM roles WHERE name = ?", name)).length;
const newRole = (name: string) => ({
	name,
	role_code: `r${crypto.randomUUID().slice(0, 8)}`,
	permissions: "tags.manage",
	_key: crypto.randomUUID(),
});

describe("what a press does", () => {
	const path = paths.admin.roles.create();

	test("is done once, whatever was tried before, in whichever order and by whomever", async () => {
		const stranger = await owner({ role: "admin" });
		const seed = newSeed();
		const { pick } = random(seed);
		for (let walk = 0; walk < 6; walk++) {
			const [as, form] = [await stale(), newRole(`角色 ${walk}`)];
			let page = await press(path, as, form);
			const tries = {
				wrong: () => press(path, as, { ...form, ...proofOf(page, "wrong") }),
				none: () => press(path, as, form),
				empty: () => press(path, as, { ...form, ...proofOf(page, "") }),
				// Somebody else's fields behind this session, and this person's fields behind somebody else's.
				forged: () => press(path, as, { ...form, ...proofOf(page, PASSWORD), [PROOF.user]: String(stranger.userId) }),
				other: async () => press(path, await stale(stranger), { ...form, ...proofOf(page, PASSWORD) }),
				fresh: () => press(path, stranger, { ...form, ...proofOf(page, PASSWORD) }),
				ended: async () => {
					const gone = await stale();
					await env.DB.prepare("UPDATE sessions SET ended_at = 1 WHERE id = ?").bind(gone.sid).run();
					return press(path, gone, { ...form, ...proofOf(page, PASSWORD) });
				},
			};
			for (let step = 0; step < 4; step++) {
				const kind = pick(["wrong", "none", "empty", "forged", "other", "fresh", "ended"] as const);
				const answer = await tries[kind]();
				expect([seed, kind, answer.status, await rolesNamed(form.name)]).toEqual([
					seed,
					kind,
					kind === "ended" ? 401 : 403,
					0,
				]);
				expect([kind, answer.html.includes(PASSWORD)]).toEqual([kind, false]);
				expect([kind, fieldValue(answer, "name")]).toEqual([kind, form.name]);
				if (kind === "wrong" || kind === "none") page = answer;
				await env.DB.prepare("DELETE FROM sign_in_attempts").run();
			}
			const sent = { ...form, ...proofOf(page, PASSWORD) };
			const [first, second] = await Promise.all([press(path, as, sent), press(path, as, sent)]);
			const done = [first, second].find(({ status }) => status === 303);
			expect([seed, done?.to?.startsWith("/admin/roles/"), await rolesNamed(form.name)]).toEqual([seed, true, 1]);
			const again = await press(path, { ...as, cookie: done?.cookie ?? "" }, sent);
			expect([again.to, await rolesNamed(form.name)]).toEqual([done?.to, 1]);
		}
	});

	test("needs the code of the second factor, too, where there is one", async () => {
		const guarded = await owner({ role: "admin" });
		await startTotp(db, env, { userId: guarded.userId, by: own(guarded.userId, Date.now()) });
		const { secret = "" } = (await waitingSetup(db, env, guarded.userId)) ?? {};
		const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
		await enableTotp(db, env, {
			session: guarded,
			code: codeAt(Date.now() - 30_000),
			by: own(guarded.userId, Date.now()),
		});
		const [as, form] = [await stale(guarded), newRole("兩步驟")];
		const page = await press(path, as, form);
		expect(page.elements.filter((one) => one.attributes.name === PROOF.code)).toHaveLength(1);
		for (const code of ["", "000000"]) {
			const refused = await press(path, as, { ...form, ...proofOf(page, PASSWORD, code) });
			expect([refused.status, refused.html.includes("驗證碼不正確"), await rolesNamed(form.name)]).toEqual([
				403,
				true,
				0,
			]);
		}
		expect((await press(path, as, { ...form, ...proofOf(page, PASSWORD, codeAt(Date.now())) })).status).toBe(303);
		expect(await rolesNamed(form.name)).toBe(1);
	});

	test("waits after too many wrong passwords, as everywhere, and keeps what was typed", async () => {
		const hasty = await owner({ role: "admin" });
		const [as, form] = [await stale(hasty), newRole("急")];
		const page = await press(path, as, form);
		for (let tries = 0; tries < 5; tries++) await press(path, as, { ...form, ...proofOf(page, "wrong") });
		const told = await press(path, as, { ...form, ...proofOf(page, PASSWORD) });
		expect([told.status, told.html.includes("嘗試次數過多"), fieldValue(told, "name")]).toEqual([403, true, form.name]);
		expect([told.cookie, await rolesNamed(form.name)]).toEqual([undefined, 0]);
	});

	test("a file that answers the press brings the cookie of the session that goes on", async () => {
		const [member] = await rows<{ id: number }>(
			"INSERT INTO members (name, status, created_at, updated_at) VALUES ('石雅婷', 'active', 1, 1) RETURNING id",
		);
		const copy = paths.admin.members.privacy.copy(member?.id ?? 0);
		const as = await stale();
		const page = await press(copy, as, { _key: "k" });
		const file = await press(copy, as, { _key: "k", ...proofOf(page, PASSWORD) });
		expect([file.status, file.type]).toEqual([200, "application/zip"]);
		expect((await press(path, { ...as, cookie: file.cookie ?? "" }, newRole("接著做"))).status).toBe(303);
	});

	test("files are named, to be chosen again, and the password is no part of what is kept", async () => {
		const as = await stale();
		const file = new File(["%PDF-1.4"], "憑證.pdf", { type: "application/pdf" });
		const page = await press(path, as, {
			...newRole("附檔"),
			proof: file,
			[PROOF.password]: PASSWORD,
			[PROOF.user]: "",
		});
		expect([fieldsOf(page, "file"), page.html.includes("請再選一次：憑證.pdf")]).toEqual([["proof"], true]);
		expect(page.html).not.toContain(PASSWORD);
		const { elements } = page;
		expect(
			elements.find(({ name, attributes }) => name === "form" && attributes.action === path)?.attributes.enctype,
		).toBe("multipart/form-data");
	});

	test("a body that is too large is told so, and not held", async () => {
		const answer = await press(path, await stale(), { ...newRole("太大"), note: "字".repeat(500_000) });
		expect([answer.status, headingOf(answer)]).toEqual([413, "送出的資料太大"]);
	});
});
