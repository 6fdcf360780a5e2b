import { html, type VNode } from "./html.ts";

/** Draws the progress of a long task, `done` of `of` with its label: 匯入名冊　186／326. */
export const progress = ({
	label,
	done,
	of,
}: {
	label: string;
	done: number;
	of: number;
}): VNode => html`<div class="field">
	<span class="label">${label}　${done.toLocaleString("en-US")}／${of.toLocaleString("en-US")}</span>
	<progress aria-label=${label} max=${Math.max(of, 1)} value=${Math.min(done, Math.max(of, 1))}></progress>
</div>`;
