import { recordAudit } from "#db/audit.ts";
import { commit, open, type Write } from "#db/commit.ts";
import { filesIn } from "#domain/content/content/files.ts";
import { byImport } from "#kernel/by.ts";
import type { SiteFile } from "../site.ts";
import { type Links, writeLinks } from "./links.ts";
import { putObject } from "./objects.ts";
import {
	markNobody,
	unmarkNobody,
	writeAliases,
	writeFiles,
	writeOrigins,
	writeParts,
	writeTerms,
} from "./part-writes.ts";
import type { Change, Plan } from "./plan.ts";
import { publishNew, writeTexts } from "./text-writes.ts";

type Stores = { DB: D1Database; FILES: R2Bucket };
/** How many objects are put into the bucket at once. */
const AT_ONCE = 4;

/**
 * Carries out a plan: first uploads the files, each once, then writes the whole site in one transaction, so that either
 * all of it is stored or nothing. Refuses as article.stale when a text was changed since the plan was made. `report` is
 * called with the number of uploaded files. `siteName` is for the audit log; `now` is UTC milliseconds.
 */
export async function applyPlan(
	stores: Stores,
	plan: Plan,
	about: { siteName: string; now: number; links: Links; report: (done: number, all: number) => void },
): Promise<void> {
	const { creates, updates } = plan;
	const { items, redirects } = about.links;
	const parts = [creates, updates, plan.categories, plan.tags, items, redirects];
	if (parts.every(({ length }) => length === 0)) return;
	const changes = [...creates, ...updates];
	const places = placesOf(plan, changes);
	await upload(stores.FILES, places, about.report);
	const db = open(stores.DB);
	const files = new Map(plan.files.map((file) => [file.id, file]));
	const writes: Write[] = [
		...writeTerms(plan.categories, plan.tags, about.now),
		...writeFiles(
			places.filter(({ key }) => key.startsWith("attachments/")).map(({ file }) => file),
			about.now,
		),
		// A public story needs its mark at every place in the batch.
		...markNobody(updates),
		...writeTexts(creates, updates, { files, now: about.now }),
		...markNobody(creates),
		...unmarkNobody(updates),
		...writeParts(creates, updates),
		...publishNew(creates),
		...writeAliases(changes),
		...writeLinks(about.links, about.now),
		...writeOrigins(changes, about.now),
		...recordAudit(db, {
			...byImport(about.now),
			action: "content.import",
			auditableType: "site",
			auditableId: about.siteName,
			description: `created ${creates.length}, updated ${updates.length}`,
			changes: {
				...{ created: creates.length, updated: updates.length, unchanged: plan.unchanged, kept: plan.kept.length },
				...{ menu_items: items.length, redirects: redirects.length },
			},
		}),
	];
	await commit(db, writes);
}

type Place = { key: string; file: SiteFile };

/**
 * Returns the object key of each file: a document's own copy is stored apart from the attachments, which become public
 * with their texts.
 */
function placesOf(plan: Plan, changes: Change[]): Place[] {
	const ofDocuments = new Set(
		changes.flatMap(({ record }) => (record.resource === "document" ? [record.text.file.id] : [])),
	);
	const ofTexts = new Set(
		changes.flatMap(({ record }) => {
			if (record.resource === "document") return [];
			const inline = filesIn(record.text.bodyMarkdown);
			if (record.resource === "announcement") return inline;
			const cover = record.resource === "article" && record.text.cover ? [record.text.cover.id] : [];
			return [...inline, ...cover, ...record.text.attachments.map(({ id }) => id)];
		}),
	);
	return plan.files.flatMap((file) => [
		...(ofTexts.has(file.id) ? [{ key: `attachments/${file.id}`, file }] : []),
		...(ofDocuments.has(file.id) ? [{ key: `documents/${file.id}`, file }] : []),
	]);
}

/** Uploads the files that the bucket does not have yet. */
async function upload(bucket: R2Bucket, places: Place[], report: (done: number, all: number) => void): Promise<void> {
	let next = 0;
	let done = 0;
	const worker = async (): Promise<void> => {
		for (let place = places[next++]; place !== undefined; place = places[next++]) {
			const { key, file } = place;
			await putObject(bucket, key, { bytes: file.read, contentType: file.contentType, sha256: file.sha256 });
			report(++done, places.length);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
