import type { Visitor } from "#auth/visitor.ts";
import type { ShowingLine } from "#db/money/bank-shown.ts";
import type { IncomeRow, Named } from "#db/money/income.ts";
import type { Reviewer } from "#domain/people/certificates/rules.ts";
import type { FormState } from "#ui/form-state.ts";

export type IncomeShown = {
	income: IncomeRow;
	accounts: readonly Named[];
	kindAccounts: readonly { purpose: string; code: string; name: string }[];
	projects: readonly { id: number; name: string }[];
	/** Lines of the bank that may show it, where none is its own. */
	lines: readonly ShowingLine[];
	/** As whom whoever looks posts, and reverses. */
	poster: Reviewer;
	reverser: Reviewer;
	who: Visitor;
	at: number;
};

/** What one of the page's forms was refused for: `p` posting, `o` another. */
export type Refused = { form: "p" | "o"; state: FormState };
