import { actorWords } from "#admin/words.ts";
import type { RevisionRow } from "#db/content/revision-reads.ts";

const REASONS: Record<string, string> = {
	before: "第一次修改前",
	copy: "建立複本",
	create: "建立",
	import: "匯入",
	replace: "更換檔案",
	restore: "還原舊版",
	save: "儲存",
};
/** Returns in words why a text was kept as a revision. */
export const reasonWords = (reason: string): string => REASONS[reason] ?? reason;
/** Returns who saved the revision; "—" for a text from before the actor was recorded. */
export const whoWords = ({ by, actor }: RevisionRow): string =>
	by ?? (actor === "" ? "—" : actor.startsWith("user:") ? "已移除的使用者" : actorWords(actor));
export const numberWords = (number: number): string => `第 ${number} 版`;
