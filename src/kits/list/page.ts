import { card } from "#ui/card.ts";
import { noMatch, pastTheEnd } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { type Here, hrefWith, sortOf } from "#ui/url-state.ts";
import { columnsMenu, shownColumns } from "./columns.ts";
import { type Conditions, fieldsOf, narrowing, searchOf } from "./conditions.ts";
import type { ListOf, ListPage } from "./declaration.ts";
import { viewTabs } from "./views.ts";

/**
 * Draws the page of a list from its declaration (`of`) and from what was read for it (`list`). `turning` leads to the
 * list's other pages.
 */
export function pageOfList<C extends Conditions, S extends string, Row, More extends object>(
	of: Omit<ListPage<C, S, Row, More>, "read">,
	list: ListOf<C, S, Row, More>,
	turning: Children = pagesOf({ ...of, told: of.told?.(list) }, list),
): Page {
	const { title, area, crumbs, sheets } = of;
	const [above, below] = [of.above?.(list), of.below?.(list)];
	const body = listCard(of, list, turning);
	return {
		...{ title: of.heading?.(list) ?? title, area, crumbs, sheets },
		lead: of.lead?.(list) ?? `${counted(of, list)}${of.sums?.(list) ?? ""}。`,
		actions: of.actions?.(list),
		tabs: viewTabs({ ...list, conditions: of.conditions, isCounted: !of.isUncounted }, of.tabs?.(list)),
		list: true,
		body: above || below ? html`<div class="stack">${above} ${body} ${below}</div>` : body,
	};
}

type Paged = { rows: readonly unknown[]; total: number; here: Here; asked: { page: number } };
type Paging = { size?: number; unit: string; told?: string | undefined };
const pagesOf = ({ size, unit, told }: Paging, { rows, total, here, asked }: Paged): Children =>
	rows.length > 0 && size && pager({ here, page: asked.page, size, total, told, unit });

const counted = ({ unit }: { unit: string }, { isNarrowed, total }: { isNarrowed: boolean; total: number }): string =>
	`${isNarrowed ? "符合條件的有" : "共"} ${figure(total)} ${unit}`;

function listCard<C extends Conditions, S extends string, Row, More extends object>(
	of: Omit<ListPage<C, S, Row, More>, "read">,
	list: ListOf<C, S, Row, More>,
	turning: Children,
): VNode {
	const { rows, total, asked, here } = list;
	const caption = (typeof of.caption === "function" ? of.caption(asked) : of.caption) ?? of.card ?? of.title;
	const columns: Column<Row>[] = of.columns(list);
	const beside = columnsMenu(columns, list.chosen, here);
	const search = searchOf(of.conditions);
	const fields = [...fieldsOf(of.conditions, of.options?.(list) ?? {}), ...(of.open?.fields(list) ?? [])];
	const band = rows.length > 0 && of.band?.(list);
	return card(
		of.card ? { title: of.card, count: total, flush: true } : { flush: true, label: caption },
		(search || fields.length > 0 || beside) && filters({ here, search, fields, also: of.also?.(list), beside }),
		of.intro && html`<div class="card-body"><p class="small soft">${of.intro(list)}</p></div>`,
		html`<div id="list">${[
			table<Row>({
				caption,
				cards: true,
				list: true,
				picked: Boolean(band),
				columns: shownColumns(columns, list.chosen),
				rows,
				rowId: of.rowId,
				under: of.under && ((row) => of.under?.(row, list) ?? null),
				sorted: (of.sorts ?? of.by) && { here, now: sortOf(here, asked.sort) },
				empty: nothing(of, list),
			}),
			band,
			turning,
		]}</div>`,
	);
}

function nothing<C extends Conditions, S extends string, Row, More extends object>(
	of: Omit<ListPage<C, S, Row, More>, "read">,
	list: ListOf<C, S, Row, More>,
): VNode {
	const { here, total, isNarrowed } = list;
	const name = of.name ?? of.title;
	if (total > 0) return pastTheEnd(here, of.past ?? "列表已經變短", name);
	if (!isNarrowed) return of.none(list);
	const narrow = narrowing(of.conditions);
	const isKept = (one: string): boolean => !narrow.includes(one) && !of.open?.names.test(one);
	const kept = Object.entries(here.query).filter(([one]) => isKept(one) && one !== "sort" && one !== "page");
	return noMatch({
		title: of.noMatch ?? `找不到符合的${name}`,
		clearHref: hrefWith({ ...here, query: Object.fromEntries(kept) }, {}),
	});
}
