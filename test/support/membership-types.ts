import type { NamedType } from "#domain/people/membership-types/rules.ts";

const type = (code: string, name: string, of: Partial<NamedType> = {}): NamedType => ({
	...{ code, name, description: "", term: "year", applies: "nobody", is_active: 0 },
	...of,
});
const open = { applies: "person", is_active: 1 } as const;

/** The membership types that the program ships with (migration 0106), as lists and forms read them. */
export const SHIPPED_TYPES: readonly NamedType[] = [
	type("individual", "個人會員", { ...open, description: "病友或家長。" }),
	type("sponsor", "贊助會員", { ...open, description: "贊助協會的個人或團體。" }),
	type("honorary_academic", "學術榮譽會員", { ...open, term: "none", description: "由協會邀請的學者與專家。" }),
	type("organisation", "團體會員", { applies: "organisation", is_active: 1 }),
	type("regular", "一般會員"),
	type("honorary", "榮譽會員", { term: "none" }),
	type("lifetime", "永久會員", { term: "life" }),
	type("student", "學生會員"),
];
