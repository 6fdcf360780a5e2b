import * as z from "zod";
import { AUTHORITIES, GUARDIAN_ROLES, type GuardianStanding, SLOTS } from "#domain/system/index.ts";
import { Checked } from "#kernel/form.ts";
import { maybe, PastDay } from "./field-schemas.ts";
import { OptionalId } from "./form.ts";
import { PERSON_QUERY, PersonSearch } from "./search.ts";

const TOGETHER = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

/** The query of the page 變更監護人: the searched text, which of the two guardians it is, and who is chosen among those found. */
export const GuardianQuery = z.strictObject({ ...PERSON_QUERY, slot: z.enum(SLOTS).default("first") });

/**
 * The form of 變更監護人: who, as what they stand and by which paper. Without `role` the guardian stands as before. What
 * is not a plain parent's needs its paper (民法 §§1055, 15, 15-1).
 */
export const GuardianForm = z
	.strictObject({
		guardian: OptionalId,
		q: PersonSearch,
		slot: z.enum(SLOTS).default("first"),
		role: z.enum(GUARDIAN_ROLES).optional(),
		authority: z.enum([...AUTHORITIES, ""]).default(""),
		paper: maybe(120).default(null),
		paper_on: PastDay.default(null),
		has_custody: Checked,
		version: z.coerce.number().int(),
	})
	.refine(({ role, authority, paper }) => isPlain(role, authority) || paper !== null, {
		...TOGETHER,
		path: ["paper"],
		error: "請填寫文件的案號或名稱，例如 113 年度家親聲字第 12 號。",
	})
	.refine(({ role, authority, paper_on }) => isPlain(role, authority) || paper_on !== null, {
		...TOGETHER,
		path: ["paper_on"],
		error: "請填寫文件的日期。",
	});

const isPlain = (role: string | undefined, authority: string): boolean =>
	role === undefined || (role === "parent" && authority === "");

type Given = Omit<z.infer<typeof GuardianForm>, "version" | "q" | "slot">;

/** Returns as what the form's guardian stands; undefined when the form does not say. Only parents share an authority. */
export const standingOf = ({
	guardian,
	role,
	authority,
	paper,
	paper_on,
	has_custody,
}: Given): GuardianStanding | undefined =>
	guardian === null || role === undefined
		? undefined
		: {
				role,
				authority: role === "parent" && authority !== "" ? authority : null,
				paper,
				paper_on,
				has_custody: has_custody === true,
			};
