/** One thing that changed, in words; what has no `from` is only told. */
export type ChangeLine = { label: string; from?: string; to: string };
