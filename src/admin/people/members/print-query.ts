import * as z from "zod";
import { asked, typedUpTo } from "#kernel/query.ts";
import { CHOSEN } from "#kits/list/chosen.ts";
import { memberList } from "./list.ts";
import { CLOSINGS } from "./print-labels.ts";

const ticked = z.enum(["1"]).optional();

/** What the address of a print may ask for, whichever it is. */
export const PrintQuery = memberList.asking({
	...CHOSEN,
	sheet: z.enum(["3x8", "2x7"]).default("3x8"),
	closing: z.enum(CLOSINGS).default("收"),
	/** A label for each, also where several live at one address. */
	apart: ticked,
	/** Also who left, was declined or died. */
	ended: ticked,
	/** May stand more than once; which ones is read from the address itself. */
	columns: z.string().optional(),
	title: typedUpTo(60),
	on: asked(z.iso.date()),
});
export type PrintQuery = z.infer<typeof PrintQuery>;
