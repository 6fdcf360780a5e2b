import * as z from "zod";
import { FIELD_WORDS, MEMBER_STATUS_LABELS } from "#domain/people/index.ts";
import type { ChangeLine } from "./change-line.ts";

const NAMES: Record<string, string> = { ...FIELD_WORDS, reason: "理由", on: "日期" };
const STATUSES: Record<string, string> = MEMBER_STATUS_LABELS;
const Known = z.looseObject({
	fields: z.array(z.string()).default([]),
	from: z.string().optional(),
	to: z.string().optional(),
	member_no: z.string().optional(),
	sealed: z.string().optional(),
});

/**
 * Returns the readable lines of a row about a member, and the remaining changes. Encrypted values are shown only in the
 * member's history.
 */
export function memberChanges(changes: Record<string, unknown>): {
	lines: ChangeLine[];
	rest: Record<string, unknown>;
} {
	const known = Known.safeParse(changes);
	if (!known.success) return { lines: [], rest: changes };
	const { fields, from, to, member_no, sealed, ...rest } = known.data;
	const status = (code: string): string => STATUSES[code] ?? code;
	return {
		lines: [
			...(from !== undefined && to !== undefined && from !== to
				? [{ label: "狀態", from: status(from), to: status(to) }]
				: []),
			...(member_no === undefined ? [] : [{ label: FIELD_WORDS.member_no, to: member_no }]),
			...(fields.length > 0 ? [{ label: "修改的欄位", to: fields.map((name) => NAMES[name] ?? name).join("、") }] : []),
			...(sealed === undefined ? [] : [{ label: "內容", to: "加密保存，在會員的歷程裡查看" }]),
		],
		rest,
	};
}
