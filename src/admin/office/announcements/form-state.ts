import { attachedTo, momentWords, ticked, withTheirFiles } from "#admin/content/index.ts";
import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import { audienceWords, mayWriteFor, type NamedAudience } from "#domain/office/announcements/audience.ts";
import { taipeiInput } from "#kernel/times.ts";
import type { Permission } from "#permissions.ts";
import { againstStored, sidesOf, type Told } from "#ui/against-stored.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";

/**
 * Returns the form of a new announcement: for the asked audience or for members when the user may write for them, otherwise
 * for everybody.
 */
export const freshAnnouncement = (may: ReadonlySet<Permission>, asked = "members"): FormState =>
	freshForm({ audience: mayWriteFor(may, asked) ? asked : "public", publish: "now", version: "0" });

/** Returns the editor's form filled from a stored announcement. */
export function formOf(row: EditedAnnouncementRow): FormState {
	const files = attachedTo(row);
	const begins = row.publish_from ?? row.planned_from;
	return freshForm({
		title: row.title,
		slug: row.slug,
		body: row.body_markdown,
		audience: row.audience,
		is_pinned: ticked(row.is_pinned),
		publish: begins === null ? "now" : "later",
		publish_at: taipeiInput(begins),
		unpublish_at: taipeiInput(row.publish_until),
		files: files.map(({ id }) => id),
		file_descriptions: files.map(({ description }) => description),
		file_positions: files.map((_, at) => String(at + 1)),
		version: String(row.version),
	});
}

const told = (named: readonly NamedAudience[]): Told[] => [
	{ field: "title", label: "標題" },
	{ field: "slug", label: "網址" },
	{ field: "body", label: "內文" },
	{ field: "audience", label: "對象", words: (value) => audienceWords(value, named) },
	{ field: "is_pinned", label: "置頂", words: (value) => (value === "1" ? "置頂" : "不置頂") },
	{ field: "publish_at", label: "公告時間", words: momentWords },
	{ field: "unpublish_at", label: "下架時間", words: momentWords },
];

/**
 * Returns a refused form, with both versions of each differing field when another user saved the announcement
 * meanwhile. Files that the other user attached are added to the form.
 */
export function stateAgainst(row: EditedAnnouncementRow, state: FormState, named: readonly NamedAudience[]): FormState {
	if (state.values.version === undefined || Number(state.values.version) === row.version) return state;
	// The form of a published announcement has no field for its start.
	const asked = told(named).filter(({ field }) => field !== "publish_at" || field in state.values);
	const fields = sidesOf(asked, { mine: state.values, theirs: formOf(row).values, base: undefined });
	return withTheirFiles(attachedTo(row), againstStored(state, { version: row.version, fields }));
}
