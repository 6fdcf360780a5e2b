import { createGroup, joinGroup } from "#domain/people/groups/actions.ts";
import { createSegment } from "#domain/people/segments/actions.ts";
import { SegmentInput } from "#domain/people/segments/form.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import type { Store } from "./admin-server.ts";

const { groups, segments } = paths.admin;

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

/** A segment of one city and one of the first group, which is retired. Returns the addresses of their routes. */
export async function fillSegments({ db, env }: Store, at: number): Promise<Record<string, string[]>> {
	const made = (said: Record<string, string>) =>
		createSegment(db, { input: SegmentInput.parse(said), own: [], key: `fill-${said.name}`, by: byOperator(at) });
	const owing = await made({ name: "臺北本年未繳", description: "每年三月打電話", city: "臺北市", dues: "owing" });
	const retired = await made({ name: "北區的病友", identity: "patient", group: "1" });
	await env.DB.prepare("UPDATE member_segments SET is_active = 0, version = version + 1 WHERE id = ?")
		.bind(retired)
		.run();
	return {
		[segments.list()]: [segments.list(), `${segments.list()}?q=沒有這份名單`],
		[segments.create()]: [segments.create(), `${segments.create()}?city=臺北市&q=林`],
		[segments.edit(":id")]: [owing, retired].map(segments.edit),
	};
}
