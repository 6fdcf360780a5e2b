import * as z from "zod";
import { button, type Links, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/**
 * The data of notices about a finance document. The mails give its number and what happened; amounts, people and
 * reasons can only be read after sign-in.
 */
const about = { documentId: z.int(), number: z.string() };
const look = ({ documentId }: { documentId: number }, links: Links, label = "查看單據") =>
	button(label, links.finance(documentId));

const HAPPENED = {
	approve_cashier: ["出納已審核", "出納已經審核，接著由會計審核。"],
	approve_accountant: ["會計已審核", "會計已經審核，接著送下一關。"],
	approve_finance: ["財務已審核", "財務已經審核（會計、出納由同一人兼辦），接著送下一關。"],
	approve_secretary: ["秘書長已審核", "秘書長已經審核，接著由理事長核准。"],
	approve_chair: ["理事長已核准", "理事長已經核准，接著由出納付款。"],
	return: ["退回補正", "單據已退回補正。原因請登入查看，修改後可以重新送出。"],
	reject: ["已駁回", "單據已被駁回，不會再往下辦理。原因請登入查看。"],
	void: ["已作廢", "單據已作廢。原因請登入查看，需要時可以複製為新單。"],
	pay: ["已付款", "出納已經付款，接著由會計入帳。"],
	unpay: ["付款更正", "這筆付款已更正（退匯），將重新付款。原因請登入查看。"],
	post: ["已入帳", "會計已經入帳，這張單據辦理完成。"],
	unpost: ["入帳更正", "會計取消了入帳，將重新入帳。原因請登入查看。"],
	comment: ["有新的留言", "單據上有新的留言，請登入查看。"],
} as const;

/** The notice to the applicant about a step of the applicant's document. */
export const financeStatus = notification({
	data: z.strictObject({
		...about,
		step: z.enum([
			"approve_cashier",
			"approve_accountant",
			"approve_finance",
			"approve_secretary",
			"approve_chair",
			"return",
			"reject",
			"void",
			"pay",
			"unpay",
			"post",
			"unpost",
			"comment",
		]),
	}),
	write: ({ step, ...data }, { links }) => ({
		subject: `支出申請 ${data.number}：${HAPPENED[step][0]}`,
		blocks: [paragraph(`您的支出申請 ${data.number}，${HAPPENED[step][1]}`), look(data, links)],
	}),
});

const WANTED = {
	approve_cashier: "出納審核",
	approve_accountant: "會計審核",
	approve_finance: "財務審核（會計、出納由同一人兼辦）",
	approve_secretary: "秘書長審核",
	approve_chair: "理事長核准",
	pay: "付款",
	post: "入帳",
	unpay: "確認退匯／付款更正",
} as const;
/** What each step asks of the user whose turn it is, as the subject of the mail says it. */
const WANTED_OF_YOU = {
	approve_cashier: "審核",
	approve_accountant: "審核",
	approve_finance: "審核",
	approve_secretary: "審核",
	approve_chair: "核准",
	pay: "付款",
	post: "入帳",
	unpay: "確認退匯／付款更正",
} as const satisfies Record<keyof typeof WANTED, string>;
const waited = {
	...about,
	step: z.enum([
		"approve_cashier",
		"approve_accountant",
		"approve_finance",
		"approve_secretary",
		"approve_chair",
		"pay",
		"post",
		"unpay",
	]),
};
const MISTAKEN = note("如果已經有人處理，請不必理會這封信。");

/** The notice to the users whose turn it is, and to their deputies of the day. */
export const financeTurn = notification({
	data: z.strictObject(waited),
	write: ({ step, ...data }, { links }) => ({
		subject: `支出申請 ${data.number} 等候您${WANTED_OF_YOU[step]}`,
		blocks: [paragraph(`支出申請 ${data.number} 等候${WANTED[step]}，請登入處理。`), look(data, links), MISTAKEN],
	}),
});

/** The notice to the users whose turn it is, and to their deputies, when a document has waited for over three days. */
export const financeWaiting = notification({
	data: z.strictObject({ ...waited, days: z.int() }),
	write: ({ step, days, ...data }, { links }) => ({
		subject: `支出申請 ${data.number} 已等候 ${days} 天`,
		blocks: [
			paragraph(`支出申請 ${data.number} 等候${WANTED[step]}已超過 ${days} 天，請儘快登入處理。`),
			look(data, links),
			MISTAKEN,
		],
	}),
});
