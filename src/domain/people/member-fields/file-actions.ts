import { recordAudit } from "#db/audit.ts";
import type { Db, Write } from "#db/commit.ts";
import { type OwnFileAsked, ownFileFor, ownFileForStaff, ownObjects } from "#db/people/member-field-files.ts";
import { readRows } from "#db/read.ts";
import { ownFile, refuseFamily } from "#db/system/index.ts";
import { dropObject, type OpenedFile, openFile, type PreparedFile, prepareFile } from "#domain/system/actions.ts";
import type { UploadedFile } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { FieldRefusal, Refusal, RefusalAt } from "#kernel/refusal.ts";
import { fieldName, type OwnField } from "./rules.ts";
import { OWN_REFUSED } from "./values.ts";

type Store = { FILES: R2Bucket; SEALING_KEY: string };

/** The files that a form sent, by the names of its fields. */
export type OwnUploads = Readonly<Record<string, readonly UploadedFile[]>>;

/**
 * Checks the file of a field and stores its object; the returned writes make its row, whose subject is the member. Refuses,
 * at the field, two files and what `checkUpload` refuses.
 */
export async function storeOwnFile(
	env: Store,
	db: Db,
	{ field, uploads, by }: { field: OwnField; uploads: OwnUploads; by: By },
): Promise<PreparedFile> {
	const [upload, ...more] = uploads[fieldName(field)] ?? [];
	if (!upload) throw new RefusalAt("file.empty", fieldName(field));
	if (more.length > 0) throw new FieldRefusal(OWN_REFUSED, { [fieldName(field)]: ["一個欄位只能放一個檔案。"] });
	try {
		return await prepareFile(env, db, { purpose: "member_field", upload, by });
	} catch (error) {
		throw error instanceof Refusal ? new RefusalAt(error.code, fieldName(field)) : error;
	}
}

/** Returns what names the member, also one that the same batch makes, as the subject of a file. */
export const ofMember = (file: PreparedFile, memberId: Parameters<typeof ownFile>[2]): Write =>
	ownFile(file.id, "member", memberId);

/**
 * Runs a change of a member's own fields, and then removes the objects of the files that it deleted; without a bucket it
 * deletes none. `purpose`: only files of special data with this purpose can be among them.
 */
export async function droppingFiles(
	{ FILES }: { FILES: R2Bucket | undefined },
	db: Db,
	{ memberId, purpose, change }: { memberId: number; purpose?: string; change: () => Promise<void> },
): Promise<void> {
	if (!FILES) return change();
	const [before] = await readRows(db.$client, ownObjects(memberId, purpose));
	await change();
	if (before.length === 0) return;
	const [after] = await readRows(db.$client, ownObjects(memberId, purpose));
	const kept = new Set(after.map(({ id }) => id));
	await Promise.all(before.filter(({ id }) => !kept.has(id)).map((file) => dropObject({ FILES }, file)));
}

/** Who asks for a file: staff, of whom not all see every field (`seesAll`), or a user who acts for the member. */
export type OwnFileAsker = { staff: { seesAll: boolean } } | { userId: number };

/**
 * Opens the file of a member's own field for a user who may see it, under the name of the field; null for everybody else.
 * The audit log records the view before this returns. Refuses `member.own` for special data of the family of staff.
 */
export async function viewOwnFile(
	env: Store,
	db: Db,
	{ asked, asker, by }: { asked: OwnFileAsked; asker: OwnFileAsker; by: By },
): Promise<OpenedFile | null> {
	const found =
		"staff" in asker
			? await ownFileForStaff(db, asked, asker.staff.seesAll)
			: await ownFileFor(db, asked, asker.userId);
	if (!found) return null;
	const { name, isSpecial, ...file } = found;
	const also = [
		...("staff" in asker && isSpecial === 1 ? [refuseFamily([asked.memberId], by)] : []),
		...recordAudit(db, {
			...by,
			action: "member_field.view",
			auditableType: "member",
			auditableId: asked.memberId,
			description: "own fields",
			changes: { field: asked.fieldId, file: file.id },
		}),
	];
	const opened = await openFile(env, db, { file, by, also });
	return opened && { ...opened, file: { ...file, filename: `${name}${/\.\w+$/.exec(file.filename)?.[0] ?? ""}` } };
}
