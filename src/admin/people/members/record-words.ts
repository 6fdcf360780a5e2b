import type { MemberRow } from "#db/people/member-reads.ts";
import type { MemberStep } from "#domain/people/members/rules.ts";

/** Returns a record's number and name: M0012 王小明. */
export const recordName = ({ member_no, name }: Pick<MemberRow, "member_no" | "name">): string =>
	[member_no, name].filter(Boolean).join(" ");

/** The label of each step's button and the title of the page before it. */
export const STEP_WORDS: Record<MemberStep, string> = {
	approve: "核准入會",
	decline: "不予通過",
	withdraw: "撤回申請",
	pay: "登記繳費",
	activate: "設為有效",
	suspend: "停權",
	reinstate: "復權",
	resign: "退會",
	expel: "除名",
	decease: "登記已故",
	rejoin: "再入會",
	undo_ending: "更正離會",
};

/** The last part of each step's address: POST /admin/members/12/approval. */
export const STEP_PLACES: Record<Exclude<MemberStep, "pay">, string> = {
	approve: "approval",
	decline: "refusal",
	withdraw: "withdrawal",
	activate: "activation",
	suspend: "suspension",
	reinstate: "reinstatement",
	resign: "resignation",
	expel: "expulsion",
	decease: "death",
	rejoin: "rejoining",
	undo_ending: "undoing",
};
export type ButtonStep = keyof typeof STEP_PLACES;
export const hasButton = (step: MemberStep): step is ButtonStep => step in STEP_PLACES;

/** Returns in words how a record was created. */
export function sourceWords(source: string): string {
	if (source === "admin") return "工作人員建檔";
	if (source === "self") return "本人申請";
	// A pseudonymised record no longer has the name of the file.
	if (source === "roster") return "名冊匯入";
	return source.startsWith("roster:") ? `名冊匯入（${source.slice("roster:".length)}）` : source;
}
