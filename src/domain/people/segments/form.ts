import * as z from "zod";
import { DISABILITY_STATUSES, DUES_STANDINGS, IDENTITY_TYPES } from "#domain/people/members/codes.ts";
import { isSeen, plain, SEEN } from "#domain/people/members/field-schemas.ts";
import { OptionalId } from "#domain/people/members/form.ts";
import { CITIES } from "#domain/people/members/places.ts";
import { STATUSES_NOW } from "#domain/people/members/rules.ts";
import { TypeCode } from "#domain/people/membership-types/form.ts";
import { Checked, lines, Version } from "#kernel/form.ts";

/** Returns the schema of one of some codes; null when nothing was chosen. */
const chosen = <Code extends string>(codes: readonly Code[]) =>
	z
		.string()
		.default("")
		.transform((typed, context): Code | null => {
			const code = codes.find((one) => one === typed);
			if (code !== undefined || typed === "") return code ?? null;
			context.addIssue({ code: "custom", message: "請從選項中選擇。" });
			return z.NEVER;
		});

/** The conditions of a segment, by the names that they have in the address of the members' list; null does not restrict. */
const CONDITIONS = {
	status: chosen(STATUSES_NOW),
	type: z
		.union([z.literal(""), TypeCode])
		.default("")
		.transform((code) => code || null),
	identity: chosen(IDENTITY_TYPES),
	disability: chosen([...DISABILITY_STATUSES, "expired"] as const),
	dues: chosen(DUES_STANDINGS),
	city: chosen(CITIES),
	group: OptionalId,
};
export type SegmentConditions = z.infer<z.ZodObject<typeof CONDITIONS>>;
export type SegmentCondition = keyof SegmentConditions;
export const SEGMENT_CONDITIONS = Object.keys(CONDITIONS) as SegmentCondition[];

const FIELDS = {
	name: plain(40).refine((text) => text !== "", { error: "請填寫名稱。" }),
	description: lines(500).refine(isSeen, SEEN).default(""),
	...CONDITIONS,
};
export const SegmentInput = z.strictObject(FIELDS);
export type SegmentInput = z.infer<typeof SegmentInput>;
export const SegmentEdit = z.strictObject({ ...FIELDS, version: Version, is_active: Checked });
export type SegmentEdit = z.infer<typeof SegmentEdit>;
