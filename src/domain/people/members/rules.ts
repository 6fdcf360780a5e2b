import { Refusal } from "#kernel/refusal.ts";
import { holdsStep, type Step, workflow } from "#kernel/steps.ts";
import type { Permission } from "#permissions.ts";
import { type IdentityType, MEMBER_STATUSES, type MemberStatus, type MembershipType } from "./codes.ts";

/**
 * A step of the membership (docs/concepts.md#membership). `day` asks for the day on which the membership ends; a step of the board
 * needs its resolution; `undo_ending` goes back to where the ending came from.
 */
type MemberStepOf = Step<MemberStatus> & {
	by: readonly [Permission];
	label: string;
	/** Only types that owe nothing. */
	exempt?: true;
	/** Taken by the dues, not by a button. */
	automatic?: true;
};

const ENDED = ["declined", "withdrawn", "resigned", "expelled"] as const satisfies readonly MemberStatus[];
const IN = ["awaiting_payment", "active", "suspended"] as const satisfies readonly MemberStatus[];

/** THE table of the membership: buttons, guards, tests and the docs come from it. */
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
	suspend: { from: ["active"], to: "suspended", by: ["members.approve"], asks: ["reason"], label: "停權" },
	reinstate: { from: ["suspended"], to: "active", by: ["members.approve"], asks: ["reason"], label: "復權" },
	resign: { from: IN, to: "resigned", by: ["members.manage"], asks: ["day", "reason?"], label: "退會" },
	expel: { from: IN, to: "expelled", by: ["members.approve"], asks: ["day", "reason"], label: "除名" },
	decease: {
		from: ["applied", ...IN, ...ENDED],
		to: "deceased",
		by: ["members.manage"],
		asks: ["day", "reason?"],
		label: "登記已故",
	},
	rejoin: { from: ENDED, to: "applied", by: ["members.manage"], asks: ["reason?"], label: "再入會" },
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
/** The same table where a step is not known beforehand. */
export const stepOf = (step: MemberStep): MemberStepOf => MEMBERSHIP.steps[step];
/** Whether a step asks for something. */
export const asksFor = (step: MemberStep, field: "resolution" | "reason" | "day"): boolean =>
	stepOf(step).asks?.includes(field) === true;

/** The steps that an `undo_ending` takes back. */
export const ENDINGS: readonly MemberStep[] = ["decline", "withdraw", "resign", "expel", "decease"];

/** Types that owe no dues and never lapse. */
export const EXEMPT_TYPES: readonly MembershipType[] = ["honorary_academic", "honorary", "lifetime"];

type Standing = { status: MemberStatus; membership_type: MembershipType };

/** Whether the membership may take this step. */
export const canStep = ({ status, membership_type }: Standing, step: MemberStep): boolean =>
	MEMBERSHIP.can(step, status) && (!stepOf(step).exempt || EXEMPT_TYPES.includes(membership_type));

/** Refuses `member.wrong_state`. */
export function refuseStep(member: Standing, step: MemberStep): void {
	if (!canStep(member, step)) throw new Refusal("member.wrong_state");
}

/** The steps that whoever holds these permissions may take, in the table's order; none by a button that the dues take. */
export const stepsFor = (member: Standing, held: ReadonlySet<Permission>): MemberStep[] =>
	MEMBERSHIP.names.filter((step) => !stepOf(step).automatic && holdsStep(stepOf(step), held) && canStep(member, step));

/** What lists and pages show: the stored status, and what dues make of an active one. */
export type StatusNow = MemberStatus | "grace" | "lapsed";
/** Each of them, those of members first. */
export const STATUSES_NOW: readonly StatusNow[] = MEMBER_STATUSES.flatMap((status) =>
	status === "active" ? [status, "grace", "lapsed"] : [status],
);

/**
 * The status on a day (YYYY-MM-DD, Taipei). `paid_until` is the last day that dues were paid for, `grace_until` the last
 * of the months that the settings give after it; without a day, what is stored counts.
 */
export function memberStatusNow(
	row: { status: MemberStatus; paid_until: string | null; grace_until: string | null },
	today: string,
): StatusNow {
	const { status, paid_until, grace_until } = row;
	if (status !== "active" || paid_until === null || today <= paid_until) return status;
	return today <= (grace_until ?? paid_until) ? "grace" : "lapsed";
}

type Identity = { identity_type: IdentityType };
export const IDENTITY_TYPE_LABELS: Record<IdentityType, string> = { patient: "病友", parent: "家長/父母" };

/** 病友. */
export const isPatient = ({ identity_type }: Identity): boolean => identity_type === "patient";
/** 家長/父母: father or mother of a patient. */
export const isParent = ({ identity_type }: Identity): boolean => identity_type === "parent";
/** What pages call an identity, 病友 or 家長/父母. */
export const identityTypeLabel = ({ identity_type }: Identity): string => IDENTITY_TYPE_LABELS[identity_type];

type Kin = { id: number; guardian_member_id: number | null };

/** 監護人: who of these looks after the member. */
export const guardian = <M extends Kin>(member: Kin, all: readonly M[]): M | undefined =>
	all.find(({ id }) => id === member.guardian_member_id);

/** 受監護會員: those of these whom the member looks after. */
export const dependents = <M extends Kin>(member: { id: number }, all: readonly M[]): M[] =>
	all.filter(({ guardian_member_id }) => guardian_member_id === member.id);

/**
 * Refuses `member.guardian_refused`: oneself, somebody who has a guardian, and for whoever is a guardian. One level, so
 * no loop. The database refuses the same (0019), whoever writes.
 */
export function refuseGuardian(member: { id: number | null; dependents: number }, next: Kin): void {
	if (next.id === member.id || next.guardian_member_id !== null || member.dependents > 0)
		throw new Refusal("member.guardian_refused");
}

const ADULT_YEARS = 18;

/** Whether somebody born on this day is of age on another (民法 12: 18 years, since 2023). Unknown is not. */
export const isAdult = (birthDate: string | null, today: string): boolean =>
	birthDate !== null && ageOn(birthDate, today) >= ADULT_YEARS;

/** Whole years of age on a day; both YYYY-MM-DD. */
export function ageOn(birthDate: string, today: string): number {
	const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
	return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
