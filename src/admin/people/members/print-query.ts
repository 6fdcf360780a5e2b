import * as z from "zod";
import { typedUpTo } from "#kernel/query.ts";
import { AskedDay } from "#kernel/typed.ts";
import { CHOSEN } from "#kits/list/chosen.ts";
import { memberList } from "./list.ts";
import { CLOSINGS } from "./print-labels.ts";

/** The schema of the title above a printed list: a text that is trimmed and cut after 60 characters, "" by default. */
export const PrintTitle = typedUpTo(60);
const ticked = z.enum(["1"]).optional();

/** The query of a print's address, for all kinds of prints. */
export const PrintQuery = memberList.asking({
	...CHOSEN,
	sheet: z.enum(["3x8", "2x7"]).default("3x8"),
	closing: z.enum(CLOSINGS).default("收"),
	/** Whether each member gets a label, even when several live at one address. */
	apart: ticked,
	/** Whether to include members who left, were declined or died. */
	ended: ticked,
	/**
	 * The chosen columns. The parameter may occur several times, so all its values are read from the address instead.
	 */
	columns: z.string().optional(),
	title: PrintTitle,
	on: AskedDay,
});
export type PrintQuery = z.infer<typeof PrintQuery>;
