import { sql } from "drizzle-orm";
import { blank, OWN_IDS, ownIds, personal } from "#db/personal-data.ts";
import { code, text, time, yes } from "#kernel/copy-fields.ts";

const CERTIFICATES = {
	pending: "審核中",
	approved: "已核准",
	rejected: "未通過",
	withdrawn: "已撤回",
	replaced: "已更換",
};

export const certificates = personal({
	copy: {
		certificates: {
			place: 60,
			title: "身心障礙證明",
			fields: [
				time("created_at", "送出時間"),
				code("status", "結果", CERTIFICATES),
				yes("is_revoked", "已撤銷"),
				text("valid_until", "有效到"),
				text("printed_until", "證明上的到期日（有展延註記的）"),
				time("reviewed_at", "審查時間"),
				text("reason", "原因"),
				yes("on_paper", "由紙本登錄"),
				text("file", "檔案"),
			],
			rows: `SELECT c.id, c.created_at, c.status, c.is_revoked, c.valid_until, c.printed_until, c.reviewed_at, c.reason, c.on_paper, c.file_id,
				iif(f.deleted_at IS NULL, f.filename, '已刪除') AS file
			FROM disability_certificates c LEFT JOIN files f ON f.id = c.file_id
			WHERE c.member_id IN (SELECT id FROM own) ORDER BY c.id`,
		},
	},
	inCopy: {
		"disability_certificates.member_id": "certificates",
		"disability_certificates.uploaded_by": "certificates",
	},
	leftOut: {
		"disability_certificates.on_behalf_of": "staff stay unnamed",
		"disability_certificates.reviewed_by": "staff stay unnamed",
	},
	erased: {
		disability_certificates: "reasons; what waits is withdrawn; the decision and its day stay, the fees go by them",
	},
	erases: [
		{
			place: 80,
			run: ({ id, at }) => [
				sql`UPDATE disability_certificates SET ${blank("reason")}, status = iif(status = 'pending', 'withdrawn', status),
			version = version + 1, updated_at = ${at}
		WHERE member_id IN ${ownIds(id)}`,
			],
		},
	],
	files: [
		`SELECT f.id FROM files f WHERE f.subject_type = 'certificate' AND f.subject_id IN (
			SELECT CAST(c.id AS TEXT) FROM disability_certificates c WHERE c.member_id IN (SELECT id FROM own))`,
		"SELECT file_id FROM disability_certificates WHERE member_id IN (SELECT id FROM own) AND file_id IS NOT NULL",
	],
	merges: [
		{
			table: "disability_certificates",
			column: "member_id",
			// At most one application waits: the later one replaces the earlier, as if the member had sent it again.
			place: 20,
			moves: ({ kept, other }, { at }) => [
				sql`UPDATE disability_certificates SET status = 'replaced', version = version + 1, updated_at = ${at}
				WHERE id = (SELECT min(id) FROM disability_certificates
					WHERE member_id IN (${kept}, ${other}) AND status = 'pending' HAVING count(*) > 1)`,
				sql`UPDATE disability_certificates SET member_id = ${kept} WHERE member_id = ${other}`,
			],
		},
	],
	audited: {
		certificate: "SELECT CAST(id AS TEXT) FROM disability_certificates WHERE member_id IN (SELECT id FROM own)",
	},
	freeText: {
		certificates: { goes: `t.member_id IN ${OWN_IDS}`, kept: "true" },
	},
	noFreeText: {
		disability_certificates: { columns: "reminded", why: "numbers" },
	},
});
