import type { Surroundings } from "#auth/visitor.ts";
import { signersOn } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { PRINT_ROWS } from "#kits/list/book.ts";
import { linkButton } from "#ui/button.ts";
import { fileButtons } from "#ui/export-links.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { amount, figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { stamps } from "#ui/stamps.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";

const { ledger } = paths.admin;
/** Who signs, and the titles of those who sign, from the settings. */
export type Titles = Surroundings["titles"];
/** Returns the people who sign a report: those of the settings, and always the secretary. */
const signersOf = (titles: Titles): string[] =>
	signersOn({ ...titles, signers: [...titles.signers, "secretary"] }, "製表");
/** Returns the people who sign a year's statements, which the supervisors audit too. */
export const yearSignersOf = (titles: Titles): string[] =>
	signersOf(titles).toSpliced(titles.signers.includes("chair") ? 1 : 0, 0, titles.supervisor);

/** `isOpen` says that the figures are of a year that is not closed: the paper says 未結帳. */
export type ReportHead = { association: string; title: string; span: string; isOpen: boolean };

/** Returns whether the year of a report's last day (YYYY-MM-DD) is not closed. */
export const isOpenYear = ({ closedYears }: Pick<Surroundings, "closedYears">, day: string): boolean =>
	!closedYears.includes(Number(day.slice(0, 4)));

/** Draws the period of the figures and their unit; the unit does not wrap. */
export const withUnit = (span: string): VNode => html`<span>${span}　<span class="nowrap">單位：新臺幣元</span></span>`;

/**
 * Draws the head of a report: the association, the title, the period and the unit. `onPaperOnly`: it is hidden on the
 * screen.
 */
export const reportHead = ({ association, title, span, isOpen }: ReportHead, onPaperOnly = true): VNode =>
	html`<header class=${onPaperOnly ? "report-head print-only" : "report-head"}>
		<p class="org">${association}</p>
		<h2>${title}${isOpen && "（未結帳）"}</h2>
		<p>${withUnit(span)}</p>
	</header>`;

export type Report = ReportHead &
	Pick<Page, "area" | "crumbs" | "tabs"> & {
		titles: Titles;
		/** The page's name on the screen, when it differs from the title on paper. */
		name?: string;
		lead?: Page["lead"];
		/** The address of the report's file in a format; undefined while there is nothing to show. */
		files?: ((format: "xlsx" | "csv") => string) | undefined;
		/** The address of all rows on one page, for printing; without it, this page itself is printed. */
		printHref?: string | undefined;
		/** Whether there are more rows than can be printed at once. */
		tooLong?: boolean;
		body: Children;
	};

/** Returns the page of a report, with its files, its print version and the line of its signers. */
export function reportPage({ files, printHref, tooLong, body, name, lead, titles, ...of }: Report): Page {
	return {
		title: name ?? of.title,
		area: of.area,
		crumbs: of.crumbs,
		lead: lead ?? withUnit(of.span),
		tabs: of.tabs,
		sheets: ["ledger"],
		actions: files && [
			fileButtons(files),
			printHref ? linkButton({ label: "列印", icon: "print", tone: "primary", href: printHref }) : printButton(),
		],
		body: html`<div class="stack loose">
			${tooLong && html`<div class="no-print">${notice({ tone: "warn" }, `一次最多列印 ${figure(PRINT_ROWS)} 行，後面的沒有列出來。請縮短期間，分次列印。`)}</div>`}
			<div class="report">${reportHead(of)} ${body}</div>
			${stamps(signersOf(titles))}
		</div>`,
	};
}

/** Draws an amount as a link (`href`) to the lines that it sums; without an address, or for 0, only the amount. */
export const deep = (value: number, href: string | undefined): VNode | string =>
	value === 0 || href === undefined ? amount(value) : html`<a href=${href}>${figure(value)}</a>`;

/** Returns the address of an account's lines between two months or days. */
export const accountHref = (id: number, { from, to }: { from: string; to: string }): string =>
	hrefWith({ path: ledger.general(), query: { account: String(id), from, to } } satisfies Here, {});
