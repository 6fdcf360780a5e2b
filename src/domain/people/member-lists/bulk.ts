import * as z from "zod";
import type { MemberStatus } from "#domain/people/members/codes.ts";
import { plain } from "#domain/people/members/field-schemas.ts";
import { RESOLUTION_FIELDS } from "#domain/people/members/form.ts";
import { stepOf } from "#domain/people/members/rules.ts";
import { MEETING_FIELDS } from "#domain/people/members/sanctions.ts";
import type { Move } from "#domain/people/members/steps.ts";
import { TypeCode } from "#domain/people/membership-types/form.ts";
import { refsUpTo, type Seen } from "#kernel/refs.ts";

/** The changes that can be made to many members at once. */
export const BULK_KINDS = ["approve", "decline", "suspend", "reinstate", "type"] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** The largest number of members in one change: as many as a batch writes in a few seconds. */
export const BULK_MAX = 500;

/** The statuses of members whose membership type may be changed: members and applicants. */
const STANDING = ["applied", "awaiting_payment", "active", "suspended"] as const satisfies readonly MemberStatus[];

/**
 * Returns the statuses of the members to whom a change of this kind can be made; for a step of the membership, those
 * from which the step begins.
 */
export const bulkStatuses = (kind: BulkKind): readonly MemberStatus[] =>
	kind === "type" ? STANDING : stepOf(kind).from;

/** A change of many members: a step of the membership, or another membership type (one that takes members). */
export type BulkChange = { move: Move } | { type: string };

/** Records as the user saw them, BULK_MAX at most. */
export const Refs = refsUpTo(BULK_MAX, { none: "請先勾選要變更的會員。", many: `一次最多 ${BULK_MAX} 位。` });

const SENT = {
	refs: Refs,
	/** The number of chosen members that the page left out, to be shown again. */
	left: z.coerce.number().int().nonnegative().default(0),
	/** The address of the list that the user came from, to go back to. */
	here: z.string().max(2_000).default(""),
};
const Reason = plain(500).refine((text) => text !== "", { error: "請填寫理由。" });

export type BulkForm = { refs: Seen[]; left: number; here: string; change: BulkChange };

/**
 * Returns the schema of the form of a change: the chosen records, and what this kind needs (a membership type, a
 * resolution or a reason).
 */
export function bulkForm(kind: BulkKind): z.ZodType<BulkForm> {
	if (kind === "type")
		return z
			.strictObject({ ...SENT, membership_type: TypeCode })
			.transform(({ membership_type: type, ...sent }) => ({ ...sent, change: { type } }));
	if (kind === "approve")
		return z.strictObject({ ...SENT, ...RESOLUTION_FIELDS }).transform(({ refs, left, here, ...asked }) => ({
			refs,
			left,
			here,
			change: { move: { step: "approve", ...asked } },
		}));
	if (kind === "suspend")
		return z
			.strictObject({ ...SENT, reason: Reason, ...MEETING_FIELDS })
			.transform(({ refs, left, here, ...asked }) => ({
				refs,
				left,
				here,
				change: { move: { step: kind, ...asked } },
			}));
	return z
		.strictObject({ ...SENT, reason: Reason })
		.transform(({ reason, ...sent }) => ({ ...sent, change: { move: { step: kind, reason } } }));
}
