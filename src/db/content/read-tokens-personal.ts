import { personal } from "#db/personal-data.ts";

export const readTokens = personal({
	noFreeText: {
		read_tokens: { columns: "name digest hint", why: "names of websites; written by the program" },
	},
});
