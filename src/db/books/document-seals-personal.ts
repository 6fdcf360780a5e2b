import { personal } from "#db/personal-data.ts";

export const documentSeals = personal({
	noFreeText: {
		document_seals: { columns: "series prev", why: "a code; a hash" },
	},
});
