import type { TaskExportRow } from "#db/office/task-lists.ts";
import { TASK_STATUS_LABELS } from "#domain/office/tasks/labels.ts";
import { PRIORITY_LABELS } from "#kernel/priority.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { FileColumn } from "#kits/list/taking-away.ts";

/** The columns of the tasks' export. */
export const FILE_COLUMNS: readonly FileColumn<TaskExportRow>[] = [
	{ label: "編號", width: 8, of: true, cell: ({ id }) => id },
	{ label: "標題", width: 36, of: true, cell: ({ title }) => title },
	{ label: "內容", width: 48, cell: ({ body }) => body },
	{ label: "檢查清單", width: 36, cell: ({ lines }) => lines },
	{ label: "狀態", width: 10, of: "state", cell: ({ status }) => TASK_STATUS_LABELS[status] },
	{ label: "優先順序", width: 10, of: "priority", cell: ({ priority }) => PRIORITY_LABELS[priority] },
	{ label: "負責人", width: 12, of: "assignee", cell: ({ assignee }) => assignee },
	{ label: "期限", width: 12, of: "due", cell: ({ due_on }) => due_on },
	{ label: "備忘錄", width: 8, cell: ({ comments }) => comments },
	{ label: "建立者", width: 12, cell: ({ author }) => author },
	{ label: "建立日", width: 12, cell: ({ created_at }) => dateInTaipei(created_at) },
	{ label: "更新日", width: 12, of: "updated", cell: ({ updated_at }) => dateInTaipei(updated_at) },
	{ label: "結束日", width: 12, cell: ({ closed_at }) => closed_at && dateInTaipei(closed_at) },
];
