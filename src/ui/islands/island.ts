import { type Children, html, use, type VNode } from "#ui/html.ts";
import BulkSelect from "./bulk-select.island.ts";
import Notes from "./notes.island.ts";
import { scriptOf } from "./part.ts";
import type { PartName } from "./parts.ts";
import type { IslandName, IslandProps } from "./registry.ts";
import ReviewQueue from "./review-queue.island.ts";
import SearchBox from "./search-box.island.ts";
import TaskBoard from "./task-board.island.ts";
import VoucherEditor from "./voucher-editor.island.ts";

/** The islands as the server draws them. */
const COMPONENTS: { [N in IslandName]: (props: IslandProps<N>) => VNode } = {
	"bulk-select": BulkSelect,
	notes: Notes,
	"review-queue": ReviewQueue,
	"search-box": SearchBox,
	"task-board": TaskBoard,
	"voucher-editor": VoucherEditor,
};

/**
 * Draws an island: the server draws its HTML, which works without scripts; the script takes it over on load, when it
 * becomes visible (`visible`), or when it is first touched or focused (`touched`).
 */
export function island<N extends IslandName>(name: N, props: IslandProps<N>, when?: "visible" | "touched"): VNode {
	return html`<x-island name=${name} when=${when} props=${JSON.stringify(props)}>${use(COMPONENTS[name], props)}</x-island>`;
}

/**
 * Draws an island around HTML that the script leaves as it is, because fields in it are typed in: the component puts
 * its `children` into an element of its own. The code of the part `by`, a small one, starts it when it is touched.
 */
export const islandAround = <N extends IslandName>(
	{ name, by }: { name: N; by: PartName },
	props: IslandProps<N>,
	...children: Children[]
): VNode =>
	html`<x-island name=${name} by=${by} src=${scriptOf(by)} props=${JSON.stringify(props)}>${use(COMPONENTS[name], props, ...children)}</x-island>`;
