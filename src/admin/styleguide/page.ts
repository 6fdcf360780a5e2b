import { html } from "#admin/html.ts";
import type { Page } from "#admin/ui/page.ts";
import { figures } from "./figures.ts";
import { forms } from "./forms.ts";
import { foundations } from "./foundations.ts";
import { lists } from "./lists.ts";
import { words } from "./words.ts";
import { writing } from "./writing.ts";

/** Every component with imaginary people and figures, for whoever draws or checks the pages. Development only. */
export const styleguidePage = (): Page => ({
	title: "元件",
	crumbs: [{ label: "總覽", href: "/admin" }, { label: "系統" }],
	lead: "一條線、一個圈：線連起人與事，圈是此刻所在。",
	slim: true,
	sheets: ["writing"],
	body: html`<div class="stack guide">${foundations()} ${words()} ${forms()} ${lists()} ${figures()} ${writing()}</div>`,
});
