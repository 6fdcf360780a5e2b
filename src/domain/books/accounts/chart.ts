/** An account of the books that voucher lines can name. */
export type Account = { id: number; code: string; name: string; isActive: boolean };

/** Returns an account as form fields show it: 1110 庫存現金. */
export const accountWords = ({ code, name }: Pick<Account, "code" | "name">): string => `${code} ${name}`;

const folded = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/g, "").toLowerCase();

/** Returns the code with which a text begins, if it begins with one. */
export const codeIn = (text: string): string | undefined => /^[1-5][0-9]{3}(?:-[0-9]{2})?/.exec(folded(text))?.[0];

/**
 * Returns the accounts that a text may mean, the likeliest first: those whose code begins with the text, then those
 * whose name begins with it, then those whose name contains it. `1110 庫存現金` means 1110, whatever follows the code.
 */
export function accountsLike<A extends Pick<Account, "code" | "name">>(text: string, accounts: readonly A[]): A[] {
	const asked = folded(text);
	if (asked === "") return [...accounts];
	const named = codeIn(asked);
	if (named && named.length < asked.length) {
		const exact = accounts.filter(({ code }) => code === named);
		if (exact.length > 0) return exact;
	}
	const rank = ({ code, name }: A): number => {
		if (code.startsWith(asked)) return code === asked ? 0 : 1;
		const at = folded(name).indexOf(asked);
		return at < 0 ? 9 : at === 0 ? 2 : 3;
	};
	return accounts
		.map((account) => ({ account, at: rank(account) }))
		.filter(({ at }) => at < 9)
		.sort((a, b) => a.at - b.at || (a.account.code < b.account.code ? -1 : 1))
		.map(({ account }) => account);
}

/**
 * Returns the one account that a text names: by its code, its whole name, or words that only one name contains;
 * undefined when none or several fit.
 */
export function accountNamed<A extends Pick<Account, "code" | "name">>(
	text: string,
	accounts: readonly A[],
): A | undefined {
	const asked = folded(text);
	if (asked === "") return undefined;
	const like = accountsLike(text, accounts);
	return (
		like.find(({ code, name }) => code === asked || folded(name) === asked) ?? (like.length === 1 ? like[0] : undefined)
	);
}

/** 預備金 stands in budgets only: what it was kept for is posted to the account that the money was spent on. */
const RESERVE = "5990";

/** Whether lines may be posted to an account: it is active and not 預備金. */
export const isPostable = ({ code, isActive }: Pick<Account, "code" | "isActive">): boolean =>
	isActive && !code.startsWith(RESERVE);

const MOST_NAMED = 6;
type Names = Pick<Account, "code" | "name">;
/** The account that a text names among those offered, or a sentence that says why it names none. */
export type ChosenAccount<A extends Names> = { account: A } | { problem: string };

/**
 * Reads the text of a field in which an account is chosen (`accountNamed`) among those that are `offered`. A text that
 * fits several is answered with their names, and the name of an account that only the chart has is said to be none to
 * choose here.
 */
export function chooseAccount<A extends Names>(
	text: string,
	offered: readonly A[],
	chart: readonly Account[] = [],
): ChosenAccount<A> {
	const typed = text.trim();
	if (typed === "") return { problem: "請選擇會計科目。" };
	const account = accountNamed(typed, offered);
	if (account) return { account };
	const like = accountsLike(typed, offered);
	const other = accountNamed(typed, chart);
	if (like.length === 0 && other) return { problem: notOffered(other) };
	if (like.length === 0) return { problem: `找不到「${typed}」這個科目。` };
	const more = like.length > MOST_NAMED ? `等 ${like.length} 個科目` : "";
	return {
		problem: `「${typed}」可能是 ${like.slice(0, MOST_NAMED).map(accountWords).join("、")}${more}，請改打代號或完整的名稱。`,
	};
}

function notOffered(account: Account): string {
	if (!account.isActive) return `${accountWords(account)}已停用，請改用其他科目。`;
	if (account.code.startsWith(RESERVE)) return `${accountWords(account)}只編預算，請改用實際用途的科目。`;
	return `這裡不能選 ${accountWords(account)}，請改選其他科目。`;
}
