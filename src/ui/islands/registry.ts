/**
 * Every island: its name and where its code is. A file is called `<name>.island.ts` and its default export is the
 * component; esbuild makes each import() a chunk of its own. A new island is a line here and one in island.ts.
 */
export const ISLANDS = {
	"bulk-select": () => import("./bulk-select.island.ts"),
	notes: () => import("./notes.island.ts"),
	"search-box": () => import("./search-box.island.ts"),
} as const;

export type IslandName = keyof typeof ISLANDS;
/** What an island is given; it travels as JSON, so plain data only. */
export type IslandProps<N extends IslandName> = Parameters<Awaited<ReturnType<(typeof ISLANDS)[N]>>["default"]>[0];
