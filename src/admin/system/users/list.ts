import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { readRows } from "#db/read.ts";
import { roleOptions } from "#db/system/roles.ts";
import { USER_SORTS, USERS_PER_PAGE, type UserListRow, usersSelect } from "#db/system/user-lists.ts";
import { USER_STATUSES } from "#domain/system/users/schema.ts";
import { paths } from "#http/paths.ts";
import { choice, oneOf, RecordId, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noMatch } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import type { Crumb } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import type { Column } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { SECOND_FACTOR_WORDS, STATUS_WORDS, secondFactorStatus, userStatus } from "./words.ts";

const { users } = paths.admin;
/** The breadcrumbs of the pages about users. */
export const USERS_CRUMBS = [...SYSTEM_CRUMBS, { label: "使用者", href: users.list() }];
/** Returns the breadcrumbs of a page of one user. */
export const userCrumbs = ({ id, name }: { id: number; name: string }): Crumb[] => [
	...USERS_CRUMBS,
	{ label: name, href: users.show(id) },
];

/** The list page 使用者: all users who sign in or are invited. */
export const userList = listing({
	path: users.list(),
	gate: "users",
	title: "使用者",
	unit: "位",
	area: "系統",
	crumbs: SYSTEM_CRUMBS,
	conditions: {
		q: words("姓名、電子郵件、手機號碼"),
		status: choice("狀態", [USER_STATUSES, STATUS_WORDS]),
		role: oneOf("角色", RecordId),
		second_factor: choice("兩步驟驗證", [["on", "off"], SECOND_FACTOR_WORDS]),
	},
	sorts: USER_SORTS,
	sort: "name",
	size: USERS_PER_PAGE,
	read: async ({ env }, asked) => {
		const [rows, [count], roles] = await readRows(env.DB, ...usersSelect(asked), roleOptions());
		return { rows, total: count?.total ?? 0, roles };
	},
	options: ({ roles }) => ({ role: roles.map(({ id, name }) => ({ value: String(id), label: name })) }),
	actions: () => linkButton({ label: "新增使用者", icon: "plus", tone: "primary", href: users.create() }),
	columns: ({ at }) => columns(at),
	none: ({ here }) => noMatch({ title: "找不到符合的使用者", clearHref: here.path }),
	past: "名單已經變短",
});

const rolesOf = ({ roles }: UserListRow): string => {
	const names: unknown = JSON.parse(roles);
	return Array.isArray(names) && names.length > 0 ? names.join("、") : "";
};

const columns = (at: number): Column<UserListRow>[] => [
	{ label: "姓名", sort: "name", head: true, cell: ({ id, name }) => html`<a href=${users.show(id)}>${name}</a>` },
	{
		label: "登入帳號",
		sort: "login",
		sheet: "line",
		bare: true,
		cell: ({ email, phone }) =>
			email !== null && phone !== null
				? [email, html`<small>${phoneWords(phone)}</small>`]
				: (email ?? phoneWords(phone ?? "")),
	},
	{ label: "角色", sheet: "line", cell: (row) => rolesOf(row) || html`<span class="soft">沒有角色</span>` },
	{ label: "狀態", sort: "state", sheet: "corner", bare: true, cell: ({ status }) => userStatus(status) },
	{
		label: "兩步驟驗證",
		sort: "second_factor",
		cell: ({ has_second_factor }) => secondFactorStatus(has_second_factor === 1),
	},
	{
		label: "最後登入",
		sort: "last_sign_in",
		nowrap: true,
		cell: ({ last_sign_in_at: last }) => (last === null ? html`<span class="soft">從未登入</span>` : ago(last, at)),
	},
];
