import type { LineRow } from "#db/money/bank-lines.ts";
import type { OwedRow } from "#db/money/bank-matching.ts";
import type { MovementRow } from "#db/money/bank-parts.ts";
import type { PayerRow } from "#db/money/bank-payers.ts";
import type { Candidate, Match } from "#domain/money/bank/candidates.ts";
import type { MemoRule } from "#domain/money/bank/memo-rules.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Known } from "./suggestion.ts";

export type LinePage = {
	line: LineRow;
	match: Match | undefined;
	/** The booked records near the line that are not used up. */
	movements: readonly MovementRow[];
	/** What the line is by its text. */
	rule: MemoRule | undefined;
	/** The other bank accounts in use. */
	accounts: readonly { id: number; name: string }[];
	known: Known;
	may: (candidate: Candidate) => boolean;
	/** Whether the current user may verify payments. */
	mayMatch: boolean;
	/** Whether the current user may record income other than dues. */
	mayRecord: boolean;
	mayReverse: boolean;
	/** The searched text and the payers found. */
	search: { q: string; found: readonly PayerRow[] };
	/** The chosen payer, with the open dues of the payer's family. */
	payer: { id: number; name: string; member_no: string | null; owed: readonly OwedRow[] } | undefined;
	key: string;
	/** Returns the address that a form of the page is sent to; in the list of lines it leads back to the list. */
	to: (path: string) => string;
};

/**
 * The names of the page's forms: `m` match, `i` ignore (不處理), `s` the line's own voucher (暫收款, a fee, a transfer),
 * `t` a tie to a booked record, `p` to several.
 */
export const LINE_FORMS = ["m", "i", "s", "t", "p"] as const;
/** The form that was refused, with its state. */
export type Refused = { form: (typeof LINE_FORMS)[number]; state: FormState };

/** Returns the state of a form of the page: what was typed where it was refused, else a fresh one. */
export const stateOf = (refused: Refused | undefined, own: Refused["form"]): FormState => ({
	...(refused?.form === own ? { ...refused.state, problem: undefined } : freshForm()),
	prefix: own,
});
