import { ARTICLE_TYPES } from "#domain/content/articles/schema.ts";
import { slugify, uniqueSlug } from "#domain/content/content/slug.ts";
import { STATES } from "#domain/content/content/states.ts";
import { DOCUMENT_KINDS } from "#domain/content/documents/kinds.ts";
import { READ_PERMISSIONS } from "#domain/content/documents/rules.ts";
import { tooLong } from "../limits.ts";
import type { SiteAnnouncement, SiteArticle, SiteDocument, SitePage, SiteTerm } from "../site.ts";
import { tidyText } from "../tidy.ts";
import { BadFile } from "./bad-file.ts";
import { inner, type OwnFields, seoIn } from "./own-fields.ts";

/** The files and terms that texts of this program's own export format refer to. */
export type OwnShelf = {
	/** Returns the id of a file named relative to a text; refuses a file that does not exist. */
	file: (fields: OwnFields, key: string, name: string) => string;
	categories: SiteTerm[];
	tags: SiteTerm[];
};

/** The states, in an order in which the first is the default. */
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
		...(fields.flag("no_identifiable_people") && { nobodyShown: true }),
	};
}

/** Reads a page; its `parentPath` is settled when all pages are read. */
export function pageIn(shelf: OwnShelf, fields: OwnFields): SitePage {
	return {
		...publishingIn(fields, "pages/"),
		path: pathIn(fields),
		parentPath: fields.text("parent"),
		position: fields.number("position") ?? 0,
		excerpt: fields.text("excerpt") ?? "",
		bodyMarkdown: bodyOf(fields),
		seo: seoIn(fields),
		attachments: attachmentsIn(shelf, fields),
	};
}

function pathIn(fields: OwnFields): string {
	const path = fields.text("path") ?? nameOf(fields, "pages/");
	return path.split("/").every(isSlug) && [...path].length <= 600
		? path
		: fields.fail("path", `is no address: ${path}`);
}

export function documentIn(shelf: OwnShelf, fields: OwnFields): SiteDocument {
	const visibility = fields.oneOf("visibility", ["public", "members", "restricted"]);
	return {
		...publishingIn(fields, "documents/"),
		description: fields.text("description") ?? "",
		category: fields.text("category") ?? "",
		kind: fields.oneOf("kind", DOCUMENT_KINDS),
		visibility,
		...permissionIn(fields, visibility),
		file: { id: shelf.file(fields, "file", fields.required("file")), note: fields.text("note") ?? "" },
	};
}

/** Reads the permission of a restricted document, one of a closed list, so that a typing error gives nobody access. */
function permissionIn(fields: OwnFields, visibility: SiteDocument["visibility"]): Pick<SiteDocument, "permission"> {
	const code = fields.text("permission");
	if (code === null) return {};
	if (visibility !== "restricted") fields.fail("permission", "stands only beside `visibility: restricted`");
	const permission = READ_PERMISSIONS.find((one) => one === code);
	return { permission: permission ?? fields.fail("permission", `is none that a document may ask for: ${code}`) };
}

export function announcementIn(fields: OwnFields): SiteAnnouncement {
	const publishFrom = fields.date("publish_from");
	const publishUntil = fields.date("publish_until");
	if (publishFrom !== null && publishUntil !== null && publishUntil <= publishFrom)
		fields.fail("publish_until", "is not after `publish_from`");
	return {
		source: fields.text("source") ?? fields.path,
		slug: slugIn(fields, "announcements/"),
		title: fields.required("title"),
		audience: fields.text("audience") ?? "members",
		isPinned: fields.flag("pinned"),
		publishFrom,
		publishUntil,
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
		slug: slugIn(fields, below),
		title,
		state,
		publishedAt: fields.date("date"),
		publishAt,
		unpublishAt: fields.date("unpublish_at"),
		updatedAt: fields.date("updated"),
		aliases: [...fields.list("aliases")].sort(),
	};
}

/**
 * Returns whether a text may stand in an address as it is: not empty, at most 120 characters, no characters with a
 * meaning in addresses.
 */
export const isSlug = (slug: string): boolean => /^[^\s\p{C}/?#%\\"'<>()[\]]+$/u.test(slug) && [...slug].length <= 120;

function slugIn(fields: OwnFields, below: string): string {
	const slug = fields.text("slug") ?? nameOf(fields, below).split("/").at(-1) ?? "";
	return isSlug(slug) ? slug : fields.fail("slug", `is no part of an address: ${slug}`);
}

const nameOf = ({ path }: OwnFields, below: string): string => path.slice(below.length, -".md".length);

function bodyOf(fields: OwnFields): string {
	const message = tooLong(fields.body);
	if (message !== null) throw new BadFile(message, 1);
	return tidyText(fields.body);
}

const attachmentsIn = (shelf: OwnShelf, fields: OwnFields): { id: string; description: string }[] =>
	fields.parts("attachments").map((part) => ({
		id: shelf.file(fields, "attachments", inner(part, "file")),
		description: inner(part, "description"),
	}));

/** Returns the slugs of terms by name; a name that site.yaml does not list becomes a new term. */
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
