import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { type GroupPersonRow, joinable, joinedAt, membersCalled, membershipRow } from "#db/people/group-people.ts";
import * as stored from "#db/people/groups.ts";
import { readRows } from "#db/read.ts";
import { auditMember } from "#domain/people/members/actions.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Days, type GroupEdit, type GroupInput, MOST_JOINING } from "./form.ts";
import { calledBy, meantBy } from "./rules.ts";

/** Inserts a group, once per form `key`; returns its id. Refuses `group.taken` when a group in use has this name. */
export const createGroup = (db: Db, { input, key, by }: { input: GroupInput; key: string; by: By }): Promise<number> =>
	commitOnce(db, { key, at: by.at }, [
		stored.insertGroup(input, by),
		...auditGroup(db, { id: madeBy(key), name: input.name }, { ...by, action: "group.create", changes: { ...input } }),
	]);

/**
 * Changes a group, also whether it is in use. Refuses `group.stale` (changed meanwhile) and `group.taken` (another group
 * in use has this name).
 */
export const editGroup = (db: Db, id: number, { input, by }: { input: GroupEdit; by: By }): Promise<void> => {
	const { version: _, ...changes } = input;
	return commit(db, [
		...stored.updateGroup(id, input, by),
		...auditGroup(db, { id, name: input.name }, { ...by, action: "group.edit", changes }),
	]);
};

type Entry = By & { action: string; changes: Record<string, unknown> };
const auditGroup = (
	db: Db,
	{ id, name }: { id: number | ReturnType<typeof madeBy>; name: string },
	entry: Entry,
): Write[] => recordAudit(db, { ...entry, auditableType: "group", auditableId: id, description: name });

/** How many were taken into a group, and the ids of those who were left as they are. */
export type Joined = { joined: number; left: number[] };

/**
 * Takes members (MOST_JOINING at most, else it throws) into a group for some days, in one batch; those who are in it on
 * any of these days, died or are pseudonymised are left as they are. Refuses `group.retired`, and `group.overlap` when
 * somebody took one of them in at the same moment.
 */
export async function joinGroup(
	db: Db,
	{ groupId, memberIds, days, by }: { groupId: number; memberIds: readonly number[]; days: Days; by: By },
): Promise<Joined> {
	if (memberIds.length > MOST_JOINING) throw new RangeError(`more than ${MOST_JOINING} members`);
	const [[group], joining] = await readRows(
		db.$client,
		stored.groupRow(groupId, days.from_on),
		joinable(memberIds, { groupId, days }),
	);
	if (group?.is_active !== 1) throw new Refusal("group.retired");
	const changes = { group: group.name, ...days };
	await commit(
		db,
		joining.flatMap(({ id }) => [
			stored.insertMembership({ groupId, memberId: id, days, at: by.at }),
			...auditMember(db, id, { ...by, action: "group.join", changes }),
		]),
	);
	const joined = new Set(joining.map(({ id }) => id));
	return { joined: joined.size, left: memberIds.filter((id) => !joined.has(id)) };
}

/**
 * Takes people into a group by what they are called, all or none: returns the sentences of what means nobody or more
 * than one, else how many were taken in. Refuses what `joinGroup` refuses.
 */
export async function joinByName(
	db: Db,
	{ people, ...of }: { groupId: number; people: readonly string[]; days: Days; by: By },
): Promise<Joined | { problems: string[] }> {
	const [found] = await readRows(db.$client, membersCalled(people.map(calledBy)));
	const { ids, problems } = meantBy(people, found);
	return problems.length > 0 ? { problems } : joinGroup(db, { ...of, memberIds: ids });
}

/**
 * Changes the days of a membership: ends it, takes the end back, or corrects it; returns it as it was. Refuses
 * `group.stale` and `group.overlap`.
 */
export async function changeMembership(
	db: Db,
	ref: stored.MembershipRef,
	{ days, by }: { days: Days; by: By },
): Promise<GroupPersonRow> {
	const now = await seen(db, ref);
	const changed = (["from_on", "until_on"] as const).filter((name) => now[name] !== days[name]);
	if (changed.length === 0) return now;
	const changes = Object.fromEntries(changed.map((name) => [name, { from: now[name], to: days[name] }]));
	await commit(db, [
		...stored.updateMembership(ref, days, by.at),
		...auditMember(db, now.member_id, {
			...by,
			action: "group.change",
			changes: { group: now.group_name, ...changes },
		}),
	]);
	return now;
}

/**
 * Removes a membership that was recorded by mistake today; returns the id of its group. Refuses `group.not_today` and
 * `group.stale`.
 */
export async function removeMembership(db: Db, ref: stored.MembershipRef, by: By): Promise<number> {
	const row = await seen(db, ref);
	await commit(db, removalWrites(db, row, by));
	return row.group_id;
}

/**
 * Takes those out of their group again whom the user took in at one moment, in one batch, each with its audit row; those
 * whose days were changed since stay. Refuses `group.not_today` and `group.stale`; then nobody is taken out.
 */
export async function takeBackJoining(
	db: Db,
	{ moment, by }: { moment: number; by: By },
): Promise<{ back: number; left: number }> {
	const [rows] = await readRows(db.$client, joinedAt(moment, by.userId));
	await commit(
		db,
		rows.flatMap((row) => removalWrites(db, row, by)),
	);
	const [{ recorded } = { recorded: 0 }] = rows;
	return { back: rows.length, left: recorded - rows.length };
}

/** Returns the writes that remove a membership, with its audit row. */
const removalWrites = (
	db: Db,
	{ id, version, member_id, group_name: group, from_on, until_on }: GroupPersonRow,
	by: By,
): Write[] => [
	...stored.deleteMembership({ id, version }, by.at),
	...auditMember(db, member_id, { ...by, action: "group.remove", changes: { group, from_on, until_on } }),
];

/** Reads a membership. Refuses `group.stale` when it changed; the guard of the batch checks the version again. */
async function seen(db: Db, { id, version }: stored.MembershipRef): Promise<GroupPersonRow> {
	const [[row]] = await readRows(db.$client, membershipRow(id));
	if (row?.version !== version) throw new Refusal("group.stale");
	return row;
}
