import type BulkSelect from "./bulk-select.island.ts";
import type Notes from "./notes.island.ts";
import type ReviewQueue from "./review-queue.island.ts";
import type SearchBox from "./search-box.island.ts";
import type TaskBoard from "./task-board.island.ts";
import type VoucherEditor from "./voucher-editor.island.ts";

/**
 * The registry of islands: each name with its component, the default export of `<name>.island.ts`. A new island needs a
 * line here, one in island.ts, by which the server draws it, and one in client/islands.ts, by which browsers load it.
 */
export type Components = {
	"bulk-select": typeof BulkSelect;
	notes: typeof Notes;
	"review-queue": typeof ReviewQueue;
	"search-box": typeof SearchBox;
	"task-board": typeof TaskBoard;
	"voucher-editor": typeof VoucherEditor;
};

export type IslandName = keyof Components;
/** The props of an island; they travel as JSON, so they must be plain data. */
export type IslandProps<N extends IslandName> = Parameters<Components[N]>[0];
