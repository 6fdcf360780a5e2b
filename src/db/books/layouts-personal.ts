import { personal } from "#db/personal-data.ts";

export const layouts = personal({
	freeText: {
		statement_notes: { link: "t.year || '-' || t.report", key: "t.year || ':' || t.report || ':' || t.line" },
	},
});
