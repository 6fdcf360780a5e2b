import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { doDue } from "#domain/shell/confirmations/actions.ts";
import { paths } from "#http/paths.ts";
import { ask, openSession, type Person, signIn } from "../support/people.ts";
import { idOfRole, rolesOf, rows } from "../support/users.ts";

/* An administrator who wants to be every approver. */
const { confirmations, roles, users } = paths.admin;
const db = open(env.DB);
const DAY = 86_400_000;
const run = (query: string, ...params: (string | number | null)[]) =>
	env.DB.prepare(query)
		.bind(...params)
		.run();
await run("INSERT INTO rights_watched (id, since) VALUES (1, 1)");
const long = () =>
	Promise.all(["user_role_grants", "role_permission_grants"].map((of) => run(`UPDATE ${of} SET given_at = 0`)));

const [admin, other, chair, auditor, target] = [
	await signIn({ name: "甲管理員", roles: ["admin"] }),
	await signIn({ name: "乙管理員", roles: ["admin"] }),
	await signIn({ name: "丙理事長", roles: ["chair"] }),
	await signIn({ name: "丁監事", roles: ["auditor"] }),
	await signIn({ name: "戊編輯", roles: ["editor"] }),
];
await long();

/** A session of now: a change of roles ended the one before. */
const fresh = ({ userId }: Person): Promise<Omit<Person, "userId">> => openSession(userId);
const versionOf = async (id: number) =>
	(await rows<{ version: number }>("SELECT version FROM users WHERE id = ?", id))[0]?.version;
const statusOf = async (path: string, as: Person, form: Record<string, string | string[]>) =>
	(await ask(path, { as, form })).status;
const waiting = () =>
	rows<{ id: number; version: number; kind: string }>(
		"SELECT * FROM confirmations WHERE state = 'waiting' ORDER BY id",
	);
const newest = async () => {
	const found = (await waiting()).at(-1);
	if (!found) throw new Error("nothing waits");
	return found;
};
const press = async (step: string, as: Person) => {
	const { id, version } = await newest();
	return statusOf(confirmations.step(id, step), { ...as, ...(await fresh(as)) }, { version: String(version) });
};
const give = async (to: Person, codes: string[], as = admin) =>
	statusOf(users.roles(to.userId), as, {
		roles: await Promise.all(codes.map(async (code) => String(await idOfRole(code)))),
		version: String(await versionOf(to.userId)),
	});
const codesOf = ({ userId }: Person) => rolesOf({ id: userId });

test("a second account of one's own becomes no cashier: neither at once, nor by one's own press", async () => {
	expect(await give(target, ["editor", "cashier"])).toBe(303);
	expect(await codesOf(target)).toEqual(["editor"]);
	// Whoever asked, whom it concerns, and who has nothing to do with it.
	for (const nobody of [admin, target, await signIn({ roles: ["secretary"] })])
		expect(await press("confirm", nobody)).toBe(422);
	expect(await codesOf(target)).toEqual(["editor"]);
	expect(await press("confirm", chair)).toBe(303);
	expect(await codesOf(target)).toEqual(["editor", "cashier"]);
	expect(await give(target, ["editor"])).toBe(303);
	expect(await codesOf(target)).toEqual(["editor"]);
});

test("an administrator whom one made is no second person of one's own, nor is one of today", async () => {
	const made = await signIn({ name: "己", roles: ["editor"] });
	expect(await give(made, ["admin"])).toBe(303);
	expect(await press("confirm", other)).toBe(303);
	expect(await codesOf(made)).toEqual(["admin"]);
	expect(await give(target, ["editor", "accountant"])).toBe(303);
	expect(await press("confirm", made)).toBe(422);
	await run("UPDATE user_role_grants SET given_at = given_at - ?", DAY + 1000);
	expect(await press("confirm", made)).toBe(422);
	expect(await press("withdraw", admin)).toBe(303);
	// For what somebody else asked for, they are by then.
	expect(await give(target, ["editor", "accountant"], other)).toBe(303);
	expect(await press("confirm", made)).toBe(303);
	expect(await give(target, ["editor"])).toBe(303);
});

test("a role that nobody holds is no way round: it gives what it allowed when it was asked for, and no more", async () => {
	const form = { name: "志工", description: "", role_code: "volunteer", permissions: ["certificates.review"] };
	expect(await statusOf(roles.create(), admin, form)).toBe(303);
	expect(await give(target, ["editor", "volunteer"])).toBe(303);
	const id = await idOfRole("volunteer");
	const edit = {
		name: "志工",
		description: "",
		version: "1",
		permissions: ["certificates.review", "finance.pay", "users.manage"],
	};
	expect(await statusOf(roles.edit(id), admin, edit)).toBe(303);
	expect(await press("confirm", chair)).toBe(409);
	expect(await codesOf(target)).toEqual(["editor"]);
	expect(await press("stop", auditor)).toBe(303);
});

test("a held role gains a power by two, and what is no power at once", async () => {
	const id = await idOfRole("editor");
	const [role] = await rows<{ version: number; permissions: string }>(
		"SELECT version, (SELECT json_group_array(permission) FROM role_permissions WHERE role_id = id) AS permissions FROM roles WHERE id = ?",
		id,
	);
	const permissions = [...JSON.parse(role?.permissions ?? "[]"), "members.view_sensitive", "members.view"];
	const form = { name: "編輯", description: "", version: String(role?.version), permissions };
	expect(await statusOf(roles.edit(id), admin, form)).toBe(303);
	const held = async () =>
		(
			await rows<{ permission: string }>(
				"SELECT permission FROM role_permissions WHERE role_id = ? AND permission LIKE 'members%'",
				id,
			)
		).map(({ permission }) => permission);
	expect(await held()).toEqual(["members.view"]);
	// Who holds it gains by it.
	await run("INSERT INTO user_roles (user_id, role_id) VALUES (?, ?)", auditor.userId, id);
	expect(await press("confirm", auditor)).toBe(422);
	await run("DELETE FROM user_roles WHERE user_id = ? AND role_id = ?", auditor.userId, id);
	expect(await press("stop", chair)).toBe(303);
	expect(await held()).toEqual(["members.view"]);
});

test("the chair's login is not taken over: neither the address, nor the second factor, nor a deputy", async () => {
	const before = (await rows("SELECT email, phone, totp_secret FROM users WHERE id = ?", chair.userId))[0];
	await run("UPDATE users SET totp_secret = 'x', totp_enabled_at = 1 WHERE id = ?", chair.userId);
	const version = String(await versionOf(chair.userId));
	const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
	expect(
		await statusOf(users.edit(chair.userId), admin, {
			name: "丙理事長",
			email: "mine@example.org",
			phone: "",
			version,
		}),
	).toBe(303);
	expect(
		await statusOf(users.secondFactorReset(chair.userId), admin, { version: String(await versionOf(chair.userId)) }),
	).toBe(303);
	expect(
		await statusOf(users.deputies(chair.userId), admin, {
			deputy: String(target.userId),
			starts_on: today,
			ends_on: today,
		}),
	).toBe(303);
	expect((await rows("SELECT email, phone FROM users WHERE id = ?", chair.userId))[0]).toEqual({
		email: before?.email,
		phone: null,
	});
	expect(await rows("SELECT 1 FROM users WHERE id = ? AND totp_secret = 'x'", chair.userId)).toHaveLength(1);
	expect(await rows("SELECT 1 FROM deputies WHERE user_id = ?", chair.userId)).toEqual([]);
	expect((await waiting()).map(({ kind }) => kind)).toEqual(["user_login", "second_factor", "deputy"]);
	// The person may stop each of them, and the address that was asked for is not kept.
	for (const _ of await waiting()) expect(await press("stop", chair)).toBe(303);
	expect(await rows("SELECT 1 FROM confirmations WHERE asked LIKE '%mine@example.org%'")).toEqual([]);
});

test("it is in force by itself a day after all mails were taken, not before, and not once somebody stopped it", async () => {
	const sent = (state: string, at: number) =>
		run("UPDATE mail_messages SET state = ?, settled_at = ? WHERE id LIKE 'confirm!_%' ESCAPE '!'", state, at);
	expect(await give(target, ["editor", "cashier"])).toBe(303);
	const { id } = await newest();
	const mails = await rows<{ id: string }>(
		"SELECT id FROM mail_messages WHERE id LIKE 'confirm!_' || CAST(? AS INTEGER) || '!_%' ESCAPE '!' ORDER BY id",
		id,
	);
	expect(mails.map((one) => one.id)).toEqual(
		[`d${chair.userId}`, `d${auditor.userId}`, `p${target.userId}`].map((end) => `confirm_${id}_${end}`).sort(),
	);
	for (const [state, age] of [
		["sent", DAY - 60_000],
		["bounced", 2 * DAY],
		["failed", 2 * DAY],
	] as const) {
		await sent(state, Date.now() - age);
		// Whatever the Worker's clock says: the database's own counts.
		await doDue(env, db, Date.now() + 30 * DAY);
		expect(await codesOf(target)).toEqual(["editor"]);
	}
	await sent("sent", Date.now() - DAY - 1000);
	expect(await doDue(env, db, Date.now())).toBe(1);
	expect(await codesOf(target)).toEqual(["editor", "cashier"]);
	expect(await give(target, ["editor"])).toBe(303);
	// Nobody to tell: it waits for a second person.
	await run("UPDATE users SET email = NULL, phone = '0955555555' WHERE id = ?", target.userId);
	expect(await give(target, ["editor", "cashier"])).toBe(303);
	await sent("sent", Date.now() - 3 * DAY);
	expect(await doDue(env, db, Date.now())).toBe(0);
	expect(await press("stop", auditor)).toBe(303);
});

test("with SQL nobody confirms in another's name, and nothing that waits is changed or taken away", async () => {
	expect(await give(target, ["editor", "cashier"])).toBe(303);
	const { id } = await newest();
	const failing = (query: string, ...params: (string | number)[]) =>
		run(query, ...params).catch((error: Error) => error.message);
	const confirmed = "UPDATE confirmations SET state = 'confirmed', decided_at = 1, decided_by = ? WHERE id = ?";
	for (const who of [admin, target])
		expect(await failing(confirmed, who.userId, id)).toContain("confirmation.not_yours");
	expect(await failing("UPDATE confirmations SET state = 'in_force', decided_at = 1 WHERE id = ?", id)).toContain(
		"confirmation.too_early",
	);
	expect(await failing("UPDATE confirmations SET asked = '{}' WHERE id = ?", id)).toContain("confirmation.stale");
	expect(await failing("DELETE FROM confirmations WHERE id = ?", id)).toContain("confirmation.is_final");
	expect(await failing("DELETE FROM rights_watched")).toContain("confirmation.is_final");
});
