import { usernameField } from "#account/username-field.ts";
import type { SecurityRow } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { ownPage } from "./parts.ts";

/**
 * Draws the page that asks for the password again before a page that needs a recent proof of the user's identity.
 * `next` is the address to go to afterwards.
 */
export const confirmPage = (
	state: FormState,
	{ security, next }: { security: SecurityRow; next: string | undefined },
): Page =>
	ownPage({
		title: "請確認是您本人",
		lead: "為了保護協會的資料，這項操作需要再輸入一次密碼。確認後 10 分鐘內不會再問，下載檔案則是 30 分鐘。",
		body: card(
			{ label: "請確認是您本人" },
			form(
				{
					action: paths.account.confirm(),
					state,
					submit: "確認",
					busy: "確認中...",
					cancel: next === undefined ? undefined : paths.account.show(),
				},
				next && html`<input type="hidden" name="next" value=${next} />`,
				usernameField(security),
				field({
					name: "current",
					label: "密碼",
					state,
					type: "password",
					autocomplete: "current-password",
					required: true,
					autofocus: true,
					aside: html`<a class="small" href=${paths.forgot()}>忘記密碼</a>`,
				}),
				security.totp_enabled_at !== null &&
					field({
						name: "code",
						label: "驗證碼",
						state,
						hint: "驗證器 App 上的 6 位數字。手機不在身邊時，可以改輸入一組備用碼。",
						autocomplete: "one-time-code",
						required: true,
					}),
			),
		),
	});

/**
 * Draws the page that follows a proof of identity in a second tab, while the first tab holds the form that the user
 * typed.
 */
export const confirmedPage = (): Page =>
	ownPage({
		title: "已確認",
		body: html`<div class="stack loose">
			${notice({ tone: "ok", role: "status" }, "已確認，請回到原本的分頁按「重新送出」。這個分頁可以關閉。")}
			<p>${linkButton({ label: "前往我的帳號", href: paths.account.show() })}</p>
		</div>`,
	});
