import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import type { IconName } from "./icon-names.ts";
import type { Tone } from "./notice.ts";

export type Status = {
	word: string;
	/** The tone of the colour; without a tone the status is grey, for what has not begun or is over. */
	tone?: Tone | undefined;
	icon?: IconName | undefined;
};

const ICON: Record<Tone, IconName> = { ok: "ok", warn: "clock", danger: "warn", info: "info" };

/** Draws the status of a record, always with colour, word and icon together. */
export const status = ({ word, tone, icon: name }: Status): VNode =>
	html`<span class=${tone ? `status ${tone}` : "status"}>${icon(name ?? (tone ? ICON[tone] : "dot"))}${word}</span>`;
