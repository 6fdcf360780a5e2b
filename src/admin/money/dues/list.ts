import * as z from "zod";
import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import { DUES_PER_PAGE, DUES_SORTS, type DuesFilter, duesPage, duesTotals, duesYears } from "#db/money/dues-lists.ts";
import { membershipTypes } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { DUES_KIND_LABELS, DUES_STATUS_LABELS, DUES_STATUSES } from "#domain/money/dues/labels.ts";
import { DUES_KINDS, searchWords, TypeCode, typeOptions } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { bulkBand } from "#kits/list/chosen.ts";
import { choice, oneOf, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noneYet } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { FILE_COLUMNS } from "./export-columns.ts";
import { DUES_FORM, duesColumns } from "./list-columns.ts";
import { yearWords } from "./words.ts";

const { dues } = paths.admin;

/** The list page 應繳會費: all dues items, filtered by the conditions, with their sums. */
export const duesList = listing({
	path: dues.list(),
	gate: "dues_view",
	title: "應繳會費",
	name: "會費",
	unit: "筆",
	area: "會費與收款",
	crumbs: MONEY_CRUMBS,
	conditions: {
		q: words("姓名、會員編號", "搜尋會費"),
		year: oneOf("年度", z.coerce.number().int().min(1980).max(2200)),
		kind: choice("種類", [DUES_KINDS, DUES_KIND_LABELS]),
		status: choice("狀態", [["owed", ...DUES_STATUSES], { owed: "未繳清", ...DUES_STATUS_LABELS }]),
		type: oneOf("會員類別", TypeCode),
	},
	sorts: DUES_SORTS,
	sort: "number",
	size: DUES_PER_PAGE,
	read: async ({ env }, { sort, page, ...asked }) => {
		const filter = filterOf(asked);
		const [rows, [totals], years, types] = await readRows(
			env.DB,
			duesPage(filter, { sort, page }),
			duesTotals(filter),
			duesYears(),
			membershipTypes(),
		);
		const sums = totals ?? { items: 0, due: 0, paid: 0, owed: 0 };
		return { rows, total: sums.items, sums, years, types };
	},
	options: ({ years, types }) => ({
		type: typeOptions(types),
		year: years.map(({ dues_year: year }) => ({ value: String(year), label: yearWords(year) })),
	}),
	sums: ({ sums: { due, paid, owed } }) => `，應收 ${money(due)}，已收 ${money(paid)}，未繳 ${money(owed)}`,
	actions: ({ total, query, who }) => [
		actionsMenu(
			{ label: "更多" },
			html`<a class="btn quiet block" href=${dues.arrears()}>欠費與理事會名單</a>`,
			html`<a class="btn quiet block" href=${dues.fees()}>會費標準</a>`,
			total > 0 && allows("dues", who) && exportLinks(dues.export, query),
		),
		allows("dues", who) && assessButton("primary"),
	],
	band: ({ total, conditions, query, who }) =>
		allows("dues", who) &&
		bulkBand({
			form: DUES_FORM,
			unit: "筆",
			total,
			conditions,
			here: query,
			actions: [{ label: "免繳", action: dues.waiversChoice() }],
		}),
	columns: ({ who }) => duesColumns({ withMember: true, withBoxes: allows("dues", who) }),
	none: ({ who }) =>
		noneYet({
			title: "還沒有應繳會費",
			text: "核准入會時會自動產生；每年產生常年會費後，也會列在這裡。",
			actions: allows("dues", who) && assessButton("plain"),
		}),
	file: {
		path: dues.export,
		gate: "dues",
		holds: "books",
		narrow: "請加上條件（例如年度、狀態）分次匯出",
		noted: ["dues.export", "dues"],
		columns: FILE_COLUMNS,
		read: async ({ env }, { sort, ...asked }, most) => {
			const [rows] = await readRows(env.DB, duesPage(filterOf(asked), { sort, limit: most }));
			return { rows };
		},
	},
});

/** Returns the conditions as the database filter. */
export const filterOf = ({ q, ...asked }: Omit<DuesFilter, "words"> & { q: string }): DuesFilter => ({
	words: searchWords(q),
	...asked,
});

const assessButton = (tone: "plain" | "primary"): VNode =>
	linkButton({ label: "產生應繳會費", icon: "plus", tone, href: dues.assessment() });
