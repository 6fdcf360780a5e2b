import { sql } from "drizzle-orm";
import { blank, movesAll, OWN_IDS, ownIds, personal } from "#db/personal-data.ts";
import { GROUNDS } from "#domain/people/privacy/rules.ts";
import { CONSENT_NAMES } from "#domain/people/profiles/consent-texts.ts";
import { code, text, time } from "#kernel/copy-fields.ts";

const CHANNELS = { web: "網站", paper: "紙本", roster: "名冊", association: "協會主動" };
const REQUESTS = { open: "處理中", done: "已辦理", refused: "已拒絕", withdrawn: "已撤回" };
const KINDS = { copy: "取得複本", correction: "更正", deletion: "刪除" };

export const privacy = personal({
	copy: {
		consents: {
			place: 70,
			title: "同意紀錄",
			fields: [
				code("kind", "同意事項", CONSENT_NAMES),
				text("text_version", "文字版本"),
				code("given", "同意或收回", { "1": "同意", "0": "收回" }),
				code("channel", "方式", CHANNELS),
				text("signed_on", "紙本簽署日期"),
				time("at", "時間"),
			],
			rows: "SELECT kind, text_version, given, channel, signed_on, at FROM consents WHERE member_id IN (SELECT id FROM own) ORDER BY id",
		},
		requests: {
			place: 80,
			title: "個人資料申請",
			fields: [
				code("kind", "申請", KINDS),
				text("content", "內容"),
				code("channel", "方式", CHANNELS),
				code("status", "狀態", REQUESTS),
				text("received_on", "收到"),
				text("due_on", "期限"),
				text("extension_reason", "延長的原因"),
				code("grounds", "拒絕的理由", GROUNDS),
				text("answer", "答覆"),
				time("closed_at", "結案時間"),
			],
			rows: `SELECT kind, content, channel, status, received_on, due_on, extension_reason, grounds, answer, closed_at
			FROM privacy_requests WHERE member_id IN (SELECT id FROM own) ORDER BY id`,
		},
	},
	inCopy: {
		"consents.member_id": "consents",
		"privacy_requests.member_id": "requests",
		"privacy_requests.requested_by": "requests",
	},
	leftOut: {
		"consents.by_user_id": "whoever recorded it is 工作人員; one's own are found by the member",
		"consent_texts.created_by": "staff stay unnamed",
		"privacy_requests.closed_by": "staff stay unnamed",
	},
	erased: {
		privacy_requests: "what was asked and answered; kind, days and result stay",
	},
	kept: {
		consent_texts: "what everybody was told, published by staff",
		consents:
			"which text was agreed to and when: the proof that the data were kept lawfully (個資法 7); holds no personal value",
	},
	erases: [
		{
			place: 70,
			run: ({ id, at }) => [
				sql`UPDATE privacy_requests SET content = '', ${blank("answer")}, ${blank("extension_reason")}, version = version + 1,
			closed_at = coalesce(closed_at, ${at}),
			status = CASE WHEN status <> 'open' THEN status WHEN kind = 'deletion' THEN 'done' ELSE 'withdrawn' END
		WHERE member_id IN ${ownIds(id)}`,
			],
		},
	],
	merges: [
		movesAll(40, ["consents", "member_id"]),
		{
			table: "privacy_requests",
			column: "member_id",
			// At most one request of a kind is open: of two, the one with the earlier last day stays, whichever was recorded first.
			place: 50,
			moves: ({ kept, other }, { at }) => [
				sql`UPDATE privacy_requests SET status = 'withdrawn', answer = '與同一人的另一件申請一併辦理。', closed_at = ${at},
					version = version + 1, updated_at = ${at}
				WHERE id IN (SELECT r.id FROM privacy_requests r JOIN privacy_requests e ON e.kind = r.kind AND e.status = 'open'
						AND e.member_id IN (${kept}, ${other}) AND (e.due_on, e.id) < (r.due_on, r.id)
					WHERE r.member_id IN (${kept}, ${other}) AND r.status = 'open')`,
				sql`UPDATE privacy_requests SET member_id = ${kept} WHERE member_id = ${other}`,
			],
		},
	],
	audited: {
		privacy_request: "SELECT CAST(id AS TEXT) FROM privacy_requests WHERE member_id IN (SELECT id FROM own)",
	},
	freeText: {
		consent_texts: { kept: "true" },
		privacy: { goes: `t.member_id IN ${OWN_IDS}`, kept: "true" },
	},
	noFreeText: {
		consent_texts: { columns: "version", why: "a day, and a number" },
		consents: { columns: "text_version", why: "a code" },
		privacy_requests: { columns: "received_on due_on grounds reminded", why: "days, a code, numbers" },
	},
});
