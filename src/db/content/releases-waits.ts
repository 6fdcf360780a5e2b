import { waits } from "#db/waiting.ts";
import { ENDING_DAYS } from "#domain/content/releases/rules.ts";

export const releases = waits({
	menu: {
		/** What ends soon while a text is tied to it, and stories that nobody has looked at. */
		releases: {
			permission: "consents.manage",
			count: () => `SELECT (SELECT count(*) FROM releases r WHERE r.withdrawn_at IS NULL
					AND r.until BETWEEN ?2 AND date(?2, '+${ENDING_DAYS} days')
					AND EXISTS (SELECT 1 FROM text_releases t WHERE t.release_id = r.id))
				+ (SELECT count(*) FROM story_marks WHERE mark = 'before')`,
		},
	},
});
