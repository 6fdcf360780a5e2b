import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { documents, documentVersions } from "#db/schema/documents.ts";
import type { State } from "#domain/content/content/states.ts";
import type { DocumentKind } from "#domain/content/documents/kinds.ts";
import type { Visibility } from "#domain/content/documents/rules.ts";
import type { By } from "#kernel/by.ts";

/** The document that an action changes: `version` is the version that staff saw. */
export type DocumentRef = { id: number; version: number };

/** What an action has to know of the document that it changes. Times are UTC milliseconds. */
export type StandingDocument = DocumentRef & {
	slug: string;
	title: string;
	description: string;
	category: string;
	kind: DocumentKind;
	visibility: Visibility;
	permission: string | null;
	state: State;
	published_at: number | null;
	publish_at: number | null;
	unpublish_at: number | null;
	current_version: number | null;
	/** The number of the first version that is public, while the document is public. */
	public_from: number;
	/** The SHA-256 of the current version's file. */
	sha256: string | null;
};

/** Selects the documents with these ids as they are now. */
export const standingDocuments = (ids: readonly number[]): Select<StandingDocument> =>
	select(
		`SELECT d.id, d.version, d.slug, d.title, d.description, d.category, d.kind, d.visibility, d.permission, d.state,
			d.published_at, d.publish_at, d.unpublish_at, d.current_version, d.public_from, v.sha256
		FROM json_each(?1) wanted JOIN documents d ON d.id = wanted.value
			LEFT JOIN document_versions v ON v.document_id = d.id AND v.number = d.current_version ORDER BY d.id`,
		JSON.stringify([...new Set(ids)]),
	);

type DocumentColumns = Omit<typeof documents.$inferInsert, "id" | "version">;
type Changes = { [K in keyof DocumentColumns]?: DocumentColumns[K] | SQL | undefined };

/** Inserts a document. Refuses with `document.slug_taken` when another document has the slug. */
export const insertDocument = (db: Db, columns: DocumentColumns): Write => db.insert(documents).values(columns);

/** The columns of a version's file; times are UTC milliseconds. */
export type VersionColumns = Omit<typeof documentVersions.$inferInsert, "documentId" | "number">;

/** Inserts the first version of a document that the same batch makes. */
export const insertFirstVersion = (db: Db, documentId: SQL<number>, columns: VersionColumns): Write =>
	db.insert(documentVersions).values({ ...columns, documentId, number: 1 });

/** Inserts the next version of a document, numbered one above the greatest so far. */
export const insertNextVersion = (db: Db, documentId: number, columns: VersionColumns): Write =>
	db.insert(documentVersions).values({
		...columns,
		documentId,
		number: sql`(SELECT coalesce(max(number), 0) + 1 FROM document_versions WHERE document_id = ${documentId})`,
	});

/** Returns SQL for the greatest version number of a document; after insertNextVersion in a batch it is the new one. */
export const newestVersion = (documentId: number): SQL<number> =>
	sql<number>`(SELECT max(number) FROM document_versions WHERE document_id = ${documentId})`;

/**
 * Changes a document and raises its version. Refuses with `document.stale` when it changed since staff saw it, and with
 * `document.slug_taken` when another document has the new slug.
 */
export const updateDocument = (db: Db, { id, version }: DocumentRef, changes: Changes): Write[] => [
	db
		.update(documents)
		.set({ ...changes, version: version + 1 })
		.where(and(eq(documents.id, id), eq(documents.version, version))),
	guard("document.stale"),
];

/** Selects the SHA-256 of a version's file. */
export const versionHash = (of: { id: number; number: number }): Select<{ sha256: string }> =>
	select("SELECT sha256 FROM document_versions WHERE document_id = ?1 AND number = ?2", of.id, of.number);

/**
 * Inserts the file of an earlier version again, as the document's next version (its number is then `newestVersion`).
 * Refuses with `document.stale` when the document has no such version.
 */
export const repeatVersion = (
	of: { id: number; number: number },
	{ note, at }: { note: string; at: number },
): Write[] => [
	sql`INSERT INTO document_versions (document_id, number, filename, content_type, size, sha256, object_key, note, created_at)
		SELECT document_id, ${newestVersion(of.id)} + 1, filename, content_type, size, sha256, object_key, ${note}, ${at}
		FROM document_versions WHERE document_id = ${of.id} AND number = ${of.number}`,
	guard("document.stale"),
];

/** Deletes all versions of a document but the current one; the cron removes their objects. */
export const forgetVersions = (documentId: number): Write =>
	sql`DELETE FROM document_versions WHERE document_id = ${documentId}
		AND number <> (SELECT current_version FROM documents WHERE id = ${documentId})`;

/** Counts a download of a version; the audit row in the same batch names the user. */
export const countDownload = ({ id, number, at }: { id: number; number: number; at: number }): Write[] => [
	sql`UPDATE document_downloads SET downloads = downloads + 1, last_at = max(last_at, ${at})
		WHERE document_id = ${id} AND number = ${number}`,
	sql`INSERT INTO document_downloads (document_id, number, downloads, last_at) SELECT ${id}, ${number}, 1, ${at} WHERE changes() = 0`,
];

/**
 * Makes the same change on several documents, on all of them or none, in as many statements as for one. Refuses with
 * `document.stale` when one of them changed since staff saw it.
 */
export function updateDocuments(db: Db, refs: readonly DocumentRef[], changes: Changes): Write[] {
	const seen = JSON.stringify(refs.map(({ id, version }) => [id, version]));
	return [
		db
			.update(documents)
			.set({ ...changes, version: sql`version + 1` })
			.where(sql`(id, version) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${seen}))`),
		refuseWhere("document.stale", sql`changes() <> ${refs.length}`),
	];
}

/** Writes an audit row for each of several documents, with its changes, in one statement. */
export const auditDocuments = (rows: readonly { id: number; changes: object }[], action: string, by: By): Write =>
	sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, ${action}, 'document', CAST(d.id AS TEXT), d.slug, ${by.ip}, j.value -> 'changes'
		FROM json_each(${JSON.stringify(rows)}) j JOIN documents d ON d.id = j.value ->> 'id'`;
