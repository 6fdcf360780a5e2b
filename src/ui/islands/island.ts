import { html, use, type VNode } from "#ui/html.ts";
import BulkSelect from "./bulk-select.island.ts";
import Notes from "./notes.island.ts";
import type { IslandName, IslandProps } from "./registry.ts";
import SearchBox from "./search-box.island.ts";

/** The server's side of the registry: the same names, imported at once; the type keeps both in step. */
const COMPONENTS: { [N in IslandName]: (props: IslandProps<N>) => VNode } = {
	"bulk-select": BulkSelect,
	notes: Notes,
	"search-box": SearchBox,
};

/**
 * A part of the page that wakes up in the browser: its HTML is drawn here and works as it is; the script takes it over on
 * load, when it comes into sight (`visible`), or when it is first touched or focused (`touched`).
 */
export function island<N extends IslandName>(name: N, props: IslandProps<N>, when?: "visible" | "touched"): VNode {
	return html`<x-island name=${name} when=${when} props=${JSON.stringify(props)}>${use(COMPONENTS[name], props)}</x-island>`;
}
