import type { FormState } from "#admin/ui/form.ts";
import type { AttachedFile } from "#admin/writing/attachments-field.ts";
import type { EditedAnnouncementRow } from "#db/announcement-edits.ts";
import type { MailingRow } from "#db/announcement-mailings.ts";
import type { ReadShare } from "#db/announcement-readers.ts";
import type { AudienceRole } from "#domain/announcements/audience.ts";
import type { Permission } from "#domain/users/permissions.ts";

export type Editor = {
	/** None: one that was never saved. */
	row: EditedAnnouncementRow | null;
	state: FormState;
	key: string;
	/** Files of the library that the form names, or the record. */
	files: AttachedFile[];
	roles: readonly AudienceRole[];
	mailings: MailingRow[];
	share: ReadShare | undefined;
	may: ReadonlySet<Permission>;
	at: number;
};
