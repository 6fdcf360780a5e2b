import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { STYLE_PARTS } from "#admin/shell/styleguide/page.ts";
import { commit } from "#db/commit.ts";
import { insertDeadLetters } from "#db/system/dead-letters.ts";
import { insertLink, type LinkPurpose } from "#db/system/one-time.ts";
import { createCategory } from "#domain/content/categories/actions.ts";
import { uploadMedia } from "#domain/content/media/actions.ts";
import type { MediaFile } from "#domain/content/media/rules.ts";
import { createMenuItem } from "#domain/content/menus/actions.ts";
import { createReadToken } from "#domain/content/read-tokens/actions.ts";
import { createRedirect } from "#domain/content/redirects/actions.ts";
import { createRelease, tieToPicture } from "#domain/content/releases/actions.ts";
import { createSynonym } from "#domain/content/synonyms/actions.ts";
import { createTag } from "#domain/content/tags/actions.ts";
import { createEndpoint } from "#domain/content/webhooks/actions.ts";
import { addNote } from "#domain/people/notes/actions.ts";
import { nameDeputy } from "#domain/system/deputies/actions.ts";
import { createView } from "#domain/system/list-views/actions.ts";
import { createRole } from "#domain/system/roles/actions.ts";
import { replacePicture } from "#domain/system/settings/actions.ts";
import { requestEmailChange } from "#domain/system/sign-in/actions.ts";
import { createUser } from "#domain/system/users/actions.ts";
import { paths } from "#http/paths.ts";
import { signPreview } from "#http/preview-token.ts";
import { byOperator, byUser } from "#kernel/by.ts";
import { signLink } from "#platform/links.ts";
import type { Store } from "./admin-server.ts";
import { fillAnnouncements } from "./announcement-rows.ts";
import { fillBank } from "./bank-rows.ts";
import { fillCertificates } from "./certificate-rows.ts";
import { fillDeposits } from "./deposit-rows.ts";
import { fillDues } from "./dues-rows.ts";
import { fillExaminations } from "./examination-rows.ts";
import { fillFinance } from "./finance-rows.ts";
import { fillGroups, fillSegments } from "./group-rows.ts";
import { fillImports } from "./import-rows.ts";
import { fillIncome } from "./income-rows.ts";
import { fillLedger } from "./ledger-rows.ts";
import { fillLinks } from "./link-rows.ts";
import { fillChildsFile, fillMemberFields } from "./member-field-rows.ts";
import { fillMembers } from "./member-rows.ts";
import { fillOwnPayments } from "./own-payment-rows.ts";
import { fillPayments } from "./payment-rows.ts";
import { fillPeriods } from "./period-rows.ts";
import { REAL } from "./pictures.ts";
import { fillPrivacy } from "./privacy-rows.ts";
import { fillReceipts } from "./receipt-rows.ts";
import { fillTasks } from "./task-rows.ts";

const RULES = { filename: "入會辦法.pdf", declaredType: "", bytes: new TextEncoder().encode("%PDF-1.7\n%%EOF\n") };
const SEAL = { filename: "seal.jpg", declaredType: "image/jpeg", bytes: REAL.jpeg };
const LOGO = { filename: "logo.png", declaredType: "image/png", bytes: REAL.png };
const DAY = 86_400_000;
const GROUPS = [
	"association",
	"statutes",
	"members",
	"fees",
	"receipts",
	"ledger",
	"approval",
	"site",
	"mail",
	"security",
];

/**
 * Something of everything, made by the program's own verbs where it has them. Returns the addresses of every route that
 * has a place for an id or a token.
 */
export async function fillPages(store: Store): Promise<Record<string, string[]>> {
	const at = Date.now();
	const people = await makePeople(store, at);
	const things = await makeThings(store, people, at);
	const note = await addNote(store.db, {
		notable: { type: "member", id: 1 },
		content: "紙本會刊改寄新北市。\n已寄出會員證補發。",
		by: byUser(people.admin, null, at),
	});
	const picture = { filename: "復健班合照.png", declaredType: "image/png", bytes: REAL.png };
	const [shown, unused] = [
		await uploadMedia(store.env, store.db, { upload: picture, by: byOperator(at) }),
		await uploadMedia(store.env, store.db, { upload: RULES, by: byOperator(at) }),
	];
	await commit(store.db, [
		sql`UPDATE articles SET cover_id = ${shown.id} WHERE slug = 'draft'`,
		sql`UPDATE pictures SET state = 'failed', settled_at = ${at}, error = 'it broke' WHERE attachment_id = ${shown.id}`,
	]);
	const release = await makeRelease(store, shown.id, at);
	await store.env.FILES.put("documents/bylaws", "%PDF-1.7\n%%%");
	const bindings = { ...store.env, ...store.secrets };
	await replacePicture(bindings, store.db, { picture: "logo", upload: LOGO, by: byOperator(at) });
	await replacePicture(bindings, store.db, { picture: "seal", upload: SEAL, by: byOperator(at) });
	return {
		...(await addresses(store, people, things)),
		...mediaAddresses(shown, unused),
		...releaseAddresses(release),
		...(await fillMembers(store, at)),
		...(await fillGroups(store, at)),
		...(await fillSegments(store, at)),
		...(await fillMemberFields(store, at)),
		...(await fillCertificates(store, at)),
		...(await fillChildsFile(store, at)),
		...(await fillDues(store, at)),
		...(await fillLinks(store, at)),
		...(await fillImports(store, at)),
		...(await fillBank(store, at)),
		...(await fillPrivacy(store, at)),
		...(await fillPayments(store, at)),
		...(await fillDeposits(store, at)),
		...(await fillLedger(store, at)),
		...(await fillPeriods(store, at)),
		...(await fillOwnPayments(store, at)),
		...(await fillReceipts(store, at)),
		...(await fillIncome(store, at)),
		...(await fillFinance(store, at)),
		...(await fillExaminations(store, at)),
		...(await fillTasks(store, at)),
		...(await fillAnnouncements(store, at)),
		"/admin/styleguide": STYLE_PARTS.map((part) => `/admin/styleguide?part=${part}`),
		"/admin/dues/report/export/xlsx": ["/admin/dues/report/export/xlsx?part=years"],
		"/admin/dues/report/export/csv": ["/admin/dues/report/export/csv?part=years"],
		"/admin/members/export/xlsx": ["/admin/members/export/xlsx?columns=name"],
		"/admin/members/export/csv": ["/admin/members/export/csv?columns=name&columns=phone"],
		"/admin/members/print/labels": ["/admin/members/print/labels", "/admin/members/print/labels?sheet=2x7&apart=1"],
		"/admin/members/print/roster": [
			"/admin/members/print/roster",
			"/admin/members/print/roster?columns=number&columns=email&columns=address",
		],
		"/admin/members/bulk/outcome": ["/admin/members/bulk/outcome?of=approve&left=1.2"],
		"/admin/members/:id/notes": ["/admin/members/1/notes", "/admin/members/2/notes"],
		"/admin/gift-lists/:half": ["/admin/gift-lists/2026-H1"],
		"/admin/statements/:year": ["/admin/statements/2025"],
		"/admin/announcements/chosen": ["/admin/announcements/chosen?ids=1.2", "/admin/announcements/chosen?ids=99999"],
		"/admin/notes/chosen": ["/admin/notes/chosen?ids=1.2", "/admin/notes/chosen?ids=99999"],
		"/admin/notes/:id": [`/admin/notes/${note}`],
		"/admin/notes/:id/hiding": [`/admin/notes/${note}/hiding`],
		...(await previewAddresses(store, shown)),
	};
}

/** A text of each kind in the trash: the addresses where it is deleted for good. */
async function fillTrash(store: Store): Promise<Record<string, string[]>> {
	const found: Record<string, string[]> = {};
	for (const [table, own] of [
		["articles", "type"],
		["pages", "path"],
	] as const) {
		await store.env.DB.prepare(
			`INSERT INTO ${table} (slug, ${own}, title, state, trashed_at, created_at, updated_at)
			VALUES ('news', 'news', '不再需要的內容', 'trashed', 1, 1, 1)`,
		).run();
		const id = await idOf(store, `SELECT max(id) AS id FROM ${table}`);
		found[`/admin/${table}/:id/removal`] = [`/admin/${table}/${id}/removal`];
	}
	return found;
}

/** The pages of a file that is used and of one that is not. */
const mediaAddresses = (used: MediaFile, unused: MediaFile): Record<string, string[]> => ({
	"/admin/media/:id": [used, unused].map(({ id }) => `/admin/media/${id}`),
	"/admin/media/:id/replacement": [`/admin/media/${used.id}/replacement`],
	"/admin/media/:id/removal": [used, unused].map(({ id }) => `/admin/media/${id}/removal`),
	"/admin/media/:id/files/:filename": [`/admin/media/${used.id}/files/${encodeURIComponent(used.filename)}`],
});

/** What a signed link to the draft opens: the page, and the picture on it. */
async function previewAddresses(store: Store, cover: MediaFile): Promise<Record<string, string[]>> {
	const draft = { kind: "article" as const, id: await idOf(store, "SELECT id FROM articles WHERE slug = 'draft'") };
	const token = await signPreview(store.secrets.PREVIEW_KEY, draft, Date.now());
	return {
		[paths.preview.place()]: [paths.preview.show(draft.kind, draft.id, token)],
		[paths.preview.filePlace()]: [paths.preview.file(draft, cover, token)],
	};
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
		env.DB.prepare(
			"INSERT INTO user_roles SELECT ?1, id FROM roles WHERE code IN ('accountant', 'cashier', 'chair', 'secretary', 'auditor')",
		).bind(admin),
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
	const news = { name: "協會動態", slug: "association", description: "理事會與辦公室的消息" };
	const category = await createCategory(db, news, { ...by, key: "category" });
	await createCategory(db, { name: "活動訊息", slug: "", description: "" }, { ...by, key: "category-2" });
	const tag = await createTag(db, { name: "居家照顧", slug: "" }, { ...by, key: "tag" });
	await createTag(db, { name: "居家照護", slug: "" }, { ...by, key: "tag-2" });
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
		sql`INSERT INTO documents (slug, title, category, visibility, state, published_at, current_version, created_at, updated_at)
			VALUES ('bylaws', '協會章程', '組織規章', 'public', 'published', ${at}, 2, ${at}, ${at}),
				('minutes', '理事會會議紀錄', '會議', 'members', 'draft', NULL, 2, ${at}, ${at}),
				('handbook', '會員手冊', '會員服務', 'members', 'published', ${at}, 2, ${at}, ${at})`,
		sql`INSERT INTO documents (slug, title, category, visibility, permission, state, published_at, current_version, created_at, updated_at)
			VALUES ('rules', '內部控制制度', '', 'restricted', 'users.manage', 'published', ${at}, 2, ${at}, ${at})`,
		sql`INSERT INTO document_versions SELECT d.id, v.value, '章程.pdf', 'application/pdf', 12, ${"0".repeat(64)}, 'documents/bylaws', '', ${at}
			FROM documents d, json_each('[1,2]') v`,
		sql`INSERT INTO articles (slug, type, title, created_at, updated_at)
			VALUES ('draft', 'news', '還沒寫完的文章', ${at}, ${at})`,
		sql`INSERT INTO pages (id, parent_id, slug, path, title, state, published_at, trashed_at, created_at, updated_at)
			VALUES (1, NULL, 'about', 'about', '關於我們', 'published', ${at}, NULL, ${at}, ${at}),
				(2, 1, 'team', 'about/team', '工作團隊', 'published', ${at}, NULL, ${at}, ${at}),
				(3, NULL, 'old', 'old', '舊的頁面', 'trashed', NULL, ${at}, ${at}, ${at})`,
		sql`INSERT INTO article_categories SELECT max(id), ${category} FROM articles`,
		sql`INSERT INTO article_tags SELECT max(id), ${tag} FROM articles`,
		...(["article", "page"] as const).flatMap((kind) => keptTexts(kind, at)),
	]);
	await createReadToken(db, "官網", by);
	const hosts = { base: "https://api.example.org", origin: "https://www.example.org" };
	const about = { label: "關於我們", target: "/about", place: { menu: "main" as const }, position: null };
	const item = await createMenuItem(db, { input: about, hosts, key: "menu", ...by });
	const team = { ...about, label: "工作團隊", target: "/about/team", place: { parentId: item } };
	await createMenuItem(db, { input: team, hosts, key: "menu-team", ...by });
	const redirect = await createRedirect(db, {
		input: { path: "/about-us", target: "/about/team" },
		hosts,
		key: "redirect",
		...by,
	});
	const synonym = await createSynonym(db, { words: ["輪椅", "輔具"], key: "synonym", ...by });
	const kept = { list: "/admin/members", name: "未續繳", query: "status=lapsed&cols=state.city", shared: true };
	const view = await createView(db, { ...kept, userId: member }, { key: "view", by });
	return { role, endpoint, category, tag, redirect, item, synonym, view };
}

/** A release of a child's picture and story, which a picture of the library and the draft are tied to. */
async function makeRelease(store: Store, picture: string, at: number): Promise<number> {
	const by = byOperator(at);
	const input = {
		...{
			name: "石宥安",
			member_no: null,
			birth_date: null,
			is_minor: true,
			representative: "石國樑",
			relation: "父親",
		},
		...{
			kinds: ["pictures" as const, "story" as const],
			uses: ["website" as const],
			given_on: "2026-01-05",
			until: null,
		},
		...{ no_paper: "", note: "" },
	};
	const upload = { filename: "同意書.png", declaredType: "image/png", bytes: REAL.png };
	const id = await createRelease({ ...store.env, ...store.secrets }, store.db, { input, upload, key: "release", by });
	await tieToPicture(store.db, { file: picture, id, by });
	await commit(store.db, [
		sql`INSERT INTO article_releases (article_id, release_id) SELECT id, ${id} FROM articles WHERE slug = 'draft'`,
	]);
	return id;
}

const releaseAddresses = (id: number): Record<string, string[]> => ({
	"/admin/releases/:id": [`/admin/releases/${id}`],
	"/admin/releases/:id/edit": [`/admin/releases/${id}/edit`],
	"/admin/releases/:id/withdrawal": [`/admin/releases/${id}/withdrawal`],
	"/admin/releases/:id/paper": [`/admin/releases/${id}/paper`],
});

/** Two texts of the first record: an earlier one with other words, a category that is gone and no tags, and the present one. */
const keptTexts = (kind: "article" | "page", at: number) => {
	const was = JSON.stringify({
		title: "更早的標題",
		body_markdown: "第一段。\n\n第二段。\n",
		tags: [],
		categories: [{ id: 999, name: "舊分類" }],
	});
	return [sql`json_patch(s.snapshot, ${was})`, sql`s.snapshot`].map(
		(
			snapshot,
			nth,
		) => sql`INSERT INTO revisions (resource, resource_id, number, snapshot, version, reason, actor, created_at)
			SELECT ${kind}, s.id, ${nth + 1}, ${snapshot}, ${nth + 1}, 'save', 'user:1', ${at + nth}
			FROM ${sql.raw(`${kind}_snapshots`)} s WHERE s.id = (SELECT min(id) FROM ${sql.raw(`${kind}s`)})`,
	);
};

async function addresses(
	store: Store,
	{ admin, member, chair, auditor, invited, uninvited }: People,
	{ role, endpoint, category, tag, redirect, item, synonym, view }: Things,
): Promise<Record<string, string[]>> {
	const logo = await idOf(store, "SELECT value AS id FROM settings WHERE key = 'association.logo_file_id'");
	const seal = await idOf(store, "SELECT value AS id FROM settings WHERE key = 'receipts.seal_file_id'");
	const { results } = await store.env.DB.prepare("SELECT id FROM mail_messages").all<{ id: string }>();
	const mails = results.map(({ id }) => `/admin/mail/${id}`);
	assert.equal(mails.length, 2);
	const article = await idOf(store, "SELECT min(id) AS id FROM articles");
	const removals = await fillTrash(store);
	return {
		"/logo/:id": [`/logo/${logo}`],
		"/account/seal/:id": [`/account/seal/${seal}`],
		"/reset/:token": [`/reset/${await tokenOf(store, "password_reset")}`],
		"/invite/:token": [`/invite/${await tokenOf(store, "invitation")}`],
		"/account/email/:token": [`/account/email/${await tokenOf(store, "email_change")}`],
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
		"/admin/pages": ["/admin/pages", "/admin/pages?q=team", "/admin/pages?state=trashed"],
		"/admin/articles/:id": [`/admin/articles/${article}`],
		"/admin/articles/:id/preview": [`/admin/articles/${article}/preview?link=1`],
		...removals,
		...revisionAddresses("articles", article),
		...revisionAddresses("pages", 1),
		"/admin/pages/:id": ["/admin/pages/1", "/admin/pages/2", "/admin/pages/3"],
		"/admin/pages/:id/preview": ["/admin/pages/1/preview?link=1"],
		"/admin/categories/:id": [`/admin/categories/${category}`],
		"/admin/categories/:id/removal": [`/admin/categories/${category}/removal`],
		"/admin/menus/:id": [`/admin/menus/${item}`],
		"/admin/menus/:id/removal": [`/admin/menus/${item}/removal`],
		"/admin/views/new": ["/admin/views/new?list=/admin/members&query=status%3Dlapsed"],
		"/admin/views/:id": [`/admin/views/${view}?now=status%3Dactive`],
		"/admin/views/:id/removal": [`/admin/views/${view}/removal`],
		"/admin/synonyms/:id": [`/admin/synonyms/${synonym}`],
		"/admin/synonyms/:id/removal": [`/admin/synonyms/${synonym}/removal`],
		"/admin/redirects/:id": [`/admin/redirects/${redirect}`],
		"/admin/redirects/:id/removal": [`/admin/redirects/${redirect}/removal`],
		"/admin/tags/:id": [`/admin/tags/${tag}`],
		"/admin/tags/:id/merge": [
			`/admin/tags/${tag}/merge`,
			`/admin/tags/${tag}/merge?into=${encodeURIComponent("居家照護")}`,
		],
		"/admin/tags/:id/removal": [`/admin/tags/${tag}/removal`],
		"/admin/documents/:id": ["/admin/documents/1", "/admin/documents/2"],
		"/admin/documents/:id/versions/:number": ["/admin/documents/1/versions/1"],
		"/admin/documents/reading/:id/file": ["/admin/documents/reading/1/file"],
		"/member/documents/:id/file": ["/member/documents/1/file"],
		"/admin/webhooks/:id": [`/admin/webhooks/${endpoint}`],
		"/admin/webhooks/:id/secret": [`/admin/webhooks/${endpoint}/secret`],
		"/admin/webhooks/:id/removal": [`/admin/webhooks/${endpoint}/removal`],
		"/admin/webhooks/deliveries/:id": ["/admin/webhooks/deliveries/msg_1"],
		"/admin/read-tokens/:id/revocation": ["/admin/read-tokens/1/revocation"],
		"/admin/mail/:id": mails,
		"/admin/mail/:id/body": mails.map((mail) => `${mail}/body`),
	};
}

const revisionAddresses = (place: "articles" | "pages", id: number): Record<string, string[]> => {
	const list = `/admin/${place}/${id}/revisions`;
	return {
		[`/admin/${place}/:id/revisions`]: [list],
		[`/admin/${place}/:id/revisions/:number`]: [`${list}/1`, `${list}/2`, `${list}/1?with=now`, `${list}/2?with=now`],
	};
};

async function tokenOf({ env, secrets }: Store, purpose: LinkPurpose): Promise<string> {
	const asked = env.DB.prepare("SELECT id FROM one_time_links WHERE purpose = ?1").bind(purpose);
	const link = await asked.first<{ id: string }>();
	return signLink(secrets.LINK_KEY, purpose, link?.id ?? assert.fail(purpose));
}
