import { avatar } from "./avatar.ts";
import { button, linkButton } from "./button.ts";
import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { type Theme, themeForm } from "./theme.ts";

/** The addresses that every frame (the layout around a page) links to. */
export type FrameLinks = { home: string; account: string; theme: string; logout: string };

export type PersonMenu = {
	/** `id` tells scripts whose page it is, when somebody else signed in meanwhile in this browser. */
	who: { id?: number | undefined; name: string; roles: string };
	theme: Theme;
	links: FrameLinks;
	/** The page's address, to return to after the theme was changed. */
	here?: string | undefined;
	/** The link to the other area (staff or member), for a user who is both. */
	other?: { href: string; label: string } | undefined;
};

/** Draws the signed-in user's menu: the user's name, the theme, the account, sign-out. */
export const personMenu = ({
	who,
	theme,
	links,
	here,
	other,
}: PersonMenu): VNode => html`<details class="menu pop" data-menu>
	<summary class="nav-item plain-item">
		${avatar(who.name)}<span class="wide">${who.name}</span>${icon("down", "turn wide")}<span class="sr">帳號選單</span>
	</summary>
	<div class="pop-panel stack">
		<p class="pop-name" data-user=${who.id}><b>${who.name}</b><span class="soft small">${who.roles}</span></p>
		${themeForm({ action: links.theme, theme, back: here })}
		<div class="stack tight">
			${other && linkButton({ label: other.label, href: other.href, block: true })}
			${linkButton({ label: "我的帳號", href: links.account, block: true })}
			<form method="post" action=${links.logout}>${button({ label: "登出", tone: "quiet", block: true })}</form>
		</div>
	</div>
</details>`;
