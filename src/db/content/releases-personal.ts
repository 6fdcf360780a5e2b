import { sql } from "drizzle-orm";
import { movesAll, OWN_IDS, ownIds, personal } from "#db/personal-data.ts";
import { text, time, yes } from "#kernel/copy-fields.ts";
import { ERASED } from "#kernel/erased.ts";

export const releases = personal({
	copy: {
		releases: {
			place: 235,
			title: "照片與故事的同意書",
			fields: [
				text("name", "姓名"),
				text("birth_date", "生日"),
				text("representative", "代為同意的人"),
				text("relation", "與本人的關係"),
				yes("of_pictures", "同意照片"),
				yes("of_story", "同意故事"),
				yes("for_website", "用在官網"),
				yes("for_newsletter", "用在會刊"),
				yes("for_social", "用在社群"),
				text("given_on", "同意的日期"),
				text("until", "最後一天"),
				text("no_paper", "沒有紙本的原因"),
				text("note", "備註"),
				time("withdrawn_at", "撤回時間"),
				text("withdrawal", "撤回的經過"),
				text("file", "檔案"),
			],
			rows: `SELECT r.id, r.name, r.birth_date, r.representative, r.relation, r.of_pictures, r.of_story, r.for_website,
				r.for_newsletter, r.for_social, r.given_on, r.until, r.no_paper, r.note, r.withdrawn_at, r.withdrawal, r.file_id,
				iif(f.deleted_at IS NULL, f.filename, '已刪除') AS file
			FROM releases r LEFT JOIN files f ON f.id = r.file_id WHERE r.member_id IN (SELECT id FROM own) ORDER BY r.id`,
		},
	},
	inCopy: {
		"releases.member_id": "releases",
	},
	leftOut: {
		"releases.created_by": "staff stay unnamed",
		"releases.withdrawn_by": "staff stay unnamed",
	},
	erased: {
		releases: "all are withdrawn, so that what is public by them is taken down; the names, words and paper are erased",
	},
	erases: [
		{
			place: 85,
			run: ({ id, at, by }) => [
				sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address)
					SELECT ${by.at}, ${by.userId}, ${by.actor}, 'release.withdraw', 'release', CAST(id AS TEXT), '', ${by.ip}
					FROM releases WHERE withdrawn_at IS NULL AND member_id IN ${ownIds(id)}`,
				sql`UPDATE releases SET name = ${ERASED}, birth_date = NULL,
						representative = iif(representative = '', '', ${ERASED}), relation = iif(relation = '', '', ${ERASED}),
						no_paper = iif(no_paper = '', '', ${ERASED}), note = iif(note = '', '', ${ERASED}),
						withdrawal = iif(withdrawal = '', '', ${ERASED}), withdrawn_at = coalesce(withdrawn_at, ${at}),
						version = version + 1, updated_at = ${at}
					WHERE member_id IN ${ownIds(id)}`,
			],
		},
	],
	files: ["SELECT file_id FROM releases WHERE member_id IN (SELECT id FROM own) AND file_id IS NOT NULL"],
	merges: [movesAll(65, ["releases", "member_id"])],
	audited: {
		release: "SELECT CAST(id AS TEXT) FROM releases WHERE member_id IN (SELECT id FROM own)",
	},
	freeText: {
		releases: { goes: `t.member_id IN ${OWN_IDS}`, kept: "t.withdrawn_at IS NOT NULL" },
	},
});
