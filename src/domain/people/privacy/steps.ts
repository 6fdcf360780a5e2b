import { type Step, workflow } from "#kernel/steps.ts";
import { REQUEST_STATES, type RequestState } from "./rules.ts";

/**
 * The only table of the steps of a privacy request (docs/workflows.md#privacy-requests). The deadline is extended once
 * at most.
 */
export const REQUEST_STEPS = {
	answer: {
		from: ["open"],
		to: "done",
		by: ["members.manage"],
		asks: ["answer?"],
		tells: ["privacy_answered"],
		done: "已答覆。",
	},
	refuse: {
		from: ["open"],
		to: "refused",
		by: ["members.manage"],
		asks: ["grounds", "answer"],
		tells: ["privacy_answered"],
		done: "已答覆。",
	},
	extend: {
		from: ["open"],
		to: "open",
		by: ["members.manage"],
		asks: ["reason"],
		tells: ["privacy_extended"],
		done: "已延長期限。",
	},
	withdraw: { from: ["open"], to: "withdrawn", by: "applicant" },
} as const satisfies Record<string, Step<RequestState>>;
export type RequestStep = keyof typeof REQUEST_STEPS;
export const REQUESTS = workflow<RequestState, RequestStep, Step<RequestState>>({
	states: REQUEST_STATES,
	steps: REQUEST_STEPS,
	refusal: "privacy.stale",
});
