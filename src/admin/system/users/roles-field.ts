import { permissionLines, summaryOf } from "#admin/system/roles/summary.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { RoleOption } from "#db/system/roles.ts";
import { StoredCodes } from "#domain/system/roles/schema.ts";
import { checkboxes } from "#ui/choices.ts";
import { disclosure } from "#ui/disclosure.ts";
import { facts } from "#ui/facts.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { mayGive } from "./offers.ts";

type RolesField = {
	state: FormState;
	roles: readonly RoleOption[];
	who: Pick<Visitor, "userId" | "ownPermissions">;
};

/** Draws the roles as checkboxes, each with its permissions; roles that the current user may not give are disabled. */
export function rolesField({ state, roles, who }: RolesField): VNode {
	const known = roles.map((role) => ({ ...role, held: StoredCodes.parse(role.permissions) }));
	return html`<div class="stack tight">
		${checkboxes({
			name: "roles",
			label: "角色",
			state,
			columns: true,
			// In a conflict the default id would make the page's script treat the field as a single box.
			id: state.conflict?.some(({ field }) => field === "roles") ? "role-boxes" : undefined,
			options: known.map(({ id, name, held }) => {
				const isOpen = mayGive(held, who);
				const hint = isOpen ? summaryOf(held) : `${summaryOf(held)}（超過您的權限，請由系統管理員指定）`;
				return { value: String(id), label: name, hint, disabled: !isOpen };
			}),
		})}
		${disclosure(
			{ label: "看看每個角色可以做什麼" },
			facts(
				known.map(({ name, held }) => ({
					name,
					value: held.length === 0 ? "沒有任何權限" : permissionLines(held).map((line) => html`<div>${line}</div>`),
				})),
			),
		)}
	</div>`;
}

/** Returns the names of the roles with the given ids, in the order of the list. */
export const roleNames = (roles: readonly RoleOption[], ids: readonly string[]): string =>
	roles
		.filter(({ id }) => ids.includes(String(id)))
		.map(({ name }) => name)
		.join("、");
