import { personal } from "#db/personal-data.ts";

export const content = personal({
	freeText: {
		revisions: {
			kind: "t.resource",
			link: "t.resource_id",
			key: "t.resource || ':' || t.resource_id || ':' || t.number",
			kept: "true",
			isLong: true,
		},
		drafts: { link: "''", key: "t.user_id || ':' || t.resource || ':' || t.slot", isLong: true },
		old_addresses: { kind: "t.resource", key: "t.resource || ':' || t.id", kept: "true" },
		changes: { key: "t.rev", kept: "true" },
		attachment_uses: {
			kind: "t.resource",
			link: "t.resource_id",
			key: "t.resource || ':' || t.resource_id || ':' || t.role || ':' || t.attachment_id",
		},
	},
	noFreeText: {
		content_changes: { columns: "tags", why: "slugs of tags" },
		import_sources: { columns: "source hash", why: "paths of files; hashes" },
		revisions: { columns: "resource actor", why: "codes" },
	},
});
