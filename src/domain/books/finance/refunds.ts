import { figure } from "#kernel/amounts.ts";
import type { TypedRefund } from "./form.ts";
import { REFUND_OF_LABELS, REFUNDS_OF, type RefundOf } from "./labels.ts";
import type { TypedShare } from "./register.ts";

/** The reason of a share that gives something back, which is the summary of its line too. */
export const refundReason = (of: RefundOf): string => `退${REFUND_OF_LABELS[of]}`;

/** Reads what a row gives back, such as 溢繳款 A0012, 捐款 128 or 暫收款 45; undefined for other text. */
export function readRefund(typed: string): TypedRefund | undefined {
	const text = typed.normalize("NFKC").trim();
	const of = REFUNDS_OF.find((one) => text.startsWith(REFUND_OF_LABELS[one]));
	const key = of && text.slice(REFUND_OF_LABELS[of].length).trim();
	return of && key && (of === "credit" || /^\d{1,15}$/.test(key)) ? { of, key } : undefined;
}

/** Returns how a row of 退費清冊 says what it gives back; `readRefund` reads it. */
export const refundWords = ({ of, key }: TypedRefund): string => `${REFUND_OF_LABELS[of]} ${key}`;

/** What a row of 退費清冊 gives back, found by what was typed: its id, and what is left of it in whole NT$. */
export type FoundRefund = TypedRefund & { id: number | null; left: number | null };

/** Puts what was found in the place of what the rows say that they give back; a problem is what may not be given back. */
export function withRefunds(
	rows: readonly TypedShare[],
	found: readonly FoundRefund[],
): { rows: TypedShare[]; problems: string[] } {
	const problems: string[] = [];
	const ready = rows.map(({ gives, ...row }) => {
		if (!gives) return row;
		const { id = null, left = null } = found.find(({ of, key }) => of === gives.of && key === gives.key) ?? {};
		const same = rows.filter((one) => one.gives?.of === gives.of && one.gives.key === gives.key);
		const sum = same.reduce((total, { gross }) => total + gross, 0);
		const words = refusedWords(gives, { left: id === null ? null : left, sum });
		if (words !== "") problems.push(`第 ${row.number} 行：${words}`);
		return { ...row, refund: { of: gives.of, id: id ?? 0 } };
	});
	return { rows: ready, problems };
}

function refusedWords(gives: TypedRefund, { left, sum }: { left: number | null; sum: number }): string {
	const name = refundWords(gives);
	if (left === null || left === 0) return `${name} 沒有可以退的款項，請確認編號，或已有別的申請要退。`;
	if (gives.of === "suspense") return sum === left ? "" : `${name} 要整筆退，是 ${figure(left)} 元。`;
	return sum <= left ? "" : `${name} 可以退 ${figure(left)} 元，清冊裡合計 ${figure(sum)} 元。`;
}
