import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import type { IconName } from "./icon-names.ts";
import type { Tone } from "./notice.ts";

export type Status = {
	word: string;
	/** Without a tone it is quiet: not begun, over. */
	tone?: Tone | undefined;
	icon?: IconName | undefined;
};

const ICON: Record<Tone, IconName> = { ok: "ok", warn: "clock", danger: "warn", info: "info" };

/** The state of a thing: colour, word and icon, always the three. */
export const status = ({ word, tone, icon: name }: Status): VNode =>
	html`<span class=${tone ? `status ${tone}` : "status"}>${icon(name ?? (tone ? ICON[tone] : "dot"))}${word}</span>`;
