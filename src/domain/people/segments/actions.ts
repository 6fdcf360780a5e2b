import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import * as stored from "#db/people/segments.ts";
import type { By } from "#kernel/by.ts";
import type { SegmentEdit, SegmentInput } from "./form.ts";

/**
 * Inserts a segment, once per form `key`; returns its id. Refuses `segment.taken` when one in use has this
 * name, and `group.retired` for a group that does not exist.
 */
export const createSegment = (
	db: Db,
	{ input, key, by }: { input: SegmentInput; key: string; by: By },
): Promise<number> =>
	commitOnce(db, { key, at: by.at, checks: [stored.refuseNoGroup(input)] }, [
		stored.insertSegment(input, by),
		...recordAudit(db, {
			...{ ...by, action: "segment.create", changes: { ...input } },
			...{ auditableType: "segment", auditableId: madeBy(key), description: input.name },
		}),
	]);

/**
 * Changes a segment, also whether it is in use; whoever it is the audience of reaches whom it fits from then on. Refuses
 * `segment.stale` (changed meanwhile) and `segment.taken` (another segment in use has this name).
 */
export const editSegment = (db: Db, id: number, { input, by }: { input: SegmentEdit; by: By }): Promise<void> => {
	const { version: _, ...changes } = input;
	return commit(db, [
		...stored.updateSegment(id, input, by),
		...recordAudit(db, {
			...{ ...by, action: "segment.edit", changes },
			...{ auditableType: "segment", auditableId: id, description: input.name },
		}),
	]);
};
