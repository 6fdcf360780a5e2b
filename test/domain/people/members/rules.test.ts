import { describe, expect, test } from "vitest";
import { MEMBER_STATUSES, TYPE_BASES } from "#domain/people/members/codes.ts";
import {
	ageOn,
	canStep,
	dependents,
	guardians,
	identityTypeLabel,
	isAdult,
	isParent,
	isPatient,
	MEMBERSHIP,
	memberStatusNow,
	stepsFor,
} from "#domain/people/members/rules.ts";
import { PERMISSIONS, SHIPPED_ROLES } from "#permissions.ts";
import { SHIPPED_TYPES } from "../../../support/membership-types.ts";

test("each status knows its ways out", () => {
	const ways = Object.fromEntries(
		MEMBER_STATUSES.map((status) => [
			status,
			MEMBERSHIP.names.filter((step) => canStep({ status, type_base: "individual", is_contact: 0 }, step)),
		]),
	);
	const ended = ["decease", "rejoin", "undo_ending"];
	expect(ways).toEqual({
		applied: ["approve", "decline", "withdraw", "decease"],
		awaiting_payment: ["withdraw", "pay", "resign", "expel", "decease"],
		active: ["suspend", "resign", "expel", "decease"],
		suspended: ["reinstate", "resign", "expel", "decease"],
		declined: ended,
		withdrawn: ended,
		resigned: ended,
		expelled: ended,
		deceased: ["undo_ending"],
	});
});

test("only who owes nothing becomes active by hand", () => {
	const may = TYPE_BASES.filter((type_base) =>
		canStep({ status: "awaiting_payment", type_base, is_contact: 0 }, "activate"),
	);
	expect(may).toEqual(["honorary_academic", "honorary", "lifetime"]);
});

test("a contact applies or dies, and nobody else joins", () => {
	const held = new Set(PERMISSIONS);
	const contact = { status: "withdrawn", type_base: "honorary", is_contact: 1 } as const;
	expect(stepsFor(contact, held)).toEqual(["decease", "join"]);
	expect(stepsFor({ ...contact, status: "deceased" }, held)).toEqual(["undo_ending"]);
	for (const status of MEMBER_STATUSES)
		expect(canStep({ status, type_base: "individual", is_contact: 0 }, "join")).toBe(false);
});

test("buttons are of the table and of what one holds", () => {
	const member = { status: "applied", type_base: "individual", is_contact: 0 } as const;
	expect(stepsFor(member, new Set(PERMISSIONS))).toEqual(["approve", "decline", "withdraw", "decease"]);
	expect(stepsFor(member, new Set(SHIPPED_ROLES.chair?.permissions))).toEqual(["approve", "decline"]);
	expect(stepsFor(member, new Set(SHIPPED_ROLES.admin?.permissions))).toEqual(["withdraw", "decease"]);
	expect(stepsFor({ ...member, status: "awaiting_payment" }, new Set(PERMISSIONS))).not.toContain("pay");
});

describe("the status on a day", () => {
	const row = { status: "active", is_contact: 0, paid_until: "2025-12-31", grace_until: "2026-03-31" } as const;
	test.each([
		["2025-12-31", "active"],
		["2026-01-01", "grace"],
		["2026-03-31", "grace"],
		["2026-04-01", "lapsed"],
	])("%s: %s", (today, now) => expect(memberStatusNow(row, today)).toBe(now));
	test("of a contact is none of a member's, until death", () => {
		const contact = { ...row, status: "withdrawn", is_contact: 1 } as const;
		expect(memberStatusNow(contact, "2026-01-01")).toBe("contact");
		expect(memberStatusNow({ ...contact, status: "deceased" }, "2026-01-01")).toBe("deceased");
	});
	test("is what is stored, without dues or when it is not active", () => {
		expect(memberStatusNow({ ...row, paid_until: null }, "2030-01-01")).toBe("active");
		expect(memberStatusNow({ ...row, status: "suspended" }, "2030-01-01")).toBe("suspended");
		expect(memberStatusNow({ ...row, grace_until: null }, "2026-01-01")).toBe("lapsed");
	});
});

test("a record tells whether it is a patient or a parent, its guardian and its dependents", () => {
	const [patient, parent] = [{ identity_type: "patient" }, { identity_type: "parent" }] as const;
	expect([isPatient(patient), isParent(patient), identityTypeLabel(patient)]).toEqual([true, false, "病友"]);
	expect([isPatient(parent), isParent(parent), identityTypeLabel(parent)]).toEqual([false, true, "家長/父母"]);
	const [mother, child, other] = [
		{ id: 1, guardian_member_id: null, second_guardian_id: null },
		{ id: 2, guardian_member_id: 1, second_guardian_id: 4 },
		{ id: 3, guardian_member_id: null, second_guardian_id: null },
	];
	const father = { id: 4, guardian_member_id: null, second_guardian_id: null };
	expect(guardians(child, [father, mother, child, other])).toEqual([mother, father]);
	expect(guardians(child, [mother, child, other])).toEqual([mother]);
	expect(guardians(other, [mother, child, other])).toEqual([]);
	expect(dependents(father, [mother, child, other])).toEqual([child]);
	expect(dependents(mother, [mother, child, other])).toEqual([child]);
});

test.each([
	["2008-03-06", 17, false],
	["2008-03-05", 18, true],
	["2008-02-29", 18, true],
])("born %s: %i on the fifth of March 2026", (born, age, adult) => {
	expect([ageOn(born, "2026-03-05"), isAdult(born, "2026-03-05")]).toEqual([age, adult]);
});
test("of an unknown birthday nobody is of age", () => expect(isAdult(null, "2026-03-05")).toBe(false));

test("every type of membership has its words, and nothing else does", () => {
	expect(SHIPPED_TYPES.map(({ code }) => code).filter((code) => code !== "organisation")).toEqual(TYPE_BASES);
});
