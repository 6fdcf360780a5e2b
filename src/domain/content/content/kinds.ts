/** What people write in an editor, which keeps its revisions: an announcement and a document are none of these. */
export const TEXT_KINDS = ["article", "page"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** The table of each. */
export const TEXT_TABLES = { article: "articles", page: "pages" } as const satisfies Record<TextKind, string>;
