const MOST = 100_000_000;

/**
 * Reads an amount as typed or as in a spreadsheet, in whole NT$: `1,000`, `NT$ 1,000 元`, full-width digits. Null for
 * an empty text, zero, a negative number, a fraction, commas in wrong places, or more than a hundred million.
 */
export function readAmount(value: string | number): number | null {
	const plain = String(value)
		.normalize("NFKC")
		.replaceAll(/\s/g, "")
		.replace(/^(?:NT\$?|NTD|TWD|新(?:臺|台)幣|\$)/i, "")
		.replace(/(?:元整?|圓整?)$/, "");
	if (!/^(?:[0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{3})+)$/.test(plain)) return null;
	const amount = Number(plain.replaceAll(",", ""));
	return amount >= 1 && amount <= MOST ? amount : null;
}

/**
 * Reads the last five digits of a bank account (帳號末五碼) as five digits; null for anything else. Full-width digits
 * are accepted.
 */
export function readLast5(text: string): string | null {
	const plain = text.normalize("NFKC").trim();
	return /^[0-9]{5}$/.test(plain) ? plain : null;
}

/** Returns the sum of the amounts of some parts. */
export const sumOf = (parts: readonly { amount: number }[]): number =>
	parts.reduce((sum, { amount }) => sum + amount, 0);

/** Returns a number with commas between its thousands: 1,200. */
export const figure = (amount: number): string => amount.toLocaleString("en-US");
