import { personal } from "#db/personal-data.ts";

export const search = personal({
	noFreeText: {
		record_texts: { columns: "kind text", why: "made of what the records say" },
		record_words: { columns: "kind word", why: "made of what the records say" },
	},
});
