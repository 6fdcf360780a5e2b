import type { DuesKind, Known } from "#domain/people/index.ts";
import type { ReadPayment } from "./interpret.ts";
import type { PlannedPayment } from "./plan.ts";
import type { WrittenPayment } from "./reasons.ts";

/** A row to be written, with the id of its payment. */
export type PaymentTask = { plan: PlannedPayment; id: number; said: ReadPayment; member: Known };
export type NewItem = { id: number; member: number; kind: DuesKind; year: number; amount: number };
export type NewPart = { payment: number; item: number | null; member: number; amount: number; bare: boolean };

/** Returns the rows to be written, their payments numbered from `first` in the order of the list. */
export const tasksOf = (rows: readonly PlannedPayment[], first: number): PaymentTask[] =>
	rows
		.flatMap((plan) => {
			const { said, member, outcome } = plan;
			return outcome === "create" && said && member ? [{ plan, said, member }] : [];
		})
		.map((task, at) => ({ ...task, id: first + at }));

/** Returns the dues items to be made, numbered from `firstItem`, and the parts of each payment. */
export function moneyOf(tasks: readonly PaymentTask[], firstItem: number): { items: NewItem[]; parts: NewPart[] } {
	const [items, parts]: [NewItem[], NewPart[]] = [[], []];
	for (const { plan, id, member } of tasks)
		for (const part of plan.parts) {
			const of = { payment: id, member: member.id, amount: part.amount };
			if (part.kind === "donation") parts.push({ ...of, item: null, bare: false });
			else if (part.kind === "dues") parts.push({ ...of, item: part.item, bare: part.isBare });
			else {
				const item = firstItem + items.length;
				items.push({ id: item, member: member.id, ...part.of, amount: part.amount });
				parts.push({ ...of, item, bare: false });
			}
		}
	return { items, parts };
}

/** Returns midnight in Taipei of a day (YYYY-MM-DD) as UTC milliseconds. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);

/** Returns the outcome of a row as an applied import stores it. */
export function writtenOutcome({ outcome, reasons }: PlannedPayment): WrittenPayment {
	if (outcome === "create") return "created";
	if (outcome !== "skip") return outcome;
	return reasons.some(({ code }) => code === "same") ? "unchanged" : "skipped";
}
