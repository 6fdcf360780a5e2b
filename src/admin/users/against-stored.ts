import type { Conflict } from "#admin/ui/conflict.ts";
import type { FormState } from "#admin/ui/form.ts";

/**
 * A refused form beside the record as it is stored now: where somebody saved it meanwhile, both texts of each field that
 * differs. What was typed stays.
 */
export function againstStored(state: FormState, stored: { version: number; fields: Conflict[] }): FormState {
	if (state.values.version === undefined || Number(state.values.version) === stored.version) return state;
	const conflict = stored.fields.filter(({ mine, theirs }) => mine !== theirs);
	if (conflict.length > 0) return { ...state, conflict };
	return { ...state, problem: "剛才有人更新了這筆資料，但與您填的內容沒有衝突。請再儲存一次。" };
}

/** What was typed into a field of one line. */
export const typed = (state: FormState, name: string): string => [state.values[name] ?? ""].flat()[0] ?? "";
/** What was ticked in a group. */
export const ticked = (state: FormState, name: string): string[] => [state.values[name] ?? []].flat();
