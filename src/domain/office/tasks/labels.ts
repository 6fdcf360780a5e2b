/** The states of a task, in the order of the board's columns. */
export const TASK_STATUSES = ["todo", "doing", "done", "dropped"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export const TASK_STATUS_LABELS: Record<TaskStatus, string> = {
	todo: "待辦",
	doing: "進行中",
	done: "完成",
	dropped: "不處理",
};
/** Whether a task in this state needs no more work. */
export const isClosed = (status: TaskStatus): boolean => status === "done" || status === "dropped";

/** The kinds of records that a task may be linked to. */
export const RECORD_TYPES = [
	"member",
	"certificate",
	"payment",
	"receipt",
	"finance",
	"income",
	"voucher",
	"article",
	"page",
	"document",
	"announcement",
] as const;
export type RecordType = (typeof RECORD_TYPES)[number];
export const RECORD_LABELS: Record<RecordType, string> = {
	member: "會員",
	certificate: "身障證明",
	payment: "收款",
	receipt: "收據",
	finance: "支出申請",
	income: "收入",
	voucher: "傳票",
	article: "文章",
	page: "單頁",
	document: "文件",
	announcement: "公告",
};
/** A reference to a record of one of RECORD_TYPES. */
export type RecordRef = { type: RecordType; id: number };
