import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { firstMet, orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { files } from "#db/schema/files.ts";
import { releases } from "#db/schema/releases.ts";
import { type FileRow, ownFile } from "#db/system/index.ts";
import type { ReleaseInput } from "#domain/content/releases/form.ts";
import {
	ENDING_DAYS,
	type Lasting,
	type ReleaseKind,
	type ReleaseState,
	type ReleaseUse,
} from "#domain/content/releases/rules.ts";
import type { By } from "#kernel/by.ts";
import { dateInTaipei, dayIn } from "#kernel/times.ts";
import { MEDIA_COLUMNS, type MediaRow } from "./media.ts";

/** The number of releases on one page of the list. */
export const RELEASES_PER_PAGE = 50;

/** What a release allows; 0 and 1. */
type Allowed = { of_pictures: 0 | 1; of_story: 0 | 1; for_website: 0 | 1; for_newsletter: 0 | 1; for_social: 0 | 1 };
/** A release as lists show it: `open` counts what the website shows by it. */
export type ListedRelease = Lasting & Allowed & { id: number; name: string; is_minor: 0 | 1; open: number };
/** A release with everything that its page shows. */
export type StaffRelease = ListedRelease & {
	member_id: number | null;
	member_no: string | null;
	birth_date: string | null;
	representative: string;
	relation: string;
	file_id: number | null;
	file_version: number | null;
	object_key: string | null;
	no_paper: string;
	note: string;
	withdrawal: string;
	withdrawn_name: string | null;
	created_name: string | null;
	version: number;
	created_at: number;
	updated_at: number;
};
/** The release that an action changes: `version` is the version that staff saw. */
export type ReleaseRef = { id: number; version: number };

const COLUMNS = `r.id, r.name, r.is_minor, r.of_pictures, r.of_story, r.for_website, r.for_newsletter, r.for_social, r.given_on,
	r.until, r.withdrawn_at`;
const OPEN = `(SELECT count(DISTINCT t.resource || t.id) FROM text_releases t WHERE t.release_id = r.id AND ${isOpen("t")}) AS open`;

/** SQL: whether the text of the alias is public, or an announcement that is open. */
export function isOpen(alias: string): string {
	return `CASE ${alias}.resource
		WHEN 'article' THEN EXISTS (SELECT 1 FROM articles x WHERE x.id = ${alias}.id AND x.state = 'published')
		WHEN 'page' THEN EXISTS (SELECT 1 FROM pages x WHERE x.id = ${alias}.id AND x.state = 'published')
		ELSE EXISTS (SELECT 1 FROM announcements x WHERE x.id = ${alias}.id AND x.is_live = 1) END`;
}

/** The conditions of the list; `at` is UTC milliseconds. */
export type ReleaseFilter = {
	q: string;
	state: ReleaseState | undefined;
	use: ReleaseUse | undefined;
	kind: ReleaseKind | undefined;
	sort: (typeof RELEASE_SORTS)[number];
	page: number;
	at: number;
};

/** SQL of each state on the day ?3; ?4 is the last day that counts as ending. */
const IN_STATE: Record<ReleaseState, string> = {
	valid: "r.withdrawn_at IS NULL AND r.given_on <= ?3 AND (r.until IS NULL OR r.until > ?4)",
	ending: "r.withdrawn_at IS NULL AND r.given_on <= ?3 AND r.until BETWEEN ?3 AND ?4",
	coming: "r.withdrawn_at IS NULL AND r.given_on > ?3",
	expired: "r.withdrawn_at IS NULL AND r.until < ?3",
	withdrawn: "r.withdrawn_at IS NOT NULL",
};

/** The states in the order of a release's life. */
const LIFE = ["coming", "valid", "ending", "expired", "withdrawn"] as const;
const ORDER = orders(
	{
		name: "r.name",
		kind: ["r.of_pictures DESC", "r.of_story DESC"],
		use: ["r.for_website DESC", "r.for_newsletter DESC", "r.for_social DESC"],
		given: ["r.given_on", "r.until"],
		open: "open",
		state: firstMet(LIFE.map((state) => IN_STATE[state])),
		created: "r.created_at",
	},
	"r.id",
);
export const RELEASE_SORTS = ORDER.sorts;

/** Selects the releases of one page, counts those that fit and all, as queries of one round trip. */
export function releasesSelect({
	q,
	state,
	use,
	kind,
	sort,
	page,
	at,
}: ReleaseFilter): [Select<ListedRelease>, Select<{ total: number; every: number; before: number }>] {
	const wanted = `WHERE (?1 = '' OR instr(lower(r.name), ?1) > 0 OR instr(lower(r.representative), ?1) > 0
			OR r.member_id IN (SELECT id FROM members WHERE lower(member_no) = ?1) OR CAST(r.id AS TEXT) = ?2)
		AND ?3 = ?3 AND ?4 = ?4${state ? ` AND ${IN_STATE[state]}` : ""}
		${use ? `AND r.for_${use} = 1` : ""} ${kind ? `AND r.of_${kind} = 1` : ""}`;
	const typed = q.normalize("NFC").toLowerCase();
	const params = [typed, typed.replace(/^#/, ""), dateInTaipei(at), dayIn(at, ENDING_DAYS)];
	return [
		select(
			`SELECT ${COLUMNS}, ${OPEN} FROM releases r ${wanted}
			${ORDER.by(sort)} ${limitTo(RELEASES_PER_PAGE, (page - 1) * RELEASES_PER_PAGE)}`,
			...params,
		),
		select(
			`SELECT count(*) AS total, (SELECT count(*) FROM releases) AS every,
				(SELECT count(*) FROM story_marks WHERE mark = 'before') AS before FROM releases r ${wanted}`,
			...params,
		),
	];
}

/** Selects a release for its pages. */
export const releaseForStaff = (id: number): Select<StaffRelease> =>
	selectOne(
		`SELECT ${COLUMNS}, ${OPEN}, r.member_id, m.member_no, r.birth_date, r.representative, r.relation, r.no_paper, r.note,
			f.id AS file_id, f.version AS file_version, f.object_key, r.withdrawal, w.name AS withdrawn_name,
			c.name AS created_name, r.version, r.created_at, r.updated_at
		FROM releases r LEFT JOIN members m ON m.id = r.member_id LEFT JOIN files f ON f.id = r.file_id AND f.deleted_at IS NULL
			LEFT JOIN users w ON w.id = r.withdrawn_by LEFT JOIN users c ON c.id = r.created_by
		WHERE r.id = ?1`,
		id,
	);

/** Selects the member of a number; a merged record counts as the one it was merged into. */
export const memberOfNumber = (number: string): Select<{ id: number }> =>
	select("SELECT coalesce(merged_into, id) AS id FROM members WHERE member_no = ?1", number);

type Columns = { input: ReleaseInput; memberId: number | null };
const columnsOf = ({ input: { kinds, uses, ...input }, memberId }: Columns) => ({
	memberId,
	name: input.name,
	birthDate: input.birth_date,
	isMinor: input.is_minor,
	representative: input.representative,
	relation: input.relation,
	ofPictures: kinds.includes("pictures"),
	ofStory: kinds.includes("story"),
	forWebsite: uses.includes("website"),
	forNewsletter: uses.includes("newsletter"),
	forSocial: uses.includes("social"),
	givenOn: input.given_on,
	until: input.until,
	noPaper: input.no_paper,
	note: input.note,
});

export const insertRelease = (db: Db, columns: Columns, { userId, at }: By): Write =>
	db.insert(releases).values({ ...columnsOf(columns), createdBy: userId, createdAt: at, updatedAt: at });

/** Changes a release and raises its version. Refuses with `release.stale` when another user changed it meanwhile. */
export const updateRelease = (db: Db, { id, version }: ReleaseRef, columns: Columns, at: number): Write[] => [
	db
		.update(releases)
		.set({ ...columnsOf(columns), version: version + 1, updatedAt: at })
		.where(and(eq(releases.id, id), eq(releases.version, version), isNull(releases.withdrawnAt))),
	guard("release.stale"),
];

/** Makes a stored file the paper of a release. */
export const paperOf = (fileId: SQL<number>, releaseId: number | SQL<number>): Write[] => [
	ownFile(fileId, "release", releaseId),
	sql`UPDATE releases SET file_id = ${fileId} WHERE id = ${releaseId}`,
];

/** Returns the file of a release's paper, unless it is deleted. */
export const releasePaper = (db: Db, id: number): Promise<FileRow | undefined> =>
	db
		.select()
		.from(files)
		.where(and(eq(files.id, sql`(SELECT file_id FROM releases WHERE id = ${id})`), isNull(files.deletedAt)))
		.get();

/**
 * Withdraws a release: a trigger takes down what is public by it, in the same batch. Refuses with `release.stale` when it
 * was changed or withdrawn meanwhile.
 */
export const withdraw = ({ id, version }: ReleaseRef, reason: string, by: By): Write[] => [
	sql`UPDATE releases SET withdrawn_at = ${by.at}, withdrawn_by = ${by.userId}, withdrawal = ${reason},
			version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${version} AND withdrawn_at IS NULL`,
	guard("release.stale"),
];

/** Writes an audit row for each text that the withdrawal of a release takes down; it stands before the withdrawal. */
export const auditTaken = (id: number, { at, userId, actor, ip }: By): Write =>
	sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT DISTINCT ${at}, ${userId}, ${actor}, u.resource || '.hold', u.resource, CAST(u.id AS TEXT), u.slug, ${ip},
			json_object('release', CAST(${id} AS INTEGER))
		FROM (${sql.raw(usedTexts(String(Math.trunc(id))))}) u WHERE u.state IN ('published', 'scheduled')`;

/** SQL of the texts that a release (SQL of its id) is tied to, themselves or through a picture, with their state. */
const usedTexts = (id: string): string => `
	SELECT t.resource, t.id, a.slug, a.title, a.state, t.cause, t.attachment_id FROM text_releases t JOIN articles a ON a.id = t.id
		WHERE t.resource = 'article' AND t.release_id = ${id}
	UNION ALL SELECT t.resource, t.id, p.path, p.title, p.state, t.cause, t.attachment_id FROM text_releases t JOIN pages p ON p.id = t.id
		WHERE t.resource = 'page' AND t.release_id = ${id}
	UNION ALL SELECT t.resource, t.id, n.slug, n.title, CASE WHEN n.is_live = 1 THEN 'published'
			WHEN n.publish_from IS NOT NULL AND n.publish_from > unixepoch('subsec') * 1000 THEN 'scheduled' ELSE 'draft' END,
			t.cause, t.attachment_id
		FROM text_releases t JOIN announcements n ON n.id = t.id WHERE t.resource = 'announcement' AND t.release_id = ${id}`;

/** A text that a release is tied to, itself (`is_story`) or through pictures. `state` is a state of the workflow. */
export type ReleaseUseRow = {
	resource: "article" | "page" | "announcement";
	id: number;
	title: string;
	state: string;
	is_story: 0 | 1;
	pictures: number;
};

/** Selects every text that a release is tied to, what is public first. */
export const usesOfRelease = (id: number): Select<ReleaseUseRow> =>
	select(
		`SELECT resource, id, title, state, max(cause = 'story') AS is_story, count(DISTINCT attachment_id) AS pictures
		FROM (${usedTexts("?1")}) GROUP BY resource, id
		ORDER BY state <> 'published', state <> 'scheduled', resource, title, id`,
		id,
	);

/** A picture that a release is tied to; `mentions` counts the kept versions and unsaved drafts that name it. */
export type ReleasePictureRow = MediaRow & { mentions: number };

/** Selects the pictures that a release is tied to. */
export const picturesOfRelease = (id: number): Select<ReleasePictureRow> =>
	select(
		`SELECT ${MEDIA_COLUMNS},
			(SELECT count(*) FROM drafts WHERE instr(fields, a.id) > 0)
				+ (SELECT count(*) FROM revisions WHERE instr(snapshot, a.id) > 0) AS mentions
		FROM release_pictures p JOIN attachments a ON a.id = p.attachment_id JOIN media m ON m.attachment_id = a.id
		WHERE p.release_id = ?1 ORDER BY a.filename, a.id`,
		id,
	);

/** A release beside a picture or an article. */
export type TiedRelease = Lasting & Allowed & { id: number; name: string };

/** Selects the releases that a picture is tied to. */
export const releasesOfPicture = (file: string): Select<TiedRelease> =>
	select(
		`SELECT ${COLUMNS} FROM release_pictures p JOIN releases r ON r.id = p.release_id WHERE p.attachment_id = ?1 ORDER BY r.id`,
		file,
	);

/** Selects the releases that an article is tied to. */
export const releasesOfArticle = (id: number): Select<TiedRelease> =>
	select(
		`SELECT ${COLUMNS} FROM article_releases t JOIN releases r ON r.id = t.release_id WHERE t.article_id = ?1 ORDER BY r.id`,
		id,
	);

/** Selects the newest releases that hold today for the website's pictures or stories, for a field that suggests them. */
export const suggestedReleases = (kind: ReleaseKind, at: number): Select<{ id: number; name: string }> =>
	select(
		`SELECT id, name FROM releases WHERE withdrawn_at IS NULL AND for_website = 1 AND of_${kind} = 1 AND given_on <= ?1
			AND (until IS NULL OR until >= ?1) ORDER BY created_at DESC, id DESC ${limitTo(300)}`,
		dateInTaipei(at),
	);

/** Ties a release to a picture. Refuses `release.unknown`, and what the triggers refuse. */
export const tiePicture = (releaseId: number, file: string): Write[] => [
	refuseUnknown([releaseId]),
	sql`INSERT INTO release_pictures (release_id, attachment_id) SELECT ${releaseId}, id FROM attachments WHERE id = ${file}
		AND NOT EXISTS (SELECT 1 FROM release_pictures WHERE release_id = ${releaseId} AND attachment_id = ${file})`,
];

/** Unties a release from a picture. Refuses `release.is_final` for a withdrawn release. */
export const untiePicture = (releaseId: number, file: string): Write =>
	sql`DELETE FROM release_pictures WHERE release_id = ${releaseId} AND attachment_id = ${file}`;

/** Refuses with `release.unknown` when one of the ids is no release. */
export const refuseUnknown = (ids: readonly number[]): Write =>
	refuseWhere(
		"release.unknown",
		sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) WHERE value NOT IN (SELECT id FROM releases))`,
	);
