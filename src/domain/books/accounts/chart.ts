/** An account of the books that voucher lines can name. */
export type Account = { id: number; code: string; name: string; isActive: boolean };

/** Returns an account as form fields show it: 1110 庫存現金. */
export const accountWords = ({ code, name }: Pick<Account, "code" | "name">): string => `${code} ${name}`;

const folded = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/g, "").toLowerCase();

/**
 * Returns the accounts that a text may mean, the likeliest first: those whose code begins with the text, then those
 * whose name begins with it, then those whose name contains it. `1110 庫存現金` means 1110, whatever follows the code.
 */
export function accountsLike<A extends Pick<Account, "code" | "name">>(text: string, accounts: readonly A[]): A[] {
	const asked = folded(text);
	if (asked === "") return [...accounts];
	const named = /^[1-5][0-9]{3}(?:-[0-9]{2})?/.exec(asked)?.[0];
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
