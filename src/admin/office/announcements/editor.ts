import type { AttachedFile } from "#admin/content/index.ts";
import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import type { MailingRow } from "#db/office/announcement-mailings.ts";
import type { ReadShare } from "#db/office/announcement-readers.ts";
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
	mailings: MailingRow[];
	share: ReadShare | undefined;
	may: ReadonlySet<Permission>;
	at: number;
};
