/** Offices of random people, and who may take a document's next step there: a model of its own, against the program's. */
import { submitDocument } from "#domain/books/finance/actions.ts";
import { type FinancePermission, STAND_IN, type WaitedStep } from "#domain/books/finance/steps.ts";
import { acting, deputise, draft, refOf, type Staff, staff } from "./finance.ts";
import { db } from "./payments.ts";

const ROLES = ["cashier", "accountant", "chair", "auditor", "applicant"] as const;

/** The same numbers for the same seed. */
export function random(seed: number) {
	let state = seed * 2_654_435_769;
	const next = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
	return { next, pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T };
}

export type World = {
	people: Staff[];
	/** Who stands in for whom, today. */
	deputies: { deputy: Staff; person: Staff }[];
	/** The document, and whose own it is. */
	id: number;
	related: number[];
};

/** An office with every role once and some of them twice, some deputies, and a document that was sent. */
export async function openWorld(seed: number): Promise<World> {
	const { next, pick } = random(seed);
	const people: Staff[] = [];
	for (const sure of ["cashier", "accountant", "chair"] as const)
		people.push(await staff(sure, ...ROLES.filter((role) => role !== sure && next() < 0.15), "applicant"));
	if (next() < 0.6) people.push(await staff("auditor"));
	people.push(await staff("applicant"));
	const deputies: World["deputies"] = [];
	for (const person of people) {
		const deputy = pick(people);
		if (next() > 0.3 || deputy === person) continue;
		await deputise(deputy, person);
		deputies.push({ deputy, person });
	}
	const asking = people.filter(({ id }, at) => at < 3 || id === people.at(-1)?.id);
	const applicant = pick(asking);
	const payee = next() < 0.3 ? pick(people) : undefined;
	const id = await draft(applicant, payee ? { payeeUserId: payee.id, payeeTaxId: null } : {});
	await submitDocument(db, { ref: await refOf(id), by: acting(applicant) });
	return { people, deputies, id, related: [applicant.id, ...(payee ? [payee.id] : [])] };
}

/** In whose place somebody acts today. */
export const standing = ({ deputies }: World, who: Staff): Staff[] =>
	deputies.filter(({ deputy }) => deputy.id === who.id).map(({ person }) => person);

const NEEDS: Record<WaitedStep, FinancePermission> = {
	approve_cashier: "finance.review.cashier",
	approve_accountant: "finance.review.accountant",
	approve_chair: "finance.review.chair",
	pay: "finance.pay",
	post: "ledger.post",
};

export type Approved = readonly { user: number; step: WaitedStep }[];

/** Who may take the next step, when `approved` is what was approved by who held it: as its holder, or standing in. */
export function model(world: World, approved: Approved, step: WaitedStep) {
	const isFree = ({ id }: Staff) => !world.related.includes(id);
	const isBarred = (who: Staff) =>
		approved.some(
			(one) =>
				one.user === who.id && (step.startsWith("approve_") || (step === "pay" && one.step === "approve_accountant")),
		);
	const isBusy = (who: Staff) =>
		step !== "post" &&
		approved.some((one) => one.user === who.id && !(step === "pay" && one.step === "approve_cashier"));
	const inPlace = (who: Staff, code: FinancePermission | typeof STAND_IN) =>
		standing(world, who).some((one) => one.held.includes(code) && isFree(one));
	const isAway = (who: Staff) => world.deputies.some(({ person }) => person.id === who.id);
	const isThere = (who: Staff) => (who.held.includes(NEEDS[step]) && !isAway(who)) || inPlace(who, NEEDS[step]);
	const isStranded = !world.people.some((who) => isFree(who) && !isBusy(who) && isThere(who));
	const may = (who: Staff): "holder" | "stand_in" | null => {
		if (!isFree(who)) return null;
		if (!isBusy(who) && (who.held.includes(NEEDS[step]) || inPlace(who, NEEDS[step]))) return "holder";
		const decides = who.held.includes(STAND_IN) || inPlace(who, STAND_IN);
		return isStranded && decides && !isBarred(who) ? "stand_in" : null;
	};
	/** Whether the triggers let an event in that somebody stands in with, themselves or in a person's place. */
	const mayStandIn = (who: Staff, person: Staff | null): boolean =>
		isStranded &&
		isFree(who) &&
		(person ?? who).held.includes(STAND_IN) &&
		(person === null || isFree(person)) &&
		!isBarred(who);
	return { may, mayStandIn, isStranded };
}
