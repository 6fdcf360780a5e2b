import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import type { RoleOption } from "#db/system/roles.ts";
import { USERS_PER_PAGE, type UserListRow } from "#db/system/user-lists.ts";
import { USER_STATUSES } from "#domain/system/users/schema.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, pastTheEnd } from "#ui/empty.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Crumb, Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { phoneWords } from "#ui/phone.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { type Here, sortOf } from "#ui/url-state.ts";
import { SECOND_FACTOR_WORDS, STATUS_WORDS, secondFactorStatus, userStatus } from "./words.ts";

const { users } = paths.admin;
/** The way to everything of users. */
export const USERS_CRUMBS = [...SYSTEM_CRUMBS, { label: "使用者", href: users.list() }];
/** The way to a page of one user. */
export const userCrumbs = ({ id, name }: { id: number; name: string }): Crumb[] => [
	...USERS_CRUMBS,
	{ label: name, href: users.show(id) },
];

export type UserList = {
	rows: UserListRow[];
	total: number;
	roles: RoleOption[];
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	at: number;
};

/** Everybody who signs in, or may. */
export function userListPage(list: UserList): Page {
	const { rows, total, page, query, at } = list;
	const here: Here = { path: users.list(), query };
	const isFiltered = ["q", "status", "role", "second_factor"].some((name) => query[name]);
	return {
		title: "使用者",
		area: "系統",
		crumbs: SYSTEM_CRUMBS,
		lead: isFiltered ? `符合條件的有 ${figure(total)} 位。` : `共 ${figure(total)} 位。`,
		actions: linkButton({ label: "新增使用者", icon: "plus", tone: "primary", href: users.create() }),
		body: card(
			{ flush: true, label: "使用者名單" },
			filters({ here, search: { placeholder: "姓名、電子郵件、手機號碼" }, fields: filterFields(list) }),
			table({
				caption: "使用者",
				cards: true,
				columns: columns(at),
				rows,
				sorted: { here, now: sortOf(here, "name") },
				empty:
					total > 0 ? pastTheEnd(here, "名單已經變短") : noMatch({ title: "找不到符合的使用者", clearHref: here.path }),
			}),
			rows.length > 0 && pager({ here, page, size: USERS_PER_PAGE, total, unit: "位" }),
		),
	};
}

const filterFields = ({ roles }: UserList): Filter[] => [
	{ name: "status", label: "狀態", options: USER_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })) },
	{ name: "role", label: "角色", options: roles.map(({ id, name }) => ({ value: String(id), label: name })) },
	{
		name: "second_factor",
		label: "兩步驟驗證",
		options: [
			{ value: "on", label: SECOND_FACTOR_WORDS.on },
			{ value: "off", label: SECOND_FACTOR_WORDS.off },
		],
	},
];

const rolesOf = ({ roles }: UserListRow): string => {
	const names: unknown = JSON.parse(roles);
	return Array.isArray(names) && names.length > 0 ? names.join("、") : "";
};

const columns = (at: number): Column<UserListRow>[] => [
	{ label: "姓名", sort: "name", head: true, cell: ({ id, name }) => html`<a href=${users.show(id)}>${name}</a>` },
	{
		label: "登入帳號",
		sheet: "line",
		bare: true,
		cell: ({ email, phone }) =>
			email !== null && phone !== null
				? [email, html`<small>${phoneWords(phone)}</small>`]
				: (email ?? phoneWords(phone ?? "")),
	},
	{ label: "角色", sheet: "line", cell: (row) => rolesOf(row) || html`<span class="soft">沒有角色</span>` },
	{ label: "狀態", sheet: "corner", bare: true, cell: ({ status }) => userStatus(status) },
	{ label: "兩步驟驗證", cell: ({ has_second_factor }) => secondFactorStatus(has_second_factor === 1) },
	{
		label: "最後登入",
		sort: "last_sign_in",
		nowrap: true,
		cell: ({ last_sign_in_at: last }) => (last === null ? html`<span class="soft">從未登入</span>` : ago(last, at)),
	},
];
