import * as z from "zod";
import { button, type Links, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/**
 * The data of notices about a payment: its id alone, because a mailbox may be shared; amounts, names and reasons can
 * only be read after sign-in.
 */
const data = z.strictObject({ paymentId: z.int() });
const look = ({ paymentId }: { paymentId: number }, links: Links, label: string) => [
	button(label, links.payment(paymentId)),
	note("還沒有帳號，或有任何疑問，請與協會聯絡。"),
];

/** The notice that a payment was verified (已收款). */
export const paymentVerified = notification({
	data,
	write: (of, { links }) => ({
		subject: "您的繳費已經核對完成",
		blocks: [
			paragraph("您的繳費已經核對完成，謝謝您。登入後可以查看明細，並列印或下載收據。"),
			...look(of, links, "登入查看收據"),
		],
	}),
});

/** The notice that a payment was rejected (退回). */
export const paymentRejected = notification({
	data,
	write: (of, { links }) => ({
		subject: "您的繳費資料需要補正",
		blocks: [
			paragraph("您送出的繳費資料這次核對不上。原因請登入查看，修改後可以重新送出，不需要重新匯款。"),
			...look(of, links, "登入查看並修改"),
		],
	}),
});

/** The notice that a payment was reversed (已沖銷). */
export const paymentReversed = notification({
	data,
	write: (of, { links }) => ({
		subject: "您的一筆繳費紀錄已更正",
		blocks: [
			paragraph("協會更正了您的一筆繳費紀錄：原來的收款已取消，原收據不再有效。原因與目前的會費請登入查看。"),
			...look(of, links, "登入查看"),
		],
	}),
});
