import type { Components, IslandName } from "#ui/islands/registry.ts";
import type { Wake } from "./wake.ts";

type Registry = { [N in IslandName]: () => Promise<{ default: Components[N]; wake?: Wake<N> }> };

/** Where the code of each island is; esbuild makes each import() a separate chunk. */
export const ISLANDS: Registry = {
	"bulk-select": () => import("#ui/islands/bulk-select.island.ts"),
	notes: () => import("#ui/islands/notes.island.ts"),
	"review-queue": () => import("./review-queue.island.ts"),
	"search-box": () => import("#ui/islands/search-box.island.ts"),
	"task-board": () => import("#ui/islands/task-board.island.ts"),
	"voucher-editor": () => import("./voucher-editor.island.ts"),
};
