import { html } from "#admin/html.ts";
import { againstStored, ticked } from "#admin/ui/against-stored.ts";
import { card } from "#admin/ui/card.ts";
import type { Conflict } from "#admin/ui/conflict.ts";
import { type FormState, form, freshForm } from "#admin/ui/form.ts";
import { notice } from "#admin/ui/notice.ts";
import type { Page } from "#admin/ui/page.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { RoleOption } from "#db/roles.ts";
import type { UserRow } from "#db/user-lists.ts";
import { paths } from "#http/paths.ts";
import { heldRoles } from "./held-roles.ts";
import { userCrumbs } from "./list-page.ts";
import { roleNames, rolesField } from "./roles-field.ts";

const { users } = paths.admin;

const idsOf = (user: UserRow): string[] => heldRoles(user).map(({ id }) => String(id));

/** What the roles of a user start from. */
export const rolesFormOf = (user: UserRow): FormState => freshForm({ roles: idsOf(user) });

/** 變更角色. Where somebody else saved meanwhile, both choices. */
export function userRolesPage(user: UserRow, of: { state: FormState; roles: RoleOption[]; who: Visitor }): Page {
	const state = againstStored(of.state, { version: user.version, fields: [difference(user, of)] });
	return {
		title: `${user.name}的角色`,
		area: "使用者",
		crumbs: userCrumbs(user),
		slim: true,
		body: html`<div class="stack">
			${notice({ tone: "info" }, `儲存後立即生效，${user.name}會在所有裝置上登出，需要重新登入。`)}
			${card(
				{ label: "角色" },
				form(
					{
						action: users.roles(user.id),
						state,
						version: user.version,
						submit: "儲存角色",
						cancel: users.show(user.id),
						main: true,
						guard: true,
					},
					rolesField({ ...of, state }),
				),
			)}
		</div>`,
	};
}

function difference(user: UserRow, { state, roles }: { state: FormState; roles: RoleOption[] }): Conflict {
	const stored = idsOf(user);
	const named = (ids: readonly string[]) => roleNames(roles, ids) || "沒有角色";
	return {
		field: "roles",
		label: "角色",
		mine: named(ticked(state, "roles")),
		theirs: named(stored),
		theirsValue: stored.join(" "),
	};
}
