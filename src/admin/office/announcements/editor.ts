import type { AttachedFile } from "#admin/content/index.ts";
import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import type { NamedAudience } from "#domain/office/announcements/audience.ts";
import type { Permission } from "#permissions.ts";
import type { FormState } from "#ui/form-state.ts";

export type Editor = {
	/** The stored announcement; null for an announcement that was never saved. */
	row: EditedAnnouncementRow | null;
	state: FormState;
	key: string;
	/** The files of the media library that the form or the stored announcement names. */
	files: AttachedFile[];
	named: readonly NamedAudience[];
	may: ReadonlySet<Permission>;
	at: number;
};
