import { usernameField } from "#account/username-field.ts";
import type { SecurityRow } from "#db/system/index.ts";
import { MIN_PASSWORD, MIN_STAFF_PASSWORD } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { ownPage } from "./parts.ts";

/** Draws the form that changes the user's password (變更密碼). */
export const passwordPage = (state: FormState, security: SecurityRow): Page =>
	ownPage({
		title: "變更密碼",
		lead: "變更後，其他裝置都會登出，並寄信通知您。",
		body: card(
			{ label: "變更密碼" },
			form(
				{
					action: paths.account.password(),
					state,
					submit: "變更密碼",
					busy: "變更中...",
					cancel: paths.account.show(),
				},
				usernameField(security),
				field({
					name: "current",
					label: "目前的密碼",
					state,
					type: "password",
					autocomplete: "current-password",
					required: true,
					aside: html`<a class="small" href=${paths.forgot()}>忘記密碼</a>`,
				}),
				field({
					name: "password",
					label: "新密碼",
					state,
					type: "password",
					hint: rulesOf(security),
					autocomplete: "new-password",
					required: true,
				}),
			),
		),
	});

/** Writes the rules that the new password of this user must meet. */
function rulesOf({ is_staff, totp_enabled_at }: SecurityRow): string {
	const isLong = is_staff === 1 && totp_enabled_at === null;
	const least = isLong ? MIN_STAFF_PASSWORD : MIN_PASSWORD;
	const shorter = isLong ? `（開啟兩步驟驗證後可縮短為 ${MIN_PASSWORD} 個）` : "";
	return `至少 ${least} 個字元${shorter}，不必混用大小寫或符號。用幾個詞連成一句話，最好記也最安全；請不要用姓名、電話或常見的密碼。`;
}
