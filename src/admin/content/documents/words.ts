import { PERMISSION_GROUP_WORDS, PERMISSION_WORDS } from "#admin/words.ts";
import type { DocumentPageRow } from "#db/content/document-lists.ts";
import { STEPS, type Step } from "#domain/content/content/states.ts";
import { READ_PERMISSIONS, type Visibility } from "#domain/content/documents/rules.ts";
import { isPermission, PERMISSION_GROUPS, type Permission } from "#permissions.ts";
import type { Option } from "#ui/field-parts.ts";
import type { Status } from "#ui/status.ts";
import { timeWords } from "#ui/time.ts";

export const VISIBILITY_WORDS: Record<Visibility, string> = { public: "公開", members: "會員", restricted: "限定" };
export const VISIBILITY_LOOKS: Record<Visibility, Status> = {
	public: { word: VISIBILITY_WORDS.public, tone: "info", icon: "external" },
	members: { word: VISIBILITY_WORDS.members, icon: "users" },
	restricted: { word: VISIBILITY_WORDS.restricted, tone: "warn", icon: "lock" },
};

/** Returns the Chinese name of a permission; an unknown code is returned as it is. */
export const permissionWords = (code: string): string => (isPermission(code) ? PERMISSION_WORDS[code] : code);

const groupOf = (permission: Permission): string =>
	Object.entries(PERMISSION_GROUPS).find(([, list]) => list.some((one) => one === permission))?.[0] ?? "";
const GROUP_WORDS: Record<string, string> = PERMISSION_GROUP_WORDS;

/** The permissions that a restricted document can require, with their group in the label. */
export const PERMISSION_OPTIONS: Option[] = READ_PERMISSIONS.map((value) => ({
	value,
	label: `${GROUP_WORDS[groupOf(value)]}：${PERMISSION_WORDS[value]}`,
}));

/** Returns the label of a step's button. A scheduled document is not public yet, so `unpublish` reads 取消排程. */
export const stepWords = (step: Step, state: DocumentPageRow["state"]): string =>
	step === "unpublish" && state === "scheduled" ? "取消排程" : STEPS[step].label;

const READERS: Record<Visibility, string> = {
	public: "所有人都看得到，不需要登入；也會出現在官網的文件列表與搜尋",
	members: "入會完成的會員登入後看得到，不會出現在官網",
	restricted: "",
};

/** Returns the message after a change of a document's visibility: who can read the document now. */
export const nowReadBy = ({ from, to }: { from: Visibility; to: Visibility }): string => {
	if (to === "public") return "現在所有人都看得到。";
	const left = from === "public" ? "已經從官網移除，" : "";
	return to === "members" ? `${left}現在只有會員看得到。` : `${left}現在只有具備那種權限的人看得到。`;
};

/** Returns in words who can read a document once it is published. */
export function readersWords({ visibility, permission }: Pick<DocumentPageRow, "visibility" | "permission">): string {
	if (visibility !== "restricted") return READERS[visibility];
	if (permission === null) return "還沒有選擇權限，只有管理內部文件的人看得到";
	return `只有具備「${permissionWords(permission)}」權限的人看得到，不會出現在官網`;
}

/** Returns a sentence that says who sees the document at present. */
export function seenBy(row: DocumentPageRow): string {
	const keepers = row.visibility === "public" ? "處理文件的工作人員" : "管理內部文件的人";
	switch (row.state) {
		case "published":
			return `${readersWords(row)}。`;
		case "scheduled":
			return `${timeWords(row.publish_at ?? 0)}發布，在那之前只有${keepers}看得到。發布後，${readersWords(row)}。`;
		case "archived":
			return row.visibility === "public"
				? `已經收起來：官網的列表與搜尋不再出現，舊連結會說明已封存。只有${keepers}看得到。`
				: `已經收起來，只有${keepers}看得到。`;
		case "draft":
			return `還沒有發布，只有${keepers}看得到。發布後，${readersWords(row)}。`;
		case "trashed":
			return `在垃圾桶裡，只有${keepers}看得到；可以還原。`;
	}
}
