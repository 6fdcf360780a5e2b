import { button } from "./button.ts";
import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/** The meaning of a colour; every tone has its own icon. */
export type Tone = "ok" | "warn" | "danger" | "info";

const ICON = { ok: "ok", warn: "warn", danger: "warn", info: "info" } as const;

export type Notice = {
	tone?: Tone | undefined;
	title?: string | undefined;
	/** The ARIA role: `alert` interrupts a screen reader, `status` waits; without a role the notice is plain text. */
	role?: "alert" | "status" | undefined;
};

/** Draws a notice on the page: a warning, a result, or a hint about the whole page. */
export const notice = ({ tone = "info", title, role }: Notice, ...children: Children[]): VNode => html`<div
	class=${`notice ${tone}`}
	role=${role}
>
	${icon(ICON[tone])}
	<div>${title && html`<b class="notice-title">${title}</b>`} ${children}</div>
</div>`;

/** A message that is shown once, on the page after a redirect. */
export type Flash = {
	text: string;
	tone?: Tone | undefined;
	link?: { href: string; label: string } | undefined;
	/** The form that takes the action back. */
	undo?: { action: string; fields: Record<string, string> } | undefined;
};

const undoing = ({
	action,
	fields,
}: NonNullable<Flash["undo"]>): VNode => html`<form class="undo" method="post" action=${action}>
	${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
	${button({ label: "復原", icon: "undo", size: "s", tone: "quiet", busy: "復原中..." })}
</form>`;

/** Draws the message that is shown once about what has just been done. */
export const flash = ({ text, tone = "ok", link, undo }: Flash): VNode =>
	html`<div class="flash">
		${notice({ tone, role: "status" }, text, link && html`<a href=${link.href}>${link.label}</a>`, undo && undoing(undo))}
	</div>`;
