import { html } from "#admin/html.ts";
import { linkButton } from "#admin/ui/button.ts";
import { card } from "#admin/ui/card.ts";
import { noneYet } from "#admin/ui/empty.ts";
import type { Page } from "#admin/ui/page.ts";
import type { Surroundings } from "#auth/visitor.ts";
import { paths } from "#http/paths.ts";

/** For a user without a member record: why there is nothing to see yet, and whom to turn to. */
export const createProfilePage = (name: string, { association }: Surroundings): Page => ({
	title: "建立會員資料",
	slim: true,
	body: card(
		{ label: "建立會員資料", flush: true },
		noneYet({
			title: `${name}，歡迎您`,
			text: `您的帳號還沒有會員資料。請與${association}聯絡，由工作人員為您建立或連結會員資料。`,
			actions: html`<span class="row">${linkButton({ label: "查看我的帳號", href: paths.account.show() })}</span>`,
		}),
	),
});
