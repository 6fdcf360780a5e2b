import * as z from "zod";
import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import {
	type ListedOrganisation,
	listedOrganisations,
	ORGANISATION_SORTS,
	type OrganisationRow,
	organisationCount,
	organisationRows,
} from "#db/people/representatives.ts";
import { readRows } from "#db/read.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { listing } from "#kits/list/listing.ts";
import type { FileColumn } from "#kits/list/taking-away.ts";
import { linkButton } from "#ui/button.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noneYet } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
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
	sorts: ORGANISATION_SORTS,
	sort: "name",
	size: PER_PAGE,
	read: async ({ env, at }, { sort, page }) => {
		const [rows, [count]] = await readRows(
			env.DB,
			organisationRows(dateInTaipei(at), { rows: PER_PAGE, page, sort }),
			organisationCount(),
		);
		return { rows, total: count?.many ?? 0 };
	},
	lead: () => "每個團體指派代表，一位代表一權。會費、繳費與收據都以團體的名義。",
	actions: ({ total, who, query }) =>
		total > 0 &&
		allows("members_manage", who) && [
			actionsMenu({ label: "匯出" }, ...exportLinks(organisations.export, query)),
			addButton,
		],
	columns: () => COLUMNS,
	none: ({ who }) =>
		noneYet({
			title: "還沒有團體會員",
			text: "機構、公司或其他團體加入時，在這裡新增，再指派代表。",
			actions: allows("members_manage", who) && addButton,
		}),
	file: {
		path: organisations.export,
		gate: "members_manage",
		holds: "contacts",
		narrow: "請聯絡系統管理員",
		noted: ["organisation.export", "member"],
		columns: fileColumns(),
		read: async ({ env, at }, { sort }, most) => ({
			rows: (await readRows(env.DB, listedOrganisations(dateInTaipei(at), { sort, most })))[0],
		}),
	},
});

/** The columns of the file, named as an import of a roster reads them. */
function fileColumns(): FileColumn<ListedOrganisation>[] {
	return [
		{ label: "會員編號", width: 12, cell: ({ member_no }) => member_no },
		{ label: "會員名稱", width: 24, cell: ({ name }) => name },
		{ label: "會員類別", width: 16, cell: ({ type_name }) => type_name },
		{ label: "狀態", width: 12, cell: ({ status: now }) => MEMBER_STATUS_LABELS[now] },
		{ label: "統一編號", width: 12, cell: ({ tax_id }) => tax_id },
		{ label: "代表人數", width: 12, cell: ({ seats }) => seats },
		{
			label: "代表",
			width: 40,
			cell: ({ named }) => Named.parse(JSON.parse(named)).map(namedWords).join("、") || null,
		},
	];
}

const Named = z.array(
	z.object({
		name: z.string(),
		member_no: z.string().nullable(),
		from_on: z.string(),
		until_on: z.string().nullable(),
	}),
);
/** Returns a representative in words: 王大明（M0001，2026-01-01 起）. */
const namedWords = ({ name, member_no, from_on, until_on }: z.infer<typeof Named>[number]): string => {
	const days = until_on === null ? `${from_on} 起` : `${from_on} 至 ${until_on}`;
	return `${name}（${member_no === null ? "" : `${member_no}，`}${days}）`;
};

const COLUMNS: Column<OrganisationRow>[] = [
	{
		label: "團體",
		sort: "name",
		head: true,
		cell: ({ id, name, member_no }) => [
			html`<a href=${members.show(id)}>${name}</a>`,
			html`<small class="soft">${member_no ?? "尚無編號"}</small>`,
		],
	},
	{ label: "會員類別", sort: "type", cell: ({ type_name }) => type_name },
	{
		label: "統一編號",
		sort: "tax_id",
		nowrap: true,
		cell: ({ tax_id }) => tax_id ?? status({ word: "未填", tone: "warn" }),
	},
	{
		label: "代表",
		sort: "seats",
		nowrap: true,
		cell: ({ representatives, seats }) =>
			seats === null ? status({ word: "未填人數", tone: "warn" }) : `${representatives} / ${seats} 位`,
	},
	{ label: "狀態", sort: "state", nowrap: true, cell: ({ status: now }) => MEMBER_STATUS_LABELS[now] },
];
