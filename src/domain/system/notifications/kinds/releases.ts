import * as z from "zod";
import { button, notification, paragraph } from "#domain/system/notifications/letter.ts";

const WORDS = { article: "文章", page: "單頁", announcement: "公告" } as const;

/**
 * The notice to those who manage 同意書 that a text is not on the website, because a release of it does not hold any more.
 * It names neither the person nor the title, because mails are read in shared mailboxes.
 */
export const releaseHeld = notification({
	data: z.strictObject({ resource: z.enum(["article", "page", "announcement"]), id: z.int() }),
	write: ({ resource, id }, { links }) => ({
		subject: `${WORDS[resource]}已停止公開：同意書不適用`,
		blocks: [
			paragraph(
				`第 ${id} 號${WORDS[resource]}用到的同意書已到期、還沒開始或不適用於官網，系統沒有公開它，已改回草稿。請換一份同意書、換掉圖片，或請對方重新同意，再發布一次。`,
			),
			button("登入查看", links.text(resource, id)),
		],
	}),
});

/** The notice to those who manage 同意書 that one that a text is tied to will end, 30 and 7 days before. */
export const releaseEnding = notification({
	data: z.strictObject({ id: z.int(), until: z.string() }),
	write: ({ id, until }, { links }) => ({
		subject: `同意書即將到期：第 ${id} 號`,
		blocks: [
			paragraph(
				`第 ${id} 號同意書的最後一天是 ${until}，有內容用到它。過了那一天，系統會自動把依它公開的內容改回草稿。要繼續公開，請先取得新的同意書。`,
			),
			button("登入查看", links.release(id)),
		],
	}),
});
