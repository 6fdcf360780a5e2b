import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, selectOne } from "#db/read.ts";

/** Selects whether a member wants to be named in the public list of gifts (捐款徵信); no row when nobody asked. */
export const giverChoice = (memberId: number): Select<{ is_named: 0 | 1 }> =>
	selectOne("SELECT is_named FROM giver_choices WHERE member_id = ?", memberId);

/** Stores what a member said about the public list; the last word counts. */
export const chooseNaming = (memberId: number | SQL<number>, isNamed: boolean, at: number): Write[] => [
	sql`UPDATE giver_choices SET is_named = ${isNamed ? 1 : 0}, updated_at = ${at} WHERE member_id = ${memberId}`,
	sql`INSERT INTO giver_choices (member_id, is_named, updated_at) SELECT ${memberId}, ${isNamed ? 1 : 0}, ${at} WHERE changes() = 0`,
];
