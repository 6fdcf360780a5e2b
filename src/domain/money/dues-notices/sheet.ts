import * as z from "zod";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { DUES_KINDS } from "#domain/people/index.ts";
import { rocYear } from "#kernel/calendar.ts";

/** A dues item as a notice lists it; amounts are whole NT$. */
const Item = z.object({
	kind: z.enum(DUES_KINDS),
	dues_year: z.int(),
	base_amount: z.int(),
	discount_percent: z.int(),
	amount: z.int(),
	paid_amount: z.int(),
});
export type NoticeItem = z.infer<typeof Item>;
/** Reads dues items from the JSON that the database returns. */
export const readItems = (json: string): NoticeItem[] => z.array(Item).parse(JSON.parse(json));

/** A line of a printed notice; amounts are whole NT$. */
export type NoticeLine = { label: string; base: number; discount: number; paid: number; left: number };

/** Returns what is still owed of these dues items together, in NT$. */
export const totalOf = (items: readonly NoticeItem[]): number =>
	items.reduce((sum, { amount, paid_amount }) => sum + amount - paid_amount, 0);

/** The largest number of lines that fit on a printed notice. */
const MOST_LINES = 7;

/**
 * Returns the lines of a notice, the oldest first; of many items the older ones are joined in one line, so that one
 * sheet suffices.
 */
export function linesOf(items: readonly NoticeItem[]): NoticeLine[] {
	if (items.length <= MOST_LINES) return items.map(lineOf);
	const older = items.slice(0, items.length - MOST_LINES + 1);
	const until = Math.max(...older.map(({ dues_year }) => dues_year));
	const sums = older.map(lineOf);
	const sum = (of: (line: NoticeLine) => number): number => sums.reduce((all, line) => all + of(line), 0);
	return [
		{
			label: `${rocYear(until)} 年以前，共 ${older.length} 項`,
			base: sum(({ base }) => base),
			discount: sum(({ discount }) => discount),
			paid: sum(({ paid }) => paid),
			left: sum(({ left }) => left),
		},
		...items.slice(older.length).map(lineOf),
	];
}

const lineOf = (item: NoticeItem): NoticeLine => ({
	label: `${duesLabel(item)}${item.discount_percent > 0 ? `（減免 ${item.discount_percent}%）` : ""}`,
	base: item.base_amount,
	discount: item.base_amount - item.amount,
	paid: item.paid_amount,
	left: item.amount - item.paid_amount,
});

/** A bank or postal account of the association that members pay into. */
type Account = { kind: "bank" | "postal"; bank_name: string; branch: string; holder: string; number: string };

/** Returns an account in one line: 合作金庫 大安分行　戶名 …　帳號 …. */
export const accountWords = ({ kind, bank_name, branch, holder, number }: Account): string =>
	[
		kind === "postal" ? "郵政劃撥" : [bank_name, branch].filter((part) => part !== "").join(" ") || "銀行轉帳",
		holder && `戶名 ${holder}`,
		`${kind === "postal" ? "劃撥帳號" : "帳號"} ${number}`,
	]
		.filter((part) => part !== "")
		.join("　");

type Told = { association: string; accounts: readonly Account[]; pay: string; until: string };

/**
 * Returns the text sent on LINE to a member about the member's own dues, or to a guardian about a member's. `until` is
 * a day in words.
 */
export const memberText = (
	{ name, guardian, items }: { name: string; guardian: string | null; items: readonly NoticeItem[] },
	{ association, accounts, pay, until }: Told,
): string =>
	[
		`${guardian ?? name} 您好，這裡是${association}。${guardian === null ? "您" : name}還有會費尚未繳納：`,
		...items.map((item) => {
			const { label, left } = lineOf(item);
			return `・${label} ${left.toLocaleString("en-US")} 元`;
		}),
		`合計 ${totalOf(items).toLocaleString("en-US")} 元，請在 ${until}前繳納。`,
		...accounts.map(accountWords),
		`繳費後請在這裡登錄，或把轉帳的日期與帳號末五碼告訴我們：${pay}`,
		"如果已經繳費，請不必理會這則訊息，謝謝您。",
	].join("\n");

/** Returns the text sent to a LINE group: it has no names and no amounts. */
export const groupText = ({ association, accounts, pay, until }: Told): string =>
	[
		`【${association}】會費繳納提醒`,
		`還沒有繳會費的會員，請在 ${until}前繳納。自己的應繳項目與金額，請登入查看：${pay}`,
		...accounts.map(accountWords),
		"繳費後請在同一頁登錄。還沒有帳號，或有任何疑問，請與協會聯絡。已經繳費的會員，請不必理會這則訊息，謝謝大家。",
	].join("\n");
