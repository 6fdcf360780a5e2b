import * as z from "zod";
import { button, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/** What each kind of change is, without a name: the page after sign-in shows whom it concerns. */
const WHAT = {
	user_roles: "給一個帳號加上角色",
	role_permissions: "給一個角色加上權限",
	user_login: "變更一個帳號的登入資料",
	second_factor: "重設一個帳號的兩步驟驗證",
	user_enabled: "恢復一個已停用的帳號",
	deputy: "替人指定職務代理人",
	guardian: "設定一位會員的監護人",
	sealed_guardian: "讓監護人查看會員的健康資料",
	sealed_login: "讓登入帳號查看會員的健康資料",
	activation_code: "核發會員登入帳號的啟用碼",
} as const;
/** The kinds that these letters know; src/domain/system/second-persons/kinds.ts has the same ones. */
export type ToldKind = keyof typeof WHAT;

const isTold = (text: string): text is ToldKind => Object.hasOwn(WHAT, text);
const data = z.strictObject({ kind: z.string().refine(isTold), isTimed: z.boolean() });
const endsBy = (isTimed: boolean): string =>
	isTimed ? "沒有人確認也沒有人停止時，通知寄出滿 24 小時後生效。" : "在有人確認之前不會生效。";

/** The notice to 理事長 and 監事 that a change waits for a second person. */
export const confirmationWaits = notification({
	data,
	write: ({ kind, isTimed }, { links }) => ({
		subject: `等候第二人確認：${WHAT[kind]}`,
		blocks: [
			paragraph(`有人提出：${WHAT[kind]}。請登入查看是誰提出、內容是什麼，再按「確認」或「停止」。`),
			button("看等候確認的事", links.confirmations()),
			note(endsBy(isTimed)),
		],
	}),
});

/** The notice to the user whom the waiting change concerns. */
export const confirmationAboutYou = notification({
	data,
	write: ({ kind, isTimed }, { association, links }) => ({
		subject: `與您有關的變更等候確認：${WHAT[kind]}`,
		blocks: [
			paragraph(`在${association.name}的系統裡，有人提出：${WHAT[kind]}，與您有關，正在等候第二人確認。`),
			paragraph("如果您不知道這件事，請登入按「停止」，或立即與協會聯絡。"),
			button("查看或停止", links.confirmations()),
			note(endsBy(isTimed)),
		],
	}),
});

/** The notice to 理事長 and 監事 that a maintenance command, run outside the system, made a user an administrator. */
export const rightsRecovered = notification({
	data: z.strictObject({ at: z.int() }),
	write: (_, { links }) => ({
		subject: "有人以維運指令恢復系統管理員",
		blocks: [
			paragraph("有人在系統外以維運指令（users:recover）讓一個帳號成為系統管理員，沒有經過第二人確認。"),
			paragraph("如果這不是協會安排的，請立即與維運人員聯絡。"),
			button("看稽核紀錄", links.audit()),
		],
	}),
});
