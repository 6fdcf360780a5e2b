import { eq } from "drizzle-orm";
import type { Db } from "#db/commit.ts";
import { members } from "#db/schema/users.ts";

/** What a member sees of their own record. */
export type MembershipRow = { id: number; memberNo: string | null; name: string; createdAt: number };

export const readMembership = (db: Db, id: number): Promise<MembershipRow | undefined> =>
	db
		.select({ id: members.id, memberNo: members.memberNo, name: members.name, createdAt: members.createdAt })
		.from(members)
		.where(eq(members.id, id))
		.get();
