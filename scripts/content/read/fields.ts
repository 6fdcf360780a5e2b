import type { State } from "#domain/content/content/states.ts";
import type { Seo } from "../site.ts";
import { BadFile } from "./bad-file.ts";
import { parseDate } from "./dates.ts";
import type { Draft } from "./draft.ts";
import { type FrontMatter, isValues, lineOfKey, type Value, type Values } from "./front-matter.ts";
import { flagOf, namesIn, numberOf, partOf, splitNames, textOf, unique } from "./values.ts";

/** What a reader knows about a text besides its front matter. */
export type FieldContext = {
	/** The IANA name of the zone in which dates without a zone are read. */
	zone: string;
	/** The time of the import, in UTC milliseconds; a text with a later date is scheduled. */
	now: number;
	/** The site shows texts even before their date. */
	showsFuture: boolean;
	/** The date in the file's name, if any. */
	nameDate: string | null;
	authors: Values;
	/** Names are separated by spaces: `tags: a b` is two tags. */
	cutsAtSpaces: boolean;
};

export type Fields = Pick<
	Draft,
	| "title"
	| "type"
	| "state"
	| "publishedAt"
	| "publishAt"
	| "unpublishAt"
	| "updatedAt"
	| "excerpt"
	| "author"
	| "isPinned"
	| "cover"
	| "categories"
	| "tags"
	| "seo"
	| "aliases"
	| "weight"
	| "lang"
>;

const PUBLISHED = [
	"date",
	"pubdate",
	"publishdate",
	"published_at",
	"publishedat",
	"published_date",
	"created",
	"created_at",
	"createdat",
	"posted",
];
const UPDATED = [
	"lastmod",
	"updated",
	"last_modified_at",
	"updateddate",
	"updated_at",
	"updatedat",
	"modified",
	"last_updated",
];
const COVERS = [
	"cover",
	"cover_image",
	"coverimage",
	"image",
	"featured_image",
	"featuredimage",
	"feature_image",
	"heroimage",
	"hero",
	"thumbnail",
	"banner",
	"img",
	"photo",
	"teaser",
	"header",
	"images",
	"index_img",
	"socialimage",
	"ogimage",
];

/** The front matter keys that are understood; a reader lists all others, so that nobody thinks they were imported. */
export const KNOWN_KEYS = new Set([
	...PUBLISHED,
	...UPDATED,
	...COVERS,
	..."title linktitle slug permalink url type draft published hidden expirydate unpublish_at excerpt summary description".split(
		" ",
	),
	..."author authors category categories tag tags taxonomies aliases alias redirect_from weight order nav_order position".split(
		" ",
	),
	..."sidebar_position menu menus lang language pin pinned sticky top seo seo_title canonical_url canonicalurl canonical".split(
		" ",
	),
	..."noindex robots keywords resources cascade headless build _build layout comments toc id date_format image_alt cover_alt".split(
		" ",
	),
]);

/**
 * Reads the fields of a text from its front matter, under any of the names that generators use. `title` is '' when
 * there is none. Throws BadFile with line and value for an invalid date.
 */
export function readFields(matter: FrontMatter, context: FieldContext): Fields {
	const { values } = matter;
	const dates = readDates(matter, context);
	const excerpts = unique(["excerpt", "summary", "description"].flatMap((key) => textOf(values, key) ?? []));
	const state = stateOf(values, dates, context.now);
	return {
		title: plainTitle(textOf(values, "title", "linktitle") ?? ""),
		type: textOf(values, "type"),
		state,
		publishedAt: state === "scheduled" ? null : dates.published,
		publishAt: state === "scheduled" ? (dates.publish ?? dates.published) : null,
		unpublishAt: dates.expiry !== null && dates.expiry > context.now ? dates.expiry : null,
		updatedAt: dates.updated,
		excerpt: excerpts[0] ?? null,
		author: authorOf(values, context.authors),
		isPinned: state === "published" && isPinned(values),
		cover: coverOf(values),
		...termsOf(values, context.cutsAtSpaces),
		seo: seoOf(values, excerpts[0] ?? null),
		aliases: ["aliases", "alias", "redirect_from"].flatMap((key) => namesIn(values[key])),
		weight: weightOf(values),
		lang: textOf(values, "lang", "language"),
	};
}

type Dates = { published: number | null; publish: number | null; updated: number | null; expiry: number | null };

function readDates(matter: FrontMatter, context: FieldContext): Dates {
	const read = (keys: string[]): number | null => {
		for (const key of keys) {
			const text = textOf(matter.values, key);
			if (text === null) continue;
			const ms = parseDate(text, context.zone);
			if (ms === undefined) throw new BadFile(`\`${key}: ${text}\` is not a date`, lineOfKey(matter, key));
			return ms;
		}
		return null;
	};
	const named = context.nameDate === null ? null : parseDate(context.nameDate, context.zone);
	if (named === undefined) throw new BadFile(`the file's name begins with ${context.nameDate}, which is not a date`, 1);
	const later = (ms: number | null): number | null =>
		ms !== null && ms > context.now && !context.showsFuture ? ms : null;
	const published = read(PUBLISHED) ?? named;
	const publish = read(["publishdate"]);
	return {
		published,
		publish: later(publish) ?? later(published),
		updated: read(UPDATED),
		expiry: read(["expirydate", "unpublish_at"]),
	};
}

/** Returns the state of a text. An expired text is archived, because the old site no longer showed it. */
function stateOf(values: Values, dates: Dates, now: number): State {
	if (flagOf(values, "draft") || flagOf(values, "published") === false) return "draft";
	if (dates.expiry !== null && dates.expiry <= now) return "archived";
	return dates.publish === null ? "published" : "scheduled";
}

function termsOf(values: Values, cutsAtSpaces: boolean): { categories: string[]; tags: string[] } {
	const both = [values, partOf(values, "taxonomies")];
	const names = (one: string, many: string): string[] =>
		unique(both.flatMap((from) => [...namesIn(from[one]), ...several(from[many], cutsAtSpaces)]));
	return { categories: names("category", "categories"), tags: names("tag", "tags") };
}

/**
 * Reads the names of a value: a text under the plural key (`tags`) may contain several names, one under the singular
 * key is one name.
 */
const several = (value: Value | undefined, cutsAtSpaces: boolean): string[] =>
	typeof value === "string" ? splitNames(value, cutsAtSpaces) : namesIn(value);

function authorOf(values: Values, authors: Values): string | null {
	const known = (name: string): string => {
		const entry = authors[name.toLowerCase()] ?? authors[name];
		return (isValues(entry) ? textOf(entry, "name", "display_name", "title") : null) ?? name;
	};
	const names = unique([...namesIn(values.author), ...namesIn(values.authors)].map(known));
	return names.length > 0 ? names.join("、").slice(0, 200) : null;
}

function coverOf(values: Values): { url: string; alt: string } | null {
	const alt = textOf(values, "image_alt", "cover_alt", "imagealt", "coveralt") ?? "";
	for (const key of COVERS) {
		const found = imageIn(values[key]);
		if (found) return { url: found.url, alt: found.alt || alt };
	}
	return null;
}

function imageIn(value: Value | undefined): { url: string; alt: string } | null {
	if (Array.isArray(value)) return imageIn(value[0]);
	if (isValues(value)) {
		const url = textOf(value, "image", "src", "path", "url", "file", "feature", "overlay_image", "teaser", "thumbnail");
		return url === null ? null : { url, alt: textOf(value, "alt", "image_description", "caption", "title") ?? "" };
	}
	const url = value?.trim() ?? "";
	return /[./]/.test(url) && !/\s{2}|\n/.test(url) ? { url, alt: "" } : null;
}

function seoOf(values: Values, excerpt: string | null): Seo {
	const seo = partOf(values, "seo");
	const description = textOf(seo, "description") ?? textOf(values, "description");
	return {
		title: textOf(seo, "title") ?? textOf(values, "seo_title"),
		description: description === excerpt ? null : description,
		image: null,
		canonicalUrl:
			textOf(values, "canonical_url", "canonicalurl", "canonical") ?? textOf(seo, "canonical", "canonical_url"),
		noindex:
			(flagOf(values, "noindex") ?? flagOf(seo, "noindex")) === true || /noindex/i.test(textOf(values, "robots") ?? ""),
	};
}

const isPinned = (values: Values): boolean =>
	flagOf(values, "pin", "pinned") === true ||
	(numberOf(values, "sticky", "top") ?? 0) > 0 ||
	flagOf(values, "sticky", "top") === true;

function weightOf(values: Values): number | null {
	const own = numberOf(values, "weight", "order", "nav_order", "position", "sidebar_position");
	if (own !== null) return own;
	for (const menus of [partOf(values, "menu"), partOf(values, "menus")])
		for (const menu of Object.values(menus))
			if (isValues(menu) && numberOf(menu, "weight") !== null) return numberOf(menu, "weight");
	return null;
}

/**
 * Returns a title as plain text, because in generators that print it raw a title may contain inline HTML and character
 * references.
 */
const plainTitle = (title: string): string =>
	title
		.replace(/<\/?(?:em|strong|b|i|br|span|code|sup|sub|small|wbr|mark)\b[^>]*>/gi, "")
		.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (whole, name: string) => REFERENCES[name] ?? whole)
		.replace(/\s+/g, " ")
		.normalize("NFC")
		.trim();
const REFERENCES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };
