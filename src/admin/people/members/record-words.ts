import type { MemberRow } from "#db/people/member-reads.ts";
import type { MemberStep } from "#domain/people/members/rules.ts";

/** Returns a record's number and name: M0012 王小明. */
export const recordName = ({ member_no, name }: Pick<MemberRow, "member_no" | "name">): string =>
	[member_no, name].filter(Boolean).join(" ");

/** The part of the address for each step: POST /admin/members/12/approval. */
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
	join: "joining",
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
