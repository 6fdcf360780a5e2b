import { personal } from "#db/personal-data.ts";

export const bankStatements = personal({
	leftOut: {
		"bank_statements.created_by": "staff stay unnamed",
	},
	kept: {
		bank_statements: "numbers alone; the lines that were matched to a payment of the person lose their texts",
	},
	noFreeText: {
		bank_statements: { columns: "mapping counts", why: "columns of a file, and numbers" },
	},
});
