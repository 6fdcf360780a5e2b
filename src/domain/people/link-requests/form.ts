import * as z from "zod";
import { lines, Version } from "#kernel/form.ts";

const Id = z.coerce.number().int().positive();

/** The form that refuses a link request (退回補正) with a reason, which the applicant sees. */
export const LinkRefusalForm = z.strictObject({
	decision: z.literal("refuse"),
	version: Version,
	reason: lines(500).refine((text) => text !== "", { error: "請說明原因，申請人才知道怎麼補正。" }),
});

/**
 * The form that decides a link request (帳號對應待確認): link to a record as it was seen, make a new application, or refuse
 * with a reason.
 */
export const LinkDecisionForm = z
	.discriminatedUnion("decision", [
		z.strictObject({ decision: z.literal("link"), version: Version, member_id: Id, member_version: Version }),
		z.strictObject({ decision: z.literal("create"), version: Version }),
		LinkRefusalForm,
	])
	.transform((sent) =>
		sent.decision === "link" ? { ...sent, member: { id: sent.member_id, version: sent.member_version } } : sent,
	);
export type LinkDecision =
	| { decision: "link"; member: { id: number; version: number } }
	| { decision: "create" }
	| { decision: "refuse"; reason: string };

/**
 * The query of a request's page: the number of a record to be shown beside the request, even when nothing suggests that
 * both are the same person.
 */
export const LinkShowQuery = z.strictObject({
	with: z
		.string()
		.max(40)
		.default("")
		.transform((text) => text.normalize("NFKC").replace(/[\s-]/g, "").toUpperCase()),
});
