import type { GateRule } from "#kernel/noun.ts";
import { type Merged, merged } from "#nouns.ts";
import { DEPUTISED, isStaff, type Permission } from "#permissions.ts";

type Holds = ReadonlySet<Permission>;
type Doors = "anyone" | "signed_in" | "staff" | "member" | "deputies";
export type Gate = Doors | keyof Merged<"gates">;

/** THE gates: routes, the menu and the dashboard's widgets ask these by name, and nothing else decides who may. Nouns declare theirs. */
const GATES: Readonly<Record<Gate, GateRule<Permission> | "everybody">> = {
	/** Signed in or not: the doors. */
	anyone: "everybody",
	signed_in: "everybody",
	staff: "staff",
	member: ["member.own"],
	/** Who may name a deputy for themselves: whoever reviews or posts. */
	deputies: DEPUTISED,
	...merged("gates"),
};

function opens(rule: (typeof GATES)[Gate], held: Holds): boolean {
	if (rule === "everybody") return true;
	if (rule === "staff") return isStaff(held);
	if ("staffWithout" in rule) return isStaff(held) && !held.has(rule.staffWithout);
	return rule.some((one) => (typeof one === "string" ? held.has(one) : one.every((each) => held.has(each))));
}

/** Returns whether a user's permissions open a gate; without a user only the gate "anyone" opens. */
export const allows = (gate: Gate, who: { permissions: Holds } | undefined): boolean =>
	gate === "anyone" || (who !== undefined && opens(GATES[gate], who.permissions));
