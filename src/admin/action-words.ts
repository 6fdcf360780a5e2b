import { merged } from "#nouns.ts";
import { isNoun, nounWords } from "./words.ts";

/** The audit log's words for actions, by their code. */
const ACTIONS: Readonly<Record<string, string>> = merged("actions");

/** The actions that the audit page offers as a filter. */
export const KNOWN_ACTIONS = Object.entries(ACTIONS)
	.sort()
	.map(([value, label]) => ({ value, label }));
/** Returns an action in words; an action without words of its own is shown with its noun. */
export const actionWords = (action: string): string => ACTIONS[action] ?? otherwise(action, action.split(".")[0] ?? "");
const otherwise = (action: string, noun: string): string => (isNoun(noun) ? `${nounWords(noun)}：${action}` : action);
