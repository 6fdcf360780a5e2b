import * as z from "zod";
import { readAmount } from "#kernel/amounts.ts";
import { Checked, line, Version } from "#kernel/form.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import { AskedDay, dayOrNone } from "#kernel/typed.ts";
import { PART_KINDS } from "./parts.ts";
import { LINE_STATES, NEW_KINDS, type NewKind } from "./rules.ts";

const needed = (max: number, error: string) => line(max).refine((text) => text !== "", { error });

/** Reads a rate in percent a year (1.715, 1.715%) as thousandths of a percent; null for an empty text. */
function readRate(text: string): number | null | undefined {
	const typed = text.normalize("NFKC").trim().replace(/%$/, "");
	if (typed === "") return null;
	return /^\d{1,2}(?:\.\d{1,3})?$/.test(typed) && Number(typed) <= 20 ? Math.round(Number(typed) * 1000) : undefined;
}

/** An account whose term may be left out, where it is no 定期存款. */
type TermLeftOut<A extends TermFields & { term_renews: boolean }> = Omit<A, keyof typeof NO_TERM> &
	Partial<Pick<A, keyof typeof NO_TERM & keyof A>>;
type TermFields = Pick<z.infer<typeof AccountInput>, "term_rate" | "term_from" | "term_until">;
/** Asks for the whole term of a 定期存款 (`isTerm`), and for its days in their order. */
function checkTerm({ term_rate, term_from, term_until }: TermFields, isTerm: boolean, context: z.RefinementCtx): void {
	if (!isTerm) return;
	const say = (field: string, message: string): void => context.addIssue({ code: "custom", path: [field], message });
	if (term_rate === null) say("term_rate", "請填年利率，例如 1.715。");
	if (term_from === null) say("term_from", "請填起存日。");
	if (term_until === null) say("term_until", "請填到期日。");
	if (term_from !== null && term_until !== null && term_until <= term_from) say("term_until", "到期日要晚於起存日。");
}

/** The fields of a bank account. `position` is its place in the list of accounts. */
export const AccountInput = z.strictObject({
	name: needed(40, "請填寫帳戶名稱，例如「會費專戶」。"),
	bank_name: line(60),
	branch: line(60),
	holder: line(80),
	number: line(40)
		.transform((text) => text.normalize("NFKC"))
		.refine((text) => /^[0-9][0-9 -]*$/.test(text), { error: "請填寫帳號，只有數字與「-」。" }),
	position: z
		.string()
		.default("0")
		.refine((text) => /^\d{0,3}$/.test(text.normalize("NFKC").trim()), { error: "請填 0 到 999 的數字。" })
		.transform((text) => Number(text.normalize("NFKC").trim())),
	is_shown: Checked,
	term_rate: z
		.string()
		.max(10)
		.default("")
		.refine((text) => readRate(text) !== undefined, { error: "請填年利率，0 到 20，最多三位小數，例如 1.715。" })
		.transform((text) => readRate(text) ?? null),
	term_from: dayOrNone((typed) => `看不懂「${typed}」，請照 115/1/31 填。`),
	term_until: dayOrNone((typed) => `看不懂「${typed}」，請照 115/1/31 填。`),
	term_renews: Checked,
});
export type AccountInput = z.infer<typeof AccountInput>;

/** The fields of a new bank account. Its kind decides where it stands in the books and cannot be changed later. */
export const NewAccount = AccountInput.extend({ kind: z.enum(NEW_KINDS, "請選擇帳戶的種類。") })
	.superRefine((of, context) => checkTerm(of, isTermKind(of.kind), context))
	.transform((of) => (isTermKind(of.kind) ? { ...of, is_shown: false } : { ...of, ...NO_TERM }));
export type NewAccount = TermLeftOut<z.infer<typeof NewAccount>>;
/** Whether a new account is a 定期存款. */
export const isTermKind = (kind: NewKind): boolean => kind === "term" || kind === "fund_term";
const NO_TERM = { term_rate: null, term_from: null, term_until: null, term_renews: false };

/** The form of a stored account; `term`: it is a 定期存款, which keeps a term and is never shown to members. */
export const AccountEdit = AccountInput.extend({ version: Version, is_active: Checked, term: Checked })
	.superRefine((of, context) => checkTerm(of, of.term, context))
	.transform(({ term, ...of }) => (term ? { ...of, is_shown: false } : { ...of, ...NO_TERM }));
export type AccountEdit = TermLeftOut<z.infer<typeof AccountEdit>>;

/** The directions that the list of bank lines can be narrowed to. */
export const DIRECTIONS = ["in", "out"] as const;

const Id = z.coerce.number().int().positive();

/** Reads an address of the tab 支出, which the list had once: they are the lines that go out. */
const readFormerTab = (asked: unknown): unknown =>
	typeof asked === "object" && asked !== null && "status" in asked && asked.status === "out"
		? { ...asked, status: undefined, direction: "out" }
		: asked;

/**
 * The query of the list of bank lines. `at` is the line whose row is open, with the payer `member` or the words `find`
 * that members are searched by. `done`, `left` and `refused` carry the result of a verification of many lines, to be
 * shown once.
 */
const Lines = z.strictObject({
	status: asked(z.enum([...LINE_STATES, "all"])),
	at: asked(Id),
	member: asked(Id),
	find: line(60).default(""),
	direction: asked(z.enum(DIRECTIONS)),
	account: asked(Id),
	q: line(60).default(""),
	from: AskedDay,
	to: AskedDay,
	page: PageNumber,
	done: asked(z.coerce.number().int().min(0).max(10_000)),
	left: asked(z.coerce.number().int().min(0).max(100_000)),
	refused: z.string().max(20_000).default(""),
});
export const LinesQuery = z.preprocess(readFormerTab, Lines);
export type LinesQuery = z.infer<typeof LinesQuery>;

export const IgnoreForm = z.strictObject({
	version: Version,
	reason: needed(200, "請說明為什麼不處理。"),
});

export const VersionForm = z.strictObject({ version: Version });

/** The ids of the chosen dues items, from a suggestion or from checked boxes; at most 200. */
const Items = z.array(Id).max(200).default([]);

/**
 * The fee that the post office kept, as typed, in NT$ (nothing typed is 0); the field is absent where the bank line
 * already shows the fee.
 */
const Fee = z
	.string()
	.refine((text) => /^\d{0,4}$/.test(text.normalize("NFKC").trim()), { error: "請填手續費的金額，例如 15。" })
	.transform((text) => Number(text.normalize("NFKC").trim()))
	.optional();

/** The kind and id of a booked record, e.g. "income.3". */
const BookedRecord = z
	.string()
	.regex(new RegExp(`^(?:${PART_KINDS.join("|")})\\.[1-9]\\d{0,14}$`), "請從清單選擇款項。")
	.transform((text) => {
		const [kind, id] = text.split(".");
		return { kind: z.enum(PART_KINDS).parse(kind), id: Number(id) };
	});

/** The typed amount of a part of a bank line, in NT$, without a sign; nothing typed, or 0, is 0: the part is not used. */
const PartAmount = z
	.string()
	.max(20)
	.transform((text) => (/^0*$/.test(text.trim()) ? 0 : (readAmount(text) ?? -1)))
	.refine((amount) => amount >= 0, { error: "請填金額，只有數字，例如 1,000；用不到的空著。" });
/** The amounts of a form's `parts`, in their order. */
const PartAmounts = z.array(PartAmount).max(200).optional();

/**
 * The form that explains what is left of a bank line with booked records, at most 200; `with_fee` says that the line is
 * smaller than they are by the bank's fee, which is then posted. Without `amounts` each record is used as far as the
 * line goes.
 */
export const PartsForm = z.strictObject({
	version: Version,
	parts: z.array(BookedRecord).min(1, "請選擇至少一筆款項。").max(200),
	amounts: PartAmounts,
	with_fee: Checked,
});

/** What a part of a payer's money is for: a dues item, a donation, or credit (溢繳款). */
const PaidFor = z
	.string()
	.regex(/^(?:dues\.[1-9]\d{0,14}|donation|credit)$/, "請從清單選擇用途。")
	.transform((text) => {
		const [kind, id] = text.split(".");
		return { kind: z.enum(["dues", "donation", "credit"]).parse(kind), id: Number(id ?? 0) };
	});
export type PaidFor = z.infer<typeof PaidFor>;

export const UntieForm = z.strictObject({ version: Version, part: Id });
export const TransferForm = z.strictObject({
	version: Version,
	account: z.coerce.number({ error: "請選擇另一個帳戶。" }).int().positive({ error: "請選擇另一個帳戶。" }),
});

/**
 * The form that matches a bank line: with a booked record (`booked`); with a waiting payment (`payment` is its id and
 * version; `received` means that the line's amount counts where the payment's differs); with dues items, a donation and
 * credit of `payer`, where `rest` says what becomes of money that the items do not need (`leave`: it stays on the line),
 * or, where each part has its amount, with `parts` and their `amounts`, which sum to the line; or, without a payer, with a donation of the whole amount.
 */
export const MatchForm = z.strictObject({
	version: Version,
	payment: z
		.string()
		.regex(/^[1-9]\d{0,14}\.\d{1,9}$/)
		.transform((text) => {
			const [id = 0, version = 0] = text.split(".").map(Number);
			return { id, version };
		})
		.optional(),
	received: Checked,
	/** The kind and id of a booked record that has no bank line, e.g. "income.3". */
	booked: BookedRecord.optional(),
	payer: Id.optional(),
	items: Items,
	parts: z.array(PaidFor).max(200).optional(),
	amounts: PartAmounts,
	payer_title: line(80).default(""),
	receipt_split: z.enum(["one", "per_member"]).default("one"),
	rest: z.enum(["credit", "donation", "leave"]).default("credit"),
	fee: Fee,
});
export type MatchForm = z.infer<typeof MatchForm>;

/**
 * The query of a bank line's page: the member whose dues it shows, and the words that members are searched by. `list`
 * is the query of the list of lines from which a form was sent: its answer is that list again.
 */
export const LineQuery = z.strictObject({
	q: line(60).default(""),
	member: asked(Id),
	list: z.string().max(2_000).optional(),
});
export type LineQuery = z.infer<typeof LineQuery>;
