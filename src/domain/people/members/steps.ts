import * as z from "zod";
import { TypeCode } from "#domain/people/membership-types/form.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { withoutEnd } from "#kernel/ends.ts";
import { Version } from "#kernel/form.ts";
import { IDENTITY_TYPES, type IdentityType, MEMBER_STATUSES, type MemberStatus } from "./codes.ts";
import { PastDay, plain } from "./field-schemas.ts";
import { RESOLUTION_FIELDS } from "./form.ts";
import { nextMemberNo } from "./numbers.ts";
import { asksFor, ENDINGS, type MemberStep, stepOf } from "./rules.ts";
import { isTwoThirds, MEETING_FIELDS, type Meeting, TWO_THIRDS, VOTE_FIELDS, type Votes } from "./sanctions.ts";

type Sanction = "suspend" | "expel";
type Reasoned = "decline" | "reinstate" | "undo_ending";
type Reason = { reason: string; on?: string | undefined };
/**
 * A step with the values it asks for. Days are YYYY-MM-DD in Taipei; `on` is the day on which the membership ended
 * (default: today); `reason` is stored sealed.
 */
export type Move =
	| { step: "approve"; resolution_no: string; resolution_on: string }
	| ({ step: Reasoned } & Reason)
	| { step: "join"; membership_type: string; identity_type: IdentityType; reason?: string | undefined }
	| ({ step: "suspend" } & Reason & Meeting)
	| ({ step: "expel" } & Reason & Meeting & Votes)
	| {
			step: Exclude<MemberStep, "approve" | "join" | Sanction | Reasoned>;
			reason?: string | undefined;
			on?: string | undefined;
	  };

const ReasonText = plain(500).default("");
/** The fields of the form of a step that asks for a reason, and of one whose reason may be left empty. */
export const REASONED_FIELDS = {
	reason: ReasonText.refine((text) => text !== "", { error: "請填寫理由。" }),
	on: PastDay.optional().transform((day) => day ?? undefined),
	version: Version,
};
export const UNREASONED_FIELDS = { ...REASONED_FIELDS, reason: ReasonText };
const isReasoned = (step: MemberStep): step is Reasoned => asksFor(step, "reason");
type Unreasoned = Exclude<MemberStep, "approve" | "join" | Sanction | Reasoned>;
const isUnreasoned = (step: MemberStep): step is Unreasoned =>
	!isReasoned(step) && !asksFor(step, "resolution") && !asksFor(step, "type");

/** The fields of the form by which a contact becomes an applicant: as what, and for which type. */
const JOIN_FIELDS = {
	identity_type: z.enum(IDENTITY_TYPES, { error: "請選擇身分。" }),
	membership_type: TypeCode.refine((code) => code !== CONTACT, { error: "請選擇會員類別。" }),
	reason: ReasonText,
	version: Version,
};
export const SUSPENSION_FIELDS = { ...REASONED_FIELDS, ...MEETING_FIELDS };
export const EXPULSION_FIELDS = { ...SUSPENSION_FIELDS, ...VOTE_FIELDS };

/** Returns the schema of a step's form: the version of the record that was seen, and the step with its values. */
export function stepForm(step: MemberStep): z.ZodType<{ version: number; move: Move }> {
	if (step === "suspend")
		return z
			.strictObject(SUSPENSION_FIELDS)
			.transform(({ version, ...asked }) => ({ version, move: { step, ...asked } }));
	if (step === "expel")
		return z
			.strictObject(EXPULSION_FIELDS)
			.refine(isTwoThirds, { path: ["in_favour"], error: TWO_THIRDS })
			.transform(({ version, ...asked }) => ({ version, move: { step, ...asked } }));
	if (step === "join")
		return z.strictObject(JOIN_FIELDS).transform(({ version, ...asked }) => ({ version, move: { step, ...asked } }));
	if (isReasoned(step))
		return z
			.strictObject(REASONED_FIELDS)
			.transform(({ version, ...asked }) => ({ version, move: { step, ...asked } }));
	if (isUnreasoned(step))
		return z
			.strictObject(UNREASONED_FIELDS)
			.transform(({ version, ...asked }) => ({ version, move: { step, ...asked } }));
	return z
		.strictObject({ ...RESOLUTION_FIELDS, version: Version })
		.transform(({ version, ...asked }) => ({ version, move: { step: "approve", ...asked } }));
}

/** Returns the first status of a record, and as what it is asked for own fields: a contact (聯絡人) is neither patient nor parent. */
export const startOf = (
	{ membership_type, identity_type }: { membership_type: string; identity_type: IdentityType },
	status: MemberStatus = "applied",
): { status: MemberStatus; identity: string } =>
	membership_type === CONTACT ? { status: "withdrawn", identity: CONTACT } : { status, identity: identity_type };

type Member = { status: MemberStatus; status_since: string | null; joined_on: string | null; left_on: string | null };

/**
 * What the step that ends a membership stores, so that the ending can be undone: the status before, its days, and the
 * id of the login that the ending closed.
 */
export type Before = {
	status: MemberStatus;
	status_since: string | null;
	left_on: string | null;
	closed_login: number | null;
};

const Before = z.object({
	status_since: z.string().nullable(),
	left_on: z.string().nullable(),
	closed_login: z.int().nullable(),
});
const Sealed = z.object({ before: Before });
const Ended = z.object({ from: z.enum(MEMBER_STATUSES) });

/**
 * For an ending without an audit row (because a roster set the status): the status to which `undo_ending` goes back.
 * Statuses that are not listed go back to `active`.
 */
const USUAL: Partial<Record<MemberStatus, MemberStatus>> = { declined: "applied", withdrawn: "applied" };

/**
 * Returns the state of a record before the membership ended, from the audit row of the ending: `changes`, and the
 * decrypted values sealed in them.
 */
export function beforeEnding(now: MemberStatus, changes: unknown, sealed: unknown): Before {
	const ended = Ended.safeParse(changes).data;
	const before = Sealed.safeParse(sealed).data?.before;
	return {
		status: ended?.from ?? USUAL[now] ?? "active",
		status_since: before?.status_since ?? null,
		left_on: before?.left_on ?? null,
		closed_login: before?.closed_login ?? null,
	};
}

/** Returns the columns that a step sets; `before` is the state to which `undo_ending` goes back. */
export function stepColumns(
	member: Member,
	move: Move,
	{ today, before }: { today: string; before: Before | undefined },
): { status: MemberStatus; statusSince: string | null; [column: string]: string | null } {
	const { to } = stepOf(move.step);
	if (typeof to !== "string")
		return {
			status: before?.status ?? "active",
			statusSince: before?.status_since ?? today,
			leftOn: before?.left_on ?? null,
		};
	if (move.step === "approve")
		return {
			status: to,
			statusSince: today,
			resolutionNo: move.resolution_no,
			resolutionOn: move.resolution_on,
			joinedOn: member.joined_on ?? move.resolution_on,
			leftOn: null,
		};
	if (move.step === "join")
		return { status: to, statusSince: today, typeCode: move.membership_type, identityType: move.identity_type };
	return { status: to, statusSince: today, ...(asksFor(move.step, "day") ? { leftOn: move.on ?? today } : {}) };
}

/** Returns what the audit log tells of a step: the resolution that a suspension or an expulsion rests on, the new type. */
export const toldOf = (move: Move): Record<string, unknown> => {
	if (move.step === "suspend") return { meeting: move.meeting, held_on: move.held_on };
	if (move.step === "join") return { membership_type: { from: CONTACT, to: move.membership_type } };
	if (move.step !== "expel") return {};
	const { meeting, held_on, present, in_favour } = move;
	return { meeting, held_on, present, in_favour };
};

/** The actions in the audit log among which an `undo_ending` finds the ending. */
export const ENDING_ACTIONS: readonly string[] = ENDINGS.map((step) => `member.${step}`);

/** Returns the prefix of a member number before its last digits: M of M0001. */
export const prefixOf = (number: string): string => withoutEnd(number, /[0-9]/);

/**
 * Returns new member numbers, by member id, for the members who have none: they follow `last`, the highest number with
 * the prefix of `start`.
 */
export function numbersFor(
	members: readonly { id: number; member_no: string | null }[],
	{ last, start }: { last: string | null; start: string },
): Map<number, string> {
	const numbers = new Map<number, string>();
	let number = last;
	for (const { id } of members.filter(({ member_no }) => member_no === null)) {
		number = nextMemberNo(number, start);
		numbers.set(id, number);
	}
	return numbers;
}

type Login = { user_id: number | null; user_version: number | null; user_status: string | null };

/** Returns the login of a record when its status satisfies `isSo`; undefined otherwise. */
export const loginOf = (
	{ user_id: id, user_version: version, user_status: status }: Login,
	isSo: (status: string) => boolean,
): { id: number; version: number } | undefined =>
	id !== null && version !== null && status !== null && isSo(status) ? { id, version } : undefined;
