import { Refusal } from "#kernel/refusal.ts";

/** For `.catch`: the code of the rule that said no, or whatever else was thrown. */
export const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : error);

/** The code of the rule that an act broke, or "done"; any other error is thrown. */
export const refusal = async (act: Promise<unknown>): Promise<string> => {
	try {
		await act;
		return "done";
	} catch (error) {
		if (error instanceof Refusal) return error.code;
		throw error;
	}
};
