import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { ownPage, withoutFields } from "./parts.ts";

/**
 * Draws the form that changes the user's email address (變更電子郵件); the new address replaces the old one only when
 * its owner has followed a mailed link.
 */
export const emailPage = (state: FormState, current: string | null): Page =>
	ownPage({
		title: current === null ? "設定電子郵件" : "變更電子郵件",
		lead: current === null ? "用來登入與收信。" : `目前是 ${current}`,
		body: card(
			{ label: "登入資料" },
			form(
				{
					action: paths.account.email(),
					state,
					submit: "寄出確認信",
					busy: "寄送中...",
					cancel: paths.account.show(),
				},
				field({
					name: "email",
					label: "新的電子郵件",
					state,
					type: "email",
					hint: "我們會寄一封確認信過去；點了信裡的連結並確認後，才會改用新的信箱。",
					autocomplete: "email",
					required: true,
				}),
			),
		),
	});

/**
 * Draws the page behind the link that was mailed to the new address. It asks to confirm with a button, because virus
 * scanners follow links, too.
 */
export const emailProofPage = (state: FormState, { token, email }: { token: string; email: string }): Page =>
	ownPage({
		title: "確認新的電子郵件",
		lead: "之後就用這個信箱登入與收信。",
		body: card(
			{ label: "確認新的電子郵件" },
			form(
				{
					action: paths.account.emailProof(token),
					state: withoutFields(state),
					submit: "改用這個信箱",
					busy: "處理中...",
					cancel: paths.account.show(),
				},
				html`<p><span class="soft">新的信箱　</span><b>${email}</b></p>`,
			),
		),
	});

/** Draws the page of a used, expired, unknown or another user's link, with the same words for all of them. */
export const deadProofPage = (): Page => ({
	...ownPage({
		title: "這個連結不能使用",
		body: html`<div class="stack loose">
			${notice(
				{ tone: "warn" },
				"連結已經使用過、已過期、網址不完整，或屬於另一個帳號。請用申請變更的帳號登入後再開啟，或重新申請一次。",
			)}
			<div class="row">
				${linkButton({ label: "重新申請", href: paths.account.email(), tone: "primary" })}
				${linkButton({ label: "回到我的帳號", href: paths.account.show() })}
			</div>
		</div>`,
	}),
	status: 410,
});

/** Draws the form that sets or changes the user's mobile number (變更手機號碼); `current` is the present one. */
export const phonePage = (state: FormState, current: string | null): Page =>
	ownPage({
		title: current === null ? "設定手機號碼" : "變更手機號碼",
		lead: current === null ? "設定後可以用手機號碼登入。" : `目前是 ${phoneWords(current)}`,
		body: card(
			{ label: "登入資料" },
			form(
				{ action: paths.account.phone(), state, submit: "儲存", cancel: paths.account.show() },
				field({
					name: "phone",
					label: "新的手機號碼",
					state,
					type: "tel",
					hint: "例如 0912 345 678，空格與橫線可省略。之後就用這個號碼登入。",
					autocomplete: "tel",
					required: true,
				}),
			),
		),
	});
