// The door to the SQL of the module shell: the reads and writes that other modules may use.
export { readVisitor, type Visited } from "#db/shell/visitors.ts";
export type { MenuCounts } from "#db/shell/waits.ts";
export { concernedBy, type Holding, holdingToday } from "#db/shell/who-can.ts";
