import * as z from "zod";
import type { StatementCounts } from "#domain/money/bank-statements/plan.ts";

const Count = z.int().default(0);
const Day = z.string().nullable().default(null);
const StoredCounts = z.object({ error: Count, new: Count, known: Count, skip: Count, first: Day, last: Day });

/** Parses a statement's stored counts of rows by outcome. */
export const readCounts = (json: string): StatementCounts => StoredCounts.parse(JSON.parse(json));
