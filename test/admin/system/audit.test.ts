import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { type AuditEntry, recordAudit } from "#db/audit.ts";
import { commit, open } from "#db/commit.ts";
import { createDocument, submitDocument } from "#domain/books/finance/actions.ts";
import { sealTail } from "#domain/system/audit/actions.ts";
import { paths } from "#http/paths.ts";
import { byCron, byUser } from "#kernel/by.ts";
import { input } from "../../support/finance.ts";
import { cells, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const db = open(env.DB);
const list = paths.admin.audit.list();
const DAY = 86_400_000;
/** 09:30 in Taipei, on a day long past. */
const AT = Date.parse("2026-03-05T09:30:00+08:00");
let reader: Person;
let chair: Person;

const note = (entry: Partial<AuditEntry>) =>
	commit(
		db,
		recordAudit(db, {
			...byCron(AT),
			action: "tag.rename",
			auditableType: "tag",
			auditableId: "1",
			description: "",
			...entry,
		}),
	);

beforeAll(async () => {
	reader = await signIn({ name: "陳稽核", permissions: ["audit.view"] });
	chair = await signIn({ name: "王<理事長>", roles: ["chair"] });
});

test("nothing yet, and nothing that fits, say different things", async () => {
	const empty = await page(list, reader);
	expect(cells(empty)).toEqual([[expect.stringContaining("還沒有紀錄")]]);
	expect(empty.html).toContain("尚未存證；目前有 0 筆紀錄。");
	expect(empty.html).not.toContain("/admin/audit/export");
	const none = await page(`${list}?q=nothing`, reader);
	expect(cells(none)).toEqual([[expect.stringContaining("找不到符合的紀錄")]]);
});

test("a row tells when, who for whom, what, about what, from where, and what changed", async () => {
	await note({
		...byUser(chair.userId, "192.0.2.7", AT),
		onBehalfOf: reader.userId,
		action: "settings.update",
		auditableType: "settings",
		auditableId: "fees",
		description: "entrance_fee, grace_months",
		changes: { entrance_fee: { from: 1000, to: 1500 }, grace_months: { from: 3, to: 0 } },
	});
	const seen = await page(list, reader);
	expect(cells(seen)).toEqual([
		[
			"3月5日 09:30",
			"王&lt;理事長>代理 陳稽核",
			"修改設定入會費、寬限期變更內容入會費原為1,000 元→改為1,500 元寬限期原為3 個月→改為0 個月",
			"設定：會費",
			"192.0.2.7",
		],
	]);
	expect(seen.elements.find(({ name }) => name === "time")?.attributes.title).toBe("115年3月5日 09:30");
});

test.each([
	[
		"role.edit",
		"role",
		{ added: ["audit.view"], name: { from: "甲", to: "" } },
		"增加的權限查看稽核紀錄名稱原為甲→（空白）",
	],
	["user.edit", "user", { fields: ["name", "email"] }, "修改的欄位名稱、電子郵件"],
	["user.set_roles", "user", { roles: [999] }, "角色角色 999"],
	[
		"webhook.update",
		"webhook_endpoint",
		{ from: "a.example", events: ["article.*"] },
		"原網址的主機a.example事件文章（全部）",
	],
	["webhook.update", "webhook_endpoint", { events: [] }, "事件全部事件"],
	["deputy.name", "deputy", { from: "2026-01-01", to: "2026-02-01" }, "起日115年1月1日迄日115年2月1日"],
	[
		"article.publish",
		"article",
		{ from: "draft", state: "published", publishedAt: AT },
		"原狀態草稿狀態已發布發布時間115年3月5日 09:30",
	],
	[
		"article.archive",
		"article",
		{ from: "published", to: "archived", stood: { state: "published", unpublish_at: AT } },
		"原狀態已發布新狀態已封存",
	],
	["x.y", "thing", { a: { b: 1 }, c: null, d: true, "<e>": "<f>" }, "ab：1c（空白）d是&lt;e>&lt;f>"],
])("what changed in %s of a %s: %j", async (action, auditableType, changes, expected) => {
	await note({ at: AT + DAY, action, auditableType, auditableId: "7", description: "d", changes });
	const [newest] = cells(await page(list, reader));
	expect(newest?.[2]?.split("變更內容")[1]).toBe(expected);
});

test("bare SQL may write what is no JSON object: it is shown as it is", async () => {
	await env.DB.prepare(
		`INSERT INTO audit_log (at, actor, action, auditable_type, auditable_id, description, changes)
		VALUES (?, 'operator', 'x.y', 'thing', '7', '', '["<b>"]')`,
	)
		.bind(AT + 2 * DAY)
		.run();
	const [newest] = cells(await page(list, reader));
	expect(newest).toEqual([
		"3月7日 09:30",
		"系統維運",
		expect.stringContaining("內容[&quot;&lt;b>&quot;]"),
		"thing 7",
		"—",
	]);
});

test("filters by person, action, kind, record, day and text; each condition can be taken away", async () => {
	const count = async (query: string) => cells(await page(`${list}?${query}`, reader)).length;
	expect(await count(`actor=user:${chair.userId}`)).toBe(1);
	expect(await count("action=webhook.update")).toBe(2);
	expect(await count("type=user")).toBe(2);
	expect(await count("type=user&id=7")).toBe(2);
	expect(await count("from=2026-03-06&to=2026-03-06")).toBe(9);
	expect(await count("from=2026-03-05&to=2026-03-05")).toBe(1);
	expect(await count("q=ENTRANCE")).toBe(1);
	const seen = await page(`${list}?q=&actor=user:${chair.userId}&type=settings&id=fees&from=2026-03-05`, reader);
	const chips = seen.elements.filter(({ attributes }) => attributes.class === "chip");
	expect(chips.map(({ text }) => text)).toEqual([
		"執行者：王&lt;理事長>移除",
		"對象：設定移除",
		"日期從：115年3月5日移除",
		"編號：fees移除",
	]);
	expect(chips[1]?.attributes.href).toBe(`/admin/audit?actor=user%3A${chair.userId}&amp;id=fees&amp;from=2026-03-05`);
	for (const bad of ["from=tomorrow", "before=x", "sort=at"])
		expect((await ask(`${list}?${bad}`, { as: reader })).status).toBe(400);
});

test("older and newer pages show every row once, in both directions", async () => {
	for (let n = 0; n < 120; n++) await note({ at: AT + 3 * DAY + (n % 7), action: "tag.rename", description: `r${n}` });
	const at = async (path: string) => {
		const seen = await page(path, reader);
		const links = seen.elements.filter(({ attributes }) => attributes.rel === "next" || attributes.rel === "prev");
		const to = Object.fromEntries(
			links.map(({ attributes }) => [attributes.rel, attributes.href?.replaceAll("&amp;", "&")]),
		);
		return { names: cells(seen).map((row) => row[2]), ...to } as { names: string[]; next?: string; prev?: string };
	};
	const first = await at(`${list}?action=tag.rename`);
	const second = await at(first.next ?? "");
	const third = await at(second.next ?? "");
	expect([first.names.length, second.names.length, third.names.length]).toEqual([50, 50, 20]);
	expect([first.prev, third.next]).toEqual([undefined, undefined]);
	expect(new Set([...first.names, ...second.names, ...third.names]).size).toBe(120);
	expect((await at(third.prev ?? "")).names).toEqual(second.names);
	const back = await at((await at(third.prev ?? "")).prev ?? "");
	expect([back.names, back.prev]).toEqual([first.names, undefined]);
});

test("the line of the seals", async () => {
	await sealTail(db, () => [], Date.now());
	expect((await page(list, reader)).html).toMatch(/最後存證於<time[^>]*>剛剛<\/time>，全部紀錄都已存證。/);
	await note({ at: AT });
	expect((await page(list, reader)).html).toContain("其後 1 筆等待存證。");
});

test("the export has the rows of the filter, as a file of today, and neutral cells", async () => {
	await note({ action: "x.formula", description: "=1+1" });
	const answer = await ask(`${paths.admin.audit.export()}?action=x.formula`, { as: reader });
	const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
	expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
	expect(decodeURIComponent(answer.headers.get("Content-Disposition")?.split("''")[1] ?? "")).toBe(
		`稽核紀錄-${today}.csv`,
	);
	const [head, row, end] = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
		.decode(await answer.arrayBuffer())
		.split("\r\n");
	expect(head).toBe("\u{FEFF}編號,時間,執行者,姓名,代理對象,動作,對象類型,對象編號,說明,IP 位址,變更內容");
	expect(row).toMatch(/^\d+,2026-03-05 09:30:00,cron,,,x\.formula,tag,1,'=1\+1,,\{\}$/);
	expect(end).toBe("");
	const all = await (await ask(paths.admin.audit.export(), { as: reader })).text();
	const rows = await env.DB.prepare("SELECT count(*) AS n FROM audit_log").first<number>("n");
	expect(all.trimEnd().split("\r\n").length).toBe((rows ?? 0) + 1);
});

test("one round trip besides the session", async () => {
	expect(await tripsOf(`${list}?type=tag`, reader)).toBe(2);
	expect(await tripsOf(`${list}?type=nothing`, reader)).toBe(2);
});

test("nobody else reads it", async () => {
	const other = await signIn({ permissions: ["settings.manage", "operations.manage"] });
	for (const path of [list, paths.admin.audit.export()]) {
		const answer = await ask(path, { as: other });
		expect([path, answer.status]).toEqual([path, 403]);
		expect((await shown(answer)).html).not.toContain("入會費");
	}
});

test("a record is named by its own number; one that is gone, or has none yet, by what is stored", async () => {
	const member = await env.DB.prepare(
		"INSERT INTO members (member_no, name, status, created_at, updated_at) VALUES ('M0015', '郭子晴', 'active', 1, 1) RETURNING id",
	).first<number>("id");
	const applicant = await signIn({ name: "申請人", roles: ["applicant"] });
	const by = { ...byUser(applicant.userId, null, Date.now()), userId: applicant.userId };
	const create = () =>
		createDocument(env, db, { input: input({ payeeUserId: null }), uploads: [], key: crypto.randomUUID(), by });
	const sent = await create();
	await submitDocument(db, { ref: { id: sent, version: 1 }, by });
	const draft = await create();
	const shownAs = async (type: string, id: number | null) =>
		cells(await page(`${list}?type=${type}&id=${id}`, reader)).at(-1)?.[3];
	await note({ auditableType: "member", auditableId: String(member) });
	await note({ auditableType: "voucher", auditableId: "999", description: "支115-0007" });
	expect(await shownAs("member", member)).toBe("會員 M0015");
	expect(await shownAs("voucher", 999)).toBe("傳票 999");
	expect(await shownAs("finance_document", sent)).toMatch(/^支出申請 F1\d\d-0001$/);
	expect(await shownAs("finance_document", draft)).toBe(`支出申請 ${draft}`);
});
