import * as z from "zod";
import type { PaymentCounts } from "#domain/money/payment-imports/plan.ts";

const Count = z.int().default(0);
const Stored = z.object({ conflict: Count, error: Count, create: Count, skip: Count, same: Count, total: Count });

/** Parses an import's stored counts of rows by outcome. */
export const readCounts = (json: string): PaymentCounts => Stored.parse(JSON.parse(json));
