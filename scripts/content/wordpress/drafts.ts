import type { State } from "#domain/content/content/states.ts";
import { parseDate } from "../read/dates.ts";
import type { Draft } from "../read/draft.ts";
import { takeNotes } from "../read/notes.ts";
import { unique } from "../read/values.ts";
import type { Finding } from "../site.ts";
import type { Address } from "./addresses.ts";
import { bodyOf } from "./body.ts";
import { decoded, field, idOf, kindOfItem, pathOfItem, STATES } from "./items.ts";
import type { Item, WordPressExport } from "./wxr.ts";

/** What the texts of an export are made with. */
export type Making = { wxr: WordPressExport; address: Address; now: number; findings: Finding[] };

/** Makes the text of a post or a page. */
export function draftOf(item: Item, making: Making): Draft {
	const { wxr, address } = making;
	const [path, isPage] = [pathOfItem(item), kindOfItem(item) === "page"];
	const title = titleOf(item);
	const notes = takeNotes(path, "");
	const body = bodyOf(item.fields.get("content:encoded") ?? "", {
		notes,
		picture: address.picture,
		own: () => wxr.items.filter((one) => isPictureOf(one, idOf(item))).map(idOf),
	});
	for (const finding of notes.findings())
		making.findings.push({ ...finding, line: item.line, message: `「${title}」: ${finding.message}` });
	const old = address.pathOf(item);
	return {
		path,
		text: "",
		bodyAt: 0,
		kind: isPage ? "page" : "article",
		sections: unique(item.terms.filter(isCategory).flatMap(({ name, slug }) => [name, decoded(slug)])),
		type: null,
		...datesOf(item, making),
		title,
		slug: decoded(field(item, "wp:post_name")) || title,
		isSlugStated: false,
		address: isPage ? address.treeOf(item) : "",
		weight: isPage ? Number(field(item, "wp:menu_order")) || null : null,
		urls: old === undefined ? [] : [old],
		aliases: [],
		body: address.settle(body),
		bases: [""],
		excerpt: field(item, "excerpt:encoded") || null,
		author: wxr.authors.get(field(item, "dc:creator")) || field(item, "dc:creator") || null,
		cover: address.picture(item.meta.get("_thumbnail_id") ?? "", "url") ?? null,
		categories: namesOf(item, isCategory),
		tags: namesOf(item, ({ domain }) => domain === "post_tag"),
		seo: { title: null, description: seoOf(item), image: null, canonicalUrl: null, noindex: false },
		resources: [],
		lang: null,
	};
}

/** Returns a title as plain text: WordPress keeps it with character references. */
const titleOf = (item: Item): string =>
	field(item, "title")
		.replace(/<[^>]*>/g, "")
		.replace(/&(amp|lt|gt|quot|nbsp|#0?39|#8217|#8211);/g, (whole, name: string) => REFERENCES[name] ?? whole)
		.replace(/\s+/g, " ")
		.normalize("NFC")
		.trim();
const REFERENCES: Record<string, string> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	nbsp: " ",
	"#39": "'",
	"#039": "'",
	"#8217": "’",
	"#8211": "–",
};

/** Returns the state and times of a text. A post with a password is a draft here, since nothing public has one. */
function datesOf(item: Item, { now, findings }: Making) {
	const at = timeOf(item, "wp:post_date");
	const isLocked = field(item, "wp:post_password") !== "";
	if (isLocked)
		findings.push({
			path: pathOfItem(item),
			line: item.line,
			kind: "warning",
			message: `「${titleOf(item)}」 has a password: a draft here`,
		});
	const stated: State = isLocked ? "draft" : (STATES[field(item, "wp:status")] ?? "draft");
	const state: State =
		stated === "scheduled" || stated === "published" ? (at !== null && at > now ? "scheduled" : "published") : stated;
	return {
		state,
		publishedAt: state === "scheduled" ? null : at,
		publishAt: state === "scheduled" ? at : null,
		unpublishAt: null,
		updatedAt: timeOf(item, "wp:post_modified"),
		isPinned: state === "published" && kindOfItem(item) === "post" && field(item, "wp:is_sticky") === "1",
	};
}

/** Reads a time, in UTC where it is stated so, else in Taipei's; null for none, as drafts have. */
function timeOf(item: Item, name: string): number | null {
	const utc = field(item, `${name}_gmt`);
	if (/^[1-9]/.test(utc)) return parseDate(utc, "UTC") ?? null;
	const local = field(item, name);
	return /^[1-9]/.test(local) ? (parseDate(local, "Asia/Taipei") ?? null) : null;
}

/** Whether a term is a category that somebody chose: WordPress gives 未分類 to posts without one. */
const isCategory = ({ domain, slug, name }: Item["terms"][number]): boolean =>
	domain === "category" && slug !== "uncategorized" && name !== "未分類";
const namesOf = (item: Item, isOne: (term: Item["terms"][number]) => boolean): string[] =>
	unique(item.terms.filter(isOne).map(({ name, slug }) => plain(name) || decoded(slug)));
const plain = (name: string): string => name.replace(/&amp;/g, "&").replace(/\s+/g, " ").normalize("NFC").trim();

const isPictureOf = (one: Item, parent: string): boolean =>
	kindOfItem(one) === "attachment" &&
	field(one, "wp:post_parent") === parent &&
	/\.(?:png|jpe?g|gif|webp|avif)$/i.test(field(one, "wp:attachment_url"));

/** Returns the description for search engines that Yoast's plug-in keeps, unless it is a template. */
const seoOf = (item: Item): string | null => {
	const text = item.meta.get("_yoast_wpseo_metadesc")?.trim() ?? "";
	return text === "" || text.includes("%%") ? null : text;
};
