import * as z from "zod";
import { Checked, line, Version } from "#kernel/form.ts";

/** Up to so many characters of a list's address are kept. */
const LONGEST = 2_000;

/** The form of a view: its name, for whom it is, and the conditions, order and columns of the list as a query text. */
export const ListViewInput = z.strictObject({
	name: line(30).refine((text) => text !== "", { error: "請填寫名稱。" }),
	shared: Checked,
	query: z.string().max(LONGEST),
});
export const ListViewCreation = ListViewInput.extend({ list: z.string().max(200) });
export const ListViewEdit = ListViewInput.extend({ version: Version });
export const ListViewRemoval = z.strictObject({ version: Version });
