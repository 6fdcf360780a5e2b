import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { Refusal } from "#kernel/refusal.ts";
import { holdsStep, leadsOf, type Step, workflow } from "#kernel/steps.ts";
import { rareStep } from "#kits/steps/press.ts";
import type { Permission } from "#permissions.ts";
import { freshForm } from "#ui/form-state.ts";
import { toHtml } from "#ui/html.ts";
import { DOCUMENTED } from "../support/workflows.ts";

/** An approval of some amount by those whose rank reaches it, one after the other, as it may stand in rows. */
const RANKS: readonly { permission: Permission; from: number }[] = [
	{ permission: "finance.review.cashier", from: 0 },
	{ permission: "finance.review.accountant", from: 0 },
	{ permission: "confirmations.decide", from: 30_000 },
	{ permission: "finance.review.chair", from: 100_000 },
];
function chainOf(amount: number) {
	const ranks = RANKS.filter(({ from }) => amount >= from);
	const states = [...ranks.map((_, at) => `pending_${at}`), "approved", "rejected"];
	const steps = ranks.flatMap(({ permission }, at): [string, Step][] => [
		[`approve_${at}`, { from: [`pending_${at}`], to: states[at + 1] ?? "", by: [permission] }],
		[`reject_${at}`, { from: [`pending_${at}`], to: "rejected", by: [permission], asks: ["comment"] }],
	]);
	return workflow<string, string, Step>({ states, steps: Object.fromEntries(steps), refusal: "finance.wrong_state" });
}

test("a chain of data takes as many approvals as its amount asks for, each by another rank", () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 200_000 }), (amount) => {
			const chain = chainOf(amount);
			const by: Permission[] = [];
			let state = "pending_0";
			for (;;) {
				const [next] = chain.at(state).filter((name) => name.startsWith("approve_"));
				if (next === undefined) break;
				const step = chain.steps[next];
				const taker = RANKS.map(({ permission }) => permission).filter(
					(one) => step !== undefined && holdsStep(step, new Set([one])),
				);
				expect(taker).toHaveLength(1);
				by.push(...taker);
				[state = ""] = chain.to(next, state);
			}
			expect(state).toBe("approved");
			expect(by).toEqual(RANKS.filter(({ from }) => amount >= from).map(({ permission }) => permission));
			expect(() => chain.refuse("approve_0", "approved")).toThrow(new Refusal("finance.wrong_state"));
		}),
	);
});

test("a step from or to a state that the table does not have is a mistake of the table", () => {
	for (const of of [
		{ from: ["gone"], to: "b" },
		{ from: ["a"], to: ["b", "gone"] },
	])
		expect(() =>
			workflow<string, string, Step>({
				states: ["a", "b"],
				steps: { go: { ...of, by: "writer" } },
				refusal: "content.wrong_state",
			}),
		).toThrow("there is no state gone");
});

test.each(DOCUMENTED.map(({ heading, workflow: of }) => [heading, of] as const))(
	"%s: a step that is refused leads nowhere, and one that is not leads to a state of the table",
	(_, { states, steps }) => {
		const table = workflow<string, string, Step>({ states, steps, refusal: "content.wrong_state" });
		for (const name of table.names)
			for (const state of states) {
				const step = steps[name];
				if (!step) throw new Error(`there is no ${name}`);
				const begins = step.from.includes(state);
				expect(table.can(name, state)).toBe(begins);
				expect(table.to(name, state)).toEqual(begins ? leadsOf(step) : []);
				expect(table.at(state).includes(name)).toBe(begins);
			}
	},
);

test("a rare step stands behind its name, asks for its reason where the table does, and is open again where it was refused", () => {
	const rare = { name: "作廢這張單據", words: "號碼保留。" };
	const drawn = (asks: readonly string[], isOpen = false) =>
		toHtml(
			rareStep(
				{ rare, asks, press: "作廢" },
				{ action: "/void", state: freshForm({}, "void"), version: 3, comment: z.string().max(40), isOpen },
			),
		);
	expect(drawn([])).not.toContain("comment");
	expect(drawn(["comment"])).toContain("comment");
	expect(drawn(["comment"])).not.toEqual(drawn(["comment?"]));
	expect(drawn(["comment"], true)).not.toEqual(drawn(["comment"]));
});
