/** Where an import stands: looked at, written, taken back. */
export const ROSTER_STATES = ["draft", "applied", "undone"] as const;
export type RosterState = (typeof ROSTER_STATES)[number];
