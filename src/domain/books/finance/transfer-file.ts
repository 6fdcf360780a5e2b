import type { TransferColumn } from "#domain/system/index.ts";
import { bankName } from "#kernel/bank-codes.ts";
import { undashed } from "#kernel/typed.ts";

/** A share as the bank's file says it; `net` is whole NT$. */
type TransferShare = {
	position: number;
	/** The name of the account (戶名). */
	holder: string;
	reason: string;
	pay_by: "transfer" | "cash";
	bank_code: string;
	branch: string;
	account: string;
	net: number;
};
const CELLS: Record<TransferColumn, (share: TransferShare) => string | number> = {
	序號: ({ position }) => position,
	銀行代碼: ({ bank_code }) => bank_code,
	銀行名稱: ({ bank_code }) => bankName(bank_code) ?? "",
	分行: ({ branch }) => branch,
	帳號: ({ account }) => undashed(account),
	戶名: ({ holder }) => holder,
	金額: ({ net }) => net,
	附言: ({ reason }) => reason,
};

/** Returns the rows of the bank's file of a transfer to many (整批轉帳), one for each payee whom it pays. */
export const transferRows = (columns: readonly TransferColumn[], shares: readonly TransferShare[]) =>
	shares
		.filter(({ net, pay_by }) => net > 0 && pay_by === "transfer")
		.map((share) => columns.map((name) => CELLS[name](share)));
