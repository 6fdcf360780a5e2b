import * as z from "zod";
import { button, type Links, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

const look = (links: Links) => [button("登入查看", links.member()), note("有任何疑問，請與協會聯絡。")];

/** The notice that a link request (帳號對應待確認) was granted: after sign-in the user sees the member's record. */
export const linkRequestLinked = notification({
	data: z.strictObject({}),
	write: (_, { links }) => ({
		subject: "您的會員資料已經可以查看",
		blocks: [paragraph("協會已確認您送出的資料，登入後就看得到您的會員資料。"), ...look(links)],
	}),
});

/** The notice that a link request (帳號對應待確認) was refused; the reason can only be read after sign-in. */
export const linkRequestRefused = notification({
	data: z.strictObject({}),
	write: (_, { links }) => ({
		subject: "您送出的會員資料需要補正",
		blocks: [paragraph("您送出的會員資料這次沒有通過確認。原因請登入查看，補正後可以重新送出。"), ...look(links)],
	}),
});
