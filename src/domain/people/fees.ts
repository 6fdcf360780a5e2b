import { type Approval, discountOn } from "#domain/people/certificates/rules.ts";
import type { MemberStatus, TypeBase } from "#domain/people/members/codes.ts";
import { EXEMPT_TYPES } from "#domain/people/members/rules.ts";

/** The kinds of dues (會費種類). */
export const DUES_KINDS = ["entrance", "annual"] as const;
export type DuesKind = (typeof DUES_KINDS)[number];

/**
 * The fee settings of a day: amounts in whole NT$, the discount in percent, and the month (1 to 12; 13: never) from
 * which a joining member first owes the annual fee of the next year.
 */
export type Fees = {
	entrance_fee: number;
	annual_fee: number;
	disability_discount_percent: number;
	next_year_from_month: number;
	/** What types pay by fees of their own (會費標準); a type without one pays what the settings say. */
	ofTypes?: readonly TypeFee[];
};

/** What a membership type pays from a day (YYYY-MM-DD) on; of two from the same day the later one in a list holds. */
export type TypeFee = {
	membership_type: string;
	from_on: string;
	entrance_fee: number;
	annual_fee: number;
	/** Whether a disability certificate reduces it. */
	has_discount: 0 | 1;
};

/** Returns the fee of its own that a membership type has on a day; undefined when it pays what the settings say. */
export const typeFeeOn = <Fee extends TypeFee>(fees: readonly Fee[], type: string, on: string): Fee | undefined =>
	fees
		.filter((one) => one.membership_type === type && one.from_on <= on)
		.reduce<Fee | undefined>((best, one) => (best && best.from_on > one.from_on ? best : one), undefined);

/** The statuses of members whose dues are assessed: members, and applicants who become members by paying. */
export const ASSESSED_STATUSES = ["awaiting_payment", "active", "suspended"] as const satisfies readonly MemberStatus[];

/** The stored reason of a dues item whose amount is 0 after the discount, and of one of a fee of 0. */
export const ZERO_REASON = "減免後為 0 元";
export const NO_FEE_REASON = "會費標準為 0 元";

/** Whether members whose type has this base owe dues by the year (docs/workflows.md#fees). */
export const owesDues = (base: TypeBase): boolean => !EXEMPT_TYPES.includes(base);

/** Whether a kind of dues is owed at all: a type for life owes an entrance fee where it has one of its own, else nothing. */
const owesKind = (base: TypeBase, kind: DuesKind, own: TypeFee | undefined): boolean =>
	owesDues(base) || (base === "lifetime" && kind === "entrance" && own !== undefined);

export const baseOf = (kind: DuesKind, fees: Pick<Fees, "entrance_fee" | "annual_fee">): number =>
	kind === "entrance" ? fees.entrance_fee : fees.annual_fee;

/**
 * Returns the fee after the discount; the discount is floor(base × percent ÷ 100). The database checks the same formula
 * (migration 0023).
 */
export const amountOf = (base: number, percent: number): number => base - Math.floor((base * percent) / 100);

/**
 * Returns the first year whose annual fee is owed by a member who joined on the day `joinedOn` (YYYY-MM-DD): from the
 * month `next_year_from_month` on, it is the next year.
 */
export const firstYear = (joinedOn: string, { next_year_from_month }: Pick<Fees, "next_year_from_month">): number =>
	Number(joinedOn.slice(0, 4)) + (Number(joinedOn.slice(5, 7)) >= next_year_from_month ? 1 : 0);

/**
 * Returns the day on which a member joined or joined again: the later of the day on record (`joined_on`) and the day of
 * the board's resolution on the member (`resolution_on`); null when neither is known.
 */
export const joinedDay = (member: { joined_on: string | null; resolution_on: string | null }): string | null =>
	[member.joined_on, member.resolution_on]
		.filter((day) => day !== null)
		.sort()
		.at(-1) ?? null;

/**
 * The data of a member that the assessment of dues needs; `items` are the member's dues items that are not cancelled.
 */
export type Owing = {
	membership_type: string;
	type_base: TypeBase;
	joined_on: string | null;
	resolution_on: string | null;
	approval: Approval | null;
	items: readonly { kind: DuesKind; dues_year: number }[];
};
export type Assessed = {
	kind: DuesKind;
	dues_year: number;
	base_amount: number;
	discount_percent: number;
	amount: number;
	status: "open" | "waived";
	reason: string | null;
};

/**
 * Returns the day (YYYY-MM-DD) on which a certificate has to be valid for the fees of a year: the first day of the year
 * when it has not begun, else today.
 */
export const countingDay = (year: number, today: string): string => {
	const first = `${year}-01-01`;
	return first > today ? first : today;
};

/**
 * Returns the dues items that a member still owes for a year, assessed on a day in Taipei (`today`): the annual fee
 * from the member's first year on, and the entrance fee once, in the year of joining. The annual fee is the one of the
 * year's first day, the entrance fee that of the day of joining, by the fees of the type or else by the settings. Exempt
 * types owe nothing (of those for life an entrance fee of their own), and items that exist already are left out. The discount counts by the certificate on `countingDay`.
 * src/db/people/dues-expected.ts is the same rule in SQL for many members; a test compares the two.
 */
export function assess(
	member: Owing,
	{ year, kinds = DUES_KINDS, fees, today }: { year: number; kinds?: readonly DuesKind[]; fees: Fees; today: string },
): Assessed[] {
	const day = countingDay(year, today);
	const percent = discountOn(member.approval, { today: day, percent: fees.disability_discount_percent });
	return kinds
		.filter((kind) => isOwed(member, { kind, year, fees }))
		.flatMap((kind) => {
			const on = kind === "annual" ? `${year}-01-01` : (joinedDay(member) ?? "");
			const own = typeFeeOn(fees.ofTypes ?? [], member.membership_type, on);
			if (!owesKind(member.type_base, kind, own)) return [];
			return itemOf({ kind, year, percent: own?.has_discount === 0 ? 0 : percent, fees: own ?? fees });
		});
}

function isOwed(member: Owing, { kind, year, fees }: { kind: DuesKind; year: number; fees: Fees }): boolean {
	const joined = joinedDay(member);
	const same = member.items.filter((item) => item.kind === kind);
	if (kind === "entrance") return same.length === 0 && joined !== null && Number(joined.slice(0, 4)) === year;
	return same.every((item) => item.dues_year !== year) && (joined === null || firstYear(joined, fees) <= year);
}

type Itemised = Pick<Fees, "entrance_fee" | "annual_fee">;
function itemOf(of: { kind: DuesKind; year: number; percent: number; fees: Itemised }): Assessed {
	const base = baseOf(of.kind, of.fees);
	const amount = amountOf(base, of.percent);
	return {
		kind: of.kind,
		dues_year: of.year,
		base_amount: base,
		discount_percent: of.percent,
		amount,
		status: amount === 0 ? "waived" : "open",
		reason: amount > 0 ? null : base === 0 ? NO_FEE_REASON : ZERO_REASON,
	};
}
