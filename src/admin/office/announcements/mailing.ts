import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import type { MailingRow } from "#db/office/announcement-mailings.ts";
import type { ReadShare } from "#db/office/announcement-readers.ts";
import type { AudienceCounts, ReceiverCounts } from "#db/office/announcement-receivers.ts";
import type { NamedAudience } from "#domain/office/announcements/audience.ts";
import type { Permission } from "#permissions.ts";

/** What the step 發送 shows of an announcement. */
export type Mailing = {
	row: EditedAnnouncementRow;
	named: readonly NamedAudience[];
	/** The people of the audience now. */
	all: AudienceCounts;
	/** The numbers of recipients to whom no earlier mailing went, and of those with a login who did not open it. */
	missing: ReceiverCounts;
	unread: ReceiverCounts;
	share: ReadShare;
	mailings: MailingRow[];
	/** Whether the system is set up to send mail. */
	isSetUp: boolean;
	may: ReadonlySet<Permission>;
	at: number;
	key: string;
};

export const isUnderWay = ([newest]: readonly MailingRow[]): boolean =>
	newest?.state === "waiting" || newest?.state === "sending";
