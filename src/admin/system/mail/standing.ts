import { allows } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import type { MailHealth } from "#db/system/mail-log.ts";
import type { MailSettings } from "#domain/system/mail/settings.ts";
import { paths } from "#http/paths.ts";
import { type Missing, mailerOf } from "#platform/mail.ts";
import { linkButton } from "#ui/button.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import { ago } from "#ui/time.ts";

/** Whether mail can be sent, and whether the current user may change its settings. */
export type Standing = { chosen: ReturnType<typeof mailerOf>; maySet: boolean };

const MISSING: Record<Missing, { title: string; words: string }> = {
	provider: { title: "還沒有選擇寄信方式", words: "請在郵件設定選擇 Cloudflare Email 或 Resend。" },
	from_address: { title: "還沒有寄件人信箱", words: "請在郵件設定填寫寄件人信箱，網域須先在寄信服務驗證過。" },
	binding: {
		title: "Cloudflare 的寄信功能還沒有接上",
		words: "請系統維運人員接上 EMAIL 綁定後重新部署，或在郵件設定改用 Resend。",
	},
	api_key: {
		title: "還沒有 Resend 的金鑰",
		words: "請系統維運人員設定 RESEND_API_KEY，或在郵件設定改用 Cloudflare Email。",
	},
};

/**
 * Draws a notice that mail cannot be sent and what to do, or that it stays in the local mailbox; null when mail is
 * sent.
 */
export function standingNotice({ chosen, maySet }: Standing): VNode | null {
	if ("mailer" in chosen) {
		const isLocal = chosen.mailer.name === "local";
		return isLocal ? notice({}, "目前使用本機信箱：信件不會真的寄出，可以在這裡閱讀。") : null;
	}
	const more = maySet
		? html`<div class="row">${linkButton({ label: "前往郵件設定", href: paths.admin.settings.group("mail"), size: "s" })}</div>`
		: html`<p>請通知系統管理員。</p>`;
	return missingNotice(chosen.missing, more);
}

/** Draws a notice that mail cannot be sent, why, and what to do. */
export function missingNotice(missing: Missing, more?: VNode): VNode {
	const { title, words } = MISSING[missing];
	return notice(
		{ tone: "danger", title: `郵件目前寄不出去：${title}` },
		html`<div class="stack tight">
			<p>${words}在那之前，信件會先排著，設定完成後自動寄出。</p>
			${more}
		</div>`,
	);
}

/** Draws one line with the mails of the last seven days and the mails that wait. */
export function healthLine({ sent, failed, bounced, waiting, oldestAt }: MailHealth, at: number): VNode {
	const many = (count: number): VNode => html`<b>${count.toLocaleString("en-US")}</b>`;
	return html`<p>
		最近 7 天寄出 ${many(sent)} 封，失敗 ${many(failed)} 封，被退回 ${many(bounced)} 封；
		${waiting === 0 || oldestAt === null ? "沒有等候寄出的信。" : html`<span>${many(waiting)} 封等候寄出，最早的是${ago(oldestAt, at)}。</span>`}
	</p>`;
}

/** Returns which mailer sends mail, and whether the current user may change that. */
export const standingOf = ({ env, who }: Pick<Ask, "env" | "who">, settings: MailSettings): Standing => ({
	chosen: mailerOf(env, settings),
	maySet: allows("settings", who),
});
