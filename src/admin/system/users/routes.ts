import * as z from "zod";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { whatHangsOn } from "#db/shell/waits.ts";
import { roleOptions } from "#db/system/roles.ts";
import { userSelect } from "#db/system/user-lists.ts";
import { createUser, editUser, setUserRoles } from "#domain/system/rights/actions.ts";
import { RoleIds, UserInput } from "#domain/system/users/schema.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { relay } from "#platform/queue.ts";
import { ACCESS_ROUTES, readPage } from "./access-routes.ts";
import { DEPUTY_ROUTES } from "./deputy-routes.ts";
import { editUserPage, formOf, freshUser, newUserPage } from "./form-page.ts";
import { userList } from "./list.ts";
import { offersOn } from "./offers.ts";
import { rolesFormOf, userRolesPage } from "./roles-page.ts";
import { showUserPage } from "./show-page.ts";
import { told } from "./told.ts";

const { users } = paths.admin;
const version = z.coerce.number().int();
type AskUser = Ask<z.infer<typeof IdParams>>;

const newUser = async ({ env, who }: Ask, state = freshUser()) => {
	const [roles] = await readRows(env.DB, roleOptions());
	return newUserPage({ state, roles, who, key: crypto.randomUUID() });
};

/**
 * The form of a new user. It requires a recent confirmation of the current user's identity, because roles are given
 * here.
 */
const createUserForm = view({ path: users.create(), gate: "users", fresh: true, show: (ask) => newUser(ask) });

const storeUser = action({
	path: users.create(),
	gate: "users",
	fresh: true,
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
	page: newUser,
});

const showUser = view({
	path: users.show(":id"),
	gate: "users",
	params: IdParams,
	show: async (ask) => {
		const page = await readPage(ask);
		return page ? showUserPage(page, ask) : "missing";
	},
});

const oneUser = async ({ env, params, at }: AskUser) => (await readRows(env.DB, userSelect(params.id, at)))[0][0];

const editUserForm = view({
	path: users.edit(":id"),
	gate: "users",
	params: IdParams,
	fresh: true,
	show: async (ask) => {
		const user = await oneUser(ask);
		if (!user) return "missing";
		const { edit, isSelf } = offersOn(user, ask.who);
		return edit ? editUserPage(user, { state: formOf(user), isSelf }) : { to: users.show(user.id) };
	},
});

const updateUser = action({
	path: users.edit(":id"),
	gate: "users",
	params: IdParams,
	fresh: true,
	form: z.intersection(UserInput, z.strictObject({ version })),
	run: async ({ c, db, env, by, params }, { input: { version, ...person } }) => {
		const outcome = await editUser(db, { id: params.id, version }, { input: person, ...by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: users.show(params.id), ...told(outcome, `已儲存${person.name}的資料。`) };
	},
	page: async (ask, state) => {
		const user = await oneUser(ask);
		return user ? editUserPage(user, { state, isSelf: user.id === ask.who.userId }) : "missing";
	},
});

const rolesOf = async ({ env, params, at }: AskUser) => {
	const [[user], roles, hanging] = await readRows(
		env.DB,
		userSelect(params.id, at),
		roleOptions(),
		whatHangsOn(params.id, dateInTaipei(at)),
	);
	return { user, roles, hanging };
};

const editRolesForm = view({
	path: users.roles(":id"),
	gate: "users",
	params: IdParams,
	fresh: true,
	show: async (ask) => {
		const { user, ...more } = await rolesOf(ask);
		if (!user) return "missing";
		if (!offersOn(user, ask.who).roles) return { to: users.show(user.id) };
		return userRolesPage(user, { state: rolesFormOf(user), ...more, who: ask.who });
	},
});

const updateRoles = action({
	path: users.roles(":id"),
	gate: "users",
	params: IdParams,
	fresh: true,
	form: z.strictObject({ roles: RoleIds, version }),
	many: ["roles"],
	run: async ({ c, env, db, by, params }, { input }) => {
		const ref = { id: params.id, version: input.version };
		const outcome = await setUserRoles(db, ref, { roleIds: input.roles, ...by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: users.show(params.id), ...told(outcome, "已變更角色，已登入的裝置都已登出。") };
	},
	page: async (ask, state) => {
		const { user, ...more } = await rolesOf(ask);
		return user ? userRolesPage(user, { state, ...more, who: ask.who }) : "missing";
	},
});

export const USER_ROUTES: readonly Route[] = [
	...userList.routes,
	createUserForm,
	storeUser,
	showUser,
	editUserForm,
	updateUser,
	editRolesForm,
	updateRoles,
	...ACCESS_ROUTES,
	...DEPUTY_ROUTES,
];
