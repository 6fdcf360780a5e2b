import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { Refusal } from "#kernel/refusal.ts";
import { holdsStep, type Step, workflow } from "#kernel/steps.ts";
import type { Permission } from "#permissions.ts";
import { type IdentityType, MEMBER_STATUSES, type MemberStatus, type TypeBase } from "./codes.ts";

/**
 * A step of the membership (docs/concepts.md#membership). A step that asks for `day` needs the day on which the
 * membership ends; a step of the board needs its resolution, an expulsion two thirds of the
 * general meeting (人民團體法 §§14, 27); `undo_ending` returns to the state before the ending.
 */
type MemberStepOf = Step<MemberStatus> & {
	by: readonly [Permission];
	label: string;
	/** True for a step that only members with an exempt type (who owe no dues) may take. */
	exempt?: true;
	/** True for a step that only contacts (聯絡人) take; `decease` and its correction are theirs too. */
	ofContacts?: true;
	/** The step is taken when dues are paid, not by a button. */
	automatic?: true;
};

const ENDED = ["declined", "withdrawn", "resigned", "expelled"] as const satisfies readonly MemberStatus[];
const IN = ["awaiting_payment", "active", "suspended"] as const satisfies readonly MemberStatus[];

/** The only table of the steps of the membership: buttons, guards, tests and the docs are made from it. */
export const MEMBER_STEPS = {
	approve: {
		from: ["applied"],
		to: "awaiting_payment",
		by: ["members.approve"],
		asks: ["resolution"],
		label: "核准入會",
	},
	decline: { from: ["applied"], to: "declined", by: ["members.approve"], asks: ["reason"], label: "不予通過" },
	withdraw: {
		from: ["applied", "awaiting_payment"],
		to: "withdrawn",
		by: ["members.manage"],
		asks: ["reason?"],
		label: "撤回申請",
	},
	pay: { from: ["awaiting_payment"], to: "active", by: ["payments.verify"], label: "登記繳費", automatic: true },
	activate: {
		from: ["awaiting_payment"],
		to: "active",
		by: ["members.manage"],
		asks: ["reason?"],
		label: "設為有效",
		exempt: true,
	},
	suspend: { from: ["active"], to: "suspended", by: ["members.approve"], asks: ["reason", "meeting"], label: "停權" },
	reinstate: { from: ["suspended"], to: "active", by: ["members.approve"], asks: ["reason"], label: "復權" },
	resign: { from: IN, to: "resigned", by: ["members.manage"], asks: ["day", "reason?"], label: "退會" },
	expel: {
		from: IN,
		to: "expelled",
		by: ["members.approve"],
		asks: ["day", "reason", "meeting", "votes"],
		label: "除名",
	},
	decease: {
		from: ["applied", ...IN, ...ENDED],
		to: "deceased",
		by: ["members.manage"],
		asks: ["day", "reason?"],
		label: "登記已故",
	},
	rejoin: { from: ENDED, to: "applied", by: ["members.manage"], asks: ["reason?"], label: "再入會" },
	join: {
		from: ["withdrawn"],
		to: "applied",
		by: ["members.manage"],
		asks: ["type", "reason?"],
		label: "申請入會",
		ofContacts: true,
	},
	undo_ending: {
		from: [...ENDED, "deceased"],
		to: ["applied", ...IN, ...ENDED],
		by: ["members.manage"],
		asks: ["reason"],
		label: "更正離會",
	},
} as const satisfies Record<string, MemberStepOf>;

export type MemberStep = keyof typeof MEMBER_STEPS;
export const MEMBERSHIP = workflow<MemberStatus, MemberStep, MemberStepOf>({
	states: MEMBER_STATUSES,
	steps: MEMBER_STEPS,
	refusal: "member.wrong_state",
});
/** Returns a step of MEMBER_STEPS, typed as any step. */
export const stepOf = (step: MemberStep): MemberStepOf => MEMBERSHIP.steps[step];
/** Returns whether the form of a step asks for a resolution, a reason, a day, a meeting or its votes, or a type. */
export const asksFor = (
	step: MemberStep,
	field: "resolution" | "reason" | "day" | "meeting" | "votes" | "type",
): boolean => stepOf(step).asks?.includes(field) === true;

/** The steps that an `undo_ending` can take back. */
export const ENDINGS: readonly MemberStep[] = ["decline", "withdraw", "resign", "expel", "decease"];

/** The bases of the membership types that owe no dues and never lapse. */
export const EXEMPT_TYPES: readonly TypeBase[] = ["honorary_academic", "honorary", "lifetime"];

type Standing = { status: MemberStatus; type_base: TypeBase; is_contact: 0 | 1 };

/**
 * Returns whether a membership may take a step: from its status, and an `exempt` step only with an exempt type. A contact
 * joins, or dies; a death is corrected as a member's is.
 */
export function canStep({ status, type_base, is_contact }: Standing, step: MemberStep): boolean {
	if (!MEMBERSHIP.can(step, status)) return false;
	if (is_contact === 1)
		return step === "join" || step === "decease" || (step === "undo_ending" && status === "deceased");
	return !stepOf(step).ofContacts && (!stepOf(step).exempt || EXEMPT_TYPES.includes(type_base));
}

/** Refuses, as `member.wrong_state`, a step that the member cannot take. */
export function refuseStep(member: Standing, step: MemberStep): void {
	if (!canStep(member, step)) throw new Refusal("member.wrong_state");
}

/**
 * Returns the steps that a user with these permissions may take, in the table's order; automatic steps have no button
 * and are left out.
 */
export const stepsFor = (member: Standing, held: ReadonlySet<Permission>): MemberStep[] =>
	MEMBERSHIP.names.filter((step) => !stepOf(step).automatic && holdsStep(stepOf(step), held) && canStep(member, step));

/**
 * A status as lists and pages show it: the stored one, `grace` and `lapsed`, which dues make of an active one, or `contact`
 * of somebody who is no member.
 */
export type StatusNow = MemberStatus | "grace" | "lapsed" | typeof CONTACT;
/** All statuses that are shown, in the order of MEMBER_STATUSES, with `grace` and `lapsed` after `active`. */
export const STATUSES_NOW: readonly StatusNow[] = [
	...MEMBER_STATUSES.flatMap((status): StatusNow[] => (status === "active" ? [status, "grace", "lapsed"] : [status])),
	CONTACT,
];

/**
 * Returns the status on a day (YYYY-MM-DD, Taipei). `paid_until` is the last day that dues were paid for, `grace_until`
 * the last day of the grace months after it; when `paid_until` is null, the stored status counts.
 */
export function memberStatusNow(
	row: { status: MemberStatus; is_contact: 0 | 1; paid_until: string | null; grace_until: string | null },
	today: string,
): StatusNow {
	const { status, is_contact, paid_until, grace_until } = row;
	if (is_contact === 1 && status !== "deceased") return CONTACT;
	if (status !== "active" || paid_until === null || today <= paid_until) return status;
	return today <= (grace_until ?? paid_until) ? "grace" : "lapsed";
}

type Identity = { identity_type: IdentityType; is_organisation?: 0 | 1; is_contact?: 0 | 1 };
export const IDENTITY_TYPE_LABELS: Record<IdentityType, string> = { patient: "病友", parent: "家長/父母" };

/** Whether the member is a patient (病友). */
export const isPatient = ({ identity_type }: Identity): boolean => identity_type === "patient";
/** Whether the member is the father or mother of a patient (家長/父母). */
export const isParent = ({ identity_type }: Identity): boolean => identity_type === "parent";
/** Returns the label of an identity, 病友 or 家長/父母; an organisation and a contact are neither. */
export function identityTypeLabel({ identity_type, is_organisation, is_contact }: Identity): string {
	if (is_contact === 1) return "非會員";
	return is_organisation === 1 ? "團體" : IDENTITY_TYPE_LABELS[identity_type];
}

type Guarded = { guardian_member_id: number | null; second_guardian_id: number | null };
type Kin = Guarded & { id: number };

/** Returns the ids of a member's guardians, the first of them first. */
export const guardiansOf = ({ guardian_member_id: first, second_guardian_id: second }: Guarded): number[] =>
	[first, second].filter((id) => id !== null);

/** Returns the member's guardians (監護人) that are among these records, the first of them first. */
export const guardians = <M extends Kin>(member: Guarded, all: readonly M[]): M[] =>
	guardiansOf(member).flatMap((id) => all.find((one) => one.id === id) ?? []);

/** Returns the members under this member's guardianship (受監護會員) among these records. */
export const dependents = <M extends Kin>(member: { id: number }, all: readonly M[]): M[] =>
	all.filter((one) => guardiansOf(one).includes(member.id));

/**
 * Refuses with `member.guardian_refused` a guardian (`next`) who is the member or has a guardian, and any guardian for
 * a member who is a guardian: there is one level only, so no loop. The database refuses the same for every writer
 * (migration 0019).
 */
export function refuseGuardian(
	member: { id: number | null; dependents: number },
	next: { id: number; guardian_member_id: number | null },
): void {
	if (next.id === member.id || next.guardian_member_id !== null || member.dependents > 0)
		throw new Refusal("member.guardian_refused");
}

const ADULT_YEARS = 18;

/**
 * Whether a person born on this day is of age on `today` (民法 12: 18 years, since 2023). An unknown birth date counts
 * as under age.
 */
export const isAdult = (birthDate: string | null, today: string): boolean =>
	birthDate !== null && ageOn(birthDate, today) >= ADULT_YEARS;

/** Returns the age in whole years on a day; both are YYYY-MM-DD. */
export function ageOn(birthDate: string, today: string): number {
	const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
	return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
