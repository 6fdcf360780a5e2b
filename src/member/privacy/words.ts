import type { RequestRow } from "#db/people/index.ts";
import { daysUntil, REQUEST_STATE_LABELS, type RequestState } from "#domain/people/index.ts";
import { dayOf } from "#member/certificate/card.ts";
import { type Status, status } from "#ui/status.ts";

const LOOKS: Record<RequestState, Omit<Status, "word">> = {
	open: { tone: "warn" },
	done: { tone: "ok" },
	refused: { icon: "no" },
	withdrawn: { icon: "undo" },
};

export const requestStatus = (state: RequestState) => status({ word: REQUEST_STATE_LABELS[state], ...LOOKS[state] });

/** Returns in words until when the association must answer a request. */
export function dueWords({ due_on }: Pick<RequestRow, "due_on">, today: string): string {
	const days = daysUntil(today, due_on);
	if (days < 0) return `${dayOf(due_on)}（已過 ${-days} 天）`;
	return days === 0 ? `${dayOf(due_on)}（今天）` : `${dayOf(due_on)}（還有 ${days} 天）`;
}
