import { html, type VNode } from "./html.ts";

/** A number with thousands and a true minus; nothing is a dash. */
export const figure = (value: number | null | undefined): string =>
	value === null || value === undefined ? "—" : value.toLocaleString("en-US").replace("-", "−");

/** An amount in whole dollars with its unit: 1,284,630 元. */
export const money = (dollars: number): string => `${figure(dollars)} 元`;

/** An amount in a cell under a heading that names the unit; zero is a quiet dash, as ledgers have it. */
export const amount = (dollars: number): VNode | string =>
	dollars === 0 ? html`<span class="soft">—</span>` : figure(dollars);
