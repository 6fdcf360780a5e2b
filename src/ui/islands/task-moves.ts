import type { BoardColumn, TaskCard } from "./task-card.ts";

/** A place on the board: in a column, before the card of that id, or at the end. */
export type Spot = { status: string; before: number | null };
type Columns = readonly BoardColumn[];

/** Returns the column of a card, the card, and its place in the column. */
function standing(
	columns: Columns,
	id: number,
): { at: number; column: BoardColumn; nth: number; card: TaskCard } | null {
	for (const [at, column] of columns.entries()) {
		const nth = column.cards.findIndex((one) => one.id === id);
		const card = column.cards[nth];
		if (card) return { at, column, nth, card };
	}
	return null;
}

/**
 * Returns where a card goes when it is moved `way`: up, down, left, right, or to the column of that name; null when
 * there is no such place. In another column it becomes the first card.
 */
export function spotAfter(columns: Columns, id: number, way: string): Spot | null {
	const here = standing(columns, id);
	if (!here) return null;
	const { at, column, nth } = here;
	const [above, next, after] = [column.cards[nth - 1], column.cards[nth + 1], column.cards[nth + 2]];
	if (way === "up") return above ? { status: column.status, before: above.id } : null;
	if (way === "down") return next ? { status: column.status, before: after?.id ?? null } : null;
	const beside = { left: at - 1, right: at + 1 }[way];
	const other = beside === undefined ? columns.find(({ status }) => status === way) : columns[beside];
	return other && other !== column ? { status: other.status, before: other.cards[0]?.id ?? null } : null;
}

/**
 * Returns the spot that a card can be moved to: at the end of a column that has more cards than are shown, it goes before
 * the last shown one. Null when the card stands there already.
 */
export function reachable(columns: Columns, id: number, spot: Spot): Spot | null {
	const [here, to] = [standing(columns, id), columns.find(({ status }) => status === spot.status)];
	if (!here || !to) return null;
	const last = to.cards.at(-1);
	const before = spot.before ?? (to.more && last && last.id !== id ? last.id : null);
	const next = here.column.cards[here.nth + 1]?.id ?? null;
	return here.column === to && (before === id || before === next) ? null : { status: spot.status, before };
}

/** Returns the board with a card moved to a spot. */
export function moved(columns: Columns, id: number, { status, before }: Spot): BoardColumn[] {
	const here = standing(columns, id);
	return columns.map((column) => {
		const cards = column.cards.filter((card) => card.id !== id);
		const from = column === here?.column ? 1 : 0;
		if (!here || column.status !== status) return { ...column, cards, total: column.total - from };
		const nth = before === null ? -1 : cards.findIndex((card) => card.id === before);
		return {
			...column,
			cards: cards.toSpliced(nth < 0 ? cards.length : nth, 0, here.card),
			total: column.total - from + 1,
		};
	});
}

/** Returns the board with what a card says changed. */
export const changed = (columns: Columns, id: number, change: Partial<TaskCard>): BoardColumn[] =>
	columns.map((column) => ({
		...column,
		cards: column.cards.map((card) => (card.id === id ? { ...card, ...change } : card)),
	}));

/** Writes where a card stands, for users of screen readers, and what is left of its checklist where tasks end. */
export function whereWords(columns: Columns, id: number): string {
	const here = standing(columns, id);
	if (!here) return "";
	const { column, nth, card } = here;
	const left = column.isEnd && card.left > 0 ? `，還有 ${card.left} 個檢查項目沒有勾選` : "";
	return `「${card.title}」在「${column.label}」的第 ${nth + 1} 個${left}。`;
}

/** Writes a spot as the server expects it: the column, and the id of the task after the card, or "end". */
export const placeOf = ({ status, before }: Spot): string => `${status}|${before ?? "end"}`;
