/** The kinds of texts that are written in an editor with revisions; announcements and documents are not among them. */
export const TEXT_KINDS = ["article", "page"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** The table of each kind of text. */
export const TEXT_TABLES = { article: "articles", page: "pages" } as const satisfies Record<TextKind, string>;
