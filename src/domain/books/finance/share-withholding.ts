import * as z from "zod";
import type { Rates } from "#domain/books/withholding/rates.ts";
import { CATEGORIES, type Category, type Withheld, withheldFrom } from "#domain/books/withholding/rules.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Register } from "./labels.ts";

/** A share of a register with the facts of its payee that decide what is withheld; amounts are whole NT$. */
export type WithheldShare = {
	id: number;
	position: number;
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

/** What is withheld from a share; `ruled` is JSON of what the rules say, where the accountant decided otherwise. */
export type Withholding = { shareId: number; category: Category; tax: number; premium: number; ruled: string | null };

const Ruled = z.object({ tax: z.int(), premium: z.int() });
/** Reads what the rules had computed of a share, in whole NT$. Throws when the JSON has another shape. */
export const readRuled = (json: string): z.infer<typeof Ruled> => Ruled.parse(JSON.parse(json));

/** What the accountant decides of a share; an amount that is null follows the rules. */
export type ShareDecision = { shareId: number; category: Category; tax: number | null; premium: number | null };

/** Returns the day whose rates a review takes: the wished day of payment, or today (in Taipei) when that is later. */
export const withheldOn = (wantedOn: string | null, at: number): string => {
	const today = dateInTaipei(at);
	return wantedOn !== null && wantedOn > today ? wantedOn : today;
};

const Exemptions = z.array(
	z.object({ kind: z.enum(["class2", "class5"]), from: z.string(), until: z.string().nullable() }),
);

type Day = { register: Register; rates: Rates /** The day (YYYY-MM-DD) whose rates hold. */; on: string };

/** Returns what the rules withhold from a share of a category. */
export function ruledOf(share: WithheldShare, category: Category, { register, rates, on }: Day): Withheld {
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
	for (const share of shares) {
		const place = `第 ${share.position} 行${share.payee_name}`;
		const decision = decisions.find(({ shareId }) => shareId === share.id);
		if (!decision) {
			all.problems.push(`${place}：請選擇所得類別。`);
			continue;
		}
		const isIncome = decision.category !== "none";
		if (isIncome && share.mark === null)
			all.problems.push(`${place}：有所得的要先在受款人資料登記證號，才能申報扣繳。`);
		const ruled = ruledOf(share, decision.category, day);
		const lacking = ruled.typed.filter((name) => decision[name] === null);
		if (lacking.length > 0)
			all.problems.push(`${place}：請填寫${lacking.map((name) => AMOUNTS[name]).join("與")}，沒有就填 0。`);
		const [tax, premium] = [decision.tax ?? ruled.tax, decision.premium ?? ruled.premium];
		if (tax + premium + share.labour + share.health + share.pension >= share.gross)
			all.problems.push(`${place}：代扣的金額要比應領少。`);
		const differs = (name: "tax" | "premium", amount: number) => !ruled.typed.includes(name) && amount !== ruled[name];
		const isOther = differs("tax", tax) || differs("premium", premium);
		const rules = isOther ? JSON.stringify({ tax: ruled.tax, premium: ruled.premium }) : null;
		all.withheld.push({ shareId: share.id, category: decision.category, tax, premium, ruled: rules });
	}
	return all;
}

const AMOUNTS = { tax: "所得稅", premium: "補充保費" } as const;
