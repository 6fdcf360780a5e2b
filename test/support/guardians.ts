import { commit, type Db } from "#db/commit.ts";
import { type GuardianChange, guardianWrites } from "#domain/people/members/guardianship-actions.ts";

/** Sets a guardian as two people do: whoever nothing but staff names, and whoever staff are concerned with, too. */
export const setGuardian = async (env: { SEALING_KEY: string }, db: Db, of: GuardianChange): Promise<void> =>
	commit(db, await guardianWrites(env, db, of));
