import { type FinanceInput, NOTHING_ELSE, type RegisterInput, type ShareInput } from "#domain/books/finance/form.ts";
import { linesOf, ownSum, payByOf, payeeWords } from "#domain/books/finance/register.ts";

/** What a register asks for. */
export function registerInput(
	asked: readonly ShareInput[],
	{
		kind = "fees",
		payBy,
		employer,
		...more
	}: Omit<Partial<FinanceInput>, "kind" | "register"> & Partial<Pick<RegisterInput, "kind" | "employer">> = {},
): FinanceInput {
	const shares = payBy === "cash" ? asked.map((one) => ({ ...one, payBy })) : asked;
	return {
		...NOTHING_ELSE,
		kind: "vendor",
		title: "秋季聚會的講師與志工",
		purpose: "",
		payeeName: payeeWords(shares),
		payBy: payByOf(shares),
		wantedOn: null,
		nhi: ownSum(shares),
		noAttachmentReason: "領據另附",
		lines: linesOf(shares),
		register: { kind, shares, ...(employer && { employer }) },
		...more,
	};
}
