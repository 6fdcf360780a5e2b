import * as z from "zod";
import { editUserPage, formOf, freshUser, newUserPage, offersOn, told, userList } from "#admin/system/index.ts";
import { IdParams, type Route } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { whatHangsOn } from "#db/shell/waits.ts";
import { roleOptions, userSelect } from "#db/system/index.ts";
import { createUserOfRoles as createUser, editUser, setUserRoles } from "#domain/system/actions.ts";
import { RoleIds, UserInput } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { ACCESS_ROUTES, userForms } from "./access-routes.ts";
import { DEPUTY_ROUTES } from "./deputy-routes.ts";
import { rolesFormOf, userRolesPage } from "./roles-page.ts";

const { users } = paths.admin;
const version = z.coerce.number().int();

/** The routes of making a user. It needs fresh authentication, because roles are given here. */
const create = formPage({
	path: users.create(),
	gate: "users",
	fresh: true,
	about: async ({ env }) => (await readRows(env.DB, roleOptions()))[0],
	filled: freshUser,
	page: (roles, state, { who }) => newUserPage({ state, roles, who, key: crypto.randomUUID() }),
	form: z.intersection(UserInput, z.strictObject({ roles: RoleIds, invite: z.literal("1").optional() })),
	many: ["roles"],
	run: async ({ c, db, env, by }, { input: { roles, invite, ...person }, key }) => {
		const isInvited = invite === "1" && person.email !== null;
		const made = await createUser(db, { ...person, roleIds: roles }, { ...by, key, invite: isInvited });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		const later = person.email === null ? "沒有電子郵件，請在這一頁核發啟用碼。" : "還沒有寄出邀請信，可以在這一頁寄。";
		const next = isInvited ? `邀請信將寄到 ${person.email}。` : later;
		return { to: users.show(made.id), ...told(made.outcome, `已新增${person.name}，${next}`) };
	},
});

const edit = formPage({
	path: users.edit(":id"),
	gate: "users",
	params: IdParams,
	fresh: true,
	form: z.intersection(UserInput, z.strictObject({ version })),
	about: async ({ env, params, at }) => (await readRows(env.DB, userSelect(params.id, at)))[0][0] ?? "missing",
	closed: (user, { who }) => (offersOn(user, who).edit ? undefined : { to: users.show(user.id) }),
	filled: formOf,
	page: (user, state, { who }) => editUserPage(user, { state, isSelf: user.id === who.userId }),
	run: async ({ c, db, env, by, params }, { input: { version, ...person } }) => {
		const outcome = await editUser(db, { id: params.id, version }, { input: person, ...by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: users.show(params.id), ...told(outcome, `已儲存${person.name}的資料。`) };
	},
});

const roles = formPage({
	path: users.roles(":id"),
	gate: "users",
	params: IdParams,
	fresh: true,
	form: z.strictObject({ roles: RoleIds, version }),
	many: ["roles"],
	about: async ({ env, params, at }) => {
		const [[user], offered, hanging] = await readRows(
			env.DB,
			userSelect(params.id, at),
			roleOptions(),
			whatHangsOn(params.id, dateInTaipei(at)),
		);
		return user ? { user, roles: offered, hanging } : "missing";
	},
	closed: ({ user }, { who }) => (offersOn(user, who).roles ? undefined : { to: users.show(user.id) }),
	filled: ({ user }) => rolesFormOf(user),
	page: ({ user, ...more }, state, { who }) => userRolesPage(user, { state, ...more, who }),
	run: async ({ c, db, env, by, params }, { input }) => {
		const ref = { id: params.id, version: input.version };
		const outcome = await setUserRoles(db, ref, { roleIds: input.roles, ...by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: users.show(params.id), ...told(outcome, "已變更角色，已登入的裝置都已登出。") };
	},
});

export const USER_ROUTES: readonly Route[] = [
	...userList.routes,
	...create,
	userForms.show,
	...edit,
	...roles,
	...ACCESS_ROUTES,
	...DEPUTY_ROUTES,
];
