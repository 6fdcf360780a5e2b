import { heldRoles, roleNames, rolesField, userCrumbs } from "#admin/system/index.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { Hanging } from "#db/shell/waits.ts";
import type { RoleOption, UserRow } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { againstStored, ticked } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import type { Conflict } from "#ui/form-state.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { hangingCard } from "./hanging-part.ts";

const { users } = paths.admin;

const idsOf = (user: UserRow): string[] => heldRoles(user).map(({ id }) => String(id));

/** Returns the form of a user's roles filled from the stored user. */
export const rolesFormOf = (user: UserRow): FormState => freshForm({ roles: idsOf(user) });

type Shown = { state: FormState; roles: RoleOption[]; hanging: readonly Hanging[]; who: Visitor };

/**
 * Draws the page 變更角色, with the work that waits for the user, because a removed role leaves that work to others.
 * When another user saved meanwhile, it shows both choices.
 */
export function userRolesPage(user: UserRow, of: Shown): Page {
	const work = hangingCard(of.hanging, { userId: user.id, who: of.who });
	const state = againstStored(of.state, { version: user.version, fields: [difference(user, of)] });
	return {
		title: `${user.name}的角色`,
		area: "使用者",
		crumbs: userCrumbs(user),
		slim: true,
		body: html`<div class="stack">
			${notice({ tone: "info" }, `儲存後，${user.name}會在所有裝置上登出，需要重新登入。可以審核、付款、過帳、看敏感資料或管理系統的角色，要等第二人確認才生效。`)}
			${card(
				{ label: "角色" },
				form(
					{
						action: users.roles(user.id),
						state,
						version: user.version,
						submit: "儲存",
						cancel: users.show(user.id),
						main: true,
						guard: true,
					},
					rolesField({ ...of, state }),
				),
			)}
			${
				work && [
					notice(
						{ tone: "info", title: "拿掉角色之前" },
						"下面的事目前等候這個帳號處理；拿掉相關角色後，請確認由誰接手。",
					),
					work,
				]
			}
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
