import { paths } from "#http/paths.ts";
import { checkbox } from "#ui/choices.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";

/** Draws the sign-in page (登入), one for members and staff. `next` is the address to go to afterwards. */
export const loginPage = (state: FormState, next: string | undefined): Page => ({
	title: "登入",
	lead: "會員與工作人員都從這裡登入。",
	body: html`<div class="stack loose">
		${form(
			{ action: paths.login(), state, submit: "登入", busy: "登入中...", big: true },
			next && html`<input type="hidden" name="next" value=${next} />`,
			field({
				name: "identifier",
				label: "手機號碼或電子郵件",
				state,
				hint: "例如 0912 345 678，空格與橫線可省略。",
				autocomplete: "username",
				required: true,
			}),
			field({
				name: "password",
				label: "密碼",
				state,
				type: "password",
				autocomplete: "current-password",
				required: true,
				aside: html`<a class="small" href=${paths.forgot()}>忘記密碼</a>`,
			}),
			checkbox({
				name: "remember",
				label: "在這個裝置上保持登入 30 天",
				hint: "僅限會員；共用的電腦請不要勾選。",
				state,
			}),
		)}
		<p class="small soft">收到繳費通知單，但還沒有帳號嗎？<a href=${paths.activate()}>用啟用碼開通</a></p>
	</div>`,
});

/**
 * Draws the form for the code of the second factor (兩步驟驗證), which follows the password. `next` is the address to
 * go to afterwards.
 */
export const codePage = (state: FormState, next: string | undefined): Page => ({
	title: "兩步驟驗證",
	lead: "密碼正確。請輸入驗證器 App 上的 6 位數字。",
	body: html`<div class="stack loose">
		${form(
			{ action: paths.loginCode(), state, submit: "繼續", busy: "確認中...", big: true },
			next && html`<input type="hidden" name="next" value=${next} />`,
			field({
				name: "code",
				label: "驗證碼",
				state,
				hint: "手機不在身邊時，可以改輸入一組備用碼，例如 ABCDE-12345。",
				autocomplete: "one-time-code",
				required: true,
				autofocus: true,
			}),
		)}
		<p class="small"><a href=${paths.login()}>改用其他帳號登入</a></p>
	</div>`,
});
