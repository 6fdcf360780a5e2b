import * as z from "zod";

const Words = z.array(z.string());

/** Returns the words of a stored group. */
export const wordsIn = ({ words }: { words: string }): string[] => Words.parse(JSON.parse(words));
/** Returns a stored group as people read it. */
export const groupText = (group: { words: string }): string => wordsIn(group).join("、");
