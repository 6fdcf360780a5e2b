import { sql } from "drizzle-orm";
import { personal } from "#db/personal-data.ts";
import { code, text, time } from "#kernel/copy-fields.ts";
import { ERASED } from "#kernel/erased.ts";

const PURPOSES = {
	certificate: "身障證明",
	payment_proof: "繳費證明",
	finance: "支出憑證",
	document: "文件",
	logo: "標誌",
	import: "匯入的檔案",
	release: "同意書",
	member_field: "自訂欄位的檔案",
};

export const files = personal({
	copy: {
		files: {
			place: 270,
			title: "檔案",
			fields: [
				text("filename", "檔名"),
				code("purpose", "用途", PURPOSES),
				text("size", "大小（位元組）"),
				time("created_at", "上傳時間"),
				time("deleted_at", "刪除時間"),
			],
			rows: `SELECT filename, purpose, size, created_at, deleted_at FROM files
			WHERE uploaded_by IN (SELECT user_id FROM own) OR subject_type = 'certificate' AND subject_id IN (
				SELECT CAST(id AS TEXT) FROM disability_certificates WHERE member_id IN (SELECT id FROM own))
				OR subject_type = 'release' AND subject_id IN (
				SELECT CAST(id AS TEXT) FROM releases WHERE member_id IN (SELECT id FROM own))
				OR subject_type = 'member' AND subject_id IN (
				SELECT CAST(id AS TEXT) FROM members WHERE id IN (SELECT id FROM own)) ORDER BY id`,
		},
	},
	inCopy: {
		"files.uploaded_by": "files",
	},
	erased: {
		files: "the pictures in R2 and their names",
	},
	erases: [
		{
			place: 150,
			run: ({ at, by, files }) => [
				sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, 'file.delete', 'file', CAST(f.id AS TEXT), f.purpose, ${by.ip}
		FROM files f WHERE f.deleted_at IS NULL AND f.id IN ${files}`,
				sql`UPDATE files SET deleted_at = coalesce(deleted_at, ${at}), filename = ${ERASED}, version = version + 1
		WHERE filename <> ${ERASED} AND id IN ${files}`,
			],
		},
	],
	freeText: {
		files: { where: "t.deleted_at IS NULL", goes: (files) => `t.id IN (${files})`, kept: "true" },
	},
	noFreeText: {
		files: { columns: "subject_type subject_id content_type key_id", why: "codes and ids" },
	},
});
