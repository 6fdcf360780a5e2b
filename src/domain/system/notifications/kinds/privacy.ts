import * as z from "zod";
import { button, type Links, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

const data = z.strictObject({ requestId: z.int() });
const look = ({ requestId }: { requestId: number }, links: Links) => [
	button("登入查看", links.privacyRequest(requestId)),
	note("還沒有帳號，或有任何疑問，請與協會聯絡。"),
];

/**
 * The notice that a request about personal data (當事人權利的申請) was answered; the answer can only be read after
 * sign-in.
 */
export const privacyAnswered = notification({
	data,
	write: (of, { links }) => ({
		subject: "您的個人資料申請已有答覆",
		blocks: [paragraph("您提出的個人資料申請已有答覆，內容請登入查看。"), ...look(of, links)],
	}),
});

/** The notice that the deadline was extended, once, which the law requires in writing (個資法 13). */
export const privacyExtended = notification({
	data,
	write: (of, { links }) => ({
		subject: "您的個人資料申請需要多一些時間",
		blocks: [paragraph("您提出的個人資料申請，協會需要多一些時間處理。原因與新的期限請登入查看。"), ...look(of, links)],
	}),
});

/** The notice to staff that a request is due soon, or overdue. */
export const privacyDue = notification({
	data: z.strictObject({ requestId: z.int(), days: z.int() }),
	write: ({ requestId, days }, { links }) => ({
		subject: days === 0 ? "個人資料申請已逾期" : "個人資料申請即將到期",
		blocks: [
			paragraph(
				days === 0
					? "有一件個人資料申請已經超過法定期限，請立刻處理。"
					: `有一件個人資料申請將在 ${days} 天內到期，請在期限前答覆，或延長一次並說明理由。`,
			),
			button("查看申請", links.privacyHandling(requestId)),
		],
	}),
});
