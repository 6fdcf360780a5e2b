import type { Visitor } from "#auth/visitor.ts";
import type { ShowingLine } from "#db/money/bank-shown.ts";
import type { IncomeRow, Named } from "#db/money/income.ts";
import type { Reviewer } from "#domain/people/index.ts";
import type { FormState } from "#ui/form-state.ts";

export type IncomeShown = {
	income: IncomeRow;
	accounts: readonly Named[];
	kindAccounts: readonly { purpose: string; code: string; name: string }[];
	projects: readonly { id: number; name: string }[];
	/** The bank lines that may be the bank's record of the income, when no line is matched with it. */
	lines: readonly ShowingLine[];
	/** On whose behalf (by own permission, or as deputy) the current user may post the income. */
	poster: Reviewer;
	/** On whose behalf the current user may reverse the income. */
	reverser: Reviewer;
	who: Visitor;
	at: number;
};

/** The values and errors of the page's form that was refused: `p` posting, `o` another form. */
export type Refused = { form: "p" | "o"; state: FormState };
