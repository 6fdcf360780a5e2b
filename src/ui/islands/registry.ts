/**
 * The registry of islands: each name and where its code is. A file is called `<name>.island.ts` and its default export
 * is the component; esbuild makes each import() a separate chunk. A new island needs a line here and one in island.ts.
 */
export const ISLANDS = {
	"bulk-select": () => import("./bulk-select.island.ts"),
	notes: () => import("./notes.island.ts"),
	"search-box": () => import("./search-box.island.ts"),
	"task-board": () => import("./task-board.island.ts"),
} as const;

export type IslandName = keyof typeof ISLANDS;
/** The props of an island; they travel as JSON, so they must be plain data. */
export type IslandProps<N extends IslandName> = Parameters<Awaited<ReturnType<(typeof ISLANDS)[N]>>["default"]>[0];
