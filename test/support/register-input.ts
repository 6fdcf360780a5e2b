import type { FinanceInput, RegisterInput, ShareInput } from "#domain/books/finance/form.ts";
import { linesOf, payeeWords } from "#domain/books/finance/register.ts";

/** What a register asks for. */
export function registerInput(
	shares: readonly ShareInput[],
	{
		kind = "fees",
		...more
	}: Omit<Partial<FinanceInput>, "kind" | "register"> & Partial<Pick<RegisterInput, "kind">> = {},
): FinanceInput {
	const own = shares.reduce((sum, { labour, health, pension }) => sum + labour + health + pension, 0);
	return {
		kind: "vendor",
		purpose: "",
		payeeUserId: null,
		payeeMemberId: null,
		payBy: "transfer",
		wantedOn: null,
		projectId: null,
		incomeTax: 0,
		noAttachmentReason: "領據另附",
		advanceId: null,
		refundOf: null,
		paymentId: null,
		bankLineId: null,
		title: "秋季聚會的講師與志工",
		payeeName: payeeWords(shares),
		payeeTaxId: null,
		payeeBank: "",
		payeeAccount: "",
		nhi: own,
		lines: linesOf(shares),
		register: { kind, shares },
		...more,
	};
}
