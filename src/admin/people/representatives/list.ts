import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import { type OrganisationRow, organisationCount, organisationRows } from "#db/people/representatives.ts";
import { readRows } from "#db/read.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";

const { organisations, members } = paths.admin;
const PER_PAGE = 50;
export const ORGANISATION_CRUMBS = [...OFFICE_CRUMBS, { label: "團體會員", href: organisations.list() }];

const addButton = linkButton({
	label: "新增團體會員",
	icon: "plus",
	tone: "primary",
	href: `${members.create()}?kind=organisation`,
});

/** The list page 團體會員: each organisation with 統一編號 and how many of its seats are taken today. */
export const organisationList = listing({
	path: organisations.list(),
	gate: "members",
	title: "團體會員",
	unit: "個",
	area: "會務",
	crumbs: OFFICE_CRUMBS,
	conditions: {},
	size: PER_PAGE,
	read: async ({ env, at }, { page }) => {
		const [rows, [count]] = await readRows(
			env.DB,
			organisationRows(dateInTaipei(at), { rows: PER_PAGE, page }),
			organisationCount(),
		);
		return { rows, total: count?.many ?? 0 };
	},
	lead: () => "每個團體指派代表，一位代表一權。會費、繳費與收據都以團體的名義。",
	actions: ({ total, who }) => total > 0 && allows("members_manage", who) && addButton,
	columns: () => COLUMNS,
	none: ({ who }) =>
		noneYet({
			title: "還沒有團體會員",
			text: "機構、公司或其他團體加入時，在這裡新增，再指派代表。",
			actions: allows("members_manage", who) && addButton,
		}),
});

const COLUMNS: Column<OrganisationRow>[] = [
	{
		label: "團體",
		head: true,
		cell: ({ id, name, member_no }) => [
			html`<a href=${members.show(id)}>${name}</a>`,
			html`<small class="soft">${member_no ?? "尚無編號"}</small>`,
		],
	},
	{ label: "會員類別", cell: ({ type_name }) => type_name },
	{
		label: "統一編號",
		nowrap: true,
		cell: ({ tax_id }) => tax_id ?? status({ word: "未填", tone: "warn" }),
	},
	{
		label: "代表",
		nowrap: true,
		cell: ({ representatives, seats }) =>
			seats === null ? status({ word: "未填人數", tone: "warn" }) : `${representatives} / ${seats} 位`,
	},
	{ label: "狀態", nowrap: true, cell: ({ status: now }) => MEMBER_STATUS_LABELS[now] },
];
