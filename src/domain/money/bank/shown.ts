type Shown = { is_same5: 0 | 1; used_for: string | null };

/**
 * Whether money being recorded may be that of a bank line already used for something else: a used line has the same
 * last five digits, or every fitting line is used. The batch asks the same in SQL (db/money/bank-shown.ts).
 */
export const isUsedUp = (lines: readonly Shown[]): boolean =>
	lines.some((line) => line.used_for !== null && line.is_same5 === 1) ||
	(lines.length > 0 && lines.every((line) => line.used_for !== null));
