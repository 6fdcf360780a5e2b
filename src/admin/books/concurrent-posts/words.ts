import { monthWords } from "#admin/books/ledger/periods-words.ts";
import type { ConcurrentPostRow } from "#db/books/concurrent-posts.ts";
import { type PostState, postState } from "#domain/books/concurrent-posts/steps.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type Status, status } from "#ui/status.ts";

export const TITLE = "會計、出納兼辦";

type Standing = Exclude<PostState, "confirmed"> | "coming" | "on";

/** Returns the state of a resolution on a day in Taipei, with whether a confirmed one counts already. */
export function standingOf(row: ConcurrentPostRow, today: string): Standing {
	const state = postState(row, today);
	if (state !== "confirmed") return state;
	return row.starts_on > today ? "coming" : "on";
}

const LOOKS: Record<Standing, Status> = {
	waiting: { word: "待理事長確認", tone: "warn" },
	withdrawn: { word: "未確認，已撤回", icon: "undo" },
	coming: { word: "尚未開始", tone: "info" },
	on: { word: "兼辦中", tone: "ok" },
	over: { word: "期滿", icon: "no" },
	ended: { word: "已結束", icon: "no" },
};
export const postStatus = (standing: Standing) => status(LOOKS[standing]);

/** Returns the months ("2026-11") up to `today` in which a confirmed resolution was in force, newest first. */
export function monthsOf(rows: readonly ConcurrentPostRow[], today: string): string[] {
	const months = new Set<string>();
	for (const row of rows) {
		if (row.confirmed_at === null) continue;
		const ended = row.ended_at === null ? today : dateInTaipei(row.ended_at);
		const last = [row.ends_on, ended, today].sort()[0] ?? today;
		const first = [row.starts_on, dateInTaipei(row.confirmed_at)].sort()[1] ?? today;
		for (let month = first.slice(0, 7); month <= last.slice(0, 7); month = monthAfter(month)) months.add(month);
	}
	return [...months].sort().reverse();
}

const monthAfter = (month: string): string =>
	new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 7);

/** Returns the title of a month's list: 115 年 3 月會計、出納兼辦的單據. */
export const listTitle = (month: string): string => `${monthWords(month)}會計、出納兼辦的單據`;
