/**
 * Every island: its name and where its code is. A file is called `<name>.island.ts` and its default export is the
 * component; esbuild makes each import() a chunk of its own. A new island is a line here and one in island.ts.
 */
export const ISLANDS = {
} as const;

export type IslandName = keyof typeof ISLANDS;
