/** Where an import stands: looked at, written, taken back. */
export type ImportState = "draft" | "applied" | "undone";
