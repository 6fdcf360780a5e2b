/** Offices of random people, and who may take a document's next step there: a model of its own, against the program's. */
import { submitDocument } from "#domain/books/finance/actions.ts";
import { type FinancePermission, STAND_IN, type WaitedStep } from "#domain/books/finance/steps.ts";
import { acting, deputise, draft, refOf, type Staff, setChain, staff } from "./finance.ts";
import { db } from "./payments.ts";
import { random } from "./random.ts";
import { AT, person, roleOf, rows } from "./users.ts";

const NEEDED_FOR_BOTH = ["finance.review.cashier", "finance.review.accountant"] as const;
const ROLES = ["cashier", "accountant", "director", "chair", "auditor", "applicant"] as const;

export type World = {
	people: Staff[];
	/** Who stands in for whom, today. */
	deputies: { deputy: Staff; person: Staff }[];
	/** Who keeps 會計 and 出納 by a resolution. */
	keepsBoth: number | null;
	/** The document, and whose own it is. */
	id: number;
	related: number[];
};

/** Somebody who held all offices, was whose deputy they were and had a deputy: disabled since, they count for nothing. */
async function disabled(deputyOf: Staff, deputy: Staff): Promise<void> {
	const gone = await staff("cashier", "accountant", "chair", "auditor");
	await deputise(gone, deputyOf);
	await deputise(deputy, gone);
	await rows("UPDATE users SET status = 'disabled' WHERE id = ?", gone.id);
}

/** Lets one person keep both offices, by a resolution that the chair confirmed. */
async function resolve(keeper: Staff, chair: Staff): Promise<void> {
	const code = `settings_${keeper.id}`;
	await roleOf(code, ["settings.manage"]);
	const writer = await person({ name: "秘書", roles: [code] });
	await rows(
		`INSERT INTO concurrent_posts (user_id, body, resolution_no, resolved_on, starts_on, ends_on, created_by, created_at)
		VALUES (?, 'board', '第 3 屆第 2 次', '2026-01-01', '2026-01-01', '2029-12-31', ?, ?)`,
		keeper.id,
		writer.id,
		AT,
	);
	await rows("UPDATE concurrent_posts SET confirmed_by = ?, confirmed_at = ? WHERE ended_at IS NULL", chair.id, AT);
}

/** An office with every role once and some of them twice, some deputies, and a document that was sent. */
export async function openWorld(seed: number): Promise<World> {
	const { next, pick } = random(seed);
	await setChain(seed % 2 === 0);
	const people: Staff[] = [];
	for (const sure of ["cashier", "accountant", "chair"] as const)
		people.push(await staff(sure, ...ROLES.filter((role) => role !== sure && next() < 0.15), "applicant"));
	if (next() < 0.6) people.push(await staff("auditor"));
	if (next() < 0.8) people.push(await staff("director"));
	people.push(await staff("applicant"));
	const deputies: World["deputies"] = [];
	for (const person of people) {
		const deputy = pick(people);
		if (next() > 0.3 || deputy === person) continue;
		await deputise(deputy, person);
		deputies.push({ deputy, person });
	}
	const [cashier, , chair] = people;
	if (!cashier || !chair) throw new Error("an office has a cashier and a chair");
	if (next() < 0.4) await disabled(pick(people), pick(people));
	const keeper = people.find(({ held }) => NEEDED_FOR_BOTH.every((one) => held.includes(one)) && held !== chair.held);
	const keepsBoth = keeper && keeper !== chair && next() < 0.7 ? keeper.id : null;
	if (keeper && keepsBoth !== null) await resolve(keeper, chair);
	const asking = people.filter(({ id }, at) => at < 3 || id === people.at(-1)?.id);
	const applicant = pick(asking);
	const payee = next() < 0.3 ? pick(people) : undefined;
	const id = await draft(applicant, payee ? { payeeUserId: payee.id, payeeTaxId: null } : {});
	await submitDocument(db, { ref: await refOf(id), by: acting(applicant) });
	return { people, deputies, keepsBoth, id, related: [applicant.id, ...(payee ? [payee.id] : [])] };
}

/** In whose place somebody acts today. */
export const standing = ({ deputies }: World, who: Staff): Staff[] =>
	deputies.filter(({ deputy }) => deputy.id === who.id).map(({ person }) => person);

const NEEDS: Record<WaitedStep, FinancePermission> = {
	approve_cashier: "finance.review.cashier",
	approve_accountant: "finance.review.accountant",
	approve_secretary: "finance.review.secretary",
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
	const approvedOther = (who: Staff) =>
		approved.filter(
			(one) => one.user === who.id && step !== "post" && !(step === "pay" && one.step === "approve_cashier"),
		);
	const isBusy = (who: Staff) => approvedOther(who).length > 0;
	/** A resolution lets who keeps both take what they hold themselves, but for what they approved as the chair. */
	const isExcused = (who: Staff) =>
		world.keepsBoth === who.id &&
		who.held.includes(NEEDS[step]) &&
		(step === "approve_accountant" || step === "pay") &&
		approvedOther(who).every(({ step: of }) => of !== "approve_chair" && of !== "approve_secretary");
	const isAble = (who: Staff) => !isBusy(who) || isExcused(who);
	const inPlace = (who: Staff, code: FinancePermission | typeof STAND_IN) =>
		standing(world, who).some((one) => one.held.includes(code) && isFree(one));
	const isAway = (who: Staff) => world.deputies.some(({ person }) => person.id === who.id);
	const isHeld = world.people.some(({ held }) => held.includes(NEEDS[step]));
	const isStranded =
		isHeld &&
		!world.people.some(
			(who) =>
				isFree(who) &&
				((who.held.includes(NEEDS[step]) && !isAway(who) && isAble(who)) ||
					(inPlace(who, NEEDS[step]) && !isBusy(who))),
		);
	const may = (who: Staff): "holder" | "stand_in" | null => {
		if (!isFree(who)) return null;
		if (isAble(who) && (who.held.includes(NEEDS[step]) || inPlace(who, NEEDS[step]))) return "holder";
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
