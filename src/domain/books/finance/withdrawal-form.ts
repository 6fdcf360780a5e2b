import * as z from "zod";
import { ChosenId } from "#kernel/typed.ts";
import { FinanceDay } from "./document-form.ts";

/** The form of 提款核章單: the account that the money leaves, the day, and the requests that are paid. */
export const WithdrawalForm = z.strictObject({
	account: ChosenId.refine((id) => id !== null, { error: "請選擇帳戶。" }),
	on: FinanceDay,
	ids: z.array(z.coerce.number().int().positive().max(1e15)).min(1, "請至少選一件申請。").max(100),
});
