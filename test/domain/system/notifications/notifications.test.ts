/**
 * Who is told what: a notification exists if and only if its change does, goes by each channel once at most, and by mail exactly
 * where there is an address and nobody took themselves off. Whatever the order, whoever writes, two at once.
 */
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commit, open, refuseWhere } from "#db/commit.ts";
import { notify, notifyHolders } from "#db/system/notifications.ts";
import { arrangeMailing, sendMailings } from "#domain/office/announcement-mailings/actions.ts";
import { emptyOldMails } from "#domain/system/mail/actions.ts";
import { isKind, KINDS } from "#domain/system/notifications/kinds.ts";
import { announcement, writer } from "../../../support/announcements.ts";
import { chances, newSeed, one, stepsOf } from "../../../support/chances.ts";
import { member } from "../../../support/members.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, person, roleOf, rows } from "../../../support/users.ts";

const db = open(env.DB);
const run = (statement: string, ...params: (string | number | null)[]) =>
	env.DB.prepare(statement)
		.bind(...params)
		.run();
type Note = { id: string; kind: string; data: string; user_id: number | null; member_id: number | null };
const notes = () => rows<Note>("SELECT id, kind, data, user_id, member_id FROM notifications ORDER BY id");
const mails = () =>
	rows<{ id: string; template: string; data: string; to_address: string; to_name: string }>(
		"SELECT id, template, data, to_address, to_name FROM mail_messages ORDER BY id",
	);

/** Each who can be told, as the record says: a login with its member, a member without one, a donor. */
type Who = {
	column: "user_id" | "member_id" | "donor_id";
	table: "users" | "members" | "donors";
	id: number;
	member: number;
};
let everybody: readonly Who[];
let holder: number;

beforeAll(async () => {
	await run("DELETE FROM user_roles");
	const login = await person({ name: "有帳號", phone: "0911111111" });
	const own = await member({ name: "有帳號", userId: login.id, status: "active", email: "own@example.org" });
	const alone = await member({ name: "沒帳號", status: "active", email: "alone@example.org" });
	const giver = await member({ name: "捐款人", status: "active" });
	await run(
		`INSERT INTO donors (kind, name, seal_id, email, member_id, created_at, updated_at)
		VALUES ('person', '捐款人', 'seal-told', 'giver@example.org', ?, 1, 1)`,
		giver.id,
	);
	const donor = await env.DB.prepare("SELECT id FROM donors WHERE seal_id = 'seal-told'").first<number>("id");
	await roleOf("told", ["audit.view"]);
	holder = (await person({ name: "持有人", roles: ["told"] })).id;
	everybody = [
		{ column: "user_id", table: "users", id: login.id, member: own.id },
		{ column: "member_id", table: "members", id: alone.id, member: alone.id },
		{ column: "donor_id", table: "donors", id: donor ?? 0, member: giver.id },
	];
});
beforeEach(async () => {
	for (const table of ["mail_messages", "notifications"]) await run(`DELETE FROM ${table}`);
});

const KIND = "member_announcements";
/** What an announcement says, of which one can be taken off the list; or a mail that one cannot. */
const dataFor = (who: Who, isListed: boolean) =>
	isListed
		? {
				kind: "announcement",
				data: JSON.stringify({ listed: `${KIND}-${who.column === "user_id" ? "u" : "m"}${who.id}` }),
			}
		: { kind: "guardian_changed", data: '{"isNew":true}' };
const tell = (id: string, who: Who, isListed: boolean) => {
	const { kind, data } = dataFor(who, isListed);
	return sql`INSERT INTO notifications (id, kind, ${sql.raw(who.column)}, data, created_at) VALUES (${id}, ${kind}, ${who.id}, ${data}, 5)`;
};
/** What the records say now of where one is reached by mail; undefined for who died. */
async function reached(who: Who, isListed: boolean): Promise<string | null | undefined> {
	const [row] = await rows<{ email: string | null; died: 0 | 1; off: 0 | 1 }>(
		`SELECT t.email, m.status = 'deceased' AS died, EXISTS (SELECT 1 FROM mail_unsubscriptions s
			WHERE s.kind = ?3 AND (s.member_id = m.id OR s.user_id = m.user_id)) AS off
		FROM ${who.table} t, members m WHERE t.id = ?1 AND m.id = ?2`,
		who.id,
		who.member,
		KIND,
	);
	if (!row || row.died) return undefined;
	return isListed && row.off && who.column !== "donor_id" ? null : row.email;
}

/** What must stand: each key that was told under, with the address that its mail had to go to. */
const expected = new Map<string, string | null>();
type Turn = { who: Who; isListed: boolean; id: string; n: number };
const note = async ({ who, isListed, id }: Turn): Promise<void> => {
	const address = await reached(who, isListed);
	if (address !== undefined && !expected.has(id)) expected.set(id, address);
};
const toldTo = ({ who, isListed, id }: Turn) => commit(db, [tell(id, who, isListed)]);

const STEPS: Record<string, (turn: Turn) => Promise<unknown>> = {
	verb: async (turn) => {
		const who = one(everybody, 0);
		await note({ ...turn, who, isListed: false });
		await commit(db, [notify("password_changed", { user: who.id, id: turn.id, data: { changedAt: 5 }, at: 5 })]);
	},
	"bare SQL": async (turn) => {
		await note(turn);
		await toldTo(turn);
	},
	"two at once": async (turn) => {
		await note(turn);
		await Promise.all([toldTo(turn), toldTo(turn)]);
	},
	"a change that fails": async ({ who, isListed, id }) => {
		const writes = [tell(`${id}_not`, who, isListed), refuseWhere("mail.stale", sql`true`)];
		expect(await commit(db, writes).catch(codeOf)).toBe("mail.stale");
	},
	holders: async ({ id: key }) => {
		const data = { sealId: 1, toId: 1, hash: "ab", sealedAt: 1 };
		const [user] = await rows<{ email: string | null }>("SELECT email FROM users WHERE id = ?", holder);
		if (!expected.has(`${key}_${holder}`)) expected.set(`${key}_${holder}`, user?.email ?? null);
		await commit(db, [notifyHolders("audit_seal", { permission: "audit.view", key, data, at: 5 })]);
	},
	address: ({ who, n }) =>
		run(`UPDATE ${who.table} SET email = iif(email IS NULL, ?, NULL) WHERE id = ?`, `new${n}@example.org`, who.id),
	"the holder's address": ({ n }) =>
		run(
			"UPDATE users SET phone = '0955555555', email = iif(email IS NULL, ?, NULL) WHERE id = ?",
			`held${n}@example.org`,
			holder,
		),
	"the list": async ({ who: { member } }) => {
		const isOff = (await rows("SELECT 1 FROM mail_unsubscriptions WHERE member_id = ?", member)).length > 0;
		await (isOff
			? run("DELETE FROM mail_unsubscriptions WHERE member_id = ?", member)
			: run("INSERT INTO mail_unsubscriptions (kind, member_id, at) VALUES (?, ?, 1)", KIND, member));
	},
	death: ({ who: { member } }) =>
		run("UPDATE members SET status = iif(status = 'deceased', 'active', 'deceased') WHERE id = ?", member),
	"a mail alone": ({ id }) =>
		expect(
			run(
				`INSERT INTO mail_messages (id, template, to_address, to_name, data, due_at, created_at)
				VALUES (?, 'mail_test', 'x@example.org', '', '{}', 1, 1)`,
				`${id}_alone`,
			),
		).rejects.toThrow("mail.no_notification"),
	"other words": async () => {
		if (expected.size > 0)
			await expect(run("UPDATE notifications SET data = '{\"a\":1}'")).rejects.toThrow("notification.is_final");
	},
};

const seed = newSeed();
test(`in any order: what is told stands once, with the mail that it had to have (seed ${seed})`, async () => {
	const done = new Set<string>();
	for (const { step, a, b, c } of chances(stepsOf(120), seed)) {
		const name = one(Object.keys(STEPS), step);
		done.add(name);
		await STEPS[name]?.({ who: one(everybody, a), isListed: b % 2 === 0, id: `key_${c % 150}`, n: c });
		expect((await notes()).map(({ id }) => id)).toEqual([...expected.keys()].sort());
		expect((await mails()).map(({ id, to_address }) => [id, to_address])).toEqual(
			[...expected].filter(([, address]) => address !== null).sort(([x], [y]) => (x < y ? -1 : 1)),
		);
	}
	expect([...done].sort()).toEqual(Object.keys(STEPS).sort());
	const byId = new Map((await notes()).map((told) => [told.id, told]));
	for (const { id, template, data } of await mails()) expect(byId.get(id)).toMatchObject({ kind: template, data });
});

describe("another channel", () => {
	beforeAll(async () => {
		await run("CREATE TABLE short_messages (id TEXT PRIMARY KEY, phone TEXT NOT NULL, kind TEXT NOT NULL) STRICT");
		await run(`CREATE TRIGGER notifications_go_by_phone AFTER INSERT ON notifications
			BEGIN
				INSERT INTO short_messages (id, phone, kind) SELECT NEW.id, u.phone, NEW.kind FROM users u
					WHERE u.id = NEW.user_id AND u.phone IS NOT NULL;
			END`);
	});
	afterAll(async () => {
		await run("DROP TRIGGER notifications_go_by_phone");
		await run("DROP TABLE short_messages");
	});

	test("is its trigger: it gets whatever an action tells, beside the mail and without one, in the same batch", async () => {
		const [both, phoneOnly] = [
			await person({ phone: "0922222222" }),
			await person({ phone: "0933333333", email: null }),
		];
		for (const { id } of [both, phoneOnly])
			await commit(db, [notify("password_changed", { user: id, id: `both_${id}`, data: { changedAt: 5 }, at: 5 })]);
		await commit(db, [
			notify("password_changed", { user: both.id, data: { changedAt: 5 }, at: 5 }),
			refuseWhere("mail.stale", sql`true`),
		]).catch(codeOf);
		expect(await rows("SELECT id, phone, kind FROM short_messages ORDER BY id")).toEqual([
			{ id: `both_${both.id}`, phone: "0922222222", kind: "password_changed" },
			{ id: `both_${phoneOnly.id}`, phone: "0933333333", kind: "password_changed" },
		]);
		expect((await mails()).map(({ id }) => id)).toEqual([`both_${both.id}`]);
	});
});

test("a mailing tells each of its audience, and mails whom its log says it mailed", async () => {
	await run("UPDATE members SET status = 'resigned' WHERE status NOT IN ('resigned', 'deceased')");
	const shared = await person({ email: "shared@example.org" });
	const cases = [
		await member({ status: "active", userId: (await person()).id }),
		await member({ status: "active", email: "box@example.org" }),
		await member({ status: "active" }),
		await member({ status: "active", email: "off@example.org" }),
		await member({ status: "resigned", userId: shared.id, email: "same@example.org" }),
		await member({ status: "active", email: "same@example.org" }),
		await member({ status: "active", userId: (await person()).id }),
		await member({ status: "active", userId: (await person()).id }),
	];
	// Before they had a login, and since.
	await run("INSERT INTO mail_unsubscriptions (kind, member_id, at) VALUES (?, ?, 1)", KIND, cases[6]?.id ?? 0);
	await run("INSERT INTO mail_unsubscriptions (kind, user_id, at) VALUES (?, ?, 1)", KIND, cases[7]?.user_id ?? 0);
	await run("INSERT INTO mail_unsubscriptions (kind, member_id, at) VALUES (?, ?, 1)", KIND, cases[3]?.id ?? 0);
	await run("INSERT INTO mail_unsubscriptions (kind, user_id, at) VALUES (?, ?, 1)", KIND, shared.id);
	const id = await announcement({ audience: "members" });
	const version =
		(await env.DB.prepare("SELECT version FROM announcements WHERE id = ?").bind(id).first<number>("version")) ?? 0;
	await arrangeMailing(db, { key: crypto.randomUUID(), id, version, scope: "all", ...writer() });
	while ((await sendMailings(db, Date.now(), 2)) > 0);
	const log = await rows<{ outcome: string; told: string | null; mailed: string | null }>(
		`SELECT r.outcome, n.id AS told, m.id AS mailed FROM announcement_receivers r
			LEFT JOIN notifications n ON n.id = printf('ann%d', r.mailing_id) || coalesce('_u' || r.user_id, '_m' || r.member_id)
			LEFT JOIN mail_messages m ON m.id = n.id`,
	);
	expect(log.map(({ outcome }) => outcome).sort()).toEqual([
		"mailed",
		"mailed",
		"no_address",
		"unsubscribed",
		"unsubscribed",
		"unsubscribed",
		"unsubscribed",
	]);
	for (const { outcome, told, mailed } of log)
		expect([told === null, mailed !== null]).toEqual([false, outcome === "mailed"]);
	for (const { kind, data } of await notes()) if (isKind(kind)) KINDS[kind].schema.parse(JSON.parse(data));
});

test("what somebody was told is emptied with its mail, 180 days after that was settled, or after it was told", async () => {
	const who = await person();
	const silent = await person({ email: null, phone: "0944444444" });
	for (const [user, id, at] of [
		[who.id, "sent", 1],
		[who.id, "waiting", 1],
		[who.id, "late", 1],
		[silent.id, "silent", 1],
		[silent.id, "new", AT],
	] as const)
		await commit(db, [notify("password_changed", { user, id, data: { changedAt: at }, at })]);
	await run("UPDATE mail_messages SET state = 'sent', settled_at = iif(id = 'late', ?, 1) WHERE id <> 'waiting'", AT);
	await emptyOldMails(db, AT + 1);
	expect((await notes()).map(({ id, data }) => [id, data === "{}"])).toEqual([
		["late", false],
		["new", false],
		["sent", true],
		["silent", true],
		["waiting", false],
	]);
	expect((await mails()).map(({ id, data }) => [id, data === "{}"])).toEqual([
		["late", false],
		["sent", true],
		["waiting", false],
	]);
});
