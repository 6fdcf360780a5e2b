import type { TimelineSql } from "#db/timeline.ts";
import type { MailState } from "./mail-log.ts";

/** A mail as an entry. */
export type MailEntry = { template: string; state: MailState };
/** The mails to a member's login, or to the member who has none. */
export const mailsInTimeline: TimelineSql = {
	columns: "x.template, x.state",
	from: `FROM mail_messages x WHERE x.id IN (
		SELECT n.id FROM notifications n WHERE n.member_id = ?1
		UNION SELECT y.id FROM mail_messages y WHERE y.user_id = (SELECT user_id FROM members WHERE id = ?1))`,
	at: "x.created_at",
	id: "x.id",
};
