import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { paths } from "#http/paths.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { figures } from "./figures.ts";
import { forms } from "./forms.ts";
import { foundations } from "./foundations.ts";
import { lists } from "./lists.ts";
import { words } from "./words.ts";
import { writing } from "./writing.ts";

/** The groups of components; an address without a query shows the first group. */
const PARTS = {
	basics: { label: "文字與狀態", draw: () => [foundations(), words()] },
	forms: { label: "表單", draw: () => [forms()] },
	lists: { label: "清單", draw: () => [lists()] },
	figures: { label: "數字與流程", draw: () => [figures()] },
	writing: { label: "寫作", draw: () => [writing()] },
};
export type StylePart = keyof typeof PARTS;
export const STYLE_PARTS = Object.keys(PARTS) as [StylePart, ...StylePart[]];

/**
 * Draws all components with imaginary people and figures, for developers who draw or check pages. Not in production.
 */
export const styleguidePage = (parts: readonly StylePart[] = STYLE_PARTS): Page => ({
	title: "元件",
	crumbs: SYSTEM_CRUMBS,
	lead: "一條線、一個圈：線連起人與事，圈是此刻所在。",
	slim: true,
	tabs: STYLE_PARTS.map((part) => ({
		label: PARTS[part].label,
		href: `${paths.admin.styleguide()}?part=${part}`,
		current: parts.length === 1 && parts[0] === part,
	})),
	...(parts.includes("writing") && { sheets: ["media", "writing"] }),
	body: html`<div class="stack guide">${parts.flatMap((part) => PARTS[part].draw())}</div>`,
});
