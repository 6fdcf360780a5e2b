import type { LineRow } from "#db/money/bank-lines.ts";
import type { OwedRow } from "#db/money/bank-matching.ts";
import type { PayerRow } from "#db/money/bank-payers.ts";
import type { Candidate, Match } from "#domain/money/bank/candidates.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Known } from "./suggestion.ts";

export type LinePage = {
	line: LineRow;
	match: Match | undefined;
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
};

/**
 * The names of the page's forms: `m` match, `i` ignore (不處理), `s` suspense money (暫收款), `t` tie to a booked
 * record.
 */
export const LINE_FORMS = ["m", "i", "s", "t"] as const;
/** The form that was refused, with its state. */
export type Refused = { form: (typeof LINE_FORMS)[number]; state: FormState };
