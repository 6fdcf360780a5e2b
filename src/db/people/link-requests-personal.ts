import { sql } from "drizzle-orm";
import { blank, movesAll, OWN_IDS, ownIds, personal } from "#db/personal-data.ts";
import { code, text, time } from "#kernel/copy-fields.ts";

const LINK_REQUESTS = { open: "處理中", linked: "已連結", created: "已建立新會員", refused: "已退回" };

export const linkRequests = personal({
	copy: {
		link_requests: {
			place: 230,
			title: "帳號對應待確認",
			fields: [
				code("status", "結果", LINK_REQUESTS),
				text("reason", "退回的原因"),
				time("created_at", "送出時間"),
				time("closed_at", "處理時間"),
				text("sent", "送出的內容"),
			],
			rows: `SELECT status, reason, created_at, closed_at, seal_id, profile FROM link_requests
			WHERE user_id IN (SELECT user_id FROM own) OR member_id IN (SELECT id FROM own) ORDER BY id`,
		},
	},
	inCopy: {
		"link_requests.member_id": "link_requests",
		"link_requests.user_id": "link_requests",
	},
	leftOut: {
		"link_requests.closed_by": "staff stay unnamed",
	},
	erased: {
		link_requests: "what was sent, the candidates and the reason",
	},
	erases: [
		{
			place: 50,
			run: ({ id, userId, at }) => [
				sql`UPDATE link_requests SET profile = '', seal_id = '', candidates = '[]', national_id_mask = NULL, ${blank("reason")}, version = version + 1,
			status = iif(status = 'open', 'refused', status), closed_at = coalesce(closed_at, ${at})
		WHERE user_id = ${userId} OR member_id IN ${ownIds(id)}`,
			],
		},
	],
	files: [
		`SELECT r.certificate_file_id FROM link_requests r JOIN members m ON m.user_id = r.user_id
			WHERE m.id IN (SELECT id FROM own) AND r.certificate_file_id IS NOT NULL`,
	],
	merges: [
		movesAll(60, ["link_requests", "member_id"]),
		{
			table: "link_requests",
			column: "candidates",
			where: "status = 'open'",
			place: 70,
			moves: ({ kept, other }) => [
				sql`UPDATE link_requests SET version = version + 1, candidates = (SELECT json_group_array(DISTINCT iif(value = ${other}, CAST(${kept} AS INTEGER), value))
					FROM json_each(candidates))
				WHERE status = 'open' AND EXISTS (SELECT 1 FROM json_each(candidates) WHERE value = ${other})`,
			],
		},
	],
	freeText: {
		link_requests: {
			goes: `(t.member_id IN ${OWN_IDS} OR t.user_id IN (SELECT user_id FROM members JOIN own USING (id)))`,
			kept: "true",
		},
	},
	noFreeText: {
		link_requests: { columns: "seal_id profile candidates national_id_mask", why: "sealed; numbers" },
	},
});
