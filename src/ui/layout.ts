import { island } from "#ui/islands/island.ts";
import type { SearchBoxProps } from "#ui/islands/search-box.island.ts";
import { count } from "./count.ts";
import { crumbs } from "./crumbs.ts";
import { documentHtml } from "./document.ts";
import { doorArt } from "./door-art.ts";
import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { type Area, mainMenu } from "./main-menu.ts";
import { type Flash, flash } from "./notice.ts";
import type { Crumb, Page } from "./page.ts";
import { pageHead } from "./page-head.ts";
import { type PersonMenu, personMenu } from "./person-menu.ts";
import { searchPlace } from "./search-link.ts";
import { tabs } from "./tabs.ts";
import type { Theme } from "./theme.ts";

export type Frame = Page &
	PersonMenu & {
		/** The association's short name, for the bar and the window's title; `fullName` stands at the foot. */
		association: string;
		fullName?: string | undefined;
		flash?: Flash | undefined;
	};
export type StaffFrame = Frame & {
	areas: Area[];
	/** The search box of the bar: the address of the search page, and what this user may search for. */
	search?: SearchBoxProps | undefined;
	/** The user's long work, which runs or has ended and was not seen yet. */
	works?: VNode | null | undefined;
	/** The page is the dashboard. */
	atHome?: boolean | undefined;
};
export type MemberFrame = Frame & {
	nav: { label: string; href: string; current?: boolean | undefined; count?: number | undefined }[];
	/** How to reach the association, shown at the foot. */
	contact?: string | undefined;
	/** The page draws its own head, as the dashboard does with its greeting. */
	ownHead?: boolean | undefined;
};
export type DoorFrame = {
	association: string;
	fullName?: string | undefined;
	/** Two short lines in the picture beside the form. */
	motto?: [string, string] | undefined;
	title: string;
	lead?: string | undefined;
	theme: Theme;
	flash?: Flash | undefined;
	home: string;
	body: VNode;
};

const skip = html`<a class="btn skip" href="#main">跳至主要內容</a>`;
const say = html`<p id="say" class="sr" role="status"></p>`;

const brand = (association: string, href: string): VNode =>
	html`<a class="brand" href=${href}>${icon("mark")}<span>${association}</span></a>`;

/** The breadcrumbs of a list that is an entry of the menu would only repeat the menu. */
const crumbsOf = ({ list, crumbs: steps = [] }: Frame): readonly Crumb[] =>
	list && steps.filter(({ href }) => href !== undefined).length < 2 ? [] : steps;

const inner = (frame: Frame): Children => [
	frame.bar ? [html`<h1 class="sr">${frame.title}</h1>`, frame.bar] : [crumbs(crumbsOf(frame)), pageHead(frame)],
	frame.flash && flash(frame.flash),
	tabs(frame.tabs, frame.area),
	frame.body,
];

/**
 * Returns the whole document of a staff page: the bar with the menu, the search and the user menu, the page's head, its
 * body.
 */
export const staffFrame = (frame: StaffFrame): string =>
	documentHtml({
		titles: [frame.name ?? frame.title, frame.area, frame.association],
		theme: frame.theme,
		sheets: ["desk", ...(frame.sheets ?? [])],
		body: html`<div class="frame">
			${skip}
			<header class="topbar">
				<div class="topbar-in">
					${brand(frame.association, frame.links.home)}
					<nav class="main-nav" aria-label="主選單">
						<a class="nav-item wide" href=${frame.links.home} aria-current=${frame.atHome ? "page" : undefined}>總覽</a>
						${frame.areas.length > 0 && mainMenu(frame.areas, { href: frame.links.home, current: frame.atHome ?? false })}
					</nav>
					${frame.search && searchPlace(frame.search, island("search-box", frame.search, "touched"))} ${personMenu(frame)}
				</div>
			</header>
			<main id="main" class=${["page", frame.slim && "slim", frame.list && "list"].filter(Boolean).join(" ")} tabindex="-1">${frame.works}${inner(frame)}</main>
			<footer class="foot">${frame.fullName ?? frame.association}　會務系統</footer>
			${say}
		</div>`,
	});

const navWords = ({ label, count: many }: MemberFrame["nav"][number]): Children =>
	many ? [label, " ", count(many, true), html`<span class="sr">則未讀</span>`] : label;

const memberNav = (nav: MemberFrame["nav"]): VNode => html`<nav class="main-nav" aria-label="會員專區">
	${nav.map(
		(one) =>
			html`<a class="nav-item wide" href=${one.href} aria-current=${one.current ? "page" : undefined}>${navWords(one)}</a>`,
	)}
	<details class="menu narrow" data-menu>
		<summary class="nav-item menu-btn">${icon("menu")}<span class="sr">選單</span></summary>
		<div class="menu-panel">
			<div class="menu-in">
				<section class="menu-set" aria-labelledby="menu-member">
					<h2 id="menu-member">會員專區</h2>
					<ul class="plain">
						${nav.map((one) => html`<li><a href=${one.href} aria-current=${one.current ? "page" : undefined}>${navWords(one)}</a></li>`)}
					</ul>
				</section>
			</div>
		</div>
	</details>
</nav>`;

/** Returns the whole document of a page of the member area: one row of plain links, and wide spacing. */
export const memberFrame = (frame: MemberFrame): string =>
	documentHtml({
		titles: [frame.name ?? frame.title, frame.area, frame.association],
		theme: frame.theme,
		kind: "member",
		sheets: frame.sheets,
		body: html`<div class="frame">
			${skip}
			<header class="topbar">
				<div class="topbar-in slim">${brand(frame.association, frame.links.home)}${memberNav(frame.nav)}${personMenu(frame)}</div>
			</header>
			<main id="main" class="page slim" tabindex="-1">
				${frame.ownHead ? [frame.flash && flash(frame.flash), frame.body] : inner(frame)}
			</main>
			<footer class="foot slim">${frame.fullName ?? frame.association}${frame.contact && `　${frame.contact}`}</footer>
			${say}
		</div>`,
	});

const MOTTO: [string, string] = ["一路有人同行，", "每一步都算數。"];

/** Returns the whole document of a page before sign-in: sign-in, invitation, password reset, activation. */
export const doorFrame = (frame: DoorFrame): string =>
	documentHtml({
		titles: [frame.title, frame.association],
		theme: frame.theme,
		body: html`<div class="door">
			${skip}
			<header class="door-art">
				${doorArt()} ${brand(frame.association, frame.home)}
				<p class="motto">${(frame.motto ?? MOTTO).map((line) => html`<span>${line}</span>`)}</p>
				<p class="small long">${frame.fullName ?? frame.association}　會務系統</p>
			</header>
			<main id="main" class="door-form" tabindex="-1">
				<div class="stack loose">
					<div><h1>${frame.title}</h1>${frame.lead && html`<p class="soft small">${frame.lead}</p>`}</div>
					${frame.flash && flash(frame.flash)} ${frame.body}
				</div>
			</main>
			${say}
		</div>`,
	});
