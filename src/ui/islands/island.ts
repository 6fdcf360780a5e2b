import { html, use, type VNode } from "#ui/html.ts";
import BulkSelect from "./bulk-select.island.ts";
import Notes from "./notes.island.ts";
import type { IslandName, IslandProps } from "./registry.ts";
import SearchBox from "./search-box.island.ts";
import TaskBoard from "./task-board.island.ts";

/** The islands as the server draws them; the type demands the same names as in the browser's registry. */
const COMPONENTS: { [N in IslandName]: (props: IslandProps<N>) => VNode } = {
	"bulk-select": BulkSelect,
	notes: Notes,
	"search-box": SearchBox,
	"task-board": TaskBoard,
};

/**
 * Draws an island: the server draws its HTML, which works without scripts; the script takes it over on load, when it
 * becomes visible (`visible`), or when it is first touched or focused (`touched`).
 */
export function island<N extends IslandName>(name: N, props: IslandProps<N>, when?: "visible" | "touched"): VNode {
	return html`<x-island name=${name} when=${when} props=${JSON.stringify(props)}>${use(COMPONENTS[name], props)}</x-island>`;
}
