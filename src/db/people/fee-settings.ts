import { SETTINGS } from "#domain/system/settings/schema.ts";

/** What each may be, as the settings' form has it. */
const RANGES = {
	entrance_fee: [0, 1_000_000],
	annual_fee: [0, 1_000_000],
	disability_discount_percent: [0, 100],
	next_year_from_month: [2, 13],
} as const;
export type FeeSetting = keyof typeof RANGES;

/**
 * A fee setting as SQL, so that what goes by it needs no read before; what is not one of its values counts as the default,
 * as everywhere.
 */
export function feeSetting(name: FeeSetting): string {
	const [least, most] = RANGES[name];
	return `coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'fees.${name}'
		AND value <> '' AND value NOT GLOB '*[^0-9]*' AND CAST(value AS INTEGER) BETWEEN ${least} AND ${most}),
		${SETTINGS.fees[name].default})`;
}
