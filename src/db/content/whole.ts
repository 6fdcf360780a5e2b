import { WHOLE_BYTES } from "#domain/content/content/schema.ts";

/**
 * SQL that is true when the texts of the records in `picked` fit into one answer, by their stored lengths: no text is
 * read for it.
 */
export const fitsInAnswer = (table: "articles" | "pages"): string =>
	`(SELECT coalesce(sum(octet_length(w.body_markdown) + octet_length(w.body_html) + octet_length(w.toc)), 0)
		FROM picked CROSS JOIN ${table} w ON w.id = picked.id) <= ${WHOLE_BYTES}`;
