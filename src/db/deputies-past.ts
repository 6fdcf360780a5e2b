import { limitTo, type Select, select } from "#db/read.ts";

/** A deputyship that is over. Days are those of Taipei; `ended_at` (UTC milliseconds) where it was ended early. */
export type PastDeputyRow = {
	id: number;
	deputy_name: string;
	starts_on: string;
	ends_on: string;
	ended_at: number | null;
};

/** The newest few that a user named and that are over, the last named first. */
export const pastDeputiesOf = (
	userId: number,
	{ today, limit }: { today: string; limit: number },
): Select<PastDeputyRow> =>
	select(
		`SELECT d.id, v.name AS deputy_name, d.starts_on, d.ends_on, d.ended_at
		FROM deputies d JOIN users v ON v.id = d.deputy_id
		WHERE d.user_id = ?1 AND (d.ended_at IS NOT NULL OR d.ends_on < ?2)
		ORDER BY d.id DESC ${limitTo(limit)}`,
		userId,
		today,
	);
