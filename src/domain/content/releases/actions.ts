import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { tellEnding } from "#db/content/release-holds.ts";
import {
	auditTaken,
	insertRelease,
	memberOfNumber,
	paperOf,
	type ReleaseRef,
	releaseForStaff,
	releasePaper,
	tiePicture,
	untiePicture,
	updateRelease,
	withdraw,
} from "#db/content/releases.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { refuseFamily } from "#db/system/index.ts";
import { dropObject, type OpenedFile, openFile, prepareFile, removeFile } from "#domain/system/actions.ts";
import type { UploadedFile } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { ReleaseInput } from "./form.ts";

/** The Worker bindings that releases need: the bucket of files and the key that seals them. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };
type Given = { input: ReleaseInput; upload: UploadedFile | undefined; by: By };

/**
 * Stores a release with its paper, sealed, once per form `key`; returns its id. Refuses `release.no_member` (no member has
 * the number), `release.no_paper` (neither a paper nor the reason why there is none), what `checkUpload` refuses, and
 * `member.own` for the acting user's own family.
 */
export async function createRelease(
	env: Store,
	db: Db,
	{ input, upload, key, by }: Given & { key: string },
): Promise<number> {
	if (!upload && input.no_paper === "") throw new Refusal("release.no_paper");
	const memberId = await memberOf(db, input.member_no);
	const file = upload && (await prepareFile(env, db, { purpose: "release", upload, by }));
	const id = madeBy(key);
	return commitOnce(db, { key, at: by.at, checks: [refuseFamily([memberId], by), ...(file?.writes ?? [])] }, [
		insertRelease(db, { input, memberId }, by),
		...(file ? paperOf(file.id, id) : []),
		...audit(db, "create", { id, by, changes: saidOf(input) }),
	]);
}

/**
 * Changes a release that is not withdrawn; another paper takes the place of the first. Refuses `release.stale` (changed or
 * withdrawn meanwhile), `release.shown` (something is public that the release would no longer hold for), and what
 * `createRelease` refuses.
 */
export async function editRelease(
	env: Store,
	db: Db,
	{ ref, input, upload, by }: Given & { ref: ReleaseRef },
): Promise<void> {
	const [[before]] = await readRows(db.$client, releaseForStaff(ref.id));
	if (before?.version !== ref.version) throw new Refusal("release.stale");
	if (!upload && before.file_id === null && input.no_paper === "") throw new Refusal("release.no_paper");
	const memberId = await memberOf(db, input.member_no);
	const file = upload && (await prepareFile(env, db, { purpose: "release", upload, by }));
	const { file_id: id, file_version: version, object_key: objectKey } = before;
	const old = file && id !== null && version !== null ? { id, version } : null;
	await commit(db, [
		refuseFamily([before.member_id, memberId], by),
		...(file?.writes ?? []),
		...updateRelease(db, ref, { input, memberId }, by.at),
		...(file ? paperOf(file.id, ref.id) : []),
		...(old ? removeFile(db, { ...old, purpose: "release" }, by) : []),
		...audit(db, "edit", { id: ref.id, by, changes: saidOf(input) }),
	]);
	if (old && objectKey) await dropObject(env, { id: old.id, objectKey });
}

/**
 * Withdraws a release for good. Every text that is public or planned and is tied to it, or shows a picture that is, becomes
 * a draft in the same batch, by a trigger. The caller then queues the message `content.changed`. Refuses `release.stale`
 * when it was changed or withdrawn meanwhile.
 */
export const withdrawRelease = (db: Db, ref: ReleaseRef, { reason, by }: { reason: string; by: By }): Promise<void> =>
	commit(db, [
		auditTaken(ref.id, by),
		...withdraw(ref, reason, by),
		...audit(db, "withdraw", { id: ref.id, by, changes: {} }),
	]);

/**
 * Ties a release to a picture. Refuses `release.unknown`, `release.is_withdrawn`, and `release.shown` (the picture is public,
 * and the release does not hold for the website today).
 */
export const tieToPicture = (db: Db, { file, id, by }: { file: string; id: number; by: By }): Promise<void> =>
	commit(db, [...tiePicture(id, file), ...audit(db, "tie", { id, by, changes: { media: file } })]);

/** Unties a release from a picture. Refuses `release.is_final` when the release is withdrawn. */
export const untieFromPicture = (db: Db, { file, id, by }: { file: string; id: number; by: By }): Promise<void> =>
	commit(db, [untiePicture(id, file), ...audit(db, "untie", { id, by, changes: { media: file } })]);

/** Opens the paper of a release; null when there is none. The audit log records the view before this returns. */
export async function viewPaper(env: Store, db: Db, { id, by }: { id: number; by: By }): Promise<OpenedFile | null> {
	const file = await releasePaper(db, id);
	return file ? openFile(env, db, { file, by, also: audit(db, "view", { id, by, changes: {} }) }) : null;
}

/** Tells staff of the releases that end soon, each of them once. The caller then queues the message `mail.due`. */
export const remindOfEnding = (db: Db, at: number): Promise<void> => commit(db, tellEnding(at));

/** Finds the member of a number; null without one. */
async function memberOf(db: Db, number: string | null): Promise<number | null> {
	if (number === null) return null;
	const [[member]] = await readRows(db.$client, memberOfNumber(number));
	if (!member) throw new Refusal("release.no_member");
	return member.id;
}

/** What the log keeps of a release: what was agreed to, and nothing personal. */
const saidOf = ({ kinds, uses, given_on, until }: ReleaseInput) => ({ kinds, uses, given_on, until });

type Audited = { id: number | ReturnType<typeof madeBy>; by: By; changes: Record<string, unknown> };
const audit = (db: Db, action: string, { id, by, changes }: Audited): Write[] =>
	recordAudit(db, {
		...by,
		action: `release.${action}`,
		auditableType: "release",
		auditableId: id,
		description: "",
		changes,
	});
