import * as z from "zod";
import { actionWords } from "#admin/action-words.ts";
import { actorWords } from "#admin/words.ts";
import type { UserHistoryRow } from "#db/shell/user-page.ts";

const FIELDS: Record<string, string> = { name: "姓名", email: "電子郵件", phone: "手機號碼" };
const Changes = z.object({ fields: z.array(z.string()).optional() });

/** Returns in words what was done to a user, and who did it. */
export function historyLine({ action, actor, by, changes }: UserHistoryRow): { text: string; by: string } {
	const parsed = Changes.safeParse(JSON.parse(changes));
	const fields = (parsed.data?.fields ?? []).map((name) => FIELDS[name] ?? name);
	return {
		text: fields.length > 0 ? `${actionWords(action)}：${fields.join("、")}` : actionWords(action),
		by: by ?? actorWords(actor),
	};
}
