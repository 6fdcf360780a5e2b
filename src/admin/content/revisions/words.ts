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
/** Why a text was kept. */
export const reasonWords = (reason: string): string => REASONS[reason] ?? reason;
/** Who saved it; a text from before has nobody. */
export const whoWords = ({ by, actor }: RevisionRow): string =>
	by ?? (actor === "" ? "—" : actor.startsWith("user:") ? "已移除的使用者" : actorWords(actor));
export const numberWords = (number: number): string => `第 ${number} 版`;
