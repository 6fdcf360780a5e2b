import type { Noun } from "#kernel/noun.ts";
import type { RefusalCode } from "#kernel/refusal.ts";
import { type Merged, merged } from "#nouns.ts";

/** What the rules say that belong to no noun: forms, doors, imports, and where the words are told elsewhere too. */
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

/** Every rule that can say no, by name: a closed list that the nouns declare. src/http/refusals.ts gives each a status. */
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

/** UNIQUE failures that are a rule's no, by "table.column"; any other one is a bug and stays a crash. */
export const TAKEN: Readonly<Partial<Record<string, RefusalCode>>> = Object.fromEntries(
	Object.entries(DECLARED).flatMap(([code, { unique }]) => (unique && isRefusal(code) ? [[unique, code]] : [])),
);
