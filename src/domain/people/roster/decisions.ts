import type { Reason, ReasonCode } from "./reasons.ts";

/**
 * What somebody decided about a doubtful row: it is this member (`same:m12`) or this row of the roster (`same:r7`), it
 * is somebody else, or it is left out.
 */
export type Decision = `same:${"m" | "r"}${number}` | "other" | "skip";

const FORM = /^(?:same:[mr][1-9]\d{0,8}|other|skip)$/;
/** Whether a text is a decision. */
export const isDecision = (text: string): text is Decision => FORM.test(text);

/** The decisions by the number of the row (`rowNumber`: rows of the survey are negative). */
export type Settled = Readonly<Record<string, Decision>>;

/** Why a row is doubtful, and what somebody decided about it, if anything. */
export type Doubt = { reason: Reason; decision: Decision | undefined };

/** The doubts about whom a row means; the other ones are about values, and a row can only be left out for them. */
const OF_WHOM: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
	...(["same_person", "several", "keys_disagree", "name_alone", "name_once"] as const),
	...(["other_name", "other_national_id", "other_birth_date", "other_number"] as const),
]);

/**
 * Returns the decisions that a doubt allows. Rows that lead to one record each by a key of its own are not told apart by
 * an answer: one of them is left out, or the file is mended.
 */
export function choicesOf({ code, rows = [], members = [] }: Reason): Decision[] {
	const isOfRecord = code === "same_person" && members.length > 0;
	if (!OF_WHOM.has(code) || isOfRecord) return ["skip"];
	return [
		...rows.map((row): Decision => `same:r${row}`),
		...members.map((id): Decision => `same:m${id}`),
		...(["other", "skip"] as const),
	];
}

/** Returns the doubt of a row with its decision, if that is one which the doubt allows. */
export function doubtOf(reason: Reason, decision: Decision | undefined): Doubt {
	const isAllowed = decision !== undefined && choicesOf(reason).includes(decision);
	return { reason, decision: isAllowed ? decision : undefined };
}

/** Returns the member or the row that a decision names. */
export function namedBy(decision: Decision | undefined): { member: number } | { row: number } | undefined {
	if (!decision?.startsWith("same:")) return undefined;
	const id = Number(decision.slice("same:m".length));
	return decision.startsWith("same:m") ? { member: id } : { row: id };
}

/**
 * Returns what the press of one button decides about a row: the same person only where there is one candidate.
 * Undefined where it decides nothing.
 */
export function decidedAtOnce(reason: Reason, as: "same" | "other" | "skip"): Decision | undefined {
	const choices = choicesOf(reason);
	if (as !== "same") return choices.find((one) => one === as);
	const [only, ...more] = choices.filter((one) => namedBy(one) !== undefined);
	return more.length === 0 ? only : undefined;
}
