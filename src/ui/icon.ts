import sprite from "#dist/icons.json" with { type: "json" };
import { html, type VNode } from "./html.ts";
import type { IconName } from "./icon-names.ts";

/** Returns the address of an icon in the sprite. */
export const iconAddress = (name: IconName): string => `${sprite.url}#${name}`;

/** Draws an icon beside a word. It is hidden from screen readers, so a word (or `sr` text) must say the same. */
export const icon = (name: IconName, extra = ""): VNode =>
	html`<svg class=${`icon ${extra}`.trim()} aria-hidden="true"><use href=${iconAddress(name)} /></svg>`;
