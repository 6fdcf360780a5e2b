import * as z from "zod";
import { button, notification, paragraph } from "#domain/system/notifications/letter.ts";

const data = z.strictObject({ examinationId: z.int() });

/**
 * The notice to those who may answer that a supervisor asked about records of an examination (查核). It says nothing of
 * them: a question may name a person.
 */
export const examinationDoubt = notification({
	data,
	write: ({ examinationId }, { links }) => ({
		subject: "監事查核有疑問，等會計或出納答覆",
		blocks: [
			paragraph("監事查核時，對抽出的單據提出了疑問。請登入看疑問是什麼，在單據旁邊答覆。"),
			button("查看疑問", links.examination(examinationId)),
		],
	}),
});

/** The notice to a supervisor that a doubt of an examination (查核) was answered. */
export const examinationAnswered = notification({
	data,
	write: ({ examinationId }, { links }) => ({
		subject: "查核的疑問有答覆了",
		blocks: [
			paragraph("您查核時提出的疑問，會計或出納已經答覆。請登入看答覆；弄清楚的可以改成「看過」。"),
			button("查看答覆", links.examination(examinationId)),
		],
	}),
});
