import { html, type VNode } from "./html.ts";

/** Writes a number with thousands separators and a true minus sign; null and undefined are a dash. */
export const figure = (value: number | null | undefined): string =>
	value === null || value === undefined ? "—" : value.toLocaleString("en-US").replace("-", "−");

/** Writes an amount of whole dollars with its unit: 1,284,630 元. */
export const money = (dollars: number): string => `${figure(dollars)} 元`;

/** Draws an amount in dollars for a cell whose heading names the unit; zero is a quiet dash, as in ledgers. */
export const amount = (dollars: number): VNode | string =>
	dollars === 0 ? html`<span class="soft">—</span>` : figure(dollars);
