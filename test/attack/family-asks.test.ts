/** Of every kind of what waits for a second person: nobody asks it of themselves or their family, and no family of it confirms it. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { setGuardian } from "#domain/people/members/guardianship-actions.ts";
import { linkLogin } from "#domain/people/members/login-actions.ts";
import { confirm } from "#domain/shell/confirmations/actions.ts";
import { editRole } from "#domain/system/roles/actions.ts";
import * as rights from "#domain/system/roles/rights-actions.ts";
import { KINDS, type Kind } from "#domain/system/second-persons/kinds.ts";
import { issueActivationCode } from "#domain/system/sign-in/activation-actions.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Permission } from "#permissions.ts";
import { shareOf } from "../support/chances.ts";
import { own as by, db } from "../support/logins.ts";
import { member, storedNow } from "../support/members.ts";
import { refusal } from "../support/office.ts";
import { RELATIONS, sql } from "../support/staff-roads.ts";
import { idOfRole, person, roleOf, rows } from "../support/users.ts";

const today = dateInTaipei(Date.now());
let count = 0;
const user = async (...roles: string[]) => (await person({ name: "某人", roles })).id;
const record = async (userId?: number) =>
	(await member({ name: "某會員", status: "active", ...(userId === undefined ? {} : { userId }) })).id;
const userRef = async (id: number) => ({
	id,
	version: (await rows<{ version: number }>("SELECT version FROM users WHERE id = ?", id))[0]?.version ?? 0,
});

/** Who asks, and about whom: a user with a record. */
type World = { actor: number; own: number; of: number; id: number };
/** A change of somebody's, by every road that there is to it. `staff`: whoever it is about holds a power. */
type Ask = { staff: boolean; asks: Record<string, (w: World) => Promise<unknown>> };

const guardianOf = async (id: number, guardianId: number, userId: number) =>
	setGuardian(env, db, { ref: await storedNow(id), guardianId, by: by(userId, Date.now()) });
const named = "INSERT INTO guardianships (member_id, guardian_id, since, until, named) VALUES (?, ?, 1, 2, 'roster')";
/** The record alone, as nobody's charge and nobody's guardian. */
const free = async (id: number) => {
	await sql("UPDATE members SET guardian_member_id = NULL WHERE id = ?1 OR guardian_member_id = ?1", id);
	return id;
};
const rosterGuardian = async (id: number, guardianId: number, actor: number) => {
	await sql(named, id, guardianId);
	return guardianOf(id, guardianId, actor);
};
const standsIn = ({ actor }: World, userId: number, deputy: number) =>
	rights.nameDeputyFor(db, userId, {
		input: { deputy, starts_on: today, ends_on: today },
		key: crypto.randomUUID(),
		...by(actor, Date.now()),
	});

const ASKS: Record<Kind, Ask> = {
	user_roles: {
		staff: false,
		asks: {
			"a role": async ({ actor, of }) => {
				const roleIds = [await idOfRole("member"), await idOfRole("cashier")];
				return rights.setUserRoles(db, await userRef(of), { roleIds, ...by(actor, Date.now()) });
			},
		},
	},
	role_permissions: {
		staff: false,
		asks: {
			"a permission of their role": async ({ actor, of }) => {
				count += 1;
				const id = await roleOf(`role${count}`, ["articles.manage"]);
				await sql("INSERT INTO user_roles (user_id, role_id) VALUES (?, ?)", of, id);
				const permissions: Permission[] = ["articles.manage", "finance.pay"];
				const input = { name: `role${count}`, description: "", permissions };
				return editRole(db, { id, version: 1 }, { input, ...by(actor, Date.now()) });
			},
		},
	},
	user_login: {
		staff: true,
		asks: {
			"another address": async ({ actor, of }) => {
				const input = { name: "某人", email: `taken${of}@example.org`, phone: null };
				return rights.editUser(db, await userRef(of), { input, ...by(actor, Date.now()) });
			},
		},
	},
	second_factor: {
		staff: true,
		asks: {
			"no second factor": async ({ actor, of }) => {
				await sql("UPDATE users SET totp_secret = 'x', totp_enabled_at = 1 WHERE id = ?", of);
				return rights.resetSecondFactor(db, await userRef(of), by(actor, Date.now()));
			},
		},
	},
	user_enabled: {
		staff: true,
		asks: {
			"let in again": async ({ actor, of }) => {
				if (of !== actor) await sql("UPDATE users SET status = 'disabled' WHERE id = ?", of);
				return rights.enableUser(db, await userRef(of), by(actor, Date.now()));
			},
		},
	},
	deputy: {
		staff: true,
		asks: {
			"a deputy for them": async (w) => standsIn(w, w.of, await user("editor")),
			"them as a deputy": async (w) => standsIn(w, await user("chair"), w.of),
		},
	},
	guardian: {
		staff: false,
		asks: {
			"a guardian for them": async ({ actor, id }) => guardianOf(await free(id), await record(), actor),
			"them as a guardian": async ({ actor, id }) => guardianOf(await record(), await free(id), actor),
		},
	},
	sealed_guardian: {
		staff: false,
		asks: {
			"a guardian of the roster": async ({ actor, id }) =>
				rosterGuardian(await free(id), await record(await user("member")), actor),
			"them, of the roster": async ({ actor, id }) => rosterGuardian(await record(), await free(id), actor),
		},
	},
	sealed_login: {
		staff: false,
		asks: {
			"a login for their record": async ({ actor, id }) => {
				await sql("UPDATE members SET user_id = NULL WHERE id = ?", id);
				return linkLogin(env, db, { ref: await storedNow(id), userId: await user(), by: by(actor, Date.now()) });
			},
			"their login for a record": async ({ actor, id, of }) => {
				await sql("UPDATE members SET user_id = NULL WHERE id = ?", id);
				return linkLogin(env, db, { ref: await storedNow(await record()), userId: of, by: by(actor, Date.now()) });
			},
		},
	},
	activation_code: {
		staff: false,
		asks: {
			"a code": async ({ actor, of }) => {
				await sql("UPDATE users SET last_sign_in_at = 1 WHERE id = ?", of);
				return issueActivationCode(db, env, {
					user: await userRef(of),
					shown: "second_person",
					...by(actor, Date.now()),
				});
			},
		},
	},
};
const ROADS = Object.entries(ASKS).flatMap(([kind, { staff, asks }]) =>
	Object.entries(asks).map(([name, ask]) => ({ kind, staff, name, ask })),
);

type Related = { id: number; of: number; to: number; own: number };
/** Makes somebody's record related to another user, who has one of their own; its login stays theirs. */
async function relate(relation: string, { id, of, to, own }: Related): Promise<void> {
	const person = (userId: number) => ({ userId, sid: "", cookie: "" });
	await RELATIONS[relation]?.(id, { actor: person(to), own, clerk: person(0) });
	await sql("UPDATE members SET user_id = ? WHERE id = ?", of, id);
}
const FAMILY = Object.keys(RELATIONS).filter((one) => one !== "their own record");

/** Somebody who asks, and somebody else with a record. */
async function world(staff: boolean): Promise<World> {
	const [actor, of] = [await user("admin", "secretary"), await user(staff ? "chair" : "member")];
	return { actor, of, own: await record(actor), id: await record(of) };
}
type Waiting = { id: number; kind: string; version: number };
const askedBy = (userId: number) =>
	rows<Waiting>("SELECT id, kind, version FROM confirmations WHERE requested_by = ? AND state = 'waiting'", userId);
const told = (userId: number) => rows("SELECT action FROM audit_log WHERE user_id = ?", userId);

test("every kind is walked", () => expect(Object.keys(ASKS).sort()).toEqual(Object.keys(KINDS).sort()));

describe.each(["before rights are watched", "since they are"])("%s", (when) => {
	beforeAll(async () => {
		if (when === "since they are") await sql("INSERT INTO rights_watched (id, since) VALUES (1, 1)");
	});

	test.each(ROADS)("$kind, $name: nobody asks for their family", async ({ kind, staff, ask }) => {
		for (const relation of shareOf(FAMILY, FAMILY.length)) {
			const w = await world(staff);
			await relate(relation, { ...w, to: w.actor });
			expect([relation, await refusal(ask(w))]).toEqual([
				relation,
				kind === "role_permissions" ? "role.own" : "member.own",
			]);
			expect([await askedBy(w.actor), await told(w.actor)]).toEqual([[], []]);
		}
	});

	test.each(ROADS)("$kind, $name: nobody asks for themselves", async ({ ask, name }) => {
		const w = await world(false);
		const oneself = { ...w, of: w.actor, id: w.own };
		// Whoever goes on leave says who stands in.
		if (name === "a deputy for them") return;
		expect(await refusal(ask(oneself))).toMatch(/^(member\.own|user\.(own_|is_staff|in_use)|deputy\.own|role\.own)/);
		expect([await askedBy(w.actor), await told(w.actor)]).toEqual([[], []]);
	});
});

test.each(ROADS)(
	"$kind, $name: nobody's family confirms it, be it of whom it concerns or of who asked",
	async (road) => {
		for (const relation of shareOf(FAMILY, FAMILY.length))
			for (const whose of ["theirs", "the asker's"]) {
				const w = await world(road.staff);
				const kin = await user("chair", "admin", "secretary");
				const concerned = whose === "theirs" ? { id: w.id, of: w.of } : { id: w.own, of: w.actor };
				await relate(relation, { ...concerned, to: kin, own: await record(kin) });
				await sql("UPDATE user_role_grants SET given_at = 0");
				await road.ask(w);
				const [asked] = await askedBy(w.actor);
				if (!asked) throw new Error("nothing waits");
				// A guardian of the roster waits whole where staff are of that family.
				if (asked.kind !== road.kind)
					expect([road.kind, whose, asked.kind]).toEqual(["sealed_guardian", "theirs", "guardian"]);
				const press = (userId: number) => refusal(confirm(env, db, { ref: asked, by: by(userId, Date.now()) }));
				expect([relation, whose, await press(kin)]).toEqual([relation, whose, "confirmation.not_yours"]);
				await expect(
					sql(
						"UPDATE confirmations SET state = 'confirmed', decided_at = 1, decided_by = ? WHERE id = ?",
						kin,
						asked.id,
					),
				).rejects.toThrow("confirmation.not_yours");
				expect(await press(await user("chair"))).toBe("nothing");
			}
	},
);
