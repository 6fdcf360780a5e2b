import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/** What a colour means; every tone has its icon. */
export type Tone = "ok" | "warn" | "danger" | "info";

const ICON = { ok: "ok", warn: "warn", danger: "warn", info: "info" } as const;

export type Notice = {
	tone?: Tone | undefined;
	title?: string | undefined;
	/** `alert` interrupts a screen reader, `status` waits; without it the words are plain text. */
	role?: "alert" | "status" | undefined;
};

/** A sentence that matters here: a warning, a result, a hint about the whole page. */
export const notice = ({ tone = "info", title, role }: Notice, ...children: Children[]): VNode => html`<div
	class=${`notice ${tone}`}
	role=${role}
>
	${icon(ICON[tone])}
	<div>${title && html`<b class="notice-title">${title}</b>`} ${children}</div>
</div>`;

/** The one-time word after a redirect. */
export type Flash = { text: string; tone?: Tone | undefined; link?: { href: string; label: string } | undefined };

/** Says once what has just been done. */
export const flash = ({ text, tone = "ok", link }: Flash): VNode =>
	html`<div class="flash">
		${notice({ tone, role: "status" }, text, link && html`<a href=${link.href}>${link.label}</a>`)}
	</div>`;
