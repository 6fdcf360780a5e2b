import * as z from "zod";
import type { Rates } from "#domain/books/withholding/rates.ts";
import { CATEGORIES, type Category, type Withheld, withheldFrom } from "#domain/books/withholding/rules.ts";
import { figure } from "#kernel/amounts.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Register } from "./labels.ts";

/** A share of a register with the facts of its payee that decide what is withheld; amounts are whole NT$. */
export type WithheldShare = {
	id: number;
	position: number;
	payee_id: number;
	payee_name: string;
	payee_kind: "person" | "company";
	/** The masked 證號 of a person, or the 統一編號 of a company; null while it is unknown. */
	mark: string | null;
	is_resident: 0 | 1;
	/** JSON list of the payee's exemptions by paper: kind, first day and last day. */
	exemptions: string;
	gross: number;
	labour: number;
	health: number;
	pension: number;
	category: string | null;
	/** The category of the payee's last share for the same reason, else of the last one at all. */
	last_category: string | null;
};

/** A share with what the accountant decided. */
export type DecidedShare = WithheldShare & {
	tax: number;
	premium: number;
	/** JSON of what the rules said then; null before the decision. */
	ruled: string | null;
	/** Whether the payee was a resident then. */
	was_resident: 0 | 1 | null;
};

/** What is withheld from a share; `ruled` is JSON of what the rules say. */
export type Withholding = { shareId: number; category: Category; tax: number; premium: number; ruled: string };

const Ruled = z.object({ tax: z.int().nullable(), premium: z.int().nullable() });
/** What the rules say of a share in whole NT$; null of an amount that they leave to the accountant. */
type Ruled = z.infer<typeof Ruled>;
const amountsOf = ({ tax, premium, typed }: Withheld): Ruled => ({
	tax: typed.includes("tax") ? null : tax,
	premium: typed.includes("premium") ? null : premium,
});

/**
 * Returns what the rules said of a share where the accountant decided otherwise; null elsewhere. Throws when the stored
 * JSON has another shape.
 */
export function ruledOtherwise({ ruled, tax, premium }: Pick<DecidedShare, "ruled" | "tax" | "premium">): Ruled | null {
	if (ruled === null) return null;
	const said = Ruled.parse(JSON.parse(ruled));
	return (said.tax ?? tax) === tax && (said.premium ?? premium) === premium ? null : said;
}

/**
 * Returns, in words for each share, what the rules of a day of payment say otherwise than on the day of the accountant's
 * decision: another rate, a paper that was added or is over, another residence. What the rules say now and was decided
 * anyway is no difference. Nobody pays while there is one.
 */
export function ruledSince(shares: readonly DecidedShare[], day: Day): string[] {
	const chosen = shares.map((share) => ({ share, category: CATEGORIES.find((one) => one === share.category) }));
	const rules = ruledOf(chosen, day);
	return shares.flatMap((share) => {
		const ruled = rules.get(share.id);
		if (ruled === undefined || share.category === "none") return [];
		const now = amountsOf(ruled);
		const then: Ruled = share.ruled === null ? { tax: null, premium: null } : Ruled.parse(JSON.parse(share.ruled));
		const amounts = (["tax", "premium"] as const)
			.filter((name) => now[name] !== then[name] && now[name] !== share[name])
			.map((name) => `${AMOUNTS[name]}決定扣 ${figure(share[name])} 元，付款日${said(now[name])}`);
		const isOther = share.was_resident !== null && share.was_resident !== share.is_resident;
		const residence = isOther ? [`受款人現在是${share.is_resident === 1 ? "居住者" : "非居住者"}`] : [];
		const words = [...amounts, ...residence];
		return words.length === 0 ? [] : [`第 ${share.position} 行${share.payee_name}：${words.join("；")}。`];
	});
}
const said = (amount: number | null): string => (amount === null ? "要由會計決定" : `依規定是 ${figure(amount)} 元`);

/** What the accountant decides of a share; an amount that is null follows the rules. */
export type ShareDecision = { shareId: number; category: Category; tax: number | null; premium: number | null };

/** Returns the decisions of a register that pays nobody an income: what is given back. */
export const noIncome = (shares: readonly Pick<WithheldShare, "id">[]): ShareDecision[] =>
	shares.map(({ id }) => ({ shareId: id, category: "none", tax: null, premium: null }));

/** Returns the day whose rates a review takes: the wished day of payment, or today (in Taipei) when that is later. */
export const withheldOn = (wantedOn: string | null, at: number): string => {
	const today = dateInTaipei(at);
	return wantedOn !== null && wantedOn > today ? wantedOn : today;
};

const Exemptions = z.array(
	z.object({ kind: z.enum(["class2", "class5"]), from: z.string(), until: z.string().nullable() }),
);

type Day = { register: Register; rates: Rates /** The day (YYYY-MM-DD) whose rates hold. */; on: string };

/** A share with the category that is chosen for it; undefined while none is. */
export type Categorised<Share extends WithheldShare = WithheldShare> = { share: Share; category: Category | undefined };

/**
 * Returns what the rules withhold from each share that has a category, by its id. Shares of one payee and category are
 * one payment (一次給付): the rules are asked for their sum, and the largest of them bears what is withheld.
 */
export function ruledOf(all: readonly Categorised[], day: Day): Map<number, Withheld> {
	const ruled = new Map<number, Withheld>();
	for (const { share, category } of all) {
		if (category === undefined) continue;
		const together = all
			.filter((one) => one.category === category && one.share.payee_id === share.payee_id)
			.map((one) => one.share);
		const bearer = together.reduce((most, one) => (one.gross > most.gross ? one : most));
		const gross = together.reduce((sum, one) => sum + one.gross, 0);
		const places = together.filter((one) => one !== share).map(({ position }) => position);
		const why = places.length === 0 ? [] : [`與第 ${places.join("、")} 行同一次給付，合計 ${figure(gross)} 元計算。`];
		const own = bearer === share ? ruledFrom({ ...share, gross }, category, day) : { ...NOTHING, why: [] };
		ruled.set(share.id, { ...own, why: [...why, ...own.why] });
	}
	return ruled;
}

const NOTHING = { tax: 0, premium: 0, typed: [] };

function ruledFrom(share: WithheldShare, category: Category, { register, rates, on }: Day): Withheld {
	const exemptions = Exemptions.parse(JSON.parse(share.exemptions))
		.filter(({ from, until }) => from <= on && (until === null || until >= on))
		.map(({ kind }) => kind);
	const of = { category, gross: share.gross, isResident: share.is_resident === 1, exemptions, on };
	return withheldFrom({ ...of, isMonthly: register === "salary", isCompany: share.payee_kind === "company" }, rates);
}

/** The category that the review proposes: the decided one, the payee's last one, and 薪資 for a salary. */
export function proposedCategory(
	{ category, last_category }: Pick<WithheldShare, "category" | "last_category">,
	register: Register,
): Category | undefined {
	const known = CATEGORIES.find((one) => one === (category ?? last_category));
	return known ?? (register === "salary" ? "50" : undefined);
}

type Decided = { withheld: Withholding[]; problems: string[] };

/**
 * Completes the accountant's decisions by the rules. A problem is a share without a decision, income of a payee whose
 * 證號 is unknown, an amount that the rules leave to the accountant and that was not typed, or more withheld than the
 * payee gets.
 */
export function withholdingOf(
	shares: readonly WithheldShare[],
	decisions: readonly ShareDecision[],
	day: Day,
): Decided {
	const all: Decided = { withheld: [], problems: [] };
	const chosen = shares.map((share) => ({
		share,
		category: decisions.find(({ shareId }) => shareId === share.id)?.category,
	}));
	const rules = ruledOf(chosen, day);
	for (const share of shares) {
		const decision = decisions.find(({ shareId }) => shareId === share.id);
		const place = `第 ${share.position} 行${share.payee_name}`;
		if (!decision) all.problems.push(`${place}：請選擇所得類別。`);
		else decideOn(share, { decision, ruled: rules.get(share.id) ?? { ...NOTHING, why: [] }, all });
	}
	return all;
}

/** Adds what is decided of one share, and what is wrong with it, to `all`. */
function decideOn(
	share: WithheldShare,
	{ decision, ruled, all }: { decision: ShareDecision; ruled: Withheld; all: Decided },
): void {
	const { category } = decision;
	const [tax, premium] = [decision.tax ?? ruled.tax, decision.premium ?? ruled.premium];
	const lacking = ruled.typed.filter((name) => decision[name] === null).map((name) => AMOUNTS[name]);
	const taken = tax + premium + share.labour + share.health + share.pension;
	const wrong: readonly (readonly [boolean, string])[] = [
		[category !== "none" && share.mark === null, "有所得的要先在受款人資料登記證號，才能申報扣繳。"],
		[lacking.length > 0, `請填寫${lacking.join("與")}，沒有就填 0。`],
		[category === "none" && tax + premium > 0, "非所得不能代扣，請選所得類別，或清空金額。"],
		[taken >= share.gross, "代扣的金額要比應領少。"],
	];
	const place = `第 ${share.position} 行${share.payee_name}`;
	all.problems.push(...wrong.filter(([is]) => is).map(([, words]) => `${place}：${words}`));
	all.withheld.push({ shareId: share.id, category, tax, premium, ruled: JSON.stringify(amountsOf(ruled)) });
}

const AMOUNTS = { tax: "所得稅", premium: "補充保費" } as const;
