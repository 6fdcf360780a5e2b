import { count } from "./count.ts";
import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/** A link of the menu, under the heading of its group. */
export type Area = {
	group: string;
	label: string;
	href: string;
	current?: boolean | undefined;
	/** How many things wait for the user at that link. */
	count?: number | undefined;
};

/**
 * The only group (the website) that is a section of its own in the bar; all other groups are in the section 管理
 * (management).
 */
export const SITE_GROUP = "官網管理";

/** The most things that the menu counts; from one more on it says 99+. */
const MOST = 99;

const link = ({ label, href, current, count: many }: Area): VNode => html`<li>
	<a href=${href} aria-current=${current ? "page" : undefined}>
		${label}${many ? html`<span class="push">${count(many > MOST ? `${MOST}+` : many)}<span class="sr">件待處理</span></span>` : null}
	</a>
</li>`;

const list = (areas: Area[]): VNode => html`<ul class="plain">${areas.map(link)}</ul>`;

const subgroup = (
	group: string,
	areas: Area[],
	id: string,
): VNode => html`<section class="menu-group" aria-labelledby=${id}>
	<h3 id=${id}>${group}</h3>
	${list(areas.filter((area) => area.group === group))}
</section>`;

/**
 * Draws the section 管理 (management) with its heading and groups; `at` begins its ids, so that they differ from those
 * of the other menu on the page.
 */
const staffSet = (areas: Area[], at: string): VNode => html`<section class="menu-set" aria-labelledby=${`${at}-staff`}>
	<h2 id=${`${at}-staff`} class="menu-title">管理</h2>
	<div class="menu-groups">
		${[...new Set(areas.map(({ group }) => group))].map((group, nth) => subgroup(group, areas, `${at}-${nth}`))}
	</div>
</section>`;

const siteSet = (areas: Area[]): VNode => html`<section class="menu-set site" aria-labelledby="phone-site">
	<h2 id="phone-site">${SITE_GROUP}</h2>
	${list(areas)}
</section>`;

/**
 * Draws a section of the wide bar: a `details` that the page's script turns into a button with `aria-expanded`; Esc or
 * leaving it closes it.
 */
const part = (label: string, areas: Area[], { look, panel }: { look: string; panel: VNode }): VNode => html`<details
	class=${look}
	data-menu
>
	<summary class=${areas.some(({ current }) => current) ? "nav-item menu-btn here" : "nav-item menu-btn"}>
		${label}${icon("down", "turn")}
	</summary>
	${panel}
</details>`;

const staffPart = (areas: Area[]): VNode =>
	part("管理", areas, {
		look: "menu wide",
		panel: html`<div class="menu-panel"><div class="menu-in">${staffSet(areas, "menu")}</div></div>`,
	});

const sitePart = (areas: Area[]): VNode =>
	part(SITE_GROUP, areas, {
		look: "menu wide actions-menu",
		panel: html`<div class="pop-panel">${list(areas)}</div>`,
	});

/**
 * Draws the menus 管理 (management) and 官網管理 (website): two sections of a wide bar, on a phone one menu with both.
 */
export function mainMenu(all: Area[], home: { href: string; current: boolean }): VNode[] {
	const site = all.filter(({ group }) => group === SITE_GROUP);
	const staff = all.filter(({ group }) => group !== SITE_GROUP);
	return [
		...(staff.length > 0 ? [staffPart(staff)] : []),
		...(site.length > 0 ? [sitePart(site)] : []),
		html`<details class="menu narrow" data-menu>
			<summary class=${all.some(({ current }) => current) ? "nav-item menu-btn here" : "nav-item menu-btn"}>
				${icon("menu")}<span class="sr">選單</span>
			</summary>
			<div class="menu-panel">
				<div class="menu-in">
					<a class="menu-home" href=${home.href} aria-current=${home.current ? "page" : undefined}>總覽</a>
					${staff.length > 0 && staffSet(staff, "phone")} ${site.length > 0 && siteSet(site)}
				</div>
			</div>
		</details>`,
	];
}
