import { wallClock, zoneOr } from "./dates.ts";
import type { Values } from "./front-matter.ts";
import { splitName } from "./names.ts";
import { partOf, textOf } from "./values.ts";

const STYLES: Record<string, string> = {
	date: "/:categories/:year/:month/:day/:title.html",
	pretty: "/:categories/:year/:month/:day/:title/",
	ordinal: "/:categories/:year/:y_day/:title.html",
	weekdate: "/:categories/:year/W:week/:short_day/:title/",
	none: "/:categories/:title.html",
};

export type JekyllPlace = {
	path: string;
	place: { type: "posts" | "drafts" | "pages" | "collection"; collection: string };
	values: Values;
	categories: string[];
	name: string;
	/** The text's date, in UTC milliseconds. */
	at: number | null;
	config: Values;
};

/**
 * Returns the addresses that Jekyll gives a text, from its permalink or the configured pattern; the first one is the
 * most likely.
 */
export function jekyllUrl(text: JekyllPlace): string[] {
	const { path, place, values, config } = text;
	const own = textOf(values, "permalink");
	if (place.type === "pages")
		return [own?.includes("/") && !own.includes(":") ? own : `/${path.replace(/\.\w+$/, "")}`];
	const configured =
		place.type === "collection"
			? (textOf(partOf(partOf(config, "collections"), place.collection), "permalink") ?? "/:collection/:path")
			: textOf(config, "permalink");
	const pattern = own ?? configured ?? "date";
	return fill(STYLES[pattern] ?? pattern, text);
}

function fill(pattern: string, { path, place, values, categories, name, at, config }: JekyllPlace): string[] {
	const date = wallClock(at ?? 0, zoneOr(textOf(config, "timezone")));
	const two = (number: number): string => String(number).padStart(2, "0");
	const title = textOf(values, "slug") ?? name;
	const parts: Record<string, string> = {
		categories: categories.join("/"),
		slugified_categories: categories.join("/"),
		collection: place.collection,
		path: path
			.split("/")
			.slice(1)
			.join("/")
			.replace(/\.\w+$/, ""),
		title,
		slug: title,
		name: splitName(path).name,
		year: String(date.getUTCFullYear()),
		short_year: String(date.getUTCFullYear()).slice(2),
		month: two(date.getUTCMonth() + 1),
		i_month: String(date.getUTCMonth() + 1),
		day: two(date.getUTCDate()),
		i_day: String(date.getUTCDate()),
		output_ext: ".html",
		lang: textOf(values, "lang") ?? textOf(config, "lang") ?? "",
	};
	const url = pattern.replace(/:([a-z_]+)/g, (whole, key: string) => parts[key] ?? whole);
	return [`/${url.replace(/\/{2,}/g, "/").replace(/^\//, "")}`];
}
