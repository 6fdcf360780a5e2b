import { sql } from "drizzle-orm";
import { ownIds, personal } from "#db/personal-data.ts";
import { text } from "#kernel/copy-fields.ts";

export const groups = personal({
	copy: {
		groups: {
			place: 35,
			title: "群組",
			fields: [text("name", "群組"), text("from_on", "加入"), text("until_on", "最後一天")],
			rows: `SELECT g.name, t.from_on, t.until_on FROM group_memberships t JOIN member_groups g ON g.id = t.group_id
			WHERE t.member_id IN (SELECT id FROM own) ORDER BY t.from_on, t.id`,
		},
	},
	inCopy: {
		"group_memberships.member_id": "groups",
	},
	erased: {
		group_memberships: "all of them: in which groups they were, and when",
	},
	erases: [{ place: 35, run: ({ id }) => [sql`DELETE FROM group_memberships WHERE member_id IN ${ownIds(id)}`] }],
	merges: [
		{
			table: "group_memberships",
			column: "member_id",
			place: 45,
			// What overlaps becomes one membership, from the first day of all to the last one. This happens on the record that is
			// merged, where the triggers let memberships overlap.
			moves: ({ kept, other }, { at }) => [
				sql`UPDATE group_memberships SET member_id = ${other}, version = version + 1, updated_at = ${at}
				WHERE member_id = ${kept} AND group_id IN (SELECT group_id FROM group_memberships WHERE member_id = ${other})`,
				sql`WITH begun AS (SELECT id, group_id, from_on, coalesce(until_on, '9999-12-31') AS until_on,
						from_on > coalesce(max(coalesce(until_on, '9999-12-31')) OVER (PARTITION BY group_id ORDER BY from_on, id
							ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), '') AS is_first
						FROM group_memberships WHERE member_id = ${other}),
					runs AS (SELECT *, sum(is_first) OVER (PARTITION BY group_id ORDER BY from_on, id) AS run FROM begun),
					joined AS MATERIALIZED (SELECT id, min(from_on) OVER of_run AS from_on, nullif(max(until_on) OVER of_run, '9999-12-31') AS until_on
						FROM runs WINDOW of_run AS (PARTITION BY group_id, run))
				UPDATE group_memberships SET from_on = j.from_on, until_on = j.until_on, version = version + 1, updated_at = ${at}
				FROM joined j WHERE j.id = group_memberships.id
					AND (j.from_on, j.until_on) IS NOT (group_memberships.from_on, group_memberships.until_on)`,
				sql`DELETE FROM group_memberships WHERE member_id = ${other} AND EXISTS (SELECT 1 FROM group_memberships o
					WHERE o.member_id = ${other} AND o.group_id = group_memberships.group_id
						AND o.from_on = group_memberships.from_on AND o.id < group_memberships.id)`,
				sql`UPDATE group_memberships SET member_id = ${kept}, version = version + 1, updated_at = ${at} WHERE member_id = ${other}`,
			],
		},
	],
});
