import { createGroup, joinGroup } from "#domain/people/groups/actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import type { Store } from "./admin-server.ts";

const { groups } = paths.admin;

/** A group with people of now and of before, and a retired one. Returns the addresses of the routes that have a place for one. */
export async function fillGroups({ db, env }: Store, at: number): Promise<Record<string, string[]>> {
	const by = byOperator(at);
	const made = (name: string, description = "") =>
		createGroup(db, { input: { name, description }, key: `fill-${name}`, by });
	const north = await made("北區支持團體", "臺北、新北、基隆、桃園");
	const retired = await made("第一屆志工");
	await joinGroup(db, { groupId: north, memberIds: [1], days: { from_on: "2024-03-01", until_on: "2025-02-28" }, by });
	await joinGroup(db, { groupId: north, memberIds: [1, 2], days: { from_on: "2026-01-01", until_on: null }, by });
	await env.DB.prepare("UPDATE member_groups SET is_active = 0, version = version + 1 WHERE id = ?")
		.bind(retired)
		.run();
	return {
		[groups.list()]: [groups.list(), `${groups.list()}?q=沒有這個群組`],
		[groups.edit(":id")]: [north, retired].map(groups.edit),
		[groups.people()]: [groups.people(), groups.of(north), `${groups.of(north)}&time=past`, groups.of(retired)],
		[groups.joining(":id")]: [groups.joining(north)],
		[groups.joiningChosen()]: [`${groups.joiningChosen()}?ids=1`, groups.joiningChosen()],
		[groups.membership(":id")]: [groups.membership(1), groups.membership(2)],
		[groups.membershipRemoval(":id")]: [groups.membershipRemoval(2)],
	};
}
