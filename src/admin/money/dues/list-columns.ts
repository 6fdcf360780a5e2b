import type { DuesListRow } from "#db/money/dues-lists.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { rowBox } from "#kits/list/chosen.ts";
import { type Children, html } from "#ui/html.ts";
import { amount, figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { claimLink, discountWords, duesStatus } from "./words.ts";

/** The id of the form that the checkboxes of the rows belong to. */
export const DUES_FORM = "dues-bulk";

/** Returns the columns of dues items, for the list of all items or for one member's page. */
export const duesColumns = ({
	withMember,
	withBoxes,
}: {
	withMember: boolean;
	withBoxes: boolean;
}): Column<DuesListRow>[] => [
	...(withMember
		? ([
				{ label: "會員編號", sort: "number", bare: true, nowrap: true, cell: (row) => numberOf(row, withBoxes) },
				{
					label: "姓名",
					sort: "name",
					head: true,
					cell: ({ id, name }) => html`<a href=${paths.admin.dues.show(id)}>${name}</a>`,
				},
			] satisfies Column<DuesListRow>[])
		: []),
	{ label: "項目", sort: "item", head: !withMember, cell: (row) => itemOf(row, !withMember) },
	{
		id: "amount",
		label: "應繳",
		sort: "amount",
		end: true,
		nowrap: true,
		cell: (row) =>
			html`<span>${figure(row.amount)}${discountWords(row) && html`<small>${discountWords(row)}</small>`}</span>`,
	},
	{ id: "paid", label: "已繳", sort: "paid", end: true, nowrap: true, cell: ({ paid_amount }) => amount(paid_amount) },
	{
		id: "state",
		label: "狀態",
		sort: "state",
		sheet: "corner",
		bare: true,
		cell: ({ status, claimed }) =>
			html`<span>${duesStatus(status)}${claimed !== null && html`<small>${claimLink(claimed)}</small>`}</span>`,
	},
];

const numberOf = (
	{ id, member_no, name, kind, dues_year }: DuesListRow,
	hasBox: boolean,
): Children => html`<span class="who">
	${hasBox && rowBox(DUES_FORM, { id, name: `${name} ${duesLabel({ kind, dues_year })}` })}
	${member_no ?? html`<span class="soft">—</span>`}
</span>`;

function itemOf({ id, kind, dues_year, reason }: DuesListRow, isLink: boolean): Children {
	const label = duesLabel({ kind, dues_year });
	const sub = [kind === "entrance" ? `${rocYear(dues_year)} 年入會` : "", reason ?? ""].filter((words) => words !== "");
	return html`<span>${isLink ? html`<a href=${paths.admin.dues.show(id)}>${label}</a>` : label}${sub.length > 0 && html`<small>${sub.join("　")}</small>`}</span>`;
}
