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

/** Whom and when a fee is for, as SQL: the membership type, the kind (entrance, annual) and the day that it goes by. */
type FeeFor = { type: string; kind: string; day: string };

const ofType = (column: string, { type, day }: FeeFor): string =>
	`(SELECT r.${column} FROM membership_fees r WHERE r.membership_type = ${type} AND r.from_on <= ${day}
		ORDER BY r.from_on DESC, r.id DESC LIMIT 1)`;

/** Returns SQL: the fee of a membership type on a day, its own or what the settings say (`typeFeeOn` in domain/people/fees.ts). */
export const feeFor = (of: FeeFor): string =>
	`iif(${of.kind} = 'entrance', coalesce(${ofType("entrance_fee", of)}, ${feeSetting("entrance_fee")}),
		coalesce(${ofType("annual_fee", of)}, ${feeSetting("annual_fee")}))`;

/** Returns SQL: the discount that a disability certificate gives a membership type on a day, in percent; 0 for none. */
export const discountFor = (of: FeeFor): string =>
	`iif(coalesce(${ofType("has_discount", of)}, 1) = 1, ${feeSetting("disability_discount_percent")}, 0)`;

/** SQL for the day on which a member `m` joined or joined again; '' when it is unknown: joinedDay (domain/people/fees.ts). */
export const JOINED = "max(coalesce(m.joined_on, ''), coalesce(m.resolution_on, ''))";

/** SQL: whom and when the fee of a dues item `d` of a member `m` is for. */
export const FEE_OF_ITEM: FeeFor = {
	type: "m.type_code",
	kind: "d.kind",
	day: `iif(d.kind = 'entrance', ${JOINED}, d.dues_year || '-01-01')`,
};
