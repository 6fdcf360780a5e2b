import type { Children, VNode } from "./html.ts";

export type Crumb = { label: string; href?: string | undefined };
/** A link to a sister page. */
export type Tab = { label: string; href: string; current?: boolean | undefined; count?: number | string | undefined };

/** A style sheet of a few pages alone. */
export type Sheet = "finance" | "ledger" | "prints" | "receipts" | "tasks" | "vouchers" | "writing";

/** What a page gives to its frame. */
export type Page = {
	/** The name of the page: the thing's own name where it shows one. */
	title: string;
	/** The thing's own name, where the title says what is done with it: the first of the window's title. */
	name?: string | undefined;
	crumbs?: readonly Crumb[] | undefined;
	/** The middle of the window's title: 姓名｜會員｜協會名. */
	area?: string | undefined;
	/** A sentence, or a few facts, under the name. */
	lead?: string | VNode | undefined;
	/** Buttons at the head's end; one of them primary at most. */
	actions?: Children;
	/** In place of the head's short line: the beads of a queue. */
	line?: Children;
	tabs?: Tab[] | undefined;
	body: VNode;
	status?: number | undefined;
	/** A narrow column, for forms and for reading. */
	slim?: boolean | undefined;
	/** Shows a text of the website: pictures from elsewhere and the players of videos are let in. */
	outside?: boolean | undefined;
	/** Style sheets beside the one that every page has. */
	sheets?: readonly Sheet[] | undefined;
};
