import * as z from "zod";
import { BULK_MAX } from "#domain/people/member-lists/bulk.ts";
import { isSeen, plain, SEEN } from "#domain/people/members/field-schemas.ts";
import { MOST } from "#kernel/field-limits.ts";
import { Checked, lines, Version } from "#kernel/form.ts";
import { idsUpTo } from "#kernel/query.ts";
import { dayField, dayOrNone } from "#kernel/typed.ts";
import { namesIn } from "./rules.ts";

const FIELDS = {
	name: plain(40).refine((text) => text !== "", { error: "請填寫群組名稱。" }),
	description: lines(500).refine(isSeen, SEEN).default(""),
};
export const GroupInput = z.strictObject(FIELDS);
export type GroupInput = z.infer<typeof GroupInput>;
export const GroupEdit = z.strictObject({ ...FIELDS, version: Version, is_active: Checked });
export type GroupEdit = z.infer<typeof GroupEdit>;

const DAYS = {
	from_on: dayField({ missing: "請填寫加入的日期。" }),
	until_on: dayOrNone(),
};
export const DaysForm = z.strictObject(DAYS);
/** The days of a membership: the first one, and the last one or null. */
export type Days = { from_on: string; until_on: string | null };
const inOrder = ({ from_on, until_on }: Days): boolean => until_on === null || from_on <= until_on;
const ORDER = { path: ["until_on"], error: "最後一天不能早於加入的日期。" };

/** The most people that are taken into a group at once. */
export const MOST_JOINING = BULK_MAX;
const LONGEST = 20_000;

/** The form that takes people into a group: what each of them is called, as `namesIn` splits it. */
export const Joining = z
	.strictObject({
		...DAYS,
		people: z
			.string()
			.max(LONGEST, { error: "名單太長，請分幾次加入。" })
			.register(MOST, { characters: LONGEST })
			.transform((text) => namesIn(text))
			.refine((names) => names.length > 0, { error: "請填寫要加入的人。" })
			.refine((names) => names.length <= MOST_JOINING, { error: `一次最多 ${MOST_JOINING} 位。` }),
	})
	.refine(inOrder, ORDER);

/** The form that takes chosen members into a group; `here` is the query of the list to which the user returns. */
export const JoiningChosen = z
	.strictObject({
		...DAYS,
		group: z.coerce.number({ error: "請選擇群組。" }).int().positive({ error: "請選擇群組。" }),
		members: idsUpTo(MOST_JOINING),
		here: z.string().max(2_000).default(""),
	})
	.refine(inOrder, ORDER);

export const MembershipEdit = z.strictObject({ ...DAYS, version: Version }).refine(inOrder, ORDER);
export const MembershipRemoval = z.strictObject({ version: Version });
