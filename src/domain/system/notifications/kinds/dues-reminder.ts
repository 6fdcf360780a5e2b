import * as z from "zod";
import { type Block, button, facts, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/** What a member owes: whether the member is the recipient, the member's number, and what is left of each item in NT$. */
const Owed = z.strictObject({
	own: z.boolean(),
	no: z.string().nullable(),
	items: z.array(z.strictObject({ kind: z.enum(["entrance", "annual"]), year: z.int(), left: z.int() })),
});
type Owed = z.infer<typeof Owed>;
/** Reads what members owe from the JSON that the database returns. */
export const readOwed = (json: string): Owed[] => z.array(Owed).parse(JSON.parse(json));

/**
 * The data of a dues reminder, without names, because mailboxes are shared: other members are named by their numbers.
 * `owed` has the recipient and those for whom the recipient pays; `payBy` is the day by which to pay. `until` and `grace` are the
 * last days (YYYY-MM-DD) of the paid period and of the grace after it; null when there is none or it is not known.
 */
const data = z.strictObject({
	kind: z.enum(["before_end", "end", "grace_end", "manual"]),
	/**
	 * Whether the recipient's own dues are among those that the reminder is about; `dependents` counts the members for
	 * whom the recipient acts.
	 */
	own: z.boolean(),
	dependents: z.int(),
	until: z.iso.date().nullable(),
	grace: z.iso.date().nullable(),
	owed: z.array(Owed).default([]),
	/** The association's accounts to pay into, each in one line. */
	accounts: z.array(z.string()).default([]),
	payBy: z.iso.date().nullish(),
});
type Data = z.infer<typeof data>;

const DAY_MS = 86_400_000;
/** Returns the end of a day in Taipei, in UTC milliseconds. */
const endOf = (day: string): number => Date.parse(`${day}T00:00:00+08:00`) + DAY_MS;

function dayWords(day: string): string {
	const [year = 0, month, date] = day.split("-").map(Number);
	return `${year - 1911} 年 ${month} 月 ${date} 日`;
}

function who({ own, dependents }: Data): string {
	const others = dependents > 1 ? `您代為繳費的 ${dependents} 位會員` : "您代為繳費的會員";
	if (!own) return others;
	return dependents > 0 ? `您與${others}` : "您";
}

function subject({ kind }: Data): string {
	switch (kind) {
		case "before_end":
			return "會員資格將在年底到期，請續繳會費";
		case "end":
			return "會員資格已到期，請續繳會費";
		case "grace_end":
			return "會費的寬限期已過";
		case "manual":
			return "會費繳納提醒";
	}
}

function words(of: Data): string {
	const { kind, until, grace } = of;
	const ended = until === null ? "已到期" : `已在 ${dayWords(until)}到期`;
	switch (kind) {
		case "before_end":
			return `${who(of)}的會員資格${until === null ? "即將到期" : `到 ${dayWords(until)}為止`}。請在到期前繳納下一年度的常年會費，會員資格就不會中斷。`;
		case "end":
			return `${who(of)}的會員資格${ended}。${grace === null ? "" : `寬限期到 ${dayWords(grace)}為止，這段期間仍然是會員。`}請儘早繳納常年會費。`;
		case "grace_end":
			return `${who(of)}的會員資格${ended}，寬限期也已經結束。補繳常年會費之後，會員資格就會恢復。`;
		case "manual":
			return of.owed.every(({ items }) => items.length === 0)
				? `${who(of)}有會費尚未繳納。項目、金額與繳費帳號請登入查看，也可以在那裡登錄繳費。`
				: `${who(of)}有會費尚未繳納，項目與繳費方式如下。`;
	}
}

const money = (amount: number): string => `${amount.toLocaleString("en-US")} 元`;
const itemWords = ({ kind, year }: Owed["items"][number]): string =>
	kind === "entrance" ? "入會費" : `常年會費 ${year - 1911} 年`;
const numberWords = (no: string | null): string => (no === null ? "尚無會員編號" : `會員 ${no}`);

/** The most items that a mail names one by one; the older ones are joined. */
const MOST_ITEMS = 12;

/**
 * Returns what is owed, item by item with the sum, until when, into which accounts, and what to note on the transfer; no
 * block when nothing is owed.
 */
function bill({ owed, accounts, payBy }: Data): Block[] {
	const items = owed.flatMap(({ own, no, items: theirs }) =>
		theirs.map((item) => ({ ...item, label: own ? itemWords(item) : `${numberWords(no)}　${itemWords(item)}` })),
	);
	if (items.length === 0) return [];
	const sumOf = (some: readonly { left: number }[]): number => some.reduce((all, { left }) => all + left, 0);
	const newest = items.toSorted((a, b) => b.year - a.year).slice(0, MOST_ITEMS);
	const [shown, rest] = [items.filter((item) => newest.includes(item)), items.filter((item) => !newest.includes(item))];
	const numbers = owed.flatMap(({ no, items: theirs }) => (no === null || theirs.length === 0 ? [] : [no]));
	return [
		facts(
			...(rest.length > 0 ? [[`較早的 ${rest.length} 項`, money(sumOf(rest))] as [string, string]] : []),
			...shown.map(({ label, left }): [string, string] => [label, money(left)]),
			["合計", money(sumOf(items))],
			...(payBy ? [["繳費期限", dayWords(payBy)] as [string, string]] : []),
			...accounts.map((words): [string, string] => ["繳費帳號", words]),
			["轉帳備註", numbers.length > 0 ? `請寫會員編號 ${numbers.join("、")}` : "請寫姓名"],
		),
	];
}

/**
 * The reminder of dues (會費提醒): 30 days before the end of a period, when it has ended, when the grace has ended; and
 * by hand.
 */
export const duesReminder = notification({
	data,
	// A reminder of a coming end is not sent after that end.
	expiresAt: ({ kind, until }) => (kind === "before_end" && until !== null ? endOf(until) : Number.POSITIVE_INFINITY),
	write: (of, { links }) => ({
		subject: subject(of),
		blocks: [
			paragraph(words(of)),
			...bill(of),
			button("登入繳費", links.pay()),
			note("如果您已經繳費，請不必理會這封信。還沒有帳號，或有任何疑問，請與協會聯絡。"),
		],
	}),
});
