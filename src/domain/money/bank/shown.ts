type Shown = { is_same5: 0 | 1; used_for: string | null };

/**
 * Whether money that is typed in may be that of a line which something else used: its last digits say so, or no open line
 * fits. The batch asks the same (db/bank-shown.ts).
 */
export const isUsedUp = (lines: readonly Shown[]): boolean =>
	lines.some((line) => line.used_for !== null && line.is_same5 === 1) ||
	(lines.length > 0 && lines.every((line) => line.used_for !== null));
