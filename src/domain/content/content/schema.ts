import * as z from "zod";

/**
 * An instant, ISO 8601 with Taipei's offset: "2026-03-05T09:30:00+08:00". The schemas of replies only describe formats
 * and do not check them, because replies are made here.
 */
export const Instant = z.string().meta({ format: "date-time", description: "ISO 8601，含時區" });

/** A slug in an address, in NFC; it may be Chinese. */
export const Slug = z
	.string()
	.min(1)
	.max(120)
	.transform((slug) => slug.normalize("NFC"));

/** An absolute address on the website. */
export const Url = z.string().meta({ format: "uri" });

export const Term = z.object({ slug: z.string(), name: z.string() }).meta({ id: "Term" });

const Variant = z.object({ url: Url, width: z.int(), height: z.int() }).meta({
	id: "PictureVariant",
	description: "同一張圖較小的 WebP 版本；同一個網址加 format=jpeg 是 JPEG",
});

/** What a website needs to show a picture well. */
export const PictureFields = {
	focal: z
		.object({ x: z.int(), y: z.int() })
		.nullable()
		.meta({ description: "焦點，由左與由上起算的百分比，可直接用於 object-position；沒有標示時為 null" }),
	blur: z.string().nullable().meta({ description: "模糊的極小縮圖（data: 網址），圖片載入前顯示" }),
	variants: z.array(Variant).meta({ description: "由窄到寬；還沒做好、做不成或不是圖片時為空" }),
};

export const Image = z
	.object({
		url: Url,
		alt: z.string(),
		width: z.int().nullable().meta({ description: "像素" }),
		height: z.int().nullable().meta({ description: "像素" }),
		...PictureFields,
	})
	.meta({ id: "Image" });

export const TocEntry = z
	.object({ level: z.int().min(1).max(6), id: z.string(), text: z.string() })
	.meta({ id: "TocEntry", description: "body_html 的標題" });

export const Seo = z
	.object({
		title: z.string(),
		description: z.string(),
		image: Image.nullable().meta({ description: "沒有另外指定時是封面" }),
		canonical_url: Url,
		noindex: z.boolean(),
	})
	.meta({ id: "Seo" });

export const Highlight = z
	.object({
		title: z.string().meta({ description: "HTML：符合處以 <mark> 標示，其餘皆已跳脫" }),
		excerpt: z.string().meta({ description: "HTML：符合處以 <mark> 標示，其餘皆已跳脫" }),
	})
	.meta({ id: "Highlight" });

/** Which tier of a search a hit is of. */
export const Match = z.enum(["exact", "partial"]).meta({
	id: "SearchMatch",
	description: "exact：字詞都照樣出現；partial：只符合部分字詞、異體字、簡體字、年份寫法或同義詞，排在 exact 之後",
});

/** What each hit of a search says besides its record. */
export const HitFields = {
	highlight: Highlight.optional().meta({ description: "僅搜尋結果有" }),
	match: Match.optional().meta({ description: "僅搜尋結果有" }),
};

/** What the answer to a search says besides the page. */
export const SearchMeta = {
	exact: z.int().meta({ description: "其中 match 為 exact 的筆數，排在最前面" }),
	suggestions: z.array(z.string()).meta({ description: "沒有照樣符合的結果時，可以改搜尋的相近字詞" }),
};

const wholeNumber = (min: number, max: number) =>
	z
		.string()
		.regex(/^[0-9]{1,9}$/, "must be a whole number")
		.transform(Number)
		.pipe(z.int().min(min).max(max));

/** The parameters `page` ≥ 1 and `per_page` 1–100 of an address; an invalid one is refused, never clamped. */
export const PageQuery = {
	page: wholeNumber(1, 1_000_000)
		.default(1)
		.meta({
			description: "從 1 起；超過最後一頁時回傳 200 與空陣列",
			param: { type: "integer", minimum: 1, default: 1 },
		}),
	per_page: wholeNumber(1, 100)
		.default(15)
		.meta({
			description: "每頁筆數",
			param: { type: "integer", minimum: 1, maximum: 100, default: 15 },
		}),
};

/** The most records of a list with `include=body`, and the most bytes of their texts together. */
export const WHOLE_PER_PAGE = 50;
export const WHOLE_BYTES = 8_000_000;

/** The parameter `include=body`: a list whose records are whole, as the addresses of the records themselves are. */
export const Include = z
	.enum(["body"])
	.optional()
	.meta({
		description: `body：每筆連同全文，per_page 最多 ${WHOLE_PER_PAGE}；全文合計超過 8 MB 回 400`,
	});

const day = (description: string) =>
	z.iso
		.date("must be a day as 2026-01-31")
		.optional()
		.meta({ description, param: { type: "string", format: "date" } });
/** The parameters that keep a list to records published between two days in Taipei, both included. */
export const PublishedQuery = {
	published_from: day("這一天（含）以後發布，臺北時間"),
	published_to: day("這一天（含）以前發布，臺北時間"),
};
export type PublishedBetween = { published_from?: string | undefined; published_to?: string | undefined };

const DAY_MS = 86_400_000;

/** Returns the two days as UTC milliseconds: the first moment, and the first after the last. */
export function publishedBetween({ published_from, published_to }: PublishedBetween): {
	from: number | undefined;
	until: number | undefined;
} {
	const start = (date: string) => Date.parse(`${date}T00:00:00+08:00`);
	return {
		from: published_from === undefined ? undefined : start(published_from),
		until: published_to === undefined ? undefined : start(published_to) + DAY_MS,
	};
}

type Listed = PublishedBetween & { include?: "body" | undefined; per_page: number };
/** Checks what the parameters of a list say together. */
export function checkList({ value, issues }: z.core.ParsePayload<Listed>): void {
	const wrong = (path: keyof Listed, message: string) =>
		issues.push({ code: "custom", input: value, path: [path], message });
	if (value.include === "body" && value.per_page > WHOLE_PER_PAGE)
		wrong("per_page", `must be at most ${WHOLE_PER_PAGE} with include=body`);
	if (value.published_from && value.published_to && value.published_from > value.published_to)
		wrong("published_to", "must not be before published_from");
}

/** A search text of 1–100 characters; NUL is refused because no text contains it. */
export const SearchText = z
	.string()
	.min(1)
	.refine((text) => [...text].length <= 100, "must be 1–100 characters")
	.refine((text) => !text.includes("\0"), "must not contain NUL")
	.transform((text) => text.normalize("NFC"));

/** Slugs of which any may match: one value, a list with commas, or the parameter repeated. */
export const AnyOf = z
	.array(z.string())
	.transform((values) => [
		...new Set(values.flatMap((value) => value.split(",")).map((slug) => slug.trim().normalize("NFC"))),
	])
	.pipe(z.array(z.string().min(1).max(120)).min(1).max(20))
	.transform((slugs) => slugs.toSorted());

/**
 * Returns the schema of a list in the form of Laravel's resource pagination, which sites written for the old service
 * read.
 */
export const listOf = <T extends z.ZodType>(item: T) =>
	z.object({
		data: z.array(item),
		links: z.object({ first: Url, last: Url, prev: Url.nullable(), next: Url.nullable() }),
		meta: z.object({
			current_page: z.int(),
			from: z.int().nullable(),
			to: z.int().nullable(),
			last_page: z.int(),
			per_page: z.int(),
			total: z.int(),
		}),
	});

/** Returns the schema of a list that may be searched. */
export function foundListOf<T extends z.ZodType>(item: T) {
	const list = listOf(item);
	return list.extend({
		meta: list.shape.meta.extend({
			exact: SearchMeta.exact.optional().meta({ description: "僅搜尋時有：match 為 exact 的筆數，排在最前面" }),
			suggestions: SearchMeta.suggestions.optional().meta({
				description: "僅搜尋時有：沒有照樣符合的結果時，可以改搜尋的相近字詞",
			}),
		}),
	});
}
