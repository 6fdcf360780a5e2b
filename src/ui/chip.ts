import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/** A small word: a tag, or with `removeHref` a condition that its link takes away. */
export const chip = ({ label, removeHref }: { label: string; removeHref?: string | undefined }): VNode =>
	removeHref
		? html`<a class="chip" href=${removeHref}>${label}${icon("x")}<span class="sr">移除</span></a>`
		: html`<span class="chip">${label}</span>`;
