import { createHash } from "node:crypto";
import type { Site, SiteAnnouncement, SiteArticle, SiteDocument, SitePage } from "../site.ts";

/** A text of a site with its kind. */
export type TextRecord =
	| { resource: "article"; text: SiteArticle }
	| { resource: "page"; text: SitePage }
	| { resource: "document"; text: SiteDocument }
	| { resource: "announcement"; text: SiteAnnouncement };

/** Returns all texts of a site; every page stands after its parent page. */
export function recordsIn(site: Site): TextRecord[] {
	const pages = [...site.pages].sort((a, b) => a.path.split("/").length - b.path.split("/").length);
	return [
		...pages.map((text) => ({ resource: "page" as const, text })),
		...site.articles.map((text) => ({ resource: "article" as const, text })),
		...site.documents.map((text) => ({ resource: "document" as const, text })),
		...site.announcements.map((text) => ({ resource: "announcement" as const, text })),
	];
}

/** Returns the unique name of a text among its kind: the path of a page, the slug of every other. */
export const nameOf = (record: TextRecord): string =>
	record.resource === "page" ? record.text.path : record.text.slug;

/** Returns the path of a text on the website; an announcement has none. */
export const placeOf = (record: TextRecord): string =>
	record.resource === "article"
		? `/articles/${record.text.slug}`
		: record.resource === "page"
			? `/${record.text.path}`
			: record.resource === "document"
				? `/documents/${record.text.slug}`
				: "";

/** Returns whether a text lies in the trash. */
export const isTrashed = ({ text }: TextRecord): boolean => "state" in text && text.state === "trashed";

/** Returns the hash of a text's content without its source, 64 hexadecimal digits. */
export const hashOf = ({ text: { source: _, ...text } }: TextRecord): string =>
	createHash("sha256")
		.update(JSON.stringify(sortedKeys(text)))
		.digest("hex");

/** Returns whether two texts have the same content, whatever their sources. */
export const areEqual = (a: TextRecord, b: TextRecord): boolean => a.resource === b.resource && hashOf(a) === hashOf(b);

/**
 * Returns a folder's text as it would be stored: times that it does not state are those of the stored text, or for a
 * new text its date or `now`; redirects to the stored text are kept.
 */
export function settled(record: TextRecord, stored: TextRecord | undefined, now: number): TextRecord {
	const was = stored?.resource === record.resource ? stored.text : undefined;
	switch (record.resource) {
		case "article":
			return { resource: "article", text: { ...record.text, ...timesOf(record.text, was, now) } };
		case "page":
			return { resource: "page", text: { ...record.text, ...timesOf(record.text, was, now) } };
		case "document":
			return { resource: "document", text: { ...record.text, ...timesOf(record.text, was, now) } };
		case "announcement": {
			const updatedAt = record.text.updatedAt ?? was?.updatedAt ?? record.text.publishFrom ?? now;
			return { resource: "announcement", text: { ...record.text, updatedAt } };
		}
	}
}

type Times = Pick<SiteDocument, "publishedAt" | "updatedAt" | "aliases">;

function timesOf(text: SiteArticle | SitePage | SiteDocument, was: TextRecord["text"] | undefined, now: number): Times {
	const before = was && "aliases" in was ? was : undefined;
	const publishedAt = text.publishedAt ?? before?.publishedAt ?? (text.state === "published" ? now : null);
	const own = "path" in text ? text.path : text.slug;
	return {
		publishedAt,
		updatedAt: text.updatedAt ?? before?.updatedAt ?? publishedAt ?? now,
		aliases: [...new Set([...text.aliases, ...(before?.aliases ?? [])])].filter((alias) => alias !== own).sort(),
	};
}

function sortedKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortedKeys);
	if (value === null || typeof value !== "object") return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, item]) => [key, sortedKeys(item)]));
}
