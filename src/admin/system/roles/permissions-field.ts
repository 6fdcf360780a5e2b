import { PERMISSION_GROUP_WORDS, PERMISSION_WORDS } from "#admin/words.ts";
import { PERMISSION_GROUPS, type Permission } from "#permissions.ts";
import { checkboxes } from "#ui/choices.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { GROUPS } from "./summary.ts";

type PermissionsField = {
	state: FormState;
	/** Returns whether a permission's box can be ticked. */
	isOpen: (permission: Permission) => boolean;
};

/**
 * Draws all permissions as checkboxes by group. The field's error stands at the first group, to which the error summary
 * links.
 */
export function permissionsField({ state, isOpen }: PermissionsField): VNode {
	const isInConflict = state.conflict?.some(({ field }) => field === "permissions") ?? false;
	return html`<div class="stack">
		${GROUPS.map((group, at) =>
			checkboxes({
				name: "permissions",
				label: PERMISSION_GROUP_WORDS[group],
				state: at === 0 ? state : { ...state, errors: {} },
				// In a conflict the default id would make the page's script treat the field as a single box.
				id: at === 0 && !isInConflict ? undefined : `permissions-${group}`,
				columns: true,
				options: PERMISSION_GROUPS[group].map((value: Permission) => ({
					value,
					label: PERMISSION_WORDS[value],
					disabled: !isOpen(value),
				})),
			}),
		)}
	</div>`;
}
