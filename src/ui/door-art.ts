import { html, type VNode } from "./html.ts";

const rings = (x: number, y: number, radii: number[]): VNode[] =>
	radii.map((r) => html`<circle cx=${x} cy=${y} r=${r} />`);

/** Draws the picture of the sign-in pages: two people, a line between them, and the ripples they make. */
export const doorArt =
	(): VNode => html`<svg viewBox="0 0 600 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
	<g class="ripples">${rings(180, 330, [60, 120, 190, 270, 360])}${rings(436, 159, [40, 80])}</g>
	<g class="pair">
		<circle cx="180" cy="330" r="22" />
		<path d="M198 317 424 167" />
		<circle cx="436" cy="159" r="14" />
	</g>
</svg>`;
