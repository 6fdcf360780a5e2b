import type { Site } from "../site.ts";

export const RESOURCES = ["article", "page", "document", "announcement"] as const;
export type Resource = (typeof RESOURCES)[number];

/** A row of the database behind a text of the stored site. */
export type StoredRow = {
	id: number;
	version: number;
	/** What its last import left: the hash of the folder's text and the version that it became. */
	imported: { hash: string; version: number } | null;
};

export type StoredSite = {
	/** Texts in the trash are among them. */
	site: Site;
	/** By `resource source`. */
	rows: Map<string, StoredRow>;
	/** Slugs and page paths that are given away, also those of documents without a file. */
	taken: Record<Resource, Set<string>>;
};

export const rowKey = (resource: Resource, source: string): string => `${resource} ${source}`;
