import type { DuesListRow } from "#db/money/dues-lists.ts";
import { DUES_KIND_LABELS, DUES_STATUS_LABELS } from "#domain/money/dues/labels.ts";
import { rocYear } from "#kernel/calendar.ts";
import type { FileColumn } from "#kits/list/taking-away.ts";

export const FILE_COLUMNS: readonly FileColumn<DuesListRow>[] = [
	{ label: "會員編號", width: 12, of: true, cell: ({ member_no }) => member_no },
	{ label: "姓名", width: 12, of: true, cell: ({ name }) => name },
	{ label: "會員類別", width: 14, cell: ({ type_name }) => type_name },
	{ label: "種類", width: 10, of: true, cell: ({ kind }) => DUES_KIND_LABELS[kind] },
	{ label: "年度（民國）", width: 12, of: true, cell: ({ dues_year }) => rocYear(dues_year) },
	{ label: "原額", width: 10, cell: ({ base_amount }) => base_amount },
	{ label: "減免 %", width: 8, cell: ({ discount_percent }) => discount_percent },
	{ label: "應繳", width: 10, of: "amount", cell: ({ amount }) => amount },
	{ label: "已繳", width: 10, of: "paid", cell: ({ paid_amount }) => paid_amount },
	{
		label: "未繳",
		width: 10,
		of: "paid",
		cell: ({ status, amount, paid_amount }) =>
			status === "open" || status === "partially_paid" ? amount - paid_amount : 0,
	},
	{ label: "狀態", width: 10, of: "state", cell: ({ status }) => DUES_STATUS_LABELS[status] },
	{ label: "理由", width: 24, cell: ({ reason }) => reason },
];
