import { own } from "#kernel/own.ts";
import { DISTRICTS_BY_CITY } from "./districts.ts";

/** A district (鄉鎮市區) with its city and its 3-digit postal code. */
type Place = { city: string; name: string; code: string };

export type Address = { postal_code?: string; city?: string; district?: string; address: string };

/** The 22 cities and counties (縣市), from north to south. */
export const CITIES: readonly string[] = Object.keys(DISTRICTS_BY_CITY);

const PLACES: readonly Place[] = Object.entries(DISTRICTS_BY_CITY).flatMap(([city, row]) =>
	[...row.matchAll(/(\d{3})(\D+)/g)].map(([, code = "", name = ""]) => ({ city, code, name })),
);
const CODES = new Set(PLACES.map((place) => place.code));

/** The old names of counties that became municipalities, in 2010 and 2014. */
const OLD_CITIES: Readonly<Record<string, string>> = {
	臺北縣: "新北市",
	桃園縣: "桃園市",
	臺中縣: "臺中市",
	臺南縣: "臺南市",
	高雄縣: "高雄市",
};
/**
 * The old names of districts that were renamed (2004, 2008), by postal code; other districts only changed 鄉, 鎮 or 市
 * to 區 or 市.
 */
const OLD_DISTRICTS: Readonly<Record<string, readonly string[]>> = { 700: ["中區", "西區"], 849: ["三民鄉"] };

/** Whether a text has the form of a stored postal code: 3, 5 or 6 digits (中華郵政: 3, 3+2 and 3+3). */
export const isPostalCode = (text: string): boolean => /^(?:\d{3}|\d{5}|\d{6})$/.test(text);

/**
 * Returns the districts of a city in the order of their codes; the city may have any of its names (臺 or 台, 桃園縣).
 * Empty for anything else.
 */
export const districtsOf = (city: string): readonly string[] => placesIn(city).map((place) => place.name);

/** Returns the 3-digit code of a district by its present name; undefined when the city has no such district. */
export const postalCodeOf = (city: string, district: string): string | undefined =>
	placesIn(city).find((place) => place.name === fold(district))?.code;

/**
 * Splits an address into its parts, each only when the text names it: postal code, city and district by their present
 * names, and the rest as typed (full-width letters and digits become plain). A city is also recognised by a district
 * that only it has, or that has the postal code in front. Nothing is lost: what is not recognised stays in `address`.
 */
export function readAddress(text: string): Address {
	const plain = text.normalize("NFKC").replace(/\s+/g, " ").trim();
	const { code, rest } = postalCodeAt(plain);
	const found = placeAt(fold(rest).replace(PROVINCE, ""), code);
	return {
		...(code && { postal_code: code }),
		...(found?.city && { city: found.city }),
		...(found?.district && { district: found.district }),
		// Folding keeps the length, so the rest of the folded text marks the rest of the typed text.
		address: found ? rest.slice(rest.length - found.rest.length).trim() : rest,
	};
}

const PROVINCE = /^(?:臺灣省|福建省|臺灣) ?/;

/** A place found at the beginning of a text; `rest` is the text after its names. */
type Found = { city?: string; district?: string; rest: string };

/** Replaces variants of characters one for one, so that the length stays the same. */
const fold = (text: string): string =>
	text.replaceAll("台", "臺").replaceAll("塩", "鹽").replaceAll("恒", "恆").replaceAll("峯", "峰");

function placesIn(city: string): readonly Place[] {
	const name = fold(city);
	const present = own(OLD_CITIES, name) ?? name;
	return PLACES.filter((place) => place.city === present);
}

/** Matches a postal code at the beginning; not the number of a lane or a house. */
const POSTAL_CODE = /^[([〒]? ?(\d{3})(?:-?(\d{2,3}))?[)\]]?[ ,、]*(?=[^\d\-之鄰巷弄號樓段]|$)/;

function postalCodeAt(text: string): { code?: string; rest: string } {
	const [all = "", district = "", more = ""] = POSTAL_CODE.exec(text) ?? [];
	return CODES.has(district) ? { code: district + more, rest: text.slice(all.length) } : { rest: text };
}

function placeAt(text: string, code: string | undefined): Found | undefined {
	const named = [...CITIES, ...Object.keys(OLD_CITIES)].find((name) => text.startsWith(name));
	if (named !== undefined) {
		const city = OLD_CITIES[named] ?? named;
		const rest = text.slice(named.length).trimStart();
		return { city, ...(districtAt(rest, placesIn(city)) ?? { rest }) };
	}
	return placeByShortCity(text) ?? placeByDistrict(text, code);
}

/**
 * Finds a city written without its 市 or 縣, if one of its districts follows it: 「台北中正區」, 「新竹竹北市」; else
 * returns undefined.
 */
function placeByShortCity(text: string): Found | undefined {
	for (const city of CITIES.filter((name) => text.startsWith(name.slice(0, 2)))) {
		const found = districtAt(text.slice(2).trimStart(), placesIn(city));
		if (found) return { city, ...found };
	}
}

/**
 * Finds a district written without its city, if any. Of a district that several cities have (中正區), the postal `code`
 * tells the city; without it only the district is returned.
 */
function placeByDistrict(text: string, code: string | undefined): Found | undefined {
	const near = PLACES.filter((place) => place.code === code?.slice(0, 3));
	const hits = [near, PLACES].map((among) => matches(text, among)).find((some) => some.length > 0) ?? [];
	const [first, ...others] = hits;
	if (!first) return undefined;
	const { city, name: district } = first.place;
	if (others.length === 0) return { city, district, rest: first.rest };
	return others.every((other) => other.place.name === district) && text.startsWith(district)
		? { district, rest: first.rest }
		: undefined;
}

function districtAt(text: string, among: readonly Place[]): { district: string; rest: string } | undefined {
	const [first] = matches(text, among);
	return first && { district: first.place.name, rest: first.rest };
}

/** Returns the places that a text begins with, by their present name, else by their former one (板橋市, 員林鎮). */
function matches(text: string, among: readonly Place[]): readonly { place: Place; rest: string }[] {
	const present = among.flatMap((place) =>
		[place.name, ...(OLD_DISTRICTS[place.code] ?? [])]
			.filter((name) => text.startsWith(name))
			.map((name) => ({ place, rest: text.slice(name.length) })),
	);
	if (present.length > 0) return present;
	return among.flatMap((place) => {
		const stem = place.name.slice(0, -1);
		// 東區 was never 東市; 「板橋市場」 is a market.
		if (stem.length < 2 || !text.startsWith(stem) || !/^[鄉鎮市區](?!場)/.test(text.slice(stem.length))) return [];
		return [{ place, rest: text.slice(place.name.length) }];
	});
}
