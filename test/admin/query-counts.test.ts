import { env } from "cloudflare:test";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { postVoucher } from "#db/books/vouchers.ts";
import { commit, open } from "#db/commit.ts";
import { createDocument, submitDocument } from "#domain/books/finance/actions.ts";
import { returnDocument } from "#domain/books/finance/review-actions.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createRelease, tieToPicture } from "#domain/content/releases/actions.ts";
import { storeFile } from "#domain/system/files/actions.ts";
import { paths } from "#http/paths.ts";
import { signPreview } from "#http/preview-token.ts";
import { byOperator, byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { signLink } from "#platform/links.ts";
import counts from "../query-counts.json" with { type: "json" };
import { shareOf } from "../support/chances.ts";
import { insert, insertArticle, insertMail, term } from "../support/content.ts";
import { input, now, reviewersOf } from "../support/finance.ts";
import { donor, recorded } from "../support/income.ts";
import { brokenOnPurpose } from "../support/invariants.ts";
import { fieldInput, makeField } from "../support/member-field-rows.ts";
import { without } from "../support/money-fixtures.ts";
import { ACCOUNT, payee } from "../support/payees.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { REAL } from "../support/pictures.ts";
import { insertOpenRequest } from "../support/profiles.ts";
import { releaseInput } from "../support/releases.ts";
import { counted } from "../support/round-trips.ts";
import { routes } from "../support/routes.ts";
import { insertDocument } from "../support/rows.ts";
import { rows } from "../support/users.ts";

type Counts = { DB: number; SEARCH: number };
/** The session is the first round trip of each, the page at most one more (two with SEARCH). */
const COUNTS: Record<string, Counts> = counts.pages;
/** What a page may ask that the table does not name. */
const expectedOf = (path: string, { DB }: Counts): Counts => COUNTS[path] ?? { DB: Math.min(DB, 2), SEARCH: 0 };
const AT = Date.now();

/** 1430 in the chart of a new database. */
const EQUIPMENT = 15;
/** 常年會費收入 */
const ANNUAL = 29;
const fileId = (n: number): string => "abc".charAt(n - 1).repeat(26);

let admin: Person;
let member: Person;

/** One more of everything that a page lists; the ids of the nth are n where a page shows one. */
async function more(n: number): Promise<void> {
	const times = { created_at: AT, updated_at: AT };
	const user = await signIn({ name: `使用者 ${n}`, roles: ["cashier"] });
	await insertArticle({ slug: `article-${n}` });
	await insert("categories", { ...term(n, `category-${n}`, `分類 ${n}`), ...times });
	await insert("tags", { ...term(n, `tag-${n}`, `標籤 ${n}`), ...times });
	await insertRevision(1, n);
	await insert("attachments", {
		id: fileId(n),
		filename: "圖.png",
		content_type: "image/png",
		size: 3,
		sha256: "0".repeat(64),
		object_key: `attachments/${fileId(n)}`,
		created_at: AT + n,
	});
	await env.FILES.put(`attachments/${fileId(n)}`, "png");
	await insert("attachment_uses", { resource: "article", resource_id: n, role: "inline", attachment_id: fileId(1) });
	await insertDocument({ id: n, slug: `document-${n}`, category: "表單", visibility: "public" });
	await insert("pages", { id: n, slug: `page-${n}`, path: `page-${n}`, title: `單頁 ${n}`, ...times });
	await insertOfTheWebsite(n);
	await insert("roles", { id: 100 + n, code: `role_${n}`, name: `角色 ${n}`, ...times });
	await insert("webhook_endpoints", { id: n, url: `https://site${n}.example/hook`, secret: "sealed", ...times });
	await insert("webhook_deliveries", {
		id: `msg_${n}`,
		endpoint_id: 1,
		type: "article.published",
		resource: "article",
		resource_id: n,
		rev: n,
		data: "{}",
		due_at: AT,
		created_at: AT,
	});
	await insert("webhook_attempts", { delivery_id: "msg_1", number: n, at: AT, status: 500, duration_ms: 3 });
	await insertMail({
		id: `mail_${n}`,
		template: "mail_test",
		user_id: admin.userId,
		to_address: "admin@example.org",
		to_name: "管理員",
		data: JSON.stringify({ askedAt: AT }),
		due_at: AT,
		created_at: AT,
	});
	await insert("dead_letters", { id: `dead_${n}`, queue: "bingyou-events", body: "{}", attempts: 6, at: AT });
	await insert("settings_history", { key: "association.name", value: `名稱 ${n}`, valid_from: AT + n });
	await insert("members", { id: n, member_no: `M${n}`, name: `會員 ${n}`, status: "active", ...times });
	await insert("member_groups", { id: n, name: `群組 ${n}`, ...times });
	await insert("member_segments", { id: n, name: `條件名單 ${n}`, city: "臺北市", ...times });
	await insert("group_memberships", { group_id: 1, member_id: n, from_on: "2026-01-01", ...times });
	await insertCertificate(n);
	const lines = [debit("1130", 100, ""), credit("1110", 100, "")];
	const suspense = { source: "bank_line", id: n, date: "2026-03-05", description: "存款", lines } as const;
	await commit(open(env.DB), postVoucher(suspense, byUser(user.userId, null, AT)));
	const desk = {
		id: n,
		name: `桌子 ${n}`,
		account_id: EQUIPMENT,
		acquired_on: "2026-01-05",
		cost: 12_000,
		life_months: 60,
	};
	await insert("assets", { ...desk, ...times });
	await insert("projects", { id: n, name: `專案 ${n}`, ...times });
	await insert("budget_items", { id: n, year: 2026, account_id: ANNUAL, name: `項目 ${n}`, amount: 1_000, ...times });
	await insert("period_balances", { month: `2026-0${n}`, account_id: 3, amount: 100, updated_at: AT });
	await insert("period_events", { id: n, period: "2026-03", step: "close", user_id: user.userId, at: AT });
	await insertOwnPayment(n);
	await insertBank(n);
	await insertIncome(n);
	await insertFinance(user);
	await insertExamination(n);
	await insert("members", { id: 10 + n, name: `家人 ${n}`, guardian_member_id: 1, status: "active", ...times });
	if (n === 1) await insertOwnFiles();
	await insertOpenRequest(n, user.userId);
	await insert("privacy_requests", {
		id: n,
		member_id: n,
		kind: "copy",
		received_on: "2026-11-01",
		due_on: "2026-11-16",
		requested_by: user.userId,
		...times,
	});
	await insert("consents", {
		member_id: 1,
		kind: "health_data",
		text_version: "2026-12",
		given: 1,
		channel: "web",
		at: AT,
	});
	await insert("roster_imports", { id: n, filename: "a.xlsx", state: "applied", applied_at: AT, created_at: AT });
	await insert("payment_imports", { id: n, filename: "b.xlsx", state: "applied", applied_at: AT, created_at: AT });
	await insert("payment_import_rows", { import_id: 1, row: n, outcome: "skipped", told: "{}" });
	await insert("roster_import_rows", { import_id: 1, row: n, outcome: "created", member_id: n, member_version: 1 });
	await insert("tasks", { id: n, title: `任務 ${n}`, rank: n, assignee_id: admin.userId, ...times });
	await insert("task_links", { task_id: 1, record_type: "page", record_id: n, at: AT });
	await insert("task_items", { task_id: 1, text: `項目 ${n}`, position: n, ...times });
	await insertAnnouncement(n);
	await insert("notes", {
		id: n,
		notable_type: "member",
		notable_id: 1,
		user_id: admin.userId,
		content: `備忘錄 ${n}`,
		...times,
	});
	await insert("deputies", {
		user_id: user.userId,
		deputy_id: admin.userId,
		starts_on: "2020-01-01",
		ends_on: "2099-01-01",
		created_at: AT,
	});
}

/** An open announcement with a file, read by both, and whom a mail of the first was for. */
async function insertAnnouncement(n: number): Promise<void> {
	const text = { slug: `notice-${n}`, title: `公告 ${n}`, audience: n === 2 ? "staff:admin" : "members" };
	await insert("announcements", { id: n, ...text, publish_from: 1, created_at: AT, updated_at: AT });
	await insert("attachment_uses", { resource: "announcement", resource_id: n, role: "file", attachment_id: fileId(1) });
	for (const user_id of [admin.userId, member.userId])
		await insert("announcement_reads", { announcement_id: n, user_id, at: AT });
	if (n === 1) {
		await insert("announcement_mailings", { id: 1, announcement_id: 1, audience: "members", asked_at: AT });
		await env.DB.prepare("UPDATE announcement_mailings SET state = 'sending'").run();
	}
	await insert("announcement_receivers", { mailing_id: 1, member_id: n, outcome: "no_address", at: AT });
}

/** An application with a real file, of the nth member; the first is the member who signs in. */
async function insertCertificate(n: number): Promise<void> {
	if (n === 1) {
		await env.DB.prepare("UPDATE members SET user_id = ? WHERE id = 1").bind(member.userId).run();
		await env.DB.prepare("UPDATE member_logins SET opened_at = 1, opened_how = 'second_person'").run();
		await env.DB.prepare("UPDATE guardianships SET opened_at = 1, opened_how = 'second_person'").run();
	}
	const upload = { filename: "證明.png", declaredType: "", bytes: REAL.png };
	const by = byUser(member.userId, null, AT);
	const file = await storeFile(env, open(env.DB), { purpose: "certificate", upload, by });
	await insert("disability_certificates", { id: n, member_id: n, file_id: file.id, created_at: AT, updated_at: AT });
}

/** A file in an own field of the member who signs in, and of a child of theirs. */
async function insertOwnFiles(): Promise<void> {
	const input = fieldInput("檔案", { kind: "file", self: "fills" });
	const field = await makeField(open(env.DB), input);
	for (const id of [1, 11]) {
		const file = await storeFile(env, open(env.DB), {
			purpose: "member_field",
			upload: { filename: "a.png", declaredType: "", bytes: REAL.png },
			subject: { type: "member", id: String(id) },
			by: byOperator(AT),
		});
		await insert("member_field_values", { member_id: id, field_id: field, value: String(file.id), updated_at: AT });
	}
	IDS["/admin/members/:id/own-files/:field"] = paths.admin.members.ownFile(1, field);
	IDS["/member/profile/own-files/:field"] = paths.member.profile.ownFile(field);
	IDS["/member/family/:id/own-files/:field"] = paths.member.dependent.ownFile(11, field);
}

/** The nth dues item of the first member with a payment that waits for it, its proof, and a receipt. */
async function insertOwnPayment(n: number): Promise<void> {
	const times = { created_at: AT, updated_at: AT };
	const upload = { filename: "轉帳.png", declaredType: "", bytes: REAL.png };
	const by = byUser(member.userId, null, AT);
	const file = await storeFile(env, open(env.DB), { purpose: "payment_proof", upload, by });
	const owed = { member_id: 1, kind: "annual", dues_year: 2000 + n, base_amount: 1000, amount: 1000 };
	await insert("dues_items", { id: n, ...owed, ...times });
	await insert("payments", {
		id: n,
		source: "member",
		method: "transfer",
		paid_on: "2026-03-03",
		amount: 1000,
		last5: `1234${n}`,
		payer_member_id: 1,
		payer_title: `會員 ${n}`,
		proof_file_id: file.id,
		submitted_by: member.userId,
		submitted_at: AT,
		...times,
	});
	const part = { payment_id: n, kind: "dues", dues_item_id: n, member_id: 1, amount: 1000 };
	await insert("payment_allocations", part);
	await insert("payment_events", { payment_id: n, seq: 1, step: "submit", user_id: member.userId, at: AT });
	// Its page shows a receipt beside a payment that waits: no road leads to both.
	brokenOnPurpose("a receipt of plain SQL for a payment that waits");
	await without(["receipts_name_money"], () =>
		insert("receipts", {
			id: n,
			series: "dues",
			mark: "會",
			roc_year: 115,
			seq: n,
			number: `115-00000${n}`,
			payment_id: n,
			member_id: 1,
			payer_title: `會員 ${n}`,
			amount: 1000,
			items: JSON.stringify([{ label: "常年會費 115 年", member_no: "M1", amount: 1000 }]),
			method: "transfer",
			paid_on: "2026-03-03",
			issued_on: "2026-03-05",
			created_at: AT,
		}),
	);
}

/** The nth release, with a paper, tied to the nth picture; a redirect, an item of a menu and synonyms. */
async function insertOfTheWebsite(n: number): Promise<void> {
	const times = { created_at: AT, updated_at: AT };
	const by = byUser(admin.userId, null, AT);
	const upload = { filename: "同意書.png", declaredType: "", bytes: REAL.png };
	const db = open(env.DB);
	const id = await createRelease(env, db, { input: releaseInput(), upload, key: crypto.randomUUID(), by });
	await tieToPicture(db, { file: fileId(n), id, by });
	await insert("redirects", { path: `/old/${n}`, resource: "article", resource_id: n, ...times });
	await insert("menu_items", {
		menu: "main",
		position: n,
		label: `項目 ${n}`,
		resource: "page",
		resource_id: n,
		...times,
	});
	const view = { list: "/admin/members", name: `檢視 ${n}`, query: "status=lapsed", is_shared: 1 };
	await insert("list_views", { id: n, user_id: admin.userId, ...view, ...times });
	await insert("synonyms", { words: JSON.stringify([`輪椅${n}`, `輔具${n}`]), ...times });
}

/** The nth bank account, a statement that came in, and a line that the nth payment may be. */
async function insertBank(n: number): Promise<void> {
	const times = { created_at: AT, updated_at: AT };
	const account = { id: n, kind: "bank", name: `帳戶 ${n}`, number: "012", account_id: n };
	await insert("bank_accounts", { ...account, ...times });
	await insert("bank_statements", { id: n, bank_account_id: n, filename: "a.csv", state: "applied", created_at: AT });
	await insert("bank_lines", {
		id: n,
		statement_id: n,
		bank_account_id: n,
		row: 2,
		booked_on: "2026-03-03",
		amount: 1000,
		memo: `會員 ${n}`,
		words: JSON.stringify([`會員 ${n}`]),
		last5: `1234${n}`,
		fingerprint: String(n),
		...times,
	});
}

/** The nth donor, and what they gave: recorded, with a receipt. */
async function insertIncome(n: number): Promise<void> {
	if (n === 1) await insert("settings", { key: "association.tax_id", value: "12345675", updated_at: AT });
	// Receipts with ids of their own, beside those of the payments.
	await env.DB.prepare("UPDATE sqlite_sequence SET seq = max(seq, 1000) WHERE name = 'receipts'").run();
	const donorId = await donor({ name: `捐款人 ${n}`, ...(n === 1 ? { nationalId: "A123456789" } : {}) });
	await recorded(admin.userId, { donorId, payerTitle: `捐款人 ${n}`, receivedOn: dateInTaipei(AT) }, AT);
}

/** The nth examination of the books, of requests that were sent. */
async function insertExamination(n: number): Promise<void> {
	const criteria = JSON.stringify({ amount: 0, choices: ["new_payee"], random: 0, seed: 7, of: 0 });
	const period = { from_on: "2026-01-01", to_on: "2026-12-31" };
	await insert("examinations", {
		title: `查核 ${n}`,
		...period,
		criteria,
		size: n,
		drawn_by: admin.userId,
		drawn_at: AT,
	});
	await rows(
		`INSERT INTO examination_items (examination_id, kind, record_id, why)
		SELECT ?1, 'finance', id, '["new_payee"]' FROM finance_documents WHERE state <> 'draft' ORDER BY id LIMIT ?1`,
		n,
	);
}

/** A document of the one who looks, with a file, that a cashier sent back: all of its pages open. */
async function insertFinance(cashier: Person): Promise<void> {
	const upload = { filename: "發票.png", declaredType: "", bytes: REAL.png };
	const [own, other] = [admin, cashier].map(({ userId }) => ({ ...byUser(userId, null, AT), userId }));
	if (!own || !other) return;
	const id = await createDocument(env, open(env.DB), {
		input: input({ payeeUserId: null }),
		uploads: [upload],
		key: crypto.randomUUID(),
		by: own,
	});
	await submitDocument(open(env.DB), { ref: { id, version: 1 }, by: own });
	const reviewers = reviewersOf({ id: cashier.userId, held: ["finance.review.cashier"] });
	const { version } = await now(id);
	await returnDocument(open(env.DB), { ref: { id, version }, comment: "請補發票", reviewers, by: other });
	await payee({ name: "青禾" }, ACCOUNT);
	if (id > 1) return;
	const [file] = await rows<{ id: number }>("SELECT file_id AS id FROM finance_attachments WHERE document_id = ?", id);
	IDS["/admin/finance/:id/attachments/:fileId"] = `/admin/finance/1/attachments/${file?.id}`;
}

/** The nth kept text of an article, as it is now. */
const insertRevision = (article: number, n: number) =>
	env.DB.prepare(
		`INSERT INTO revisions (resource, resource_id, number, snapshot, version, reason, actor, created_at)
		SELECT 'article', id, ?2, snapshot, ?2, 'save', 'user:1', ?3 FROM article_snapshots WHERE id = ?1`,
	)
		.bind(article, n, AT)
		.run();

/** A real address of each page. */
const IDS: Record<string, string> = {
	"/admin/concurrent-posts/months/:month": "/admin/concurrent-posts/months/2026-03",
	"/admin/members/bulk/outcome": "/admin/members/bulk/outcome?of=approve&left=1.2",
	"/admin/payees/found": `/admin/payees/found?q=${encodeURIComponent("青禾")}`,
	"/admin/roles/:id": "/admin/roles/101",
	"/admin/roles/:id/removal": "/admin/roles/101/removal",
	"/admin/media/:id": `/admin/media/${fileId(1)}`,
	"/admin/media/:id/replacement": `/admin/media/${fileId(1)}/replacement`,
	"/admin/media/:id/removal": `/admin/media/${fileId(1)}/removal`,
	"/admin/media/:id/files/:filename": `/admin/media/${fileId(1)}/files/${encodeURIComponent("圖.png")}`,
	"/admin/settings/:group": "/admin/settings/mail",
	"/admin/settings/:group/history": "/admin/settings/association/history",
	"/admin/webhooks/deliveries/:id": "/admin/webhooks/deliveries/msg_1",
	"/admin/documents/:id/versions/:number": "/admin/documents/1/versions/1",
	"/admin/ledger": "/admin/ledger?from=2026-03",
	"/admin/ledger/general": "/admin/ledger/general?account=3&from=2026-03",
	"/admin/ledger/trial-balance": "/admin/ledger/trial-balance?from=2026-03",
	"/admin/ledger/sub": "/admin/ledger/sub?by=member&of=1&from=2026-03",
	"/admin/ledger/cash-book": "/admin/ledger/cash-book?account=3&from=2026-03",
	"/admin/ledger/annual": "/admin/ledger/annual?year=2026",
	"/admin/ledger/budgets": "/admin/ledger/budgets?year=2026",
	"/admin/ledger/periods/:month": "/admin/ledger/periods/2026-03",
	"/admin/ledger/years/:year": "/admin/ledger/years/2026",
	"/admin/ledger/years/:year/surplus-plan": "/admin/ledger/years/2026/surplus-plan",
	"/member/family/:id": "/member/family/11",
	"/member/family/:id/edit": "/member/family/11/edit",
	"/admin/mail/:id": "/admin/mail/mail_1",
	"/admin/mail/:id/body": "/admin/mail/mail_1/body",
	"/admin/search": "/admin/search?q=%E7%85%A7%E8%AD%B7",
	"/admin/articles/:id/revisions/:number": "/admin/articles/1/revisions/1",
	"/admin/pages/:id/revisions/:number": "/admin/pages/1/revisions/1",
	"/admin/members/export/xlsx": "/admin/members/export/xlsx?columns=name",
	"/admin/members/export/csv": "/admin/members/export/csv?columns=name",
	...Object.fromEntries(
		["xlsx", "csv"].flatMap((format) => [
			[`/admin/examinations/items/${format}`, `/admin/examinations/items/${format}?id=1`],
			[`/admin/dues/report/export/${format}`, `/admin/dues/report/export/${format}?year=2001`],
			[`/admin/ledger/export/${format}`, `/admin/ledger/export/${format}?from=2026-03`],
			[`/admin/ledger/general/export/${format}`, `/admin/ledger/general/export/${format}?account=3&from=2026-03`],
			[`/admin/ledger/sub/export/${format}`, `/admin/ledger/sub/export/${format}?by=member&of=1&from=2026-03`],
			[
				`/admin/ledger/statements/export/${format}`,
				`/admin/ledger/statements/export/${format}?kind=balance&from=2026-03`,
			],
		]),
	),
	"/notices/:kind": "/notices/donor_data",
	"/admin/members/privacy/texts/:kind": "/admin/members/privacy/texts/personal_data",
	"/admin/members/privacy/texts/:kind/:version": "/admin/members/privacy/texts/personal_data/2026-12",
	"/member/privacy/texts/:kind/:version": "/member/privacy/texts/health_data/2026-11",
	"/member/privacy/consents/:kind": "/member/privacy/consents/health_data",
	"/member/privacy/consents/:kind/withdrawal": "/member/privacy/consents/health_data/withdrawal",
	"/admin/articles": "/admin/articles?q=%E7%85%A7%E8%AD%B7",
};
const addressOf = (path: string): string =>
	IDS[path] ??
	path.replace("/admin/users/:id", `/admin/users/${member.userId}`).replace(":id", "1").replace(/:\w+/, "none");

async function roundTrips(path: string): Promise<Counts> {
	const trips = { DB: 0, SEARCH: 0 };
	const over = { DB: counted(env.DB, () => trips.DB++), SEARCH: counted(env.SEARCH, () => trips.SEARCH++) };
	const answer = await ask(addressOf(path), { as: path.startsWith("/member") ? member : admin, over });
	await answer.text();
	expect([path, answer.status < 400 || answer.status === 404 || answer.status === 410]).toEqual([path, true]);
	return trips;
}

const pages = routes.filter(({ method }) => method === "GET").map(({ path }) => path);

describe("a page asks the database once besides the session, with one row and with three", () => {
	afterAll(() => void vi.useRealTimers());
	beforeAll(async () => {
		// The clock stands: a session that is used for minutes would be written to once more.
		vi.useFakeTimers({ toFake: ["Date"], now: AT });
		admin = await signIn({ name: "管理員", roles: ["admin", "accountant", "chair", "secretary", "auditor"] });
		member = await signIn({ name: "會員", roles: ["member"] });
		const token = await signPreview(env.PREVIEW_KEY, { kind: "article", id: 1 }, Date.now());
		const file = { id: "a".repeat(26), filename: "a.png" };
		IDS[paths.preview.place()] = paths.preview.show("article", 1, token);
		IDS[paths.preview.filePlace()] = paths.preview.file({ kind: "article", id: 1 }, file, token);
		IDS[paths.unsubscribe(":token")] = paths.unsubscribe(
			signLink(env.LINK_KEY, "unsubscribe", `member_announcements-u${member.userId}`),
		);
		IDS[paths.admin.announcements.filePlace()] = paths.admin.announcements.file(2, fileId(1), "圖.png");
		IDS[paths.member.announcements.filePlace()] = paths.member.announcements.file(1, fileId(1), "圖.png");
		await more(1);
	});
	const asks = async (path: string): Promise<void> => {
		const trips = await roundTrips(path);
		expect(trips).toEqual(expectedOf(path, trips));
	};
	// More rows never make fewer questions.
	test.each(shareOf(pages, 3))("%s with 1", asks);
	test("three of each", async () => {
		await more(2);
		await more(3);
	});
	test.each(pages)("%s with 3", asks);
	test("no page asks more than the session, itself and the search index", () => {
		const more = Object.entries(COUNTS).filter(([, { DB, SEARCH }]) => DB > 2 || SEARCH > 1);
		// A download, a print, and the look at a roster that is sealed: each first writes down who saw it. Before an erasure the
		// sealed history is opened for former names, and then they are looked for.
		expect(more.map(([path]) => path).sort()).toEqual([
			"/admin/audit/export",
			"/admin/certificates/:id/file",
			"/admin/dues/export/csv",
			"/admin/dues/export/xlsx",
			"/admin/dues/report/export/csv",
			"/admin/dues/report/export/xlsx",
			"/admin/examinations/items/csv",
			"/admin/examinations/items/xlsx",
			"/admin/finance/:id/attachments/:fileId",
			"/admin/finance/:id/print",
			"/admin/finance/export/csv",
			"/admin/finance/export/xlsx",
			"/admin/groups/people/export/csv",
			"/admin/groups/people/export/xlsx",
			"/admin/income/export/csv",
			"/admin/income/export/xlsx",
			"/admin/income/tax/export/csv",
			"/admin/income/tax/export/xlsx",
			"/admin/ledger/annual/export/csv",
			"/admin/ledger/annual/export/xlsx",
			"/admin/ledger/assets/export/csv",
			"/admin/ledger/assets/export/xlsx",
			"/admin/ledger/budgets/export/csv",
			"/admin/ledger/budgets/export/xlsx",
			"/admin/ledger/by-items/export/csv",
			"/admin/ledger/by-items/export/xlsx",
			"/admin/ledger/cash-book/export/csv",
			"/admin/ledger/cash-book/export/xlsx",
			"/admin/ledger/export/csv",
			"/admin/ledger/export/xlsx",
			"/admin/ledger/general/export/csv",
			"/admin/ledger/general/export/xlsx",
			"/admin/ledger/statements/export/csv",
			"/admin/ledger/statements/export/xlsx",
			"/admin/ledger/sub/export/csv",
			"/admin/ledger/sub/export/xlsx",
			"/admin/ledger/trial-balance/export/csv",
			"/admin/ledger/trial-balance/export/xlsx",
			"/admin/members/:id/own-files/:field",
			"/admin/members/:id/pseudonymisation",
			"/admin/members/export/csv",
			"/admin/members/export/xlsx",
			"/admin/members/imports/:id",
			"/admin/members/print/labels",
			"/admin/members/print/roster",
			"/admin/members/print/sign-in",
			"/admin/members/privacy/agreements/export/csv",
			"/admin/members/privacy/agreements/export/xlsx",
			"/admin/members/statistics/export/csv",
			"/admin/members/statistics/export/xlsx",
			"/admin/payees/export/csv",
			"/admin/payees/export/xlsx",
			"/admin/payments/:id/proof",
			"/admin/payments/export/csv",
			"/admin/payments/export/xlsx",
			"/admin/payments/imports/:id",
			"/admin/receipts/export/csv",
			"/admin/receipts/export/xlsx",
			"/admin/receipts/pdf",
			"/admin/releases/:id/paper",
			"/admin/tasks/export/csv",
			"/admin/tasks/export/xlsx",
			"/member/certificate/:id/file",
			"/member/family/:id/own-files/:field",
			"/member/profile/own-files/:field",
		]);
	});
});
