import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { PictureFormat } from "#domain/content/content/picture-formats.ts";

/** How often a picture is tried before it counts as failed. */
export const MOST_ATTEMPTS = 5;
/** The error of a picture none of whose runs came to an end: a run that needs too much memory is killed. */
export const NEVER_ENDED = "every run ended before it was made";

/** A picture as it was taken: it is made smaller by whoever took it. */
export type TakenPicture = {
	id: string;
	content_type: string;
	object_key: string;
	size: number;
	width: number | null;
	height: number | null;
	attempts: number;
};

/**
 * Takes the picture that waits longest, until `until`; after it anybody may take it again, so that nothing is lost when
 * a run dies. A picture that died MOST_ATTEMPTS times has failed. The second write returns the picture's id, or nothing.
 */
export const takePicture = ({ at, until }: { at: number; until: number }): [Write, Write] => [
	sql`UPDATE pictures SET state = 'failed', settled_at = ${at}, error = ${NEVER_ENDED}, last_error = NULL
		WHERE state = 'waiting' AND due_at <= ${at} AND attempts >= ${MOST_ATTEMPTS}`,
	sql`UPDATE pictures SET attempts = attempts + 1, due_at = ${until} WHERE attachment_id = (
			SELECT attachment_id FROM pictures WHERE state = 'waiting' AND due_at <= ${at} ORDER BY due_at LIMIT 1)
		RETURNING attachment_id AS id`,
];

/** Selects what is needed to make a picture smaller. */
export const takenPicture = (id: string): Select<TakenPicture> =>
	select(
		`SELECT f.id, f.content_type, f.object_key, f.size, f.width, f.height, p.attempts
		FROM pictures p JOIN attachments f ON f.id = p.attachment_id WHERE p.attachment_id = ?1`,
		id,
	);

/** Selects whether a picture waits and is due. */
export const picturesWaiting = (at: number): Select<{ is_waiting: 0 | 1 }> =>
	select("SELECT EXISTS (SELECT 1 FROM pictures WHERE state = 'waiting' AND due_at <= ?1) AS is_waiting", at);

export type MadeVariant = {
	format: PictureFormat;
	width: number;
	height: number;
	size: number;
	sha256: string;
	objectKey: string;
};

/** Stores what was made of a picture, in place of what was made before; nothing when the picture is gone. */
export const settlePicture = (
	id: string,
	{ variants, blur, at }: { variants: readonly MadeVariant[]; blur: string | null; at: number },
): Write[] => [
	sql`DELETE FROM picture_variants WHERE attachment_id = ${id}`,
	sql`INSERT INTO picture_variants (attachment_id, format, width, height, size, sha256, object_key, made_at)
		SELECT p.attachment_id, j.value ->> 'format', j.value ->> 'width', j.value ->> 'height', j.value ->> 'size',
			j.value ->> 'sha256', j.value ->> 'objectKey', ${at}
		FROM pictures p, json_each(${JSON.stringify(variants)}) j WHERE p.attachment_id = ${id}`,
	sql`UPDATE pictures SET state = 'done', settled_at = ${at}, error = NULL, last_error = NULL, blur = ${blur}
		WHERE attachment_id = ${id}`,
];

/** Stores that a try failed: the picture is tried again at `dueAt`, or, without it, has failed. */
export const postponePicture = (
	id: string,
	{ dueAt, error, at }: { dueAt: number | null; error: string; at: number },
): Write =>
	dueAt === null
		? sql`UPDATE pictures SET state = 'failed', settled_at = ${at}, error = ${error}, last_error = NULL
			WHERE attachment_id = ${id} AND state = 'waiting'`
		: sql`UPDATE pictures SET due_at = ${dueAt}, last_error = ${error}
			WHERE attachment_id = ${id} AND state = 'waiting'`;

export type SmallestCopy = { object_key: string; sha256: string; size: number };

/** Selects the smallest copy of a picture: no row while there is none. */
export const smallestCopy = (id: string): Select<SmallestCopy> =>
	select(
		`SELECT object_key, sha256, size FROM picture_variants WHERE attachment_id = ?1 AND format = 'webp'
		ORDER BY width LIMIT 1`,
		id,
	);

/** Selects the keys of the objects that were made of a picture. */
export const variantKeys = (id: string): Select<{ object_key: string }> =>
	select("SELECT object_key FROM picture_variants WHERE attachment_id = ?1", id);
