import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";

/**
 * Ends all sessions, one-time links, activation codes, waiting mails and outbox rows of a restored copy of the
 * database, because they may have been ended, used or sent since the copy was made, and deletes when the cron's tasks
 * ran. The revision is raised, so that no answers from the undone time are taken from a cache. `at` is UTC
 * milliseconds.
 */
export const afterRestore = (at: number): Write[] => [
	sql`DELETE FROM sessions`,
	sql`DELETE FROM one_time_links`,
	sql`DELETE FROM one_time_codes WHERE purpose = 'activation'`,
	sql`UPDATE mail_messages SET state = 'failed', settled_at = ${at}, last_error = 'restored: it may have gone out before',
		version = version + 1 WHERE state IN ('queued', 'sending')`,
	sql`UPDATE outbox SET done_at = ${at} WHERE done_at IS NULL`,
	sql`DELETE FROM cron_tasks`,
	sql`UPDATE content_revision SET rev = max(rev + 1, ${at})`,
];
