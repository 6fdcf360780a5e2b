/** The states of everything that can be published (docs/concepts.md#states). */
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
	publish: { from: ["draft", "scheduled"], to: "published" },
	schedule: { from: ["draft", "scheduled"], to: "scheduled" },
	unpublish: { from: ["published", "scheduled"], to: "draft" },
	archive: { from: ["published"], to: "archived" },
	unarchive: { from: ["archived"], to: "published" },
	trash: { from: ["draft", "scheduled", "published", "archived"], to: "trashed" },
	restore: { from: ["trashed"], to: "draft" },
} as const satisfies Record<string, { from: readonly State[]; to: State }>;
export type Step = keyof typeof STEPS;
