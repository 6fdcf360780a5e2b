import { status } from "./status.ts";
import type { Column } from "./table.ts";

/** The column 狀態 of a list of what is in use or retired. */
export const IN_USE: Column<{ is_active: 0 | 1 }> = {
	label: "狀態",
	sort: "state",
	sheet: "corner",
	bare: true,
	nowrap: true,
	cell: ({ is_active }) => status(is_active === 1 ? { word: "使用中", tone: "ok" } : { word: "已停用" }),
};
