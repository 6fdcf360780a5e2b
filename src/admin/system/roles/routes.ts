import * as z from "zod";
import { told } from "#admin/system/users/told.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { readRole } from "#db/system/roles.ts";
import { createRole, editRole, removeRole } from "#domain/system/roles/actions.ts";
import { RoleInput } from "#domain/system/roles/schema.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { editRolePage, formOf, mayRemove, NewRoleForm, newRolePage, removeRolePage } from "./form-page.ts";
import { roleList } from "./list.ts";

const { roles } = paths.admin;
const version = z.coerce.number().int();
/** The option of a route that requires a recent confirmation of the user's identity before a role is changed. */
const fresh = true;

const create = formPage({
	path: roles.create(),
	gate: "roles",
	fresh,
	form: NewRoleForm,
	many: ["permissions"],
	page: (_, state) => newRolePage(state, crypto.randomUUID()),
	run: async ({ db, by }, { input: { role_code: code, ...input }, key }) => {
		const id = await createRole(db, { ...input, code }, { ...by, key });
		return { to: roles.edit(id), flash: `已新增角色「${input.name}」，可以到使用者頁指定給需要的人。` };
	},
});

const oneRole = async ({ env, params }: Ask<z.infer<typeof IdParams>>) =>
	(await readRole(env.DB, params.id)) ?? ("missing" as const);

const edit = formPage({
	path: roles.edit(":id"),
	gate: "roles",
	params: IdParams,
	fresh,
	form: RoleInput.extend({ version }),
	many: ["permissions"],
	about: oneRole,
	filled: formOf,
	page: (role, state, { who }) => editRolePage(role, { state, who }),
	run: async ({ c, env, db, by, params }, { input: { version, ...input } }) => {
		const outcome = await editRole(db, { id: params.id, version }, { input, ...by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: roles.list(), ...told(outcome, `已儲存角色「${input.name}」。`) };
	},
});

const removal = formPage({
	path: roles.removal(":id"),
	gate: "roles",
	params: IdParams,
	fresh,
	form: z.strictObject({ version }),
	about: oneRole,
	closed: (role) => (mayRemove(role) ? undefined : { to: roles.edit(role.id) }),
	page: removeRolePage,
	run: async ({ db, by, params }, { input }) => {
		await removeRole(db, { id: params.id, version: input.version }, by);
		return { to: roles.list(), flash: "已刪除角色。" };
	},
});

export const ROLE_ROUTES: readonly Route[] = [...roleList.routes, ...create, ...edit, ...removal];
