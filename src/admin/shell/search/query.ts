import * as z from "zod";
import { asked, typedUpTo } from "#kernel/query.ts";
import { KINDS } from "./sources.ts";

/** Characters that are looked at; a further one changes nothing. */
export const MAX_TYPED = 100;
const MAX_PAGE = 1_000;

/** What the address of the search may ask for. An empty field of the form asks for nothing. */
export const SearchQuery = z.strictObject({
	q: typedUpTo(MAX_TYPED),
	kind: asked(z.enum(KINDS)),
	page: z.coerce.number().int().positive().max(MAX_PAGE).default(1),
});
