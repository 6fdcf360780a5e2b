import type { TimelineSql } from "#db/timeline.ts";
import type { ApplicationRow } from "./certificates.ts";
import { HISTORY_OF } from "./member-picks.ts";

/** A note on a member as an entry. */
export type NoteEntry = { content: string; author: string | null; hidden_at: number | null };
/** The notes on a member; hidden ones only when `hidden` is true. */
export const notesInTimeline = ({ hidden }: { hidden: boolean }): TimelineSql => ({
	columns: "n.content, u.name AS author, n.hidden_at",
	from: `FROM notes n LEFT JOIN users u ON u.id = n.user_id
		WHERE n.notable_type = 'member' AND n.notable_id = ?1 ${hidden ? "" : "AND n.hidden_at IS NULL"}`,
	at: "n.created_at",
	id: "n.id",
});

/** An application with a certificate as an entry. */
export type CertificateEntry = Pick<ApplicationRow, "status" | "until" | "is_revoked" | "on_paper"> & {
	uploader: string | null;
	is_own: 0 | 1;
};
/** The applications with certificates of a member. */
export const certificatesInTimeline: TimelineSql = {
	columns:
		"c.status, c.valid_until AS until, c.is_revoked, c.on_paper, u.name AS uploader, coalesce(c.uploaded_by = m.user_id, 0) AS is_own",
	from: `FROM disability_certificates c JOIN members m ON m.id = c.member_id LEFT JOIN users u ON u.id = c.uploaded_by
		WHERE c.member_id = ?1`,
	at: "c.created_at",
	id: "c.id",
};

/** A row of a member's history as an entry, without what was changed. */
export type ChangeEntry = { action: string; actor: string; by: string | null; on_behalf_of: string | null };
/** The rows of a member's history (歷程). */
export const changesInTimeline: TimelineSql = {
	columns: "a.action, a.actor, u.name AS by, d.name AS on_behalf_of",
	from: HISTORY_OF,
	at: "a.at",
	id: "a.id",
};
