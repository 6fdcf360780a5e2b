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
	/** Whether the current user may record other income. */
	mayRecord: boolean;
	mayReverse: boolean;
	/** The searched text and the payers found; `payer`: the chosen payer and the open dues of that family. */
	search: { q: string; found: readonly PayerRow[] };
	payer: { id: number; name: string; member_no: string | null; owed: readonly OwedRow[] } | undefined;
	key: string;
};

/** The page's forms: `m` matching, `i` 不處理, `s` 暫收款, `t` a tie. */
export const LINE_FORMS = ["m", "i", "s", "t"] as const;
/** What one of them was refused for. */
export type Refused = { form: (typeof LINE_FORMS)[number]; state: FormState };
