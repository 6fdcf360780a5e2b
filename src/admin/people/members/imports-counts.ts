import * as z from "zod";
import type { Counts } from "#domain/people/roster/plan.ts";

const Count = z.int().default(0);
const StoredCounts = z.object({
	conflict: Count,
	confirm: Count,
	error: Count,
	create: Count,
	update: Count,
	fill: Count,
	skip: Count,
	same: Count,
});

/** Parses an import's stored counts of rows by outcome. */
export const readCounts = (json: string): Counts => StoredCounts.parse(JSON.parse(json));
