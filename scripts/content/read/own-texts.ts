import { ARTICLE_TYPES } from "#domain/articles/schema.ts";
import { slugify, uniqueSlug } from "#domain/content/slug.ts";
import { STATES } from "#domain/content/states.ts";
import type { SiteAnnouncement, SiteArticle, SiteDocument, SitePage, SiteTerm } from "../site.ts";
import { tidyText } from "../tidy.ts";
import { inner, type OwnFields, seoIn } from "./own-fields.ts";

/** What the texts of our own format refer to. */
export type OwnShelf = {
	/** The id of a file named relative to a text; refuses one that is not there. */
	file: (fields: OwnFields, key: string, name: string) => string;
	categories: SiteTerm[];
	tags: SiteTerm[];
};

/** In the order of the first being the default. */
const OWN_STATES = ["published", ...STATES.filter((state) => state !== "published")] as const;

export function articleIn(shelf: OwnShelf, fields: OwnFields): SiteArticle {
	const { text, part } = fields;
	const cover = part("cover");
	const publishing = publishingIn(fields, "articles/");
	return {
		...publishing,
		type: fields.oneOf("type", ARTICLE_TYPES),
		excerpt: text("excerpt") ?? "",
		bodyMarkdown: bodyOf(fields),
		seo: seoIn(fields),
		attachments: attachmentsIn(shelf, fields),
		authorName: text("author"),
		isPinned: publishing.state === "published" && fields.flag("pinned"),
		pinnedUntil: fields.date("pinned_until"),
		cover: cover && { id: shelf.file(fields, "cover", inner(cover, "file")), alt: inner(cover, "alt") },
		categories: termsNamed(shelf.categories, fields.list("categories")),
		tags: termsNamed(shelf.tags, fields.list("tags")),
	};
}

/** `parentPath` is settled when all pages are read. */
export function pageIn(shelf: OwnShelf, fields: OwnFields): SitePage {
	return {
		...publishingIn(fields, "pages/"),
		path: fields.text("path") ?? nameOf(fields, "pages/"),
		parentPath: fields.text("parent"),
		position: fields.number("position") ?? 0,
		excerpt: fields.text("excerpt") ?? "",
		bodyMarkdown: bodyOf(fields),
		seo: seoIn(fields),
		attachments: attachmentsIn(shelf, fields),
	};
}

export function documentIn(shelf: OwnShelf, fields: OwnFields): SiteDocument {
	return {
		...publishingIn(fields, "documents/"),
		description: fields.text("description") ?? "",
		category: fields.text("category") ?? "",
		visibility: fields.oneOf("visibility", ["public", "members", "restricted"]),
		file: { id: shelf.file(fields, "file", fields.required("file")), note: fields.text("note") ?? "" },
	};
}

export function announcementIn(fields: OwnFields): SiteAnnouncement {
	return {
		source: fields.text("source") ?? fields.path,
		slug: fields.text("slug") ?? nameOf(fields, "announcements/"),
		title: fields.required("title"),
		audience: fields.text("audience") ?? "members",
		isPinned: fields.flag("pinned"),
		publishFrom: fields.date("publish_from"),
		publishUntil: fields.date("publish_until"),
		updatedAt: fields.date("updated"),
		bodyMarkdown: bodyOf(fields),
	};
}

type Publishing = Pick<
	SiteDocument,
	"source" | "slug" | "title" | "state" | "publishedAt" | "publishAt" | "unpublishAt" | "updatedAt" | "aliases"
>;

function publishingIn(fields: OwnFields, below: string): Publishing {
	const publishAt = fields.date("publish_at");
	const state = fields.oneOf("state", OWN_STATES);
	if (state === "scheduled" && publishAt === null) fields.fail("publish_at", "is missing: a scheduled text needs it");
	const title = fields.required("title");
	if ([...title].length > 200) fields.fail("title", "is over 200 characters");
	return {
		source: fields.text("source") ?? fields.path,
		slug: fields.text("slug") ?? nameOf(fields, below).split("/").at(-1) ?? "",
		title,
		state,
		publishedAt: fields.date("date"),
		publishAt,
		unpublishAt: fields.date("unpublish_at"),
		updatedAt: fields.date("updated"),
		aliases: [...fields.list("aliases")].sort(),
	};
}

const nameOf = ({ path }: OwnFields, below: string): string => path.slice(below.length, -".md".length);

function bodyOf(fields: OwnFields): string {
	const size = Buffer.byteLength(fields.body);
	if (size > 500_000)
		fields.fail("title", `stands above a text of ${Math.ceil(size / 1000)} KB: at most 500 KB fit, divide it`);
	return tidyText(fields.body);
}

const attachmentsIn = (shelf: OwnShelf, fields: OwnFields): { id: string; description: string }[] =>
	fields.parts("attachments").map((part) => ({
		id: shelf.file(fields, "attachments", inner(part, "file")),
		description: inner(part, "description"),
	}));

/** Slugs of terms by name; a name that site.yaml does not list becomes a term of its own. */
function termsNamed(terms: SiteTerm[], names: string[]): string[] {
	const slugs = names.map((name) => {
		const known = terms.find((term) => term.name === name);
		if (known) return known.slug;
		const slug = uniqueSlug(slugify(name) || "term", (one) => terms.some((term) => term.slug === one));
		terms.push({ slug, name, description: "", position: 0 });
		return slug;
	});
	return [...new Set(slugs)].sort();
}
