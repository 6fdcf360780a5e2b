import { Refusal } from "#kernel/refusal.ts";

/** For `.catch`: the code of the rule that said no, or whatever else was thrown. */
export const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : error);
