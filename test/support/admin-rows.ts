import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { commit } from "#db/commit.ts";
import { insertDeadLetters } from "#db/dead-letters.ts";
import { insertLink, type LinkPurpose } from "#db/one-time.ts";
import { byOperator } from "#domain/by.ts";
import { nameDeputy } from "#domain/deputies/actions.ts";
import { requestEmailChange } from "#domain/logins/actions.ts";
import { createRole } from "#domain/roles/actions.ts";
import { replaceLogo } from "#domain/settings/actions.ts";
import { createUser } from "#domain/users/actions.ts";
import { createEndpoint } from "#domain/webhooks/actions.ts";
import { signLink } from "#platform/links.ts";
import type { Store } from "./admin-server.ts";
import { REAL } from "./pictures.ts";

const LOGO = { filename: "logo.png", declaredType: "image/png", bytes: REAL.png };
const DAY = 86_400_000;
const GROUPS = ["association", "fees", "site", "mail", "security"];

/**
 * Something of everything, made by the program's own verbs where it has them. Returns the addresses of every route that
 * has a place for an id or a token.
 */
export async function fillPages(store: Store): Promise<Record<string, string[]>> {
	const at = Date.now();
	const people = await makePeople(store, at);
	const things = await makeThings(store, people, at);
	await replaceLogo({ ...store.env, ...store.secrets }, store.db, { upload: LOGO, by: byOperator(at) });
	return addresses(store, people, things);
}

type People = Awaited<ReturnType<typeof makePeople>>;
type Things = Awaited<ReturnType<typeof makeThings>>;

async function idOf({ env }: Store, statement: string): Promise<number> {
	const row = await env.DB.prepare(statement).first<{ id: number }>();
	return row?.id ?? assert.fail(statement);
}

async function makePeople(store: Store, at: number) {
	const { env, db } = store;
	const by = byOperator(at);
	const user = (name: string) => idOf(store, `SELECT id FROM users WHERE email = '${name}@example.org'`);
	const [admin, member, chair, auditor] = [
		await user("admin"),
		await user("member"),
		await user("chair"),
		await user("auditor"),
	];
	// The administrator opens every page: has a second factor, and may name a deputy.
	await env.DB.batch([
		env.DB.prepare("INSERT INTO user_roles SELECT ?1, id FROM roles WHERE code = 'chair'").bind(admin),
		...[admin, auditor].map((id) =>
			env.DB.prepare("UPDATE users SET totp_secret = 'sealed', totp_enabled_at = ?2 WHERE id = ?1").bind(id, at),
		),
	]);
	const guest = { name: "趙文彬", email: "wenbin@example.org", phone: null, roleIds: [] };
	const invited = await createUser(db, guest, { ...by, key: "guest", invite: true });
	const onPaper = { name: "古秀英", email: null, phone: "0933444555", roleIds: [] };
	const uninvited = await createUser(db, onPaper, { ...by, key: "paper", invite: false });
	const day = (after: number) => new Date(at + after * DAY).toISOString().slice(0, 10);
	const deputy = { deputy: auditor, starts_on: day(1), ends_on: day(3) };
	await nameDeputy(db, chair, { input: deputy, key: "deputy", ...by });
	await requestEmailChange(db, store.secrets, { userId: admin, email: "new-admin@example.org", by });
	return { admin, member, chair, auditor, invited, uninvited };
}

async function makeThings({ db, secrets }: Store, { member }: People, at: number) {
	const by = byOperator(at);
	const helper = { name: "志工督導", description: "安排志工", permissions: ["tasks.manage" as const], code: "helper" };
	const role = await createRole(db, helper, { ...by, key: "role" });
	const keys = { ...secrets, ENVIRONMENT: "development" };
	const url = "https://www.example.org/api/revalidate";
	const { id: endpoint } = await createEndpoint(db, keys, { url, events: [], ...by });
	const letter = { queue: "bingyou-events", attempts: 5, at };
	const link = { id: "reset", purpose: "password_reset", userId: member, email: null, expiresAt: at + DAY } as const;
	await commit(db, [
		...insertLink(link, at),
		...insertDeadLetters(db, [
			{ ...letter, id: "letter-1", body: '{"type":"mail.due"}' },
			{ ...letter, id: "letter-2", body: '{"type":"forgotten"}' },
		]),
		sql`INSERT INTO webhook_deliveries (id, endpoint_id, type, resource, resource_id, rev, data, state, attempts, due_at, created_at)
			VALUES ('msg_1', ${endpoint}, 'article.updated', 'article', 1, 7, '{"slug":"draft"}', 'failed', 1, ${at}, ${at})`,
		sql`INSERT INTO webhook_attempts VALUES ('msg_1', 1, ${at}, 503, 240, 'Service Unavailable')`,
		sql`INSERT INTO articles (slug, type, title, created_at, updated_at)
			VALUES ('draft', 'news', '還沒寫完的文章', ${at}, ${at})`,
	]);
	return { role, endpoint };
}

async function addresses(
	store: Store,
	{ admin, member, chair, auditor, invited, uninvited }: People,
	{ role, endpoint }: Things,
): Promise<Record<string, string[]>> {
	const logo = await idOf(store, "SELECT value AS id FROM settings WHERE key = 'association.logo_file_id'");
	const { results } = await store.env.DB.prepare("SELECT id FROM mail_messages").all<{ id: string }>();
	const mails = results.map(({ id }) => `/admin/mail/${id}`);
	assert.equal(mails.length, 2);
	return {
		"/logo/:id": [`/logo/${logo}`],
		"/reset/:token": [`/reset/${await tokenOf(store, "password_reset")}`],
		"/invite/:token": [`/invite/${await tokenOf(store, "invitation")}`],
		"/account/email/:token": [`/account/email/${await tokenOf(store, "email_change")}`],
		"/admin/content/:kind/:id": ["/admin/content/article/1"],
		"/admin/users/:id": [admin, chair, invited].map((id) => `/admin/users/${id}`),
		"/admin/users/:id/edit": [`/admin/users/${member}/edit`],
		"/admin/users/:id/roles": [`/admin/users/${member}/roles`],
		"/admin/users/:id/activation-code": [`/admin/users/${uninvited}/activation-code`],
		"/admin/users/:id/second-factor-reset": [`/admin/users/${auditor}/second-factor-reset`],
		"/admin/users/:id/disabling": [`/admin/users/${chair}/disabling`],
		"/admin/users/:id/deputies": [`/admin/users/${chair}/deputies`],
		"/admin/roles/:id": [`/admin/roles/${role}`],
		"/admin/roles/:id/removal": [`/admin/roles/${role}/removal`],
		"/admin/settings/:group": GROUPS.map((group) => `/admin/settings/${group}`),
		"/admin/settings/:group/history": ["/admin/settings/association/history", "/admin/settings/fees/history"],
		"/admin/webhooks/:id": [`/admin/webhooks/${endpoint}`],
		"/admin/webhooks/:id/secret": [`/admin/webhooks/${endpoint}/secret`],
		"/admin/webhooks/:id/removal": [`/admin/webhooks/${endpoint}/removal`],
		"/admin/webhooks/deliveries/:id": ["/admin/webhooks/deliveries/msg_1"],
		"/admin/mail/:id": mails,
		"/admin/mail/:id/body": mails.map((mail) => `${mail}/body`),
	};
}

async function tokenOf({ env, secrets }: Store, purpose: LinkPurpose): Promise<string> {
	const asked = env.DB.prepare("SELECT id FROM one_time_links WHERE purpose = ?1").bind(purpose);
	const link = await asked.first<{ id: string }>();
	return signLink(secrets.LINK_KEY, purpose, link?.id ?? assert.fail(purpose));
}
