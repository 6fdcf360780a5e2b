import { type FinanceInput, NOTHING_ELSE, type RegisterInput, type ShareInput } from "#domain/books/finance/form.ts";
import { linesOf, ownSum, payeeWords } from "#domain/books/finance/register.ts";

/** What a register asks for. */
export function registerInput(
	shares: readonly ShareInput[],
	{
		kind = "fees",
		...more
	}: Omit<Partial<FinanceInput>, "kind" | "register"> & Partial<Pick<RegisterInput, "kind">> = {},
): FinanceInput {
	return {
		...NOTHING_ELSE,
		kind: "vendor",
		title: "秋季聚會的講師與志工",
		purpose: "",
		payeeName: payeeWords(shares),
		payBy: "transfer",
		wantedOn: null,
		nhi: ownSum(shares),
		noAttachmentReason: "領據另附",
		lines: linesOf(shares),
		register: { kind, shares },
		...more,
	};
}
