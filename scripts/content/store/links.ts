import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { MENUS, type Menu } from "#domain/content/menus/schema.ts";
import { wantedTarget } from "#domain/content/redirects/rules.ts";
import type { Finding, Site, SiteMenuItem, SiteMenus, SiteRedirect } from "../site.ts";
import { withoutTrash } from "../tidy.ts";
import { recordsIn, type TextRecord } from "./records.ts";
import { LISTS, type LinkTarget, type NewRedirect, placeOf, type StoredRedirect } from "./redirects.ts";

type NewItem = LinkTarget & { menu: Menu; position: number; below: number | null; label: string };
/** The items and redirects that an import makes. */
export type Links = { items: NewItem[]; redirects: NewRedirect[] };

/**
 * Plans the menus and redirects of an export: a menu is made where there is none here, a redirect where its path has
 * none. What is another one here is kept, and told; so is what leads to a text that is not there.
 */
export function planLinks(
	{ menus, redirects }: Site,
	{ here, texts, stored }: { here: Site; texts: Site; stored: readonly StoredRedirect[] },
	findings: Finding[],
): Links {
	const records = [...recordsIn(here), ...recordsIn(texts)];
	const known = new Set(records.filter(isKept).map(placeOf));
	const tell = (path: string, message: string): void =>
		void findings.push({ path, line: null, kind: "warning", message });
	// What leads to the trash is in no export.
	const shown = withoutTrash(here).menus;
	const items = MENUS.flatMap((menu) => {
		const wanted = menus[menu].flatMap((item) => withTarget(item, known, tell));
		if (wanted.length === 0 || isSame(wanted, shown[menu])) return [];
		if (here.menus[menu].length === 0) return newItems(menu, wanted, known);
		tell("menus.yaml", `the menu ${menu} is another one here: kept`);
		return [];
	});
	const isPublic = new Set([...LISTS, ...records.filter(isOpen).map(placeOf)]);
	return { items, redirects: newRedirects(redirects, { known, isPublic, stored }, tell) };
}

const isKept = ({ text }: TextRecord): boolean => !("state" in text) || text.state !== "trashed";
const isOpen = ({ text }: TextRecord): boolean =>
	"state" in text && text.state === "published" && (!("visibility" in text) || text.visibility === "public");
const isSame = (a: SiteMenus[Menu], b: SiteMenus[Menu]): boolean => JSON.stringify(a) === JSON.stringify(b);

type Tell = (path: string, message: string) => void;

/** Returns an item without what leads nowhere: with items below it, it stays as a heading. */
function withTarget(item: SiteMenuItem, known: Set<string>, tell: Tell): SiteMenuItem[] {
	const children = item.children.filter((child) => {
		if (targetOf(child.target, known)) return true;
		tell("menus.yaml", `${child.label} leads to ${child.target}, which is not there: left out`);
		return false;
	});
	if (targetOf(item.target, known)) return [{ ...item, children }];
	tell("menus.yaml", `${item.label} leads to ${item.target}, which is not there: left out`);
	return children.length > 0 ? [{ ...item, target: "", children }] : [];
}

/** Finds where a target leads; undefined for an article or a document that is not there. */
function targetOf(target: string, known: ReadonlySet<string>): LinkTarget | undefined {
	if (target === "") return { resource: null, key: "", address: "" };
	const { text, behind, address } = wantedTarget(target, { base: "", origin: "" }, "redirect.bad_target");
	if (text === null || text.kind === "file") return { resource: null, key: "", address };
	const place = `${{ article: "/articles/", page: "/", document: "/documents/" }[text.kind]}${text.key}`;
	if (known.has(place)) return { resource: text.kind, key: text.key, address: behind };
	return text.kind === "page" ? { resource: null, key: "", address } : undefined;
}

function newItems(menu: Menu, wanted: readonly SiteMenuItem[], known: Set<string>): NewItem[] {
	const item = ({ label, target }: { label: string; target: string }, nth: number, below: number | null): NewItem[] => {
		const lead = targetOf(target, known);
		return lead ? [{ ...lead, menu, label, below, position: (nth + 1) * 10 }] : [];
	};
	return [
		...wanted.flatMap((one, nth) => item(one, nth, null)),
		...wanted.flatMap((one, at) => one.children.flatMap((child, nth) => item(child, nth, (at + 1) * 10))),
	];
}

function newRedirects(
	redirects: readonly SiteRedirect[],
	{ known, isPublic, stored }: { known: Set<string>; isPublic: Set<string>; stored: readonly StoredRedirect[] },
	tell: Tell,
): NewRedirect[] {
	const here = new Map(stored.map((one) => [one.path, one]));
	const ledTo = new Set(stored.flatMap(({ leads_to }) => leads_to?.replace(/[?#].*$/s, "") ?? []));
	return redirects.flatMap(({ path, target }) => {
		const why = (words: string): NewRedirect[] => {
			tell("redirects.yaml", `${path}: ${words}`);
			return [];
		};
		const there = here.get(path);
		if (there) return there.target === target ? [] : why("leads elsewhere here: kept");
		if (isPublic.has(path) || ledTo.has(path)) return why("belongs to something else here: no redirect");
		const lead = targetOf(target, known);
		if (!lead) return why(`leads to ${target}, which is not there: left out`);
		if (lead.resource === null && here.has(lead.address.replace(/[?#].*$/s, "")))
			return why(`leads to ${target}, which is a redirect here: left out`);
		return [{ path, ...lead }];
	});
}

const ID = sql.raw(`CASE j.value ->> 'resource'
	WHEN 'article' THEN (SELECT id FROM articles WHERE slug = j.value ->> 'key')
	WHEN 'page' THEN (SELECT id FROM pages WHERE path = j.value ->> 'key')
	WHEN 'document' THEN (SELECT id FROM documents WHERE slug = j.value ->> 'key') END`);

/** Inserts items and redirects, which lead to texts that are there or that the same batch has inserted before. */
export const writeLinks = ({ items, redirects }: Links, now: number): Write[] => [
	...[items.filter(({ below }) => below === null), items.filter(({ below }) => below !== null)]
		.filter((level) => level.length > 0)
		.map(
			(level) =>
				sql`INSERT INTO menu_items (menu, parent_id, position, label, resource, resource_id, address, created_at, updated_at)
					SELECT j.value ->> 'menu', (SELECT id FROM menu_items WHERE menu = j.value ->> 'menu' AND parent_id IS NULL
						AND position = j.value ->> 'below'), j.value ->> 'position', j.value ->> 'label', j.value ->> 'resource',
						${ID}, j.value ->> 'address', ${now}, ${now}
					FROM json_each(${JSON.stringify(level)}) j ORDER BY j.key`,
		),
	...(redirects.length === 0
		? []
		: [
				sql`INSERT INTO redirects (path, resource, resource_id, address, created_at, updated_at)
					SELECT j.value ->> 'path', j.value ->> 'resource', ${ID}, j.value ->> 'address', ${now}, ${now}
					FROM json_each(${JSON.stringify(redirects)}) j`,
			]),
];
