/**
 * A walk by a machine: a member of the staff who has a record, a child, somebody who was a ward and a second account, and who
 * takes any three steps of any page. None of them decides over the family, opens what lies sealed, or makes them their own
 * second person.
 */
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isPermission, POWERS } from "#permissions.ts";
import { chances, newSeed, one, stepsOf } from "../support/chances.ts";
import { member } from "../support/members.ts";
import { ask, openSession, type Person, signIn } from "../support/people.ts";
import { ALL_ROADS, sql } from "../support/staff-roads.ts";
import { idOfRole, rows } from "../support/users.ts";

const { confirmations, members, roles, users } = paths.admin;
const ROLES = [
	["admin"],
	["secretary"],
	["admin", "secretary"],
	["cashier"],
	["accountant"],
	["chair"],
	["secretary", "cashier"],
];
const WALKS = stepsOf(12);
/** While chance has hardly brought a step that is taken, more follow. */
const MOST_WALKS = 5 * WALKS;
const STEPS = 3;

const bystanders: number[] = [];
beforeAll(async () => {
	for (const held of [["admin"], ["chair"], ["auditor"], ["secretary"]])
		bystanders.push((await signIn({ name: `在場的${held[0]}`, roles: held })).userId);
	await sql("INSERT INTO rights_watched (id, since) VALUES (1, 1)");
});

type World = {
	actor: Person;
	alt: Person;
	clerk: Person;
	own: number;
	kid: number;
	ward: number;
	minor: number;
	minors: Person;
};

async function world(held: string[]): Promise<World> {
	const [actor, alt, clerk, minors] = [
		await signIn({ name: "王同仁", roles: held }),
		await signIn({ name: "王同仁的第二個帳號", roles: ["editor"] }),
		await signIn({ name: "李同仁", roles: ["admin", "secretary"] }),
		await signIn({ name: "別人的家長", roles: ["member"] }),
	];
	const { id: own } = await member({ name: "王同仁", status: "active", userId: actor.userId });
	const { id: kid } = await member({ name: "王小孩", birth_date: "2016-02-03", status: "active", guardianId: own });
	const { id: ward } = await member({ name: "王外甥", birth_date: "2015-02-03", status: "active", guardianId: own });
	await sql("UPDATE members SET guardian_member_id = NULL WHERE id = ?", ward);
	const { id: parent } = await member({ name: "別人的家長", status: "active", userId: minors.userId });
	const { id: minor } = await member({
		name: "別人的小孩",
		birth_date: "2016-02-03",
		status: "active",
		guardianId: parent,
		national_id: null,
	});
	await sql("UPDATE user_role_grants SET given_at = 0");
	return { actor, alt, clerk, own, kid, ward, minor, minors };
}

type Sent = { path: string; form: Record<string, string | string[]>; as: "actor" | "alt" };
type Step = (w: World, pick: () => number) => Promise<Sent | undefined>;

const versionOf = async (table: string, id: number): Promise<string> =>
	String((await rows<{ version: number }>(`SELECT version FROM ${table} WHERE id = ?`, id))[0]?.version ?? 1);
const codes = async (list: string[]) => Promise.all(list.map(async (code) => String(await idOfRole(code))));
/** What these two asked for; what somebody else asked for in an earlier walk they may rightly confirm. */
const waiting = ({ actor, alt }: World) =>
	rows<{ id: number; version: number }>(
		"SELECT id, version FROM confirmations WHERE state = 'waiting' AND requested_by IN (?, ?) ORDER BY id DESC",
		actor.userId,
		alt.userId,
	);

/** Steps towards a right, beside those that are about a member. */
const TOWARDS: Record<string, Step> = {
	"roles for the second account": async ({ alt }, pick) => ({
		path: users.roles(alt.userId),
		form: {
			roles: await codes(pick() % 2 ? ["editor", "secretary"] : ["editor", "admin"]),
			version: await versionOf("users", alt.userId),
		},
		as: "actor",
	}),
	"another address for an administrator": async (_, pick) => {
		const id = bystanders[pick() % bystanders.length] ?? 0;
		return {
			path: users.edit(id),
			form: {
				name: "改名",
				email: `mine${crypto.randomUUID()}@example.org`,
				phone: "",
				version: await versionOf("users", id),
			},
			as: "actor",
		};
	},
	"a deputy for the chair": async ({ alt }) => {
		const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
		return {
			path: users.deputies(bystanders[1] ?? 0),
			form: { deputy: String(alt.userId), starts_on: day, ends_on: day },
			as: "actor",
		};
	},
	"more for the second account's role": async () => {
		const id = await idOfRole("editor");
		return {
			path: roles.edit(id),
			form: {
				name: "編輯",
				description: "",
				permissions: ["articles.manage", "members.manage", "users.manage"],
				version: await versionOf("roles", id),
			},
			as: "actor",
		};
	},
	"the second account for a stranger's child": async ({ minor, alt }) => {
		await sql("UPDATE members SET user_id = NULL WHERE id = ?", minor);
		return {
			path: members.login(minor),
			form: { user: String(alt.userId), q: "", version: await versionOf("members", minor) },
			as: "actor",
		};
	},
	"themselves as its guardian": async ({ minor, own }) => ({
		path: members.guardian(minor),
		form: { guardian: String(own), q: "", version: await versionOf("members", minor) },
		as: "actor",
	}),
	"a code for its parent's login": async ({ minors }) => ({
		path: users.activationCode(minors.userId),
		form: { shown: "second_person", version: await versionOf("users", minors.userId) },
		as: "actor",
	}),
	...Object.fromEntries(
		(["actor", "alt"] as const).map((as): [string, Step] => [
			`a word as the second person, by the ${as}`,
			async (w, pick) => {
				const all = await waiting(w);
				const found = all[pick() % Math.max(all.length, 1)];
				return found && { path: confirmations.step(found.id, "confirm"), form: { version: String(found.version) }, as };
			},
		]),
	),
};
/** Steps about a member: of the family, or of others. */
const ABOUT = Object.entries(ALL_ROADS).map(([name, road]): [string, Step] => [
	name,
	async (w, pick) => {
		const id = [w.own, w.kid, w.ward, w.minor][pick() % 4] ?? w.kid;
		if (road.from) await sql("UPDATE members SET status = ? WHERE id = ?", road.from, id);
		if (road.isContact) await sql("UPDATE members SET type_code = 'contact', member_no = NULL WHERE id = ?", id);
		const { path, form } = await road.send(id, w);
		return {
			path,
			form: "version" in form ? { ...form, version: await seenVersion(path, form.version) } : form,
			as: "actor",
		};
	},
]);
/** The version that stands by now, where a record was changed before: nobody is stopped by a stale page alone. */
async function seenVersion(path: string, given: string | string[]): Promise<string | string[]> {
	const of = /^\/admin\/(members|users)\/(\d+)\//.exec(path);
	return of ? versionOf(of[1] ?? "", Number(of[2])) : given;
}

/** What a step would be about stands there already: the same road a second time. */
function isThereAlready(error: unknown): undefined {
	if (!(error instanceof Refusal || (error instanceof Error && error.message.includes("SQLITE_CONSTRAINT"))))
		throw error;
}

const FAMILY = `SELECT m.id FROM members m WHERE m.id IN (SELECT member_id FROM related_users WHERE user_id = ?1)`;
/** What is decided over the family of somebody. */
const decided = async ({ actor }: World): Promise<string> =>
	JSON.stringify(
		await Promise.all(
			[
				`SELECT * FROM members WHERE id IN (${FAMILY}) ORDER BY id`,
				`SELECT * FROM dues_items WHERE member_id IN (${FAMILY}) ORDER BY id`,
				`SELECT * FROM disability_certificates WHERE member_id IN (${FAMILY}) ORDER BY id`,
				`SELECT * FROM consents WHERE member_id IN (${FAMILY}) ORDER BY id`,
			].map((query) => rows(query, actor.userId)),
		),
	);
const readers = async ({ actor, alt, minor }: World) =>
	rows("SELECT user_id FROM sealed_readers WHERE member_id = ? AND user_id IN (?, ?)", minor, actor.userId, alt.userId);
const powers = async ({ actor, alt }: World) =>
	(
		await rows<{ user_id: number; permission: string }>(
			`SELECT DISTINCT x.user_id, p.permission FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id
			WHERE x.user_id IN (?1, ?2) ORDER BY 1, 2`,
			actor.userId,
			alt.userId,
		)
	).filter(({ permission }) => isPermission(permission) && POWERS.includes(permission));
const ownWords = ({ actor, alt }: World) =>
	rows(
		"SELECT id FROM confirmations WHERE state = 'confirmed' AND requested_by IN (?1, ?2) AND decided_by IN (?1, ?2)",
		actor.userId,
		alt.userId,
	);

test("no three steps lead round a permission", async () => {
	const seed = newSeed();
	const lots = chances(MOST_WALKS * (STEPS + 1), seed);
	const steps = [...ABOUT, ...Object.entries(TOWARDS), ...Object.entries(TOWARDS)];
	const wrong: unknown[] = [];
	let taken = 0;
	// The walks are worth something: steps are taken where they may be.
	for (let walk = 0; walk < WALKS || (taken <= WALKS / 4 && walk < MOST_WALKS); walk++) {
		const [lot = { a: 0 }, ...more] = lots.slice(walk * (STEPS + 1));
		const w = await world(one(ROLES, lot.a));
		const before = { powers: await powers(w), readers: await readers(w) };
		const went: string[] = [];
		for (const { a, b } of more.slice(0, STEPS)) {
			const [name, step] = one(steps, a);
			const sent = await step(w, () => b).catch(isThereAlready);
			if (!sent) continue;
			went.push(name);
			const over = await decided(w);
			const as = w[sent.as];
			const answer = await ask(sent.path, { as: { ...as, ...(await openSession(as.userId)) }, form: sent.form });
			await answer.arrayBuffer();
			if (answer.status < 400) taken += 1;
			if ((await decided(w)) !== over) wrong.push({ seed, walk, went, what: "decided over the family" });
		}
		const after = { powers: await powers(w), readers: await readers(w) };
		if (JSON.stringify(after) !== JSON.stringify(before)) wrong.push({ seed, walk, went, before, after });
		if ((await ownWords(w)).length > 0) wrong.push({ seed, walk, went, what: "their own second person" });
	}
	expect(wrong).toEqual([]);
	expect(taken).toBeGreaterThan(WALKS / 4);
});
