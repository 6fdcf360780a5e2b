import type { messageType } from "#platform/queue.ts";

type Work = NonNullable<ReturnType<typeof messageType>>;

/** The work that each type of message starts, in words. */
export const WORK: Record<Work, string> = {
	"content.changed": "更新搜尋索引，並把內容變更通知官網",
	"mail.due": "寄出郵件",
	"outbox.waiting": "送出測試或重送的官網通知",
	"pictures.waiting": "製作官網圖片的較小版本",
	"webhook.due": "送出官網通知",
};
