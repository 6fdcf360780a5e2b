import type { By } from "#kernel/by.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";

const DAY = 86_400_000;
/**
 * The milliseconds for which an invitation's link is valid; ACTIVATION_MS is the same for an activation code on paper
 * (docs/concepts.md#limits).
 */
export const INVITATION_MS = 7 * DAY;
export const ACTIVATION_MS = 14 * DAY;
/**
 * The milliseconds for which sealed data stay closed to a login that staff had access to, by a code on paper or another
 * address.
 */
export const SEALED_MS = 7 * DAY;

/**
 * The changes that users cannot make to themselves here: getting more rights, locking themselves out, or changing the
 * login without proof of the new address.
 */
const NOT_ONESELF = {
	disable: "user.own_disable",
	login: "user.own_login",
	roles: "user.own_roles",
	second_factor: "user.own_second_factor",
} satisfies Record<string, RefusalCode>;

/** Refuses, with the code in NOT_ONESELF, a change `what` that the acting user would make to themselves. */
export function refuseOneself(what: keyof typeof NOT_ONESELF, userId: number, by: By): void {
	if (by.userId === userId) throw new Refusal(NOT_ONESELF[what]);
}

type Words = { name: string; email: string | null; phone: string | null };

/**
 * Returns the fields that an edit changes. The audit log stores their names and never their values, because nothing can
 * be deleted from it.
 */
export const changedFields = (before: Words, after: Words): (keyof Words)[] =>
	(["name", "email", "phone"] as const).filter((field) => before[field] !== after[field]);

/**
 * The cards that a person at the counter may show to get a code. The audit log stores the kind of card and no number.
 */
export const CARDS = ["national_id", "health_insurance", "driving", "passport", "resident", "disability"] as const;
export type Card = (typeof CARDS)[number];
/**
 * What was shown to get a code for a login in use: a card, a second person's confirmation, or nothing; then the code
 * works a day later.
 */
export const SHOWN = [...CARDS, "second_person", "nothing"] as const;
export type Shown = (typeof SHOWN)[number];
/**
 * The milliseconds until a code for a login in use works, when neither a card nor a second person's confirmation was
 * shown.
 */
export const CODE_DELAY_MS = DAY;
