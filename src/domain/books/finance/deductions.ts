import type { ShareInput } from "./form.ts";
import { ownSum } from "./register.ts";

/** What lowers a payment, in whole NT$: its name in parts (代扣, 所得稅), and the account that it is posted to. */
export type Deduction = { name: readonly string[]; account: string; amount: number };

type Deducted = {
	document: { income_tax: number; nhi: number; advanced: number };
	/** The shares of a register, whose payees may pay a part of the insurances themselves. */
	shares: readonly Pick<ShareInput, "labour" | "health" | "pension">[];
};

/** Returns what lowers the payment of a document, without what is 0. */
export function deductionsOf({ document: { income_tax, nhi, advanced }, shares }: Deducted): Deduction[] {
	const own = ownSum(shares);
	return [
		{ name: ["代扣", "所得稅"], account: "代扣稅款", amount: income_tax },
		{ name: ["代扣", "補充保費"], account: "代收款項", amount: nhi - own },
		{ name: ["自付", "勞健保與勞退"], account: "代收款項", amount: own },
		{ name: ["沖抵預支"], account: "暫付款", amount: advanced },
	].filter(({ amount }) => amount > 0);
}
