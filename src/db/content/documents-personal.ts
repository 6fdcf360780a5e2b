import { personal } from "#db/personal-data.ts";

export const documents = personal({
	freeText: {
		document_versions: { link: "t.document_id", key: "t.document_id || ':' || t.number", kept: "true" },
	},
	noFreeText: {
		document_versions: { columns: "content_type object_key", why: "written by the program" },
		documents: { columns: "permission", why: "a code" },
	},
});
