import type { Children, VNode } from "./html.ts";
import type { IconName } from "./icon-names.ts";

export type Crumb = { label: string; href?: string | undefined };
/** A tab: a link to a related page of the same level. */
export type Tab = {
	label: string;
	href: string;
	current?: boolean | undefined;
	count?: number | string | undefined;
	/** The kept view that the tab shows: a script asks how many records it has, once the page stands. */
	view?: number | undefined;
	/** A link at the end of the tabs that does something with the list, such as keeping it. */
	icon?: IconName | undefined;
	/** A stroke stands before the tab: other people's end here. */
	cut?: boolean | undefined;
};

/** The name of a style sheet that only a few pages need. */
export type Sheet =
	| "bank"
	| "desk"
	| "finance"
	| "home"
	| "ledger"
	| "media"
	| "person"
	| "prints"
	| "receipts"
	| "tasks"
	| "vouchers"
	| "writing";

/** The contents of a page, which its frame (the layout around every page) draws. */
export type Page = {
	/** The heading of the page: the record's own name when the page shows one record. */
	title: string;
	/** The record's own name, when `title` says what is done with it: it then begins the window's title. */
	name?: string | undefined;
	crumbs?: readonly Crumb[] | undefined;
	/** The middle part of the window's title: 姓名｜會員｜協會名. */
	area?: string | undefined;
	/** A sentence, or a few facts, under the heading. */
	lead?: string | VNode | undefined;
	/** Buttons at the head's end; at most one of them is primary. */
	actions?: Children;
	/**
	 * A bar that stays in sight while the page scrolls, in place of breadcrumbs and head; screen readers still find the
	 * heading.
	 */
	bar?: VNode | undefined;
	/**
	 * Shown in place of the short line under the head: a row of dots (`beads` of ./thread.ts), one for each record that
	 * is worked off one after the other.
	 */
	line?: Children;
	tabs?: Tab[] | undefined;
	body: VNode;
	status?: number | undefined;
	/** The page has a narrow column, for forms and for reading. */
	slim?: boolean | undefined;
	/** The page is a list: its head is one line, and it is as wide as the window. */
	list?: boolean | undefined;
	/**
	 * The page shows a text of the website: the content security policy then allows pictures from other sites and video
	 * players.
	 */
	outside?: boolean | undefined;
	/** Style sheets besides the one that every page has. */
	sheets?: readonly Sheet[] | undefined;
};
