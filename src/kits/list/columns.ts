import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import type { Column } from "#ui/table.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";

/** Returns the ids of the columns that are shown now: those of the address (`chosen`), or else the usual ones. */
const idsOf = (
	columns: readonly Pick<Column<never>, "id" | "extra">[],
	chosen: readonly string[] | undefined,
): string[] => (chosen ? [...chosen] : columns.flatMap(({ id, extra }) => (id !== undefined && !extra ? [id] : [])));

/**
 * Returns the columns of a list that are shown: those without an id always and in their place, the others by `chosen`
 * and in its order. An id that no column has (any more) is left out.
 */
export function shownColumns<C extends Pick<Column<never>, "id" | "extra">>(
	columns: readonly C[],
	chosen: readonly string[] | undefined,
): C[] {
	const first = columns.findIndex(({ id }) => id !== undefined);
	if (first === -1) return [...columns];
	const isFixed = ({ id }: C): boolean => id === undefined;
	const picked = [...new Set(idsOf(columns, chosen))].flatMap((id) => columns.find((one) => one.id === id) ?? []);
	return [...columns.slice(0, first), ...picked, ...columns.slice(first).filter(isFixed)];
}

/**
 * Draws the button 欄位 with its panel: each column that may be left out is a link to the list with or without it, each shown
 * one but the first has a link that moves it one place forward, and all of these can be dragged (column-drag.ts); null for a list whose columns all stay.
 */
export function columnsMenu(
	columns: readonly Pick<Column<never>, "id" | "extra" | "label">[],
	chosen: readonly string[] | undefined,
	here: Here,
): VNode | null {
	const choosable = columns.filter(({ id }) => id !== undefined);
	if (choosable.length === 0) return null;
	const now = idsOf(columns, chosen).filter((id) => choosable.some((one) => one.id === id));
	const to = (next: readonly string[]): string => hrefWith(here, { cols: next.join(".") || NONE });
	const line = ({ id = "", label }: (typeof choosable)[number]): VNode => {
		const at = now.indexOf(id);
		const isShown = at !== -1;
		const others = now.filter((one) => one !== id);
		return html`<li data-col=${isShown ? id : undefined}>
			<a id=${`col-${id}`} class=${isShown ? "on" : undefined} href=${to(isShown ? others : [...now, id])}>
				${icon(isShown ? "check" : "plus")}${label}<span class="sr">${isShown ? "，已顯示" : "，未顯示"}</span>
			</a>
			${
				at > 0 &&
				html`<a id=${`before-${id}`} href=${to(others.toSpliced(at - 1, 0, id))} title="往前移" aria-label=${`${label}往前移`}>${icon("up")}</a>`
			}
			${isShown && now.length > 1 && html`<span class="columns-grip scripted" title="拖曳排序" data-grip>${icon("grip")}</span>`}
		</li>`;
	};
	// In the order of the list, then those that are not shown.
	const inOrder = [
		...now.flatMap((id) => choosable.find((one) => one.id === id) ?? []),
		...choosable.filter(({ id = "" }) => !now.includes(id)),
	];
	return html`<details class="pop columns-menu" data-menu>
		<summary class="btn quiet s">${icon("table")}欄位 <small>${now.length}／${choosable.length}</small></summary>
		<div class="pop-panel">
			<ul class="plain" data-href=${hrefWith(here, { cols: undefined })}>${inOrder.map(line)}</ul>
			${chosen && usual(here)}
		</div>
	</details>`;
}

const usual = (here: Here): Children =>
	html`<p class="columns-end"><a id="col-usual" href=${hrefWith(here, { cols: undefined })}>恢復預設欄位</a></p>`;

/** What the address says when no column is chosen but those that always stay. */
const NONE = "none";
