import { merged } from "#nouns.ts";
import { isNoun, nounWords } from "./words.ts";

/** The audit log's words for actions, by their code. */
const ACTIONS: Readonly<Record<string, string>> = merged("actions");

/** The options of the audit page's filter by action: each action's code and words, in the order of the codes. */
export const KNOWN_ACTIONS = Object.entries(ACTIONS)
	.sort()
	.map(([value, label]) => ({ value, label }));
/**
 * Returns the words for an action's code. For a code without words: the words for the noun before its first ".", and
 * the code; only the code when that noun is unknown.
 */
export const actionWords = (action: string): string => ACTIONS[action] ?? otherwise(action, action.split(".")[0] ?? "");
const otherwise = (action: string, noun: string): string => (isNoun(noun) ? `${nounWords(noun)}：${action}` : action);
