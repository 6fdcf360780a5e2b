import * as z from "zod";
import { dateInTaipei } from "#domain/content/times.ts";
import { daysOf } from "#domain/ledger/trial.ts";
import { asked, PageNumber } from "#domain/query.ts";

const Month = z.string().regex(/^[0-9]{4}-(?:0[1-9]|1[0-2])$/);
const MONTHS = { from: asked(Month), to: asked(Month) };

export const TrialQuery = z.strictObject({
	...MONTHS,
	/** 結帳後: closings count. */
	closed: asked(z.literal("1")),
});
export const GeneralQuery = z.strictObject({
	...MONTHS,
	account: asked(z.coerce.number().int().positive()),
	page: PageNumber,
});
export const StatementsQuery = z.strictObject({ ...MONTHS, kind: asked(z.enum(["income", "balance"])) });
export const JournalQuery = z.strictObject({
	...MONTHS,
	kind: asked(z.enum(["income", "expense", "transfer"])),
	page: PageNumber,
});

export type Span = { months: { from: string; to: string }; days: { from: string; to: string } };

/** The months that an address asks for: this one where it says nothing; two in the wrong order are turned. `at` is UTC ms. */
export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }, at: number): Span {
	const now = dateInTaipei(at).slice(0, 7);
	const [first, last] = [from ?? to ?? now, to ?? from ?? now].toSorted();
	const months = { from: first ?? now, to: last ?? now };
	return { months, days: daysOf(months) };
}

/** The same of a statement, which is of the year so far where the address says nothing. */
export function statementSpan(asked: { from?: string | undefined; to?: string | undefined }, at: number): Span {
	const now = dateInTaipei(at).slice(0, 7);
	return spanOf({ from: asked.from ?? `${(asked.to ?? now).slice(0, 4)}-01`, to: asked.to ?? now }, at);
}
