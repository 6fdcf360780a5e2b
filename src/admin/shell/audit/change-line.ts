/** One change of an audit row in words; without `from`, only the new value is shown. */
export type ChangeLine = { label: string; from?: string; to: string };
