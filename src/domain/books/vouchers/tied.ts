import type { Account } from "#domain/books/accounts/chart.ts";

/**
 * The warnings for accounts whose balance the program derives from other records, by the account's purpose. Each says
 * what follows when a voucher by hand is posted there.
 */
export const TIED_WORDS = {
	dues_in_advance: "由收款、退費與年初轉列自動記入；手動過帳後，帳上的餘額會和會員預繳、溢繳的合計不同。",
	suspense: "由銀行對帳自動記入與沖轉；手動過帳後，月結會顯示暫收款還有餘額，卻找不到是哪一筆銀行明細。",
	refundable: "由退費的支出申請自動記入與沖轉；手動過帳後，帳上的餘額會和還沒付出去的退費不同。",
	advance: "由預支與核銷自動記入；手動過帳的，不會出現在未核銷的預支，也不會自動沖轉。",
	accumulated: "由年度結帳自動轉入；手動過帳通常只用在前期損益的調整。",
	surplus: "由年度結帳自動轉入；手動過帳後，資產負債表的本期餘絀會和收支表不同。",
} as const;
export const TIED = Object.keys(TIED_WORDS);

/** An account to which the program posts by itself for one of these purposes. */
export type TiedAccount = { purpose: keyof typeof TIED_WORDS; code: string; name: string };
/**
 * Returns the accounts in `tied` that the lines post to, also by a sub-account, each once: 2120 預收款項, with its
 * warning.
 */
export const tiedIn = (lines: readonly Pick<Account, "code">[], tied: readonly TiedAccount[]) =>
	tied
		.filter((one) => lines.some(({ code }) => code === one.code || code.startsWith(`${one.code}-`)))
		.map(({ purpose, code, name }) => ({ account: `${code} ${name}`, words: TIED_WORDS[purpose] }));
export type Tied = ReturnType<typeof tiedIn>;
