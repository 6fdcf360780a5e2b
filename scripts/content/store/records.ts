import { createHash } from "node:crypto";
import type { Site, SiteAnnouncement, SiteArticle, SiteDocument, SitePage } from "../site.ts";

/** A text with what it is. */
export type TextRecord =
	| { resource: "article"; text: SiteArticle }
	| { resource: "page"; text: SitePage }
	| { resource: "document"; text: SiteDocument }
	| { resource: "announcement"; text: SiteAnnouncement };

/** All texts of a site; a page stands after the page it lies below. */
export function recordsIn(site: Site): TextRecord[] {
	const pages = [...site.pages].sort((a, b) => a.path.split("/").length - b.path.split("/").length);
	return [
		...pages.map((text) => ({ resource: "page" as const, text })),
		...site.articles.map((text) => ({ resource: "article" as const, text })),
		...site.documents.map((text) => ({ resource: "document" as const, text })),
		...site.announcements.map((text) => ({ resource: "announcement" as const, text })),
	];
}

/** The address among its kind: the path of a page, the slug of all others. */
export const nameOf = (record: TextRecord): string =>
	record.resource === "page" ? record.text.path : record.text.slug;

/** What a text says, wherever it comes from, in 64 hexadecimal digits. */
export const hashOf = ({ text: { source: _, ...text } }: TextRecord): string =>
	createHash("sha256")
		.update(JSON.stringify(sortedKeys(text)))
		.digest("hex");

/** Do two texts say the same, wherever they come from? */
export const areEqual = (a: TextRecord, b: TextRecord): boolean => a.resource === b.resource && hashOf(a) === hashOf(b);

/**
 * A folder's text as it would be stored: times that it does not tell are those of the stored one, or for a new one its
 * date or `now`; what led to the stored one goes on doing so.
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
