import { MAIL_KIND_LABELS, type MailKind } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";

export type Subscription = { token: string; kind: MailKind; isOff: boolean };

/**
 * Draws the page behind a mail's link to end a kind of mails (取消訂閱). It does not show whose mailbox it is, because
 * mails are forwarded.
 */
export const subscriptionPage = ({ token, kind, isOff }: Subscription, state: FormState): Page => ({
	title: isOff ? "已取消訂閱" : "取消訂閱",
	body: html`<div class="stack loose">
		${
			isOff
				? notice({ tone: "ok", role: "status" }, `以後不會再寄「${MAIL_KIND_LABELS[kind]}」到這個信箱。`)
				: html`<p>不想再收到「${MAIL_KIND_LABELS[kind]}」的電子郵件嗎？按下按鈕就會停止。</p>`
		}
		<p class="small soft">繳費、收據、帳號安全等與您個人有關的通知不受影響；登入之後，仍然看得到所有公告。</p>
		${form(
			{
				action: paths.unsubscribe(token),
				state,
				submit: isOff ? "重新訂閱" : "取消訂閱",
				busy: "處理中...",
				big: true,
			},
			isOff && html`<input type="hidden" name="again" value="1" />`,
		)}
		${linkButton({ label: "前往登入", href: paths.login(), block: true, size: "big" })}
	</div>`,
});

/** Draws the page of a link that was altered or signed with another key. */
export const deadSubscriptionPage = (): Page => ({
	title: "這個連結不能使用",
	status: 404,
	body: html`<div class="stack loose">
		${notice({ tone: "warn" }, "連結不完整或已經失效。請用最近一封信裡的連結，或登入後在「公告」頁修改，也可以請協會協助。")}
		${linkButton({ label: "前往登入", href: paths.login(), block: true, size: "big" })}
	</div>`,
});
