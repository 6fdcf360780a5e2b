import { env } from "cloudflare:test";
import { type Db, open } from "#db/commit.ts";
import { type StoredMember, storedMember } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { createMember, type NewRecord } from "#domain/people/members/actions.ts";
import type { MemberInput } from "#domain/people/members/fields.ts";
import type { By } from "#kernel/by.ts";
import { input } from "./member-input.ts";
import { AT, by } from "./users.ts";

type Given = Partial<MemberInput> & Pick<NewRecord, "guardianId" | "userId" | "status"> & { by?: By };

/** Makes a record by the program's own verb, by nobody in particular; returns it as it is stored. */
export async function member({ guardianId, userId, status, by: who, ...said }: Given = {}, db: Db = open(env.DB)) {
	const id = await createMember(env, db, {
		input: input(said),
		source: "admin",
		by: who ?? { actor: "operator", userId: null, ip: null, at: AT },
		...(guardianId === undefined ? {} : { guardianId }),
		...(userId === undefined ? {} : { userId }),
		...(status === undefined ? {} : { status }),
	});
	return storedNow(id);
}

/** The record as it is stored now. */
export async function storedNow(id: number): Promise<StoredMember> {
	const [[row]] = await readRows(env.DB, storedMember(id));
	if (!row) throw new Error(`there is no member ${id}`);
	return row;
}

/** Opens what lies sealed of a member to the guardian of now, as a second person does it. */
export const openToGuardian = (memberId: number): Promise<unknown> =>
	env.DB.prepare(
		"UPDATE guardianships SET opened_at = 1, opened_how = 'second_person' WHERE member_id = ? AND until IS NULL",
	)
		.bind(memberId)
		.run();

export { by, input };
