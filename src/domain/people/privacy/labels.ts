import type { Channel, RequestKind, RequestState } from "./rules.ts";

/** The labels of the kinds of requests, the same for members and staff. */
export const REQUEST_KIND_LABELS: Record<RequestKind, string> = {
	copy: "查詢或取得複本",
	correction: "更正或補充",
	deletion: "刪除或停止利用",
};

export const REQUEST_STATE_LABELS: Record<RequestState, string> = {
	open: "處理中",
	done: "已辦理",
	refused: "未能辦理",
	withdrawn: "已撤回",
};

export const CHANNEL_LABELS: Record<Channel, string> = { web: "會員專區", paper: "紙本", association: "協會主動" };
