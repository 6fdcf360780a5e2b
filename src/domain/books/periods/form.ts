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

type Balance = { accountId: number; amount: number | null; note: string };
type Context = z.RefinementCtx;

/** Reads a field balance_<…> with its field note_<…>; what cannot be read is an issue of its field. */
function balanceIn(fields: Record<string, string>, name: string, context: Context): Balance {
	const noteName = name.replace("balance", "note");
	const text = fields[name] ?? "";
	const note = BalanceNote.safeParse(fields[noteName] ?? "");
	if (!note.success) context.addIssue({ code: "custom", message: "最多 200 個字。", path: [noteName] });
	const amount = text.trim() === "" ? null : readBalance(text);
	if (text.trim() !== "" && amount === null)
		context.addIssue({ code: "custom", message: "請填寫整數的餘額，例如 1,234,567；沒有餘額填 0。", path: [name] });
	return { accountId: Number(name.slice(name.lastIndexOf("_") + 1)), amount, note: note.data ?? "" };
}
const Fields = z.record(z.string(), z.string().max(300));
const refuseOthers = (fields: Record<string, string>, known: RegExp, context: Context): void => {
	if (Object.keys(fields).some((name) => !known.test(name)))
		context.addIssue({ code: "custom", message: "欄位不正確。" });
};

/**
 * The form of the balances that the bank stated: fields balance_<id> and note_<id>, with the id of the bank account. An
 * empty balance is left out.
 */
export const BalancesForm = Fields.transform((fields, context): Balance[] => {
	refuseOthers(fields, /^(?:balance|note)_[1-9][0-9]{0,14}$/, context);
	return Object.keys(fields)
		.filter((name) => name.startsWith("balance_"))
		.map((name) => balanceIn(fields, name, context));
});

/** The most months that are closed at once. */
export const MONTHS_AT_ONCE = 12;
/** A month as its user saw it, with the balances that were typed for it. */
export type MonthSent = { month: string; version: number; balances: Balance[] };

/**
 * The form that closes several months: a field version_<month> for each, and for each bank account of a month
 * balance_<month>_<id> and note_<month>_<id>. The months come back in their order.
 */
export const MonthsForm = Fields.transform((fields, context): MonthSent[] => {
	refuseOthers(
		fields,
		/^(?:version|(?:balance|note)(?=_[0-9-]{7}_))_(?:19|20|21)[0-9]{2}-(?:0[1-9]|1[0-2])(?:_[1-9][0-9]{0,14})?$/,
		context,
	);
	const names = Object.keys(fields);
	const months = names.filter((name) => name.startsWith("version_")).map((name) => name.slice("version_".length));
	if (months.length === 0 || months.length > MONTHS_AT_ONCE)
		context.addIssue({ code: "custom", message: "欄位不正確。" });
	return months.toSorted().map((month) => {
		const version = Version.safeParse(fields[`version_${month}`]);
		if (!version.success) context.addIssue({ code: "custom", message: "欄位不正確。" });
		const mine = names.filter((name) => name.startsWith(`balance_${month}_`));
		return { month, version: version.data ?? 0, balances: mine.map((name) => balanceIn(fields, name, context)) };
	});
});
