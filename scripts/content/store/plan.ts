import { emptySite, type Finding, type Site, type SiteFile, type SiteTerm } from "../site.ts";
import { usedFiles } from "../tidy.ts";
import { matchTerms, withTerms } from "./match-terms.ts";
import { areEqual, hashOf, nameOf, recordsIn, settled, type TextRecord } from "./records.ts";
import { renameAll } from "./rename.ts";
import { rowKey, type StoredRow, type StoredSite } from "./stored.ts";

/** A text to write in its final form; `row` is the stored row that it replaces, null for a new text. */
export type Change = { record: TextRecord; hash: string; row: StoredRow | null; before: TextRecord | null };

export type Plan = {
	creates: Change[];
	updates: Change[];
	unchanged: number;
	/** Texts that were edited in this program, which the folder's texts do not overwrite. */
	kept: Finding[];
	/** What the operator should know about the names of new texts. */
	findings: Finding[];
	categories: SiteTerm[];
	tags: SiteTerm[];
	files: SiteFile[];
	/** The folder's site with the names that its texts get here. */
	site: Site;
};

/**
 * Plans what an import changes: the difference between a folder's site and the stored one. A text is recognised by its
 * source; a text that was edited in this program since its import is kept; nothing is ever deleted. `now` is UTC
 * milliseconds.
 */
export function planImport(incoming: Site, stored: StoredSite, now: number): Plan {
	const categories = matchTerms(incoming.categories, stored.site.categories);
	const tags = matchTerms(incoming.tags, stored.site.tags);
	const here = { ...incoming, articles: incoming.articles.map((article) => withTerms(article, categories, tags)) };
	const known = storedRecords(stored);
	const { site, findings } = renameAll(here, stored, (record) => find(record, known)?.record);
	const plan: Plan = {
		creates: [],
		updates: [],
		unchanged: 0,
		kept: [],
		findings,
		categories: categories.create,
		tags: tags.create,
		files: [],
		site,
	};
	const hashes = new Map(
		recordsIn(incoming).map((record) => [rowKey(record.resource, record.text.source), hashOf(record)]),
	);
	for (const wanted of recordsIn(site)) {
		const found = find(wanted, known);
		const record = heldBack(wanted, found);
		const hash = hashes.get(rowKey(record.resource, record.text.source)) ?? "";
		if (decide(plan, { record, hash, found }, now) && record !== wanted)
			plan.findings.push({ path: record.text.source, line: null, kind: "warning", message: HELD_BACK });
	}
	const written = [...plan.creates, ...plan.updates].map(({ record }) => record);
	plan.files = filesOf(written, site.files);
	return plan;
}

const HELD_BACK =
	"is a story without `no_identifiable_people: true`: stored as a draft, until somebody chooses its 同意書 or ticks that nobody can be recognised";

/**
 * Returns a text as it may be stored: a story that would be public or planned is a draft, or stays what it is, unless its
 * folder says that nobody in it can be recognised or it is public already.
 */
function heldBack(record: TextRecord, found: Found | undefined): TextRecord {
	if (record.resource !== "article" || record.text.type !== "story") return record;
	const { state, nobodyShown } = record.text;
	if (nobodyShown || found?.row.isCovered || !["published", "scheduled"].includes(state)) return record;
	const before = found?.record.resource === "article" ? found.record.text.state : "draft";
	const kept = before === "published" || before === "scheduled" ? "draft" : before;
	return { resource: "article", text: { ...record.text, state: kept, isPinned: false } };
}

type Known = { bySource: Map<string, Found>; byName: Map<string, Found> };
type Found = { record: TextRecord; row: StoredRow };

function storedRecords({ site, rows }: StoredSite): Known {
	const known: Known = { bySource: new Map(), byName: new Map() };
	for (const record of recordsIn(site)) {
		const key = rowKey(record.resource, record.text.source);
		const row = rows.get(key);
		if (!row) continue;
		known.bySource.set(key, { record, row });
		known.byName.set(rowKey(record.resource, nameOf(record)), { record, row });
	}
	return known;
}

/**
 * Returns the stored text of the same source, or else one with the same name and the same content, as after a move of
 * the folder.
 */
function find(record: TextRecord, { bySource, byName }: Known): Found | undefined {
	const same = bySource.get(rowKey(record.resource, record.text.source));
	if (same) return same;
	const alike = byName.get(rowKey(record.resource, nameOf(record)));
	return alike && areEqual(settled(record, alike.record, 0), alike.record) ? alike : undefined;
}

/** Plans what becomes of a text; returns whether it is written. */
function decide(
	plan: Plan,
	{ record, hash, found }: { record: TextRecord; hash: string; found: Found | undefined },
	now: number,
): boolean {
	if (!found) {
		plan.creates.push({ record: settled(record, undefined, now), hash, row: null, before: null });
		return true;
	}
	const { row, record: before } = found;
	const asStored = settled(record, before, now);
	if (areEqual(asStored, before)) {
		plan.unchanged++;
		return false;
	}
	const reason = whyKept(record, found, hash);
	if (reason !== null) {
		plan.kept.push({ path: record.text.source, line: null, kind: "warning", message: reason });
		return false;
	}
	plan.updates.push({ record: changedNow(asStored, record.text.updatedAt ?? now), hash, row, before });
	return true;
}

function changedNow(record: TextRecord, updatedAt: number): TextRecord {
	switch (record.resource) {
		case "article":
			return { ...record, text: { ...record.text, updatedAt } };
		case "page":
			return { ...record, text: { ...record.text, updatedAt } };
		case "document":
			return { ...record, text: { ...record.text, updatedAt } };
		case "announcement":
			return { ...record, text: { ...record.text, updatedAt } };
	}
}

/** Returns why the stored text is kept, or null when the folder's text may replace it. */
function whyKept({ text }: TextRecord, { record, row }: Found, hash: string): string | null {
	if ("state" in record.text && record.text.state === "trashed") return "lies in the trash here: not imported again";
	if (row.imported === null)
		return text.updatedAt !== null && text.updatedAt === record.text.updatedAt
			? null
			: "was written here: not overwritten";
	if (row.imported.version === row.version) return null;
	return row.imported.hash === hash
		? "was edited here: not overwritten"
		: "was edited here and in the folder: the text here is kept";
}

function filesOf(records: TextRecord[], files: Map<string, SiteFile>): SiteFile[] {
	const site: Site = { ...emptySite(), files };
	for (const { resource, text } of records) {
		if (resource === "article") site.articles.push(text);
		else if (resource === "page") site.pages.push(text);
		else if (resource === "document") site.documents.push(text);
		else site.announcements.push(text);
	}
	return [...usedFiles(site)].sort().flatMap((id) => files.get(id) ?? []);
}
