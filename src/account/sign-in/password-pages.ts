import { usernameField } from "#account/username-field.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";

/**
 * Draws the field for a new password. It is typed only once, because it can be shown, which helps more than typing it
 * blindly twice.
 */
export const newPassword = (state: FormState, { isMember = false } = {}): VNode =>
	field({
		name: "password",
		label: "新密碼",
		state,
		type: "password",
		hint: `至少 12 個字元${isMember ? "" : "（沒有兩步驟驗證的工作人員 15 個）"}。用幾個詞連成一句話，最好記也最安全。`,
		autocomplete: "new-password",
		required: true,
	});

export const forgotPage = (state: FormState): Page => ({
	title: "忘記密碼",
	lead: "輸入您的帳號，我們會寄出重設密碼的連結。",
	body: html`<div class="stack loose">
		${form(
			{ action: paths.forgot(), state, submit: "寄出連結", busy: "寄送中...", big: true, cancel: paths.login() },
			field({
				name: "identifier",
				label: "手機號碼或電子郵件",
				state,
				autocomplete: "username",
				required: true,
			}),
		)}
		<p class="small soft">帳號沒有電子郵件？請與協會聯絡，由工作人員核對身分後給您<a href=${paths.activate()}>啟用碼</a>。</p>
	</div>`,
});

/** Draws the answer to a forgotten password, the same whether the account exists or not. */
export const forgotSentPage = (): Page => ({
	title: "請查看您的信箱",
	body: html`<div class="stack loose">
		${notice(
			{ tone: "info" },
			html`<p>如果這個帳號存在並留有電子郵件，幾分鐘內會收到重設密碼的信，連結 30 分鐘內有效。</p>`,
			html`<p>沒有收到時，請看看垃圾郵件匣，或與協會聯絡。</p>`,
		)}
		${linkButton({ label: "回到登入", href: paths.login(), block: true, size: "big" })}
	</div>`,
});

/**
 * Draws the page that sets a password by the link of a mail: the first password after an invitation, or a new one after
 * a reset.
 */
export const linkPage = (
	state: FormState,
	{
		kind,
		token,
		name,
		login,
	}: {
		kind: "invitation" | "password_reset";
		token: string;
		name: string;
		login: { email: string | null; phone: string | null };
	},
): Page => ({
	title: kind === "invitation" ? "開通帳號" : "重設密碼",
	lead: kind === "invitation" ? `${name}，歡迎加入。請設定登入密碼。` : `${name}，請設定新的密碼。`,
	body: form(
		{
			action: kind === "invitation" ? paths.invite(token) : paths.reset(token),
			state,
			submit: kind === "invitation" ? "開通帳號" : "設定新密碼",
			big: true,
		},
		html`<div class="small"><span class="soft">帳號　</span>${login.email ?? login.phone}</div>`,
		usernameField(login),
		newPassword(state),
	),
});

/** Draws the page of a link that was used, has expired or never existed, with the same words for all. */
export const deadLinkPage = (kind: "invitation" | "password_reset"): Page => ({
	title: "這個連結不能使用",
	status: 410,
	body: html`<div class="stack loose">
		${notice({ tone: "warn" }, "連結已經使用過、已過期，或網址不完整。")}
		${
			kind === "invitation"
				? html`<p>請與邀請您的協會聯絡，請工作人員重新寄送邀請。已經開通過的帳號請直接登入。</p>`
				: html`<p>請重新申請一次重設密碼。</p>`
		}
		<div class="row">
			${kind === "password_reset" && linkButton({ label: "重新申請", href: paths.forgot(), tone: "primary" })}
			${linkButton({ label: "前往登入", href: paths.login() })}
		</div>
	</div>`,
});

export const activatePage = (state: FormState): Page => ({
	title: "用啟用碼開通",
	lead: "啟用碼印在繳費通知單上，或由協會工作人員給您。",
	body: html`<div class="stack loose">
		${form(
			{ action: paths.activate(), state, submit: "開通帳號", big: true },
			field({
				name: "identifier",
				label: "手機號碼或電子郵件",
				state,
				hint: "與協會登記的相同。",
				autocomplete: "username",
				required: true,
			}),
			field({
				name: "code",
				label: "啟用碼",
				state,
				hint: "10 個英文字母與數字，例如 ABCDE-12345，不分大小寫。",
				autocomplete: "off",
				required: true,
			}),
			newPassword(state, { isMember: true }),
		)}
		<p class="small"><a href=${paths.login()}>已經有密碼，前往登入</a></p>
	</div>`,
});
