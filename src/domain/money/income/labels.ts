import { PAYMENT_METHOD_LABELS } from "#domain/money/payments/labels.ts";

export const INCOME_STATES = ["draft", "recorded", "posted", "reversed"] as const;
export type IncomeState = (typeof INCOME_STATES)[number];
export const INCOME_STATE_LABELS: Record<IncomeState, string> = {
	draft: "草稿",
	recorded: "待入帳",
	posted: "已入帳",
	reversed: "已沖銷",
};

export const INCOME_KINDS = ["donation", "grant", "interest", "other"] as const;
export type IncomeKind = (typeof INCOME_KINDS)[number];
export const INCOME_KIND_LABELS: Record<IncomeKind, string> = {
	donation: "捐款",
	grant: "補助",
	interest: "利息",
	other: "其他收入",
};

/** The ways in which income is received. */
export const INCOME_METHODS = ["transfer", "postal", "cash", "cheque", "other"] as const;
export type IncomeMethod = (typeof INCOME_METHODS)[number];
export const INCOME_METHOD_LABELS: Record<IncomeMethod, string> = {
	transfer: PAYMENT_METHOD_LABELS.transfer,
	postal: PAYMENT_METHOD_LABELS.postal,
	cash: PAYMENT_METHOD_LABELS.cash,
	cheque: "支票",
	other: PAYMENT_METHOD_LABELS.other,
};

/** The title of a donor who is not named. */
export const ANONYMOUS = "善心人士";

/** Returns the words for the kind of an income record: 實物捐贈 for a gift in kind, else the words of the kind. */
export const incomeKindWords = ({ kind, is_in_kind }: { kind: IncomeKind; is_in_kind: 0 | 1 }): string =>
	is_in_kind === 1 ? "實物捐贈" : INCOME_KIND_LABELS[kind];
