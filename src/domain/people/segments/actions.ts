import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import * as stored from "#db/people/segments.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { SEGMENT_CONDITIONS, type SegmentEdit, type SegmentInput } from "./form.ts";
import { hasConditions, type ViewConditions } from "./of-view.ts";

type Said<I> = { input: I; own: stored.OwnConditions; by: By };

/** Refuses with `segment.no_condition` a segment that everybody would fit. */
function refuseEverybody({ input, own }: Said<SegmentInput>): void {
	if (own.length === 0 && SEGMENT_CONDITIONS.every((name) => input[name] === null))
		throw new Refusal("segment.no_condition");
}

/**
 * Inserts a segment, once per form `key`; returns its id. Refuses `segment.taken` when one in use has this name,
 * `segment.no_condition`, `segment.field_closed` for an own field that not everybody sees who sees members, and
 * `group.retired` for a group that does not exist.
 */
export async function createSegment(db: Db, { key, ...said }: Said<SegmentInput> & { key: string }): Promise<number> {
	refuseEverybody(said);
	const { input, own, by } = said;
	return commitOnce(db, { key, at: by.at, checks: [stored.refuseNoGroup(input)] }, [
		stored.insertSegment(input, by),
		...stored.replaceOwnConditions(madeBy(key), own),
		...recordAudit(db, {
			...{ ...by, action: "segment.create", changes: { ...input, own } },
			...{ auditableType: "segment", auditableId: madeBy(key), description: input.name },
		}),
	]);
}

/**
 * Changes a segment, also whether it is in use; whoever it is the audience of reaches whom it fits from then on. Refuses
 * `segment.stale` (changed meanwhile) and what createSegment refuses.
 */
export async function editSegment(db: Db, id: number, said: Said<SegmentEdit>): Promise<void> {
	refuseEverybody(said);
	const { input, own, by } = said;
	const { version: _, ...changes } = input;
	await commit(db, [
		...stored.updateSegment(id, input, by),
		...stored.replaceOwnConditions(id, own),
		...recordAudit(db, {
			...{ ...by, action: "segment.edit", changes: { ...changes, own } },
			...{ auditableType: "segment", auditableId: id, description: input.name },
		}),
	]);
}

/** The most characters of a segment's name. */
const NAME_CHARACTERS = 40;

/**
 * Returns the id of the segment with the conditions of a view: one in use that has the same, else a new one with the view's
 * name. Refuses what createSegment refuses.
 */
export async function segmentOfView(
	db: Db,
	{ name, key, by, ...view }: ViewConditions & { name: string; key: string; by: By },
): Promise<number> {
	const [rows] = await readRows(db.$client, stored.segmentsInUse());
	const same = rows.find((row) => hasConditions(row, view));
	if (same) return same.id;
	const taken = new Set(rows.map((row) => row.name.toLowerCase()));
	const names = [name, ...rows.map((_, nth) => `${name}（${nth + 2}）`), `${name}（${rows.length + 2}）`];
	const free = names.find((one) => !taken.has(one.toLowerCase())) ?? name;
	const input: SegmentInput = {
		...view.conditions,
		name: [...free].slice(0, NAME_CHARACTERS).join(""),
		description: `會員列表的檢視「${name}」，選為公告的對象時存下。`,
	};
	return createSegment(db, { input, own: view.own, key, by });
}
