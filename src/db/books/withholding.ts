import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { RateInput } from "#domain/books/withholding/form.ts";
import type { RateRow } from "#domain/books/withholding/rates.ts";

/** Selects the values that hold on a day (YYYY-MM-DD), at most one of each kind, for `withheldFrom`. */
export const ratesOn = (day: string): Select<RateRow> =>
	select(
		`SELECT kind, from_on, value FROM withholding_rates r
		WHERE id = (SELECT id FROM withholding_rates WHERE kind = r.kind AND from_on <= ?1 ORDER BY from_on DESC, id DESC LIMIT 1)
		ORDER BY kind`,
		day,
	);

/** Selects every value that was ever set; of two from one day the later one comes later. */
export const allRates = (): Select<RateRow & { id: number; created_at: number }> =>
	select("SELECT id, kind, from_on, value, created_at FROM withholding_rates ORDER BY kind, from_on, id");

export const insertRate = ({ kind, from_on, value }: RateInput, at: number): Write =>
	sql`INSERT INTO withholding_rates (kind, from_on, value, created_at) VALUES (${kind}, ${from_on}, ${value}, ${at})`;
