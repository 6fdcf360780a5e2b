import { type Select, select } from "#db/read.ts";
import type { RateRow } from "#domain/books/withholding/rates.ts";

/** Selects the values that hold on a day (YYYY-MM-DD), at most one of each kind, for `withheldFrom`. */
export const ratesOn = (day: string): Select<RateRow> =>
	select(
		`SELECT kind, from_on, value FROM withholding_rates r
		WHERE id = (SELECT id FROM withholding_rates WHERE kind = r.kind AND from_on <= ?1 ORDER BY from_on DESC, id DESC LIMIT 1)
		ORDER BY kind`,
		day,
	);
