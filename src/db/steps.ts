import { type SQL, sql } from "drizzle-orm";
import type { Step } from "#kernel/steps.ts";

/** Whether a record stands where a step begins: a condition of the column of its state. */
export const beginsIn = (column: "status" | "state", { from }: Pick<Step, "from">): SQL =>
	sql`${sql.raw(column)} IN (SELECT value FROM json_each(${JSON.stringify(from)}))`;
