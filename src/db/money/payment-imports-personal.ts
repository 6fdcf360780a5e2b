import { personal } from "#db/personal-data.ts";

export const paymentImports = personal({
	leftOut: {
		"payment_imports.created_by": "staff stay unnamed",
	},
	kept: {
		payment_import_rows: "which row became which payment; whom the others named is sealed, and forgotten after 90 days",
		payment_imports: "numbers alone; a draft with its file has to be applied or thrown away before",
	},
	freeText: {
		payment_imports: { kept: "true" },
	},
	noFreeText: {
		payment_import_rows: { columns: "told", why: "sealed" },
		payment_imports: { columns: "mapping counts", why: "columns of a file, and numbers" },
	},
});
