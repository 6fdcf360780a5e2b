import { html, type VNode } from "#admin/html.ts";
import { count } from "./count.ts";
import { icon } from "./icon.ts";

/** A link of the menu, under the heading of its group. */
export type Area = {
	group: string;
	label: string;
	href: string;
	current?: boolean | undefined;
	/** How many things wait there. */
	count?: number | undefined;
};

/** The group that stands apart, under its own heading. */
export const SITE_GROUP = "官網管理";

const link = ({ label, href, current, count: many }: Area): VNode => html`<li>
	<a href=${href} aria-current=${current ? "page" : undefined}>
		${label}${many ? html`<span class="push">${count(many)}<span class="sr">件待處理</span></span>` : null}
	</a>
</li>`;

const list = (areas: Area[]): VNode => html`<ul class="plain">${areas.map(link)}</ul>`;

const subgroup = (group: string, areas: Area[], at: number): VNode => html`<section
	class="menu-group"
	aria-labelledby=${`menu-${at}`}
>
	<h3 id=${`menu-${at}`}>${group}</h3>
	${list(areas.filter((area) => area.group === group))}
</section>`;

/**
 * 管理 as one disclosure: a `details` that the page's script turns into a button with `aria-expanded`, which Esc and
 * leaving close. On a phone it opens as a headed section below the bar. The website's group has its own heading.
 */
export function mainMenu(areas: Area[], home: { href: string; current: boolean }): VNode | null {
	const site = areas.filter(({ group }) => group === SITE_GROUP);
	const groups = [...new Set(areas.map(({ group }) => group))].filter((group) => group !== SITE_GROUP);
	const here = areas.some(({ current }) => current);
	return html`<details class="menu" data-menu>
		<summary class=${here ? "nav-item menu-btn here" : "nav-item menu-btn"}>
			<span class="wide">管理</span><span class="narrow">${icon("menu")}<span class="sr">選單</span></span>${icon("down", "turn wide")}
		</summary>
		<div class="menu-panel">
			<div class="menu-in">
				<a class="menu-home narrow" href=${home.href} aria-current=${home.current ? "page" : undefined}>總覽</a>
				${
					groups.length > 0 &&
					html`<section class="menu-set" aria-labelledby="menu-staff">
						<h2 id="menu-staff" class="menu-title">管理</h2>
						<div class="menu-groups">${groups.map((group, at) => subgroup(group, areas, at))}</div>
					</section>`
				}
				${
					site.length > 0 &&
					html`<section class="menu-set site" aria-labelledby="menu-site">
						<h2 id="menu-site">${SITE_GROUP}</h2>
						${list(site)}
					</section>`
				}
			</div>
		</div>
	</details>`;
}
