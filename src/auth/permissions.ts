import type { GateRule } from "#kernel/noun.ts";
import { type Merged, merged } from "#nouns.ts";
import { DEPUTISED, isStaff, type Permission } from "#permissions.ts";

type Holds = ReadonlySet<Permission>;
type Doors = "anyone" | "signed_in" | "staff" | "member" | "deputies";
export type Gate = Doors | keyof Merged<"gates">;

/**
 * The only table of gates: a gate is a named rule of who may open a page. Routes, the menu and the dashboard ask for
 * gates by name, and nothing else decides who may open what. Nouns declare most of them.
 */
const GATES: Readonly<Record<Gate, GateRule<Permission> | "everybody">> = {
	/** Opens for everybody, signed in or not: for pages such as sign-in. */
	anyone: "everybody",
	signed_in: "everybody",
	staff: "staff",
	member: ["member.own"],
	/** Opens for the users who may name a deputy for themselves: those who may approve or post. */
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

/** Returns whether a stored name is that of a gate. */
export const isGate = (name: string): name is Gate => Object.hasOwn(GATES, name);
