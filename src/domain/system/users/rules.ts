import type { By } from "#kernel/by.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";

const DAY = 86_400_000;
/** How long an invitation's link and an activation code on paper are good for (docs/concepts.md#limits). */
export const INVITATION_MS = 7 * DAY;
export const ACTIVATION_MS = 14 * DAY;
/** How long what lies sealed stays closed to a login that staff had in hand: a code on paper, another address. */
export const SEALED_MS = 7 * DAY;

/** What nobody does to themselves here: raise, lock out, or change a login without proof of the new address. */
const NOT_ONESELF = {
	disable: "user.own_disable",
	login: "user.own_login",
	roles: "user.own_roles",
	second_factor: "user.own_second_factor",
} satisfies Record<string, RefusalCode>;

/** Refuses what the user would do to themselves. */
export function refuseOneself(what: keyof typeof NOT_ONESELF, userId: number, by: By): void {
	if (by.userId === userId) throw new Refusal(NOT_ONESELF[what]);
}

type Words = { name: string; email: string | null; phone: string | null };

/** The fields that an edit changes. The audit log keeps their names, never what stood there: it cannot forget. */
export const changedFields = (before: Words, after: Words): (keyof Words)[] =>
	(["name", "email", "phone"] as const).filter((field) => before[field] !== after[field]);

/** What whoever stands at the counter shows before they get a code. The log keeps the kind, and no number. */
export const CARDS = ["national_id", "health_insurance", "driving", "passport", "resident", "disability"] as const;
export type Card = (typeof CARDS)[number];
/** What was shown for a code to a login in use: a card, or nothing; then the code works a day later. */
export const SHOWN = [...CARDS, "second_person", "nothing"] as const;
export type Shown = (typeof SHOWN)[number];
/** How long a code to a login in use waits where no card was shown. */
export const CODE_DELAY_MS = DAY;
