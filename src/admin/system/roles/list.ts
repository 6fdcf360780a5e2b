import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { listRoles, type RoleRow } from "#db/system/roles.ts";
import { isShipped } from "#domain/system/roles/rules.ts";
import { StoredCodes } from "#domain/system/roles/schema.ts";
import { paths } from "#http/paths.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { summaryOf } from "./summary.ts";

const { roles, users } = paths.admin;
export const ROLES_CRUMBS = [...SYSTEM_CRUMBS, { label: "角色", href: roles.list() }];

/** Draws the number of users who have a role, as a link to them for users who may open it. */
export const holdersLink = ({ id, holders }: RoleRow, who: Visitor): Children =>
	holders > 0 && allows("users", who)
		? html`<a href=${`${users.list()}?role=${id}`}>${figure(holders)} 位</a>`
		: `${figure(holders)} 位`;

/** The list of all roles: their permissions and the number of users who have each. */
export const roleList = listing({
	path: roles.list(),
	gate: "roles",
	title: "角色",
	unit: "個",
	area: "系統",
	crumbs: SYSTEM_CRUMBS,
	conditions: {},
	read: async ({ env }) => {
		const rows = await listRoles(env.DB);
		return { rows, total: rows.length };
	},
	lead: () => "角色決定一個人可以看什麼、做什麼；一個人可以有好幾個角色。",
	actions: () => linkButton({ label: "新增角色", icon: "plus", tone: "primary", href: roles.create() }),
	by: {
		name: ({ name }) => name,
		source: ({ code }) => Number(!isShipped(code)),
		users: ({ holders }) => holders,
	},
	columns: ({ who }) => columns(who),
	none: () => noneYet({ title: "還沒有角色", text: "先新增一個角色，再指定給使用者。" }),
});

const columns = (who: Visitor): Column<RoleRow>[] => [
	{
		label: "角色",
		sort: "name",
		head: true,
		cell: ({ id, name, description }) => [
			html`<a href=${roles.edit(id)}>${name}</a>`,
			description !== "" && html`<small>${description}</small>`,
		],
	},
	{
		label: "可以做的事",
		sheet: "line",
		bare: true,
		cell: ({ permissions }) => summaryOf(StoredCodes.parse(permissions)),
	},
	{
		label: "來源",
		sort: "source",
		sheet: "corner",
		bare: true,
		nowrap: true,
		cell: ({ code }) => (isShipped(code) ? "內建" : "自訂"),
	},
	{ label: "使用者", sort: "users", nowrap: true, end: true, cell: (row) => holdersLink(row, who) },
];
