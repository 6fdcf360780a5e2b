import * as z from "zod";
import { line, lines, Version } from "#kernel/form.ts";

/** The month in an address, such as 2026-03. YearParams is the year in an address, such as 2026. */
export const MonthParams = z.strictObject({ month: z.string().regex(/^(?:19|20|21)[0-9]{2}-(?:0[1-9]|1[0-2])$/) });
export const YearParams = z.strictObject({
	year: z
		.string()
		.regex(/^(?:19[89]|20[0-9]|21[0-9])[0-9]$/)
		.transform(Number),
});
export const BookYear = z.coerce.number().int().min(1980).max(2199);

/** The form that closes a month or a year: the version that the user saw. `ReopenForm` also has the reason. */
export const SeenForm = z.strictObject({ version: Version });
export const ReopenForm = z.strictObject({
	version: Version,
	reason: lines(500).refine((text) => text !== "", { error: "請說明為什麼要重新開帳。" }),
});

/** Reads a typed balance in whole NT$: `1,000`, full-width digits, zero, negative. Null for anything else. */
export function readBalance(text: string): number | null {
	const plain = text
		.normalize("NFKC")
		.replaceAll(/\s|元$/g, "")
		.replace("−", "-");
	return /^-?(?:[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})$/.test(plain) ? Number(plain.replaceAll(",", "")) || 0 : null;
}

/** Why the bank's balance differs from that of the books (差額說明). */
export const BalanceNote = line(200);

/**
 * The form of the balances that the bank stated: fields balance_<id> and note_<id>, with the id of the bank account. An
 * empty balance is left out.
 */
export const BalancesForm = z.record(z.string(), z.string().max(300)).transform((fields, context) =>
	Object.entries(fields).flatMap(([name, text]) => {
		const id = /^balance_([1-9][0-9]{0,14})$/.exec(name)?.[1];
		if (id === undefined) {
			if (!/^note_[1-9][0-9]{0,14}$/.test(name)) context.addIssue({ code: "custom", message: "欄位不正確。" });
			return [];
		}
		const note = BalanceNote.safeParse(fields[`note_${id}`] ?? "");
		if (!note.success) context.addIssue({ code: "custom", message: "最多 200 個字。", path: [`note_${id}`] });
		const amount = text.trim() === "" ? null : readBalance(text);
		if (text.trim() !== "" && amount === null)
			context.addIssue({ code: "custom", message: "請填寫整數的餘額，例如 1,234,567；沒有餘額填 0。", path: [name] });
		return [{ accountId: Number(id), amount, note: note.data ?? "" }];
	}),
);
