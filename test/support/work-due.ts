/** Work that waits for each task of the cron, made by plain SQL, and how it looks once that was done once. */
import { env } from "cloudflare:test";
import { sealTail, verifyChain } from "#domain/system/audit/actions.ts";
import type { Bindings } from "#env.ts";
import { listAnchors } from "#platform/seal-anchors.ts";
import { signer } from "#platform/seal-macs.ts";
import { insert, insertArticle, insertMail } from "./content.ts";
import { member as duesMember, taipei } from "./dues-notices.ts";
import { bring, draft, office } from "./finance.ts";
import { db } from "./payments.ts";
import { insertRelease } from "./releases.ts";
import { person, rows } from "./users.ts";
import { publishArticle, type Sent } from "./webhooks.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** 1 January 2027 in Taipei, and what else tasks ask of the clock: the minute of an hour. */
const NEW_YEAR = taipei("2027-01-01");
const at = (minute: number): number => NEW_YEAR + minute * MINUTE;

export type Work = {
	/** When the task is run. */
	at: number;
	/** Makes work that is due then; returns how it stands, whenever asked. */
	prepare: () => Promise<() => Promise<unknown>>;
	done: unknown;
};
let count = 0;
const next = (): number => (count += 1);
const countOf =
	(query: string, ...params: (string | number)[]) =>
	async () =>
		(await rows<{ n: number }>(`SELECT count(*) AS n FROM ${query}`, ...params))[0]?.n;
/** How many got a mail, and whether somebody got two. */
const mailed =
	(condition: string, ...params: (string | number)[]) =>
	async () => {
		const [found] = await rows<{ mails: number; people: number }>(
			`SELECT count(*) AS mails, count(DISTINCT to_address) AS people FROM mail_messages WHERE ${condition}`,
			...params,
		);
		return [(found?.people ?? 0) > 0, found?.mails === found?.people];
	};
const ONCE_EACH = [true, true];

/** A row that nobody needs any more. */
const old =
	(table: string, row: Record<string, string | number | null>, key: string): Work["prepare"] =>
	async () => {
		const name = `old-${next()}`;
		await insert(table, { ...row, [key]: name });
		return countOf(`${table} WHERE ${key} = ?`, name);
	};

let people: Awaited<ReturnType<typeof office>>;
const users: { id: number }[] = [];
/** People whom the rows below name. */
export async function preparePeople(): Promise<void> {
	people = await office();
	users.push(await person({ roles: ["admin"] }), await person({ roles: ["auditor"] }));
	await insert("webhook_endpoints", {
		id: 1,
		url: "https://example.org/hook",
		secret: "sealed",
		created_at: 1,
		updated_at: 1,
	});
	await env.DB.prepare("UPDATE webhook_endpoints SET is_enabled = 0").run();
}
const anyone = (): number => users[0]?.id ?? 0;

/** The queue that a run writes to. */
const sent: Sent[] = [];
const EVENTS = {
	send: async (body: Sent["body"], options?: { delaySeconds?: number }) => {
		sent.push({ body, delaySeconds: options?.delaySeconds ?? 0 });
	},
} as unknown as Bindings["EVENTS"];
export const quietly = (): Bindings => ({ ...env, EVENTS, PICTURES: EVENTS });
/** Whether the queue was told of this since. */
const told = (type: Sent["body"]["type"]) => {
	sent.length = 0;
	return async () => sent.some(({ body }) => body.type === type);
};

/** By the task's name in src/jobs/schedule.ts. */
export const WORK: Record<string, Work> = {
	publishing: {
		at: at(0),
		done: [{ state: "published", logged: 1 }],
		prepare: async () => {
			const slug = `due-${next()}`;
			await insert("articles", {
				slug,
				type: "news",
				state: "scheduled",
				title: "題",
				publish_at: at(0) - 1,
				created_at: 1,
				updated_at: 1,
			});
			return () =>
				rows(
					`SELECT state, (SELECT count(*) FROM audit_log WHERE action = 'article.publish' AND auditable_id = a.id) AS logged
					FROM articles a WHERE slug = ?`,
					slug,
				);
		},
	},
	announcements: {
		at: at(0),
		done: [[{ state: "done" }], 1, true, true],
		prepare: async () => {
			// Nothing is written behind mails that wait.
			await env.DB.prepare("UPDATE mail_messages SET state = 'failed', settled_at = 1 WHERE state = 'queued'").run();
			const row = {
				slug: `told-${next()}`,
				title: "理監事會議",
				audience: "staff:auditor",
				created_at: 1,
				updated_at: 1,
			};
			await insert("announcements", { ...row, is_live: 1, publish_from: 1 });
			const [made] = await rows<{ id: number }>("SELECT id FROM announcements WHERE slug = ?", row.slug);
			const id = made?.id ?? 0;
			await insert("announcement_mailings", { announcement_id: id, audience: row.audience, asked_at: 1 });
			const mails = mailed("template = 'announcement' AND data ->> '$.announcement' = ?", id);
			const receivers = countOf(
				"announcement_receivers WHERE mailing_id IN (SELECT id FROM announcement_mailings WHERE announcement_id = ?)",
				id,
			);
			const state = () => rows("SELECT state FROM announcement_mailings WHERE announcement_id = ?", id);
			return async () => [await state(), await receivers(), ...(await mails())];
		},
	},
	confirmations: {
		at: at(0),
		done: [{ state: "in_force", roles: 1, logged: 1 }],
		prepare: async () => {
			const { id } = await person({ roles: ["editor"] });
			const role = "(SELECT id FROM roles WHERE code = 'cashier')";
			await env.DB.prepare(
				`INSERT INTO confirmations (kind, permission, is_timed, user_id, asked, requested_by, requested_at)
				SELECT 'user_roles', 'users.manage', 1, ?1, json_object('roles', json_array(${role}),
					'permissions', (SELECT json_group_array(permission) FROM role_permissions WHERE role_id = ${role})), ?2, 1`,
			)
				.bind(id, anyone())
				.run();
			const [made] = await rows<{ id: number }>("SELECT max(id) AS id FROM confirmations");
			for (const end of ["d1", `p${id}`])
				await insertMail({
					id: `confirm_${made?.id}_${end}`,
					template: "confirmation_waits",
					to_address: `c${next()}@example.org`,
					to_name: "監事",
					data: "{}",
					state: "sent",
					due_at: 1,
					created_at: 1,
					settled_at: 1,
				});
			return () =>
				rows(
					`SELECT state, (SELECT count(*) FROM user_roles x WHERE x.user_id = ?1 AND x.role_id = ${role}) AS roles,
						(SELECT count(*) FROM audit_log WHERE action = 'user.set_roles' AND auditable_id = CAST(CAST(?1 AS INTEGER) AS TEXT)) AS logged
					FROM confirmations WHERE id = ?2`,
					id,
					made?.id ?? 0,
				);
		},
	},
	releases: {
		at: at(0),
		done: ONCE_EACH,
		prepare: async () => {
			const id = await insertRelease({ given_on: "2026-01-01", until: "2027-01-20" });
			const article = await insertArticle({ slug: `released-${next()}`, type: "story", state: "draft" });
			await insert("article_releases", { article_id: article, release_id: id });
			return mailed("template = 'release_ending' AND data ->> '$.id' = ?", id);
		},
	},
	certificates: {
		at: at(0),
		done: ONCE_EACH,
		prepare: async () => {
			const email = `certified${next()}@example.org`;
			const id = await duesMember({ email });
			await insert("disability_certificates", {
				member_id: id,
				status: "approved",
				valid_until: "2027-02-01",
				reviewed_at: 1,
				created_at: 1,
				updated_at: 1,
			});
			return mailed("template = 'certificate_expiring' AND to_address = ?", email);
		},
	},
	"term deposits": {
		at: at(0),
		done: ONCE_EACH,
		prepare: async () => {
			const number = next();
			await rows(
				`INSERT INTO accounts (code, name, created_at, updated_at) VALUES ('1130-${String(40 + number)}', '定存 ${number}', 1, 1)`,
			);
			const [made] = await rows<{ id: number }>(
				`INSERT INTO bank_accounts (kind, name, number, account_id, is_shown, created_at, updated_at, term_rate, term_from, term_until,
					term_renews) SELECT 'bank', name, '${number}', id, 0, 1, 1, 1715, '2026-01-20', '2027-01-20', 1 FROM accounts
				WHERE name = '定存 ${number}' RETURNING id`,
			);
			return mailed("template = 'term_deposit_ending' AND data ->> '$.id' = ?", made?.id ?? 0);
		},
	},
	"dues notices": {
		at: at(20),
		done: [true, true, 1],
		prepare: async () => {
			const email = `owes${next()}@example.org`;
			const id = await duesMember({ email, paid: [2026] });
			const mails = mailed("template = 'dues_reminder' AND to_address = ?", email);
			return async () => [...(await mails()), await countOf("dues_notices WHERE member_id = ?", id)()];
		},
	},
	finance: {
		at: at(0),
		done: ONCE_EACH,
		prepare: async () => {
			const id = await bring(await draft(people.applicant), people, "submitted");
			return mailed("template = 'finance_waiting' AND data ->> '$.documentId' = ?", id);
		},
	},
	tasks: {
		at: at(10 * 60),
		done: ONCE_EACH,
		prepare: async () => {
			const title = `任務 ${next()}`;
			await insert("tasks", {
				title,
				assignee_id: anyone(),
				due_on: "2027-01-02",
				rank: next(),
				created_at: 1,
				updated_at: 1,
			});
			return mailed("template LIKE 'task%' AND data ->> '$.taskId' = (SELECT id FROM tasks WHERE title = ?)", title);
		},
	},
	health: {
		at: at(25),
		done: 1,
		prepare: async () => {
			await env.DB.prepare("DELETE FROM health_reports").run();
			return countOf("health_reports WHERE at = ?", at(25));
		},
	},
	privacy: {
		at: at(40),
		done: [true, true, 1, null],
		prepare: async () => {
			const memberId = await duesMember();
			const request = { member_id: memberId, kind: "copy", received_on: "2026-12-01", due_on: "2027-01-02" };
			await insert("privacy_requests", { ...request, created_at: 1, updated_at: 1 });
			const id = next() + 1_000;
			await insert("roster_imports", {
				id,
				filename: "a.xlsx",
				state: "applied",
				applied_at: at(0) - 91 * DAY,
				created_at: 1,
			});
			await insert("roster_import_rows", {
				import_id: id,
				row: 1,
				outcome: "updated",
				member_id: memberId,
				member_version: 1,
				before: "{}",
			});
			const mails = mailed(
				"template = 'privacy_due' AND data ->> '$.requestId' = (SELECT id FROM privacy_requests WHERE member_id = ?)",
				memberId,
			);
			const logged = countOf(
				"audit_log WHERE action = 'privacy.remind' AND auditable_id = (SELECT CAST(id AS TEXT) FROM privacy_requests WHERE member_id = ?)",
				memberId,
			);
			const kept = async () =>
				(await rows<{ before: string | null }>("SELECT before FROM roster_import_rows WHERE import_id = ?", id))[0]
					?.before;
			return async () => [...(await mails()), await logged(), await kept()];
		},
	},
	sweep: {
		at: Date.now(),
		done: true,
		prepare: async () => {
			await publishArticle(`untold-${next()}`);
			return told("content.changed");
		},
	},
	"mail sweep": {
		at: Date.now(),
		done: true,
		prepare: async () => {
			await insertMail({
				template: "mail_test",
				to_address: "a@example.org",
				to_name: "a",
				data: "{}",
				due_at: 1,
				created_at: 1,
			});
			return told("mail.due");
		},
	},
	indexing: {
		at: Date.now(),
		done: 1,
		prepare: async () => {
			const id = await publishArticle(`indexed-${next()}`);
			return async () =>
				env.SEARCH.prepare("SELECT count(*) AS n FROM entries WHERE kind = 'article' AND ref_id = ?")
					.bind(id)
					.first("n");
		},
	},
	files: {
		// The minute at which the sweep looks at the part of this object's name.
		at: Math.ceil((Date.now() + 2 * DAY) / MINUTE / 256) * 256 * MINUTE,
		done: [false, true],
		prepare: async () => {
			const [lost, kept] = [`private/00${String(next()).padStart(30, "0")}`, `private/00${"f".repeat(30)}`];
			await Promise.all([lost, kept].map((key) => env.FILES.put(key, "x")));
			const file = {
				purpose: "finance",
				object_key: kept,
				filename: "a.png",
				content_type: "image/png",
				size: 1,
				sha256: "0".repeat(64),
				is_sealed: 0,
			};
			const isKept = await countOf("files WHERE object_key = ?", kept)();
			if (!isKept) await insert("files", { ...file, created_at: Date.now() + DAY });
			return () => Promise.all([lost, kept].map(async (key) => (await env.FILES.head(key)) !== null));
		},
	},
	"picture texts": {
		at: Date.now(),
		done: [true, 0],
		prepare: async () => {
			const id = `t${next()}`.padEnd(26, "a").replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
			const src = `/api/v1/attachments/${id}/a.png`;
			await env.DB.prepare(
				"UPDATE pictures SET state = 'failed', settled_at = 1, error = 'x' WHERE state = 'waiting'",
			).run();
			await insert("attachments", {
				id,
				filename: "a.png",
				content_type: "image/png",
				size: 1,
				sha256: "0".repeat(64),
				object_key: `attachments/${id}`,
				width: 9,
				height: 9,
				created_at: 1,
			});
			await env.DB.prepare("UPDATE pictures SET state = 'done', settled_at = 1 WHERE attachment_id = ?").bind(id).run();
			await insert("picture_variants", {
				attachment_id: id,
				format: "webp",
				width: 9,
				height: 9,
				size: 1,
				sha256: "0".repeat(64),
				object_key: `attachments/${id}.9`,
				made_at: 1,
			});
			const slug = `pictured-${next()}`;
			await insert("articles", {
				slug,
				type: "news",
				state: "draft",
				title: "題",
				body_html: `<p><img src="${src}" alt="" loading="lazy"></p>`,
				created_at: 1,
				updated_at: 1,
			});
			const texts = () => rows<{ body_html: string }>("SELECT body_html FROM articles WHERE slug = ?", slug);
			return async () => [(await texts())[0]?.body_html.includes("srcset"), await countOf("picture_texts")()];
		},
	},
	pictures: {
		at: Date.now() + DAY,
		done: true,
		prepare: async () => {
			const id = `p${next()}`.padEnd(26, "a").replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
			await insert("attachments", {
				id,
				filename: "a.png",
				content_type: "image/png",
				size: 1,
				sha256: "0".repeat(64),
				object_key: `attachments/${id}`,
				width: 1,
				height: 1,
				created_at: 1,
			});
			return told("pictures.waiting");
		},
	},
	"audit seals": {
		at: at(0) + 12 * 60 * MINUTE,
		done: [[], 0, 1, true, true],
		prepare: async () => {
			await insert("audit_log", {
				at: at(0),
				actor: "cron",
				action: "a.b",
				auditable_type: "a",
				auditable_id: "1",
				description: `行 ${next()}`,
			});
			const [row] = await rows<{ id: number }>("SELECT max(id) AS id FROM audit_log");
			const id = row?.id ?? 0;
			const mails = mailed("template = 'audit_seal'");
			return async () => {
				const { faults, tail } = await verifyChain(db, { sign: await signer(env) });
				return [faults, tail, await countOf("audit_seals WHERE ? BETWEEN from_id AND to_id", id)(), ...(await mails())];
			};
		},
	},
	"audit anchors": {
		at: at(0) + 13 * 60 * MINUTE,
		done: [1, 1],
		prepare: async () => {
			// The hour is over: what was anchored before was anchored long ago.
			const trigger = "seal_anchors_are_never_updated";
			const [made] = await rows<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = ?", trigger);
			const aged = [`DROP TRIGGER ${trigger}`, "UPDATE seal_anchors SET anchored_at = 1", made?.sql ?? ""];
			await env.DB.batch(aged.map((text) => env.DB.prepare(text)));
			await insert("audit_log", {
				at: at(0),
				actor: "cron",
				action: "a.b",
				auditable_type: "a",
				auditable_id: "1",
				description: `行 ${next()}`,
			});
			const id = (await sealTail(db, await signer(env), at(0)))?.id ?? 0;
			const recorded = countOf("seal_anchors WHERE chain = 'audit' AND seal_id = ?", id);
			return async () => [
				await recorded(),
				(await listAnchors(env)).anchors.filter((anchor) => anchor.chain === "audit" && anchor.id === id).length,
			];
		},
	},
	"mail log": {
		at: at(0),
		done: [{ to_address: "", to_name: "", data: "{}" }],
		prepare: async () => {
			const id = `msg-${next()}`;
			await insertMail({
				id,
				template: "mail_test",
				to_address: "b@example.org",
				to_name: "b",
				data: '{"a":1}',
				state: "sent",
				settled_at: 1,
				due_at: 1,
				created_at: 1,
			});
			return () => rows("SELECT to_address, to_name, data FROM mail_messages WHERE id = ?", id);
		},
	},
	works: {
		at: at(0),
		done: 0,
		prepare: async () => {
			const work = { kind: "bank", href: `/admin/bank/${next()}`, total: 0, started_at: 1, touched_at: 1 };
			await insert("works", { ...work, user_id: anyone(), state: "done", ended_at: 1 });
			return countOf("works WHERE href = ?", work.href);
		},
	},
	"sent forms": { at: at(0), done: 0, prepare: old("form_submissions", { made_id: 1, created_at: 1 }, "key") },
	"old drafts": {
		at: at(0),
		done: 0,
		prepare: async () => old("drafts", { user_id: anyone(), resource: "article", fields: "{}", saved_at: 1 }, "slot")(),
	},
	"ended sign-ins": {
		at: at(0),
		done: 0,
		prepare: async () =>
			old(
				"sessions",
				{
					user_id: anyone(),
					session_version: 1,
					created_at: 1,
					last_seen_at: 1,
					idle_ms: 1,
					expires_at: 1,
					authenticated_at: 1,
				},
				"id",
			)(),
	},
	"webhook log": {
		at: at(0),
		done: 0,
		prepare: old(
			"webhook_deliveries",
			{
				endpoint_id: 1,
				type: "ping",
				resource: "endpoint",
				resource_id: 1,
				rev: 1,
				data: "{}",
				state: "delivered",
				due_at: 1,
				created_at: 1,
				delivered_at: 1,
			},
			"id",
		),
	},
};
