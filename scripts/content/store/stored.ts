import type { Site } from "../site.ts";

export const RESOURCES = ["article", "page", "document", "announcement"] as const;
export type Resource = (typeof RESOURCES)[number];

/** A row of the database behind a text of the stored site. */
export type StoredRow = {
	id: number;
	version: number;
	/** The record of the text's last import: the hash of the folder's text and the version that the import made. */
	imported: { hash: string; version: number } | null;
	/** The text is a public story by its 同意書, or from before there were any: it stays public without being said so. */
	isCovered?: true;
};

export type StoredSite = {
	/** The stored site, with the texts in the trash. */
	site: Site;
	/** The rows by `resource source`. */
	rows: Map<string, StoredRow>;
	/** The slugs and page paths that are already used, also those of documents without a file. */
	taken: Record<Resource, Set<string>>;
};

export const rowKey = (resource: Resource, source: string): string => `${resource} ${source}`;
