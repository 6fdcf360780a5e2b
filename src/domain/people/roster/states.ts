/** The states of an import: draft, applied, undone. */
export const ROSTER_STATES = ["draft", "applied", "undone"] as const;
export type RosterState = (typeof ROSTER_STATES)[number];
