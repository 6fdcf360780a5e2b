import { type SQL, sql } from "drizzle-orm";
import type { Step } from "#kernel/steps.ts";

/** Returns the condition, on the column of a record's state, that the record is in a state in which a step begins. */
export const beginsIn = (column: "status" | "state", { from }: Pick<Step, "from">): SQL =>
	sql`${sql.raw(column)} IN (SELECT value FROM json_each(${JSON.stringify(from)}))`;
