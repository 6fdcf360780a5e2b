import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { FinanceInput } from "./form.ts";
import type { Register } from "./labels.ts";

/**
 * The form fields that a draft may leave empty or wrong but a sent document may not, each with the refusal code and its
 * words.
 */
export const UNSENDABLE = {
	payee_bank: { code: "finance.no_payee_bank", words: "銀行轉帳要填受款銀行與分行。" },
	payee_account: {
		code: "finance.payee_account_refused",
		words: "銀行轉帳要填受款帳號，只有數字與「-」，例如 0012-345-67890。",
	},
	wanted_on: { code: "finance.wanted_refused", words: "希望付款日已經過了，請改成今天以後，或留空白。" },
} as const satisfies Record<string, { code: RefusalCode; words: string }>;
type Field = keyof typeof UNSENDABLE;

/** The data of a document that sending checks; `net` is the amount to be paid, and `today` a day in Taipei. */
type Sending = Pick<FinanceInput, "payBy" | "payeeBank" | "payeeAccount" | "wantedOn"> & {
	net: number;
	today: string;
	/** True for a register, each of whose payees has an account. */
	isRegister?: boolean;
};

type Sent = {
	pay_by: Sending["payBy"];
	payee_bank: string;
	payee_account: string;
	wanted_on: string | null;
	net: number;
	register: Register | null;
};
/** Returns the data of a stored document that sending checks, as they are at a moment (UTC milliseconds). */
export const sendingOf = (of: Sent, at: number): Sending => ({
	payBy: of.pay_by,
	payeeBank: of.payee_bank,
	payeeAccount: of.payee_account,
	wantedOn: of.wanted_on,
	net: of.net,
	isRegister: of.register !== null,
	today: dateInTaipei(at),
});

/**
 * Returns the fields that keep a document from being sent. A settlement that brings money back needs no account, and a
 * register has one for each of its payees.
 */
export function unsendable({ payBy, payeeBank, payeeAccount, wantedOn, net, isRegister, today }: Sending): Field[] {
	const isTransferred = payBy === "transfer" && net > 0 && !isRegister;
	return [
		...(isTransferred && payeeBank === "" ? (["payee_bank"] as const) : []),
		...(isTransferred && !/^-*\d[\d-]*$/.test(payeeAccount) ? (["payee_account"] as const) : []),
		...(wantedOn !== null && wantedOn < today ? (["wanted_on"] as const) : []),
	];
}

/**
 * Refuses a document that cannot be sent, with the code of the first field in UNSENDABLE that prevents it:
 * `finance.no_payee_bank`, `finance.payee_account_refused` or `finance.wanted_refused`.
 */
export function refuseUnsendable(of: Sending): void {
	const [field] = unsendable(of);
	if (field) throw new Refusal(UNSENDABLE[field].code);
}
