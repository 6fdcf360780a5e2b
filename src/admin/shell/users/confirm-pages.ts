import { codeWays, deputyItems, standsInItems, userCrumbs } from "#admin/system/index.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { UserPage } from "#db/shell/user-page.ts";
import type { UserRow } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { type Form, form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { hangingCard } from "./hanging-part.ts";

const { users } = paths.admin;

/** The current user, and the present day in Taipei. */
export type Seen = { today: string; who: Visitor };

type Confirm = {
	user: UserRow;
	title: string;
	send: Pick<Form, "action" | "submit" | "busy" | "danger">;
	/** Draws a further question of the form, from the form's state. */
	asks?: ((state: FormState) => VNode) | undefined;
};

/**
 * Draws a page that says what an action will do before it is done. It is a page of its own rather than a dialog, so
 * that it works without a script.
 */
const confirmPage = ({ user, title, send, asks }: Confirm, ...body: Children[]): Page => ({
	title,
	area: "使用者",
	crumbs: userCrumbs(user),
	slim: true,
	body: html`<div class="stack">
		${body}
		${form({ ...send, state: freshForm(), version: user.version, cancel: users.show(user.id) }, asks?.(freshForm()))}
	</div>`,
});

const effects = (title: string, lines: (string | false)[]): VNode =>
	card(
		{ title },
		html`<div class="small"><ul>${lines.filter(Boolean).map((line) => html`<li>${line}</li>`)}</ul></div>`,
	);

/** Draws the page 停用帳號: the work that waits for the user, and what will end. */
export function disablePage({ user, hanging: rows, deputies, standsIn }: UserPage, { today, who }: Seen): Page {
	const hanging = deputies.length + standsIn.length > 0;
	const work = hangingCard(rows, { userId: user.id, who });
	return confirmPage(
		{
			user,
			title: `停用${user.name}的帳號`,
			send: { action: users.disabling(user.id), submit: "停用帳號", busy: "停用中...", danger: true },
		},
		work && notice({ tone: "warn", title: "這個帳號還有事情等候處理" }, "停用不會移走這些事，請先確認由誰接手。"),
		work,
		hanging &&
			notice({ tone: "warn", title: "這個帳號還有職務代理" }, "停用後會立即結束。若仍需要有人代理，請先另行指定。"),
		!work && !hanging && notice({ tone: "ok" }, "沒有需要交接的事。"),
		deputies.length > 0 && card({ title: `代理${user.name}的人`, flush: true }, deputyItems(deputies, today, false)),
		standsIn.length > 0 && card({ title: `${user.name}代理的人`, flush: true }, standsInItems(standsIn, today)),
		effects("停用後會發生什麼", [
			user.sessions > 0 ? `目前登入中的 ${user.sessions} 個裝置會立即登出，之後無法再登入。` : "之後無法再登入。",
			"已寄出的邀請與重設密碼連結、已核發的啟用碼都會失效。",
			hanging && "上面列出的職務代理會結束。",
			user.email !== null && "會寄信告知本人。",
			"姓名、角色與過去的紀錄都會保留；之後可以恢復使用。",
		]),
	);
}

/** Draws the page 重設兩步驟驗證, for a user who lost the phone and the recovery codes. */
export const secondFactorResetPage = (user: UserRow): Page =>
	confirmPage(
		{
			user,
			title: `重設${user.name}的兩步驟驗證`,
			send: { action: users.secondFactorReset(user.id), submit: "重設兩步驟驗證", busy: "重設中...", danger: true },
		},
		notice({ tone: "warn", title: "請先確認是本人提出的" }, "請當面或打已登記的電話確認，不要只憑電子郵件或通訊軟體。"),
		effects("重設後會發生什麼", [
			"驗證器與備用碼會失效，只要密碼就能登入，直到本人重新設定。",
			user.sessions > 0 && `目前登入中的 ${user.sessions} 個裝置會登出。`,
			user.email !== null && "會寄信告知本人。",
		]),
	);

/** Draws the page 核發啟用碼, before the code is made. */
export const issueCodePage = (user: UserRow): Page =>
	confirmPage(
		{
			user,
			title: `核發啟用碼給${user.name}`,
			send: { action: users.activationCode(user.id), submit: "產生啟用碼", busy: "產生中..." },
			...(user.status === "invited" && user.has_password === 0 ? {} : { asks: codeWays }),
		},
		notice({ tone: "warn", title: "啟用碼只會顯示一次" }, "產生後請立即列印或抄下，核對身分後交給本人。"),
		effects("產生後", [
			user.has_password === 1
				? "本人可以用它重設密碼；在那之前，原來的密碼仍然有效。"
				: "本人可以用它設定密碼並開通帳號。",
			user.code_until !== null && "先前核發的啟用碼會立即失效。",
			"14 天內有效，用過一次就失效。用它設定密碼後，健康資料與證件 7 天後才看得到。",
		]),
	);
