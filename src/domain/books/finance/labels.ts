export const FINANCE_STATES = [
	"draft",
	"pending_cashier",
	"pending_accountant",
	"pending_secretary",
	"pending_chair",
	"approved",
	"paid",
	"posted",
	"returned",
	"rejected",
	"withdrawn",
	"voided",
] as const;
export type FinanceState = (typeof FINANCE_STATES)[number];

export const FINANCE_KINDS = ["vendor", "reimbursement", "advance", "settlement", "petty_cash", "refund"] as const;
export type FinanceKind = (typeof FINANCE_KINDS)[number];

/** The kinds of documents from which tax may be withheld: money for work or rent. */
export const WITHHOLDING: readonly FinanceKind[] = ["vendor", "reimbursement", "settlement"];

export const PAY_BY = ["transfer", "cash", "cheque"] as const;
export type PayBy = (typeof PAY_BY)[number];

/** What a refund can give back: an overpayment, a donation, or money that was posted as 暫收款. */
export const REFUNDS_OF = ["credit", "donation", "suspense"] as const;
export type RefundOf = (typeof REFUNDS_OF)[number];

export const FINANCE_STATE_LABELS: Record<FinanceState, string> = {
	draft: "草稿",
	pending_cashier: "待出納審核",
	pending_accountant: "待會計審核",
	pending_secretary: "待秘書長審核",
	pending_chair: "待理事長核准",
	approved: "已核准待付款",
	paid: "已付款",
	posted: "已入帳",
	returned: "退回補正",
	rejected: "已駁回",
	withdrawn: "已撤回",
	voided: "已作廢",
};

export const FINANCE_KIND_LABELS: Record<FinanceKind, string> = {
	vendor: "廠商請款",
	reimbursement: "代墊報支",
	advance: "預支（暫付款）",
	settlement: "暫付核銷",
	petty_cash: "零用金撥補",
	refund: "退費",
};

/** The kinds of registers (清冊), by which one request pays many people: fees, salaries, or what is given back. */
export const REGISTERS = ["fees", "salary", "refunds"] as const;
export type Register = (typeof REGISTERS)[number];
export const REGISTER_LABELS: Record<Register, string> = { fees: "勞務清冊", salary: "薪資清冊", refunds: "退費清冊" };

/** Whether a request gives money back: one sum, or those of a register of refunds. */
export const isRefund = ({ kind, register }: { kind: FinanceKind; register: Register | null }): boolean =>
	kind === "refund" || register === "refunds";

/** Returns what a request is called by its kind, or by its register when it pays many people. */
export const kindLabel = ({ kind, register }: { kind: FinanceKind; register: Register | null }): string =>
	register === null ? FINANCE_KIND_LABELS[kind] : REGISTER_LABELS[register];

export const PAY_BY_LABELS: Record<PayBy, string> = { transfer: "銀行轉帳", cash: "現金", cheque: "支票" };

/** Returns how a document is paid, in words: a register by 銀行轉帳、現金 where some of it (`cash_part`) is cash. */
export const payByWords = ({ pay_by, cash_part }: { pay_by: PayBy; cash_part: number }): string =>
	cash_part > 0 ? `${PAY_BY_LABELS[pay_by]}、${PAY_BY_LABELS.cash}` : PAY_BY_LABELS[pay_by];

export const REFUND_OF_LABELS: Record<RefundOf, string> = { credit: "溢繳款", donation: "捐款", suspense: "暫收款" };

/** Returns a document's number: F115-0142; 草稿 until it is first sent. */
export const financeNumber = ({ roc_year, seq }: { roc_year: number | null; seq: number | null }): string =>
	seq === null ? "草稿" : `F${roc_year}-${String(seq).padStart(4, "0")}`;
