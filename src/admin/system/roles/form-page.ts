import { PERMISSION_WORDS } from "#admin/words.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { RoleRow } from "#db/system/roles.ts";
import { isShipped } from "#domain/system/roles/rules.ts";
import { NewRoleInput, RoleInput, StoredCodes } from "#domain/system/roles/schema.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { isPermission } from "#permissions.ts";
import { againstStored, ticked, typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { Conflict } from "#ui/form-state.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { holdersLink, ROLES_CRUMBS } from "./list.ts";
import { permissionsField } from "./permissions-field.ts";

const { roles } = paths.admin;
const asked = fieldsOf(RoleInput);

/** The form of a new role, with its code under the name `role_code`. */
export const NewRoleForm = RoleInput.extend({ role_code: NewRoleInput.shape.code });
const newField = fieldsOf(NewRoleForm);

const wordsFields = (state: FormState): Children => [
	asked({ name: "name", label: "名稱", state, autocomplete: "off" }),
	asked({
		name: "description",
		label: "說明",
		state,
		optional: true,
		autocomplete: "off",
		hint: "讓其他管理員知道什麼人適合這個角色。",
	}),
];

const permissionsCard = (inner: VNode): VNode => html`<div class="stack"><h2 class="h2">可以做的事</h2>${inner}</div>`;

/**
 * Draws the page 新增角色. The code's field is named `role_code`, because values of a field named `code` count as
 * secrets and are not shown again.
 */
export function newRolePage(sent: FormState, key: string): Page {
	const { code, ...errors } = sent.errors;
	const state = { ...sent, errors: code ? { ...errors, role_code: code } : errors };
	return {
		title: "新增角色",
		area: "角色",
		crumbs: ROLES_CRUMBS,
		slim: true,
		body: card(
			{ label: "新增角色" },
			form(
				{
					action: roles.create(),
					state,
					key,
					submit: "新增角色",
					busy: "新增中...",
					cancel: roles.list(),
					main: true,
					guard: true,
				},
				wordsFields(state),
				newField({
					name: "role_code",
					label: "代號",
					state,
					optional: true,
					autocomplete: "off",
					hint: "稽核紀錄裡用來辨識這個角色的英文代號，例如 volunteer；留空時自動產生，之後不能修改。",
				}),
				permissionsCard(permissionsField({ state, isOpen: () => true })),
			),
		),
	};
}

/** Returns a role's form filled from the stored role. */
export const formOf = ({ name, description, permissions }: RoleRow): FormState =>
	freshForm({ name, description, permissions: StoredCodes.parse(permissions) });

/** Draws the page 編輯角色. No permission can be added to a role that the current user has. */
export function editRolePage(role: RoleRow, { state, who }: { state: FormState; who: Visitor }): Page {
	const held = StoredCodes.parse(role.permissions);
	const isOwn = who.roles.includes(role.name);
	const shown = againstStored(state, { version: role.version, fields: differences(role, state) });
	return {
		title: role.name,
		area: "角色",
		crumbs: ROLES_CRUMBS,
		lead: role.description || undefined,
		slim: true,
		actions: mayRemove(role) && linkButton({ label: "刪除角色...", icon: "trash", href: roles.removal(role.id) }),
		body: html`<div class="stack">
			${isOwn && ownNote()} ${aboutCard(role, who)}
			${card(
				{ label: "編輯角色" },
				form(
					{
						action: roles.edit(role.id),
						state: shown,
						version: role.version,
						submit: "儲存",
						cancel: roles.list(),
						main: true,
						guard: true,
					},
					wordsFields(shown),
					permissionsCard(permissionsField({ state: shown, isOpen: (one) => !isOwn || held.includes(one) })),
					role.holders > 0 &&
						html`<p class="hint">儲存後，屬於這個角色的人下一次操作就照新的權限；新加的審核、付款、過帳、敏感資料與系統權限，要等第二人確認才生效。</p>`,
				),
			)}
		</div>`,
	};
}

export const mayRemove = ({ code, holders }: RoleRow): boolean => !isShipped(code) && holders === 0;

const ownNote = (): VNode =>
	notice(
		{ tone: "info", title: "您屬於這個角色" },
		"為了避免自行提高權限，鎖住的項目只能由其他管理員加上。取消「管理角色」並儲存後，您將無法再開啟這一頁。",
	);

const aboutCard = (role: RoleRow, who: Visitor): VNode =>
	card(
		{ label: "關於這個角色" },
		facts(
			[
				{ name: "使用者", value: holdersLink(role, who) },
				{ name: "代號", value: role.code },
				{ name: "來源", value: isShipped(role.code) ? "內建" : "自訂" },
				{ name: "刪除", value: removalWords(role) },
			],
			2,
		),
	);

function removalWords({ code, holders }: RoleRow): string {
	if (isShipped(code)) return "內建的角色不能刪除";
	return holders > 0 ? "所有使用者改用其他角色後才能刪除" : "沒有人使用，可以刪除";
}

function differences(role: RoleRow, state: FormState): Conflict[] {
	const stored = StoredCodes.parse(role.permissions);
	const mine = ticked(state, "permissions").filter(isPermission);
	const named = (codes: readonly (keyof typeof PERMISSION_WORDS)[]) =>
		[...codes]
			.sort()
			.map((one) => PERMISSION_WORDS[one])
			.join("、") || "沒有任何權限";
	return [
		{ field: "name", label: "名稱", mine: typed(state, "name").trim(), theirs: role.name },
		{ field: "description", label: "說明", mine: typed(state, "description").trim(), theirs: role.description },
		{
			field: "permissions",
			label: "可以做的事",
			mine: named(mine),
			theirs: named(stored),
			theirsValue: stored.join(" "),
		},
	];
}

/** Draws the page 刪除角色, before the role is deleted. */
export const removeRolePage = (role: RoleRow, state: FormState = freshForm()): Page => ({
	title: `刪除角色「${role.name}」`,
	area: "角色",
	crumbs: [...ROLES_CRUMBS, { label: role.name, href: roles.edit(role.id) }],
	slim: true,
	body: html`<div class="stack">
		${notice({ tone: "warn", title: "刪除後無法復原" }, "目前沒有使用者屬於這個角色，刪除不影響任何人的權限；過去的稽核紀錄會保留。")}
		${form({
			action: roles.removal(role.id),
			state,
			version: role.version,
			submit: "刪除角色",
			busy: "刪除中...",
			danger: true,
			cancel: roles.edit(role.id),
		})}
	</div>`,
});
