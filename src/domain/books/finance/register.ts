import type { FinanceInput, ShareInput, SharePayBy, TypedRefund } from "./form.ts";

/** What the payees of shares pay themselves of 勞保, 健保 and 勞退, in whole NT$. */
export const ownShareOf = ({ labour, health, pension }: Pick<ShareInput, "labour" | "health" | "pension">): number =>
	labour + health + pension;

/** Returns the sum of what the payees of shares pay themselves. */
export const ownSum = (shares: readonly Pick<ShareInput, "labour" | "health" | "pension">[]): number =>
	shares.reduce((sum, share) => sum + ownShareOf(share), 0);

/** Returns the lines of a register: the sums of its shares by reason, in the order in which the reasons first occur. */
export function linesOf(shares: readonly ShareInput[]): FinanceInput["lines"] {
	const sums = new Map<string, number>();
	for (const { reason, gross } of shares) sums.set(reason, (sums.get(reason) ?? 0) + gross);
	return [...sums].map(([summary, amount]) => ({ summary, amount }));
}

/** Returns how a register is paid: by transfer as soon as one of its shares is; the others of it are cash. */
export const payByOf = (shares: readonly Pick<ShareInput, "payBy">[]): SharePayBy =>
	shares.some(({ payBy }) => payBy === "transfer") ? "transfer" : "cash";

/** Returns the payee's name of a register: 王小明, or 王小明等 8 人. */
export function payeeWords(shares: readonly Pick<ShareInput, "payeeName">[]): string {
	const names = [...new Set(shares.map(({ payeeName }) => payeeName))];
	const [first = ""] = names;
	return names.length > 1 ? `${first.slice(0, 60)}等 ${names.length} 人` : first;
}

/** Whether the payees of a document may be paid by the bank's file (整批轉帳檔), or were. */
export const isTransferred = ({ register, pay_by, state }: Transferred): boolean =>
	register !== null && pay_by === "transfer" && ["approved", "paid", "posted"].includes(state);
type Transferred = { register: string | null; pay_by: string; state: string };

/** A row of a register as it was typed, numbered from 1. Amounts are texts that the form checks. */
export type TypedShare = { number: number; payee: string; gives?: TypedRefund } & Omit<
	ShareInput,
	"payeeId" | "payeeName"
>;

/** A payee whom a typed name may mean. `mark` tells payees of one name apart: the masked number, or the tax id. */
export type NamedPayee = { id: number; name: string; name_folded: string; mark: string | null };

/** Splits a typed payee into a name and the id behind it (王小明 #12). */
export function cutPayee(typed: string): { name: string; id: number | null } {
	const text = typed.normalize("NFKC").trim();
	const at = text.lastIndexOf("#");
	const id = text.slice(at + 1).trim();
	if (at < 0 || !/^\d{1,15}$/.test(id)) return { name: text, id: null };
	return { name: text.slice(0, at).trim(), id: Number(id) };
}

type Read = { shares: ShareInput[]; problems: string[] /** Names that no payee has. */; unknown: string[] };

/**
 * Finds the payees of typed rows among those with these names. A name that several payees have is a problem that says
 * how to write it: with the id behind it, which counts together with the name alone. `foldName` is how names are compared (src/kernel/names.ts).
 */
export function readShares(
	rows: readonly TypedShare[],
	payees: readonly NamedPayee[],
	foldName: (name: string) => string,
): Read {
	const read: Read = { shares: [], problems: [], unknown: [] };
	for (const { number, payee, ...rest } of rows) {
		const { name, id } = cutPayee(payee);
		const whole = payees.filter((one) => one.name_folded === foldName(payee));
		const of = payees.filter((one) => one.name_folded === foldName(name) && (id === null || one.id === id));
		const found = whole.length > 0 ? whole : of;
		const [only] = found;
		if (found.length > 1)
			read.problems.push(`第 ${number} 行：有 ${found.length} 位「${name}」，請寫成${choicesOf(found)}。`);
		else if (only === undefined && id !== null)
			read.problems.push(`第 ${number} 行：沒有叫「${name}」的受款人 #${id}。`);
		else {
			const isNew = only === undefined && !read.unknown.some((one) => foldName(one) === foldName(name));
			if (isNew) read.unknown.push(name);
			read.shares.push({ ...rest, payeeId: only?.id ?? null, payeeName: only?.name ?? name });
		}
	}
	return read;
}

const choicesOf = (found: readonly NamedPayee[]): string =>
	found.map(({ id, name, mark }) => `「${name} #${id}」${mark === null ? "" : `（${mark}）`}`).join("或");
