import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { MENUS, type Menu } from "#domain/content/menus/schema.ts";
import { wantedTarget } from "#domain/content/redirects/rules.ts";
import { type Finding, NO_HOSTS, type Site, type SiteMenuItem, type SiteMenus, type SiteRedirect } from "../site.ts";
import { itemsThat, withoutTrash } from "../tidy.ts";
import { type Column, insertRows } from "./json-writes.ts";
import { idOf } from "./part-writes.ts";
import { isTrashed, placeOf, recordsIn, type TextRecord } from "./records.ts";
import { LISTS, type LinkTarget, type NewRedirect, type StoredRedirect } from "./redirects.ts";

type NewItem = LinkTarget & { menu: Menu; position: number; below: number | null; label: string };
/** The items and redirects that an import makes. */
export type Links = { items: NewItem[]; redirects: NewRedirect[] };

/**
 * Plans the menus and redirects of an export: a menu is made where there is none here, a redirect where its path has
 * none. What is another one here is kept, and told; so is what leads to a text that is not there.
 */
export function planLinks(
	site: Site,
	{ here, stored }: { here: Site; stored: readonly StoredRedirect[] },
	findings: Finding[],
): Links {
	const { menus, redirects } = site;
	const records = [...recordsIn(here), ...recordsIn(site)];
	const known = new Set(records.filter((record) => !isTrashed(record)).map(placeOf));
	const tell = (path: string, message: string): void =>
		void findings.push({ path, line: null, kind: "warning", message });
	// What leads to the trash is in no export.
	const shown = withoutTrash(here).menus;
	const leads = ({ label, target }: { label: string; target: string }): boolean => {
		if (targetOf(target, known)) return true;
		tell("menus.yaml", `${label} leads to ${target}, which is not there: left out`);
		return false;
	};
	const items = MENUS.flatMap((menu) => {
		const wanted = itemsThat(leads, menus[menu]);
		if (wanted.length === 0 || isSame(wanted, shown[menu])) return [];
		if (here.menus[menu].length === 0) return newItems(menu, wanted, known);
		tell("menus.yaml", `the menu ${menu} is another one here: kept`);
		return [];
	});
	const isPublic = new Set([...LISTS, ...records.filter(isOpen).map(placeOf)]);
	return { items, redirects: newRedirects(redirects, { known, isPublic, stored }, tell) };
}

const isOpen = ({ text }: TextRecord): boolean =>
	"state" in text && text.state === "published" && (!("visibility" in text) || text.visibility === "public");
const isSame = (a: SiteMenus[Menu], b: SiteMenus[Menu]): boolean => JSON.stringify(a) === JSON.stringify(b);

type Tell = (path: string, message: string) => void;

/** Finds where a target leads; undefined for an article or a document that is not there. */
function targetOf(target: string, known: ReadonlySet<string>): LinkTarget | undefined {
	if (target === "") return { resource: null, key: "", address: "" };
	const { text, behind, address } = wantedTarget(target, NO_HOSTS, "redirect.bad_target");
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

const ID = sql`CASE j.value ->> 'resource' WHEN 'article' THEN ${idOf("article")} WHEN 'page' THEN ${idOf("page")}
	WHEN 'document' THEN ${idOf("document")} END`;
/** The item at the top of the same menu, which the batch has inserted before. */
const PARENT = sql`(SELECT id FROM menu_items WHERE menu = j.value ->> 'menu' AND parent_id IS NULL
	AND position = j.value ->> 'below')`;

/** Inserts items and redirects, which lead to texts that are there or that the same batch has inserted before. */
export function writeLinks({ items, redirects }: Links, now: number): Write[] {
	const both: Column[] = ["resource", ["resource_id", ID], "address"];
	const times: Column[] = [
		["created_at", sql`${now}`],
		["updated_at", sql`${now}`],
	];
	const item: Column[] = ["menu", ["parent_id", PARENT], "position", "label", ...both, ...times];
	return [
		...insertRows("menu_items", item, { rows: items.filter(({ below }) => below === null) }),
		...insertRows("menu_items", item, { rows: items.filter(({ below }) => below !== null) }),
		...insertRows("redirects", ["path", ...both, ...times], { rows: redirects }),
	];
}
