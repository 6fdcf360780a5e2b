import sprite from "#dist/icons.json" with { type: "json" };
import { html, type VNode } from "./html.ts";
import type { IconName } from "./icon-names.ts";

/** Draws an icon beside a word. It is hidden from screen readers, so a word (or `sr` text) must say the same. */
export const icon = (name: IconName, extra = ""): VNode =>
	html`<svg class=${`icon ${extra}`.trim()} aria-hidden="true"><use href=${`${sprite.url}#${name}`} /></svg>`;
