import type { Noun } from "#kernel/noun.ts";
import type { RefusalCode } from "#kernel/refusal.ts";
import { type Merged, merged } from "#nouns.ts";

/**
 * The refusals that belong to no noun: those of forms, sign-in and imports, and those whose words are also used
 * elsewhere.
 */
export const GENERAL = [
	"code.wrong",
	"finance.no_payee_bank",
	"finance.payee_account_refused",
	"finance.wanted_refused",
	"form.changed",
	"form.repeated",
	"import.changed",
	"import.empty",
	"import.encoding",
	"import.moved",
	"import.no_header",
	"import.no_payments",
	"import.stale",
	"import.too_large",
	"import.too_old",
	"link.dead",
	"login.not_email",
	"login.not_phone",
	"member.own",
	"number.in_use",
	"number.not_next",
	"password.common",
	"password.personal",
	"password.too_long",
	"password.too_short",
	"password.too_short_for_staff",
	"password.wrong",
	"second_factor.already_on",
	"second_factor.off",
	"second_factor.required",
	"second_factor.wrong",
	"session.gone",
	"sign_in.again",
	"sign_in.busy",
	"sign_in.wait",
	"sign_in.wrong",
] as const;

/**
 * The codes of all refusals: a closed list, most of them declared by the nouns. src/http/refusals.ts gives each a
 * status.
 */
type Code = (typeof GENERAL)[number] | keyof Merged<"refusals">;
declare module "#kernel/refusal.ts" {
	interface Registered {
		refusal: Code;
	}
}
type Said = NonNullable<Noun["refusals"]>[string];
const DECLARED: Readonly<Record<keyof Merged<"refusals">, Said>> = merged("refusals");
const CODES: ReadonlySet<string> = new Set([...GENERAL, ...Object.keys(DECLARED)]);
export const isRefusal = (text: string): text is RefusalCode => CODES.has(text);

/**
 * The UNIQUE constraints, by "table.column", whose failure means a refusal. The failure of any other one is a bug and
 * is treated as a crash.
 */
export const TAKEN: Readonly<Partial<Record<string, RefusalCode>>> = Object.fromEntries(
	Object.entries(DECLARED).flatMap(([code, { unique }]) => (unique && isRefusal(code) ? [[unique, code]] : [])),
);
