import { MAIL_KIND_LABELS } from "#domain/system/index.ts";
import { code, text, time } from "./fields.ts";
import type { Section } from "./section.ts";

const MAILS = {
	queued: "等候寄出",
	sending: "寄送中",
	sent: "已寄出",
	failed: "寄送失敗",
	bounced: "被退回",
	none: "沒有寄信",
};

/**
 * The sections of a copy about notifications to the person, mailed or not, and announcements that the person read, in
 * their order.
 */
export const MAIL_SECTIONS: readonly Section[] = [
	{
		code: "mails",
		title: "寄給您的信",
		fields: [
			text("subject", "主旨"),
			text("to_address", "寄到"),
			code("state", "結果", MAILS),
			time("created_at", "時間"),
		],
	},
	{
		code: "unsubscriptions",
		title: "已取消訂閱的郵件",
		fields: [code("kind", "種類", MAIL_KIND_LABELS), time("at", "時間")],
	},
	{
		code: "announcements",
		title: "看過的公告",
		fields: [text("title", "標題"), time("at", "第一次打開的時間")],
	},
];
