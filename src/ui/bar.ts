import { type Children, html, type VNode } from "./html.ts";

/** One share of a whole, with its label. */
export type Part = { label: string; value: number };

const GAP = 1.5;

const square = (at: number): VNode =>
	html`<svg viewBox="0 0 12 12" aria-hidden="true"><rect class=${`f${at + 1}`} width="12" height="12" rx="3" /></svg>`;

/** Draws the legend of a bar: each colour with its label, and with its figure when one is given. */
export const legend = (parts: { label: string; value?: Children }[]): VNode => html`<p class="legend">
	${parts.map(({ label, value }, at) => html`<span>${square(at)}${label}${value && [" ", html`<b>${value}</b>`]}</span>`)}
</p>`;

/**
 * Draws up to four shares of a whole as one bar, described in words for screen readers. `of` is the whole when the
 * shares do not add up to it.
 */
export function bar({ parts, of }: { parts: Part[]; of?: number | undefined }): VNode {
	const shown = parts.filter(({ value }) => value > 0);
	const whole =
		Math.max(
			of ?? 0,
			shown.reduce((sum, { value }) => sum + value, 0),
		) || 1;
	let from = 0;
	return html`<svg
		class="bar"
		viewBox="0 0 400 8"
		preserveAspectRatio="none"
		role="img"
		aria-label=${parts.map(({ label, value }) => `${label} ${value.toLocaleString("en-US")}`).join("、")}
	>
		${shown.map((part) => {
			const width = (400 * part.value) / whole;
			const x = from;
			from += width;
			const drawn = Math.max(1, width - (from < 399.9 ? GAP : 0));
			return html`<rect class=${`f${parts.indexOf(part) + 1}`} x=${x.toFixed(1)} width=${drawn.toFixed(1)} height="8" />`;
		})}
	</svg>`;
}
