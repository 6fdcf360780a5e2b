import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import { DONOR_SORTS, DONORS_PER_PAGE, type DonorListRow, listDonors } from "#db/money/donors.ts";
import { readRows } from "#db/read.ts";
import { DONOR_KIND_LABELS, DONOR_KINDS } from "#domain/money/donors/form.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { choice, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { incomeTabs } from "./words.ts";

const { donors } = paths.admin.income;

/** The list page 捐款人: all donors with the sums of their gifts. */
export const donorList = listing({
	path: donors.list(),
	gate: "income",
	title: "捐款人",
	unit: "位",
	area: "會費與收款",
	crumbs: MONEY_CRUMBS,
	conditions: {
		q: words("姓名、電話、電子郵件、會員編號", "搜尋捐款人"),
		kind: choice("種類", [DONOR_KINDS, DONOR_KIND_LABELS]),
		lacking: choice(
			"缺少",
			[["id", "email", "naming"], { id: "沒有證號", email: "沒有電子郵件", naming: "還沒問過捐款徵信怎麼刊登" }],
			"不限",
		),
	},
	sorts: DONOR_SORTS,
	sort: "name",
	size: DONORS_PER_PAGE,
	read: async ({ env }, { sort, page, ...filter }) => {
		const [rows, [count]] = await readRows(env.DB, ...listDonors(filter, { sort, page }));
		return { rows, total: count?.total ?? 0 };
	},
	lead: ({ isNarrowed, total }) =>
		`${isNarrowed ? "符合條件的有" : "共"} ${figure(total)} 位。會員隨會費的捐款，列在連結會員的捐款人頁面與捐款申報。`,
	tabs: ({ who }) => incomeTabs(donors.list(), allows("income_manage", who)),
	actions: ({ who }) => allows("income_manage", who) && createButton("primary"),
	columns: () => COLUMNS,
	none: ({ who }) =>
		noneYet({
			title: "還沒有捐款人",
			text: "需要收據或申報扣除額的捐款人，先建立資料，再登錄捐款。",
			actions: allows("income_manage", who) && createButton("plain"),
		}),
});

const createButton = (tone: "plain" | "primary"): VNode =>
	linkButton({ label: "新增捐款人", icon: "plus", tone, href: donors.create() });

const dash = html`<span class="soft">—</span>`;
const COLUMNS: Column<DonorListRow>[] = [
	{
		label: "姓名或名稱",
		sort: "name",
		head: true,
		cell: ({ id, name, kind, member_no }) =>
			html`<span><a href=${donors.show(id)}>${name}</a><small>${[kind === "organisation" && DONOR_KIND_LABELS[kind], member_no && `會員 ${member_no}`].filter(Boolean).join("　")}</small></span>`,
	},
	{ label: "證號", nowrap: true, cell: ({ national_id_mask }) => national_id_mask ?? dash },
	{
		label: "聯絡",
		sort: "contact",
		sheet: "line",
		cell: ({ phone, email }) =>
			phone || email ? html`<span>${phone}${email && html`<small>${email}</small>`}</span>` : dash,
	},
	{ label: "次數", sort: "gifts", end: true, cell: ({ gifts }) => figure(gifts) },
	{ label: "捐款合計", sort: "given", end: true, nowrap: true, cell: ({ given }) => figure(given) },
	{
		label: "最近一次",
		sort: "last",
		nowrap: true,
		cell: ({ last_on }) => (last_on === null ? dash : dayText(last_on)),
	},
];
