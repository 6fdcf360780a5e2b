import { SETTINGS } from "#domain/system/index.ts";

/** The least and the greatest value of each fee setting, as in the form of the settings. */
const RANGES = {
	entrance_fee: [0, 1_000_000],
	annual_fee: [0, 1_000_000],
	disability_discount_percent: [0, 100],
	next_year_from_month: [2, 13],
} as const;
export type FeeSetting = keyof typeof RANGES;

/**
 * Returns a fee setting as SQL, so that a query can use it without a read before. A stored text that is not one of the
 * setting's values counts as the default, as everywhere.
 */
export function feeSetting(name: FeeSetting): string {
	const [least, most] = RANGES[name];
	return `coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'fees.${name}'
		AND value <> '' AND value NOT GLOB '*[^0-9]*' AND CAST(value AS INTEGER) BETWEEN ${least} AND ${most}),
		${SETTINGS.fees[name].default})`;
}
