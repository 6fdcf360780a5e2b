import { type Step as StepOf, workflow } from "#kernel/steps.ts";

/** The states of articles, pages and everything else that is published (docs/concepts.md#states). */
export const STATES = ["draft", "scheduled", "published", "archived", "trashed"] as const;
export type State = (typeof STATES)[number];

/**
 * Whether the website answers at the address of a record in this state: with the text, or by saying that it was
 * archived.
 */
export const hasAddress = (state: State | undefined): boolean => state === "published" || state === "archived";

/**
 * The only table of the workflow: each step with the states it leads from and to. Buttons, guards, tests and
 * docs/concepts.md come from it.
 */
export const STEPS = {
	publish: { from: ["draft", "scheduled"], to: "published", by: "writer", label: "立即發布", done: "已發布" },
	schedule: { from: ["draft", "scheduled"], to: "scheduled", by: "writer", label: "排程發布", done: "已排程" },
	unpublish: { from: ["published", "scheduled"], to: "draft", by: "writer", label: "下架", done: "已下架" },
	archive: { from: ["published"], to: "archived", by: "writer", label: "封存", done: "已封存" },
	unarchive: { from: ["archived"], to: "published", by: "writer", label: "恢復發布", done: "已恢復發布" },
	trash: {
		from: ["draft", "scheduled", "published", "archived"],
		to: "trashed",
		by: "writer",
		label: "移到垃圾桶",
		done: "已移到垃圾桶",
	},
	restore: { from: ["trashed"], to: "draft", by: "writer", label: "還原為草稿", done: "已還原為草稿" },
} as const satisfies Record<string, ContentStep>;
type ContentStep = StepOf<State> & { to: State } & Required<Pick<StepOf, "label" | "done">>;
export type Step = keyof typeof STEPS;
export const CONTENT = workflow<State, Step, ContentStep>({
	states: STATES,
	steps: STEPS,
	refusal: "content.wrong_state",
});
