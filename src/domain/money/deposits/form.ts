import * as z from "zod";
import { Day } from "#domain/money/payments/own-form.ts";
import { line, lines, Version } from "#kernel/form.ts";
import { amountField } from "#kernel/typed.ts";
import { type Cash, MOST_CASH } from "./rules.ts";

const KINDS = { p: "payment", i: "income" } as const;

/**
 * Returns a part of a deposit as a form value that includes the amount seen: "p12.1000" is payment 12 of 1,000 元,
 * "i3.500" an income record.
 */
export const cashValue = ({ kind, id, amount }: Cash): string => `${kind === "payment" ? "p" : "i"}${id}.${amount}`;

const Part = z
	.string()
	.regex(/^[pi][1-9]\d{0,14}\.[1-9]\d{0,8}$/)
	.transform((text): Cash => {
		const [id = 0, amount = 0] = text.slice(1).split(".").map(Number);
		return { kind: text.startsWith("p") ? KINDS.p : KINDS.i, id, amount };
	});

/**
 * The form of a deposit (存款單): the cash taken to the bank, the account, the day, and the amount that was counted.
 */
export const DepositForm = z.strictObject({
	items: z
		.array(Part)
		.min(1, { error: "請勾選要存入的現金。" })
		.max(MOST_CASH, { error: `一張存款單最多 ${MOST_CASH} 筆。` }),
	account: z
		.string()
		.regex(/^[1-9]\d{0,14}$/, { error: "請選擇存入的帳戶。" })
		.transform(Number),
	deposited_on: Day,
	amount: amountField("請填寫點收的現金，大於 0 的整數，例如 12,000。"),
	note: line(200).default(""),
});
export type DepositForm = z.infer<typeof DepositForm>;

/** The form for the reversal (沖銷) of a deposit; the reason is required. */
export const DepositReversalForm = z.strictObject({
	version: Version,
	reason: lines(500).refine((text) => text !== "", { error: "請說明沖銷的原因。" }),
});

/** The form that names the bank line showing a deposit, as the user saw it: "12.3" is the line's id and version. */
export const DepositLineForm = z.strictObject({
	version: Version,
	line: z
		.string()
		.regex(/^[1-9]\d{0,14}\.\d{1,9}$/, { error: "請選擇銀行明細。" })
		.transform((text) => {
			const [id = 0, version = 0] = text.split(".").map(Number);
			return { id, version };
		}),
});
