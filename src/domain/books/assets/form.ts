import * as z from "zod";
import { NeededAccount, type WithAccount } from "#domain/books/accounts/form.ts";
import { Day } from "#domain/books/vouchers/form.ts";
import { readAmount } from "#kernel/amounts.ts";
import { line, lines, Version } from "#kernel/form.ts";
import { amountField } from "#kernel/typed.ts";

const AmountOrNone = z
	.string()
	.refine((text) => /^[0０]?$/.test(text.trim()) || readAmount(text) !== null, { error: "請填整數，沒有殘值填 0。" })
	.transform((text) => readAmount(text) ?? 0);
const whole = (most: number, error: string) =>
	z
		.string()
		.transform((text) => text.normalize("NFKC").trim())
		.refine((text) => text === "" || (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= most), { error });
const DayOrNone = z.union([z.literal("").transform(() => null), Day]);

const FIELDS = {
	name: line(80).refine((text) => text !== "", { error: "請填寫財產名稱。" }),
	account: NeededAccount,
	quantity: whole(100_000, "請填 1 到 100,000 的整數。").transform((text) => Number(text || 1)),
	unit: line(10),
	acquired_on: Day,
	cost: amountField("請填大於 0 的整數，例如 35,000。"),
	residual: AmountOrNone,
	/** The useful life in years; empty for an asset that keeps its value. */
	life_years: whole(100, "請填 1 到 100 的整數（年）；土地留空。").transform((text) =>
		text === "" ? null : Number(text),
	),
	place: line(80),
	keeper: line(80),
	note: lines(500),
};
type Fields = { cost: number; residual: number; acquired_on: string; disposed_on?: string | null };

function check({ cost, residual, acquired_on, disposed_on = null }: Fields, context: z.RefinementCtx): void {
	const say = (field: string, message: string): void => context.addIssue({ code: "custom", path: [field], message });
	if (residual >= cost) say("residual", "殘值要小於取得成本。");
	if (disposed_on !== null && disposed_on < acquired_on) say("disposed_on", "處分日期不能早於取得日期。");
}

export const NewAsset = z.strictObject(FIELDS).superRefine(check);
export type NewAsset = WithAccount<z.infer<typeof NewAsset>>;
export const AssetEdit = z.strictObject({ ...FIELDS, disposed_on: DayOrNone, version: Version }).superRefine(check);
export type AssetEdit = WithAccount<z.infer<typeof AssetEdit>>;
export const AssetRemoval = z.strictObject({ version: Version });
export const DepreciationForm = z.strictObject({ year: z.coerce.number().int().min(1980).max(2200) });
