import { sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import type { Db, Write } from "#db/commit.ts";
import { commitOnce, madeWith } from "#db/form-submissions.ts";
import { attachCertificate, refuseOthersApplication } from "#db/people/applications.ts";
import { readRows } from "#db/read.ts";
import { uploadCertificate } from "#domain/people/certificates/actions.ts";
import type { Person } from "#domain/people/profiles/actions.ts";
import { dropObject, prepareFile, removeFile } from "#domain/system/actions.ts";
import type { UploadedFile } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { standingAsks, standingIn } from "./applicant-actions.ts";

type Store = { FILES: R2Bucket; SEALING_KEY: string };
/**
 * The columns of the file of the certificate sent with a link request or an application; null when there is no file.
 */
type Attached = { file_id: number | null; file_version: number | null; object_key: string | null };

/** Returns the write of the audit row `link_request.<what>` about the newest link request of the acting user. */
export const requestAudit = (db: Db, what: string, by: Person): Write[] =>
	recordAudit(db, {
		...by,
		action: `link_request.${what}`,
		auditableType: "link_request",
		auditableId: sql`(SELECT CAST(max(id) AS TEXT) FROM link_requests WHERE user_id = ${by.userId})`,
		description: `user ${by.userId}`,
	});

/** Returns the writes that delete the file sent with a request; none when there is no file. */
export const attachedGoes = (
	db: Db,
	{ file_id, file_version }: Pick<Attached, "file_id" | "file_version">,
	by: By,
): Write[] =>
	file_id === null || file_version === null
		? []
		: removeFile(db, { id: file_id, version: file_version, purpose: "certificate" }, by);

/** Removes the R2 object of a file sent with a request, after its deletion is committed. */
export async function dropAttached(env: Store, { file_id, object_key }: Attached): Promise<void> {
	if (file_id !== null && object_key !== null) await dropObject(env, { id: file_id, objectKey: object_key });
}

type Sent = { upload: UploadedFile | undefined; notice: string; key: string; by: Person };

/**
 * Attaches a certificate to the user's waiting request or application, replacing an earlier one, once per form `key`;
 * returns false when nothing waits any more. Refuses `certificate.no_file` (none was sent) and what `checkUpload`
 * (system/files/rules.ts) refuses.
 */
export async function sendCertificate(env: Store, db: Db, { upload, notice, key, by }: Sent): Promise<boolean> {
	// One read: so the certificate made by an earlier sending of this form is not taken for an older one.
	const [[made], ...found] = await readRows(db.$client, madeWith(key), ...standingAsks(by.userId));
	const { request, record } = standingIn(found);
	if (made?.is_same === 1) return true;
	if (!upload) throw new Refusal("certificate.no_file");
	if (request) {
		const file = await prepareFile(env, db, { purpose: "certificate", upload, by });
		const [first, ...rest] = file.writes;
		await commitOnce(db, { key, at: by.at }, [
			first,
			...rest,
			...attachCertificate(request.id, { fileId: file.id, before: request.file_id }),
			...attachedGoes(db, request, by),
			...requestAudit(db, "certificate", by),
		]);
		await dropAttached(env, request);
		return true;
	}
	if (record?.status !== "applied") return false;
	const { id: memberId, certificate_id: id, certificate_version: version, certificate_status } = record;
	const replaces = certificate_status === "pending" && id !== null && version !== null ? { id, version } : null;
	const allowed = refuseOthersApplication(by.userId, memberId);
	await uploadCertificate(env, db, { memberId, upload, replaces, onPaper: false, notice, key, by, allowed });
	return true;
}
