import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { renderMail } from "#domain/system/mail/render.ts";
import { mailSettings } from "#domain/system/mail/settings.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { hashCode } from "#platform/codes.ts";
import { claim, empty, item, member, memberWithLogin, notices, reminders } from "../../support/dues-notices.ts";
import { endDuesItems } from "../../support/money-fixtures.ts";
import { cells, fieldValue, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { person, rows } from "../../support/users.ts";

const { dues } = paths.admin;
let secretary: Person;

beforeEach(async () => {
	await empty();
	await env.DB.prepare("DELETE FROM bank_accounts").run();
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
});

const YEAR = Number(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 4));
const ROC = YEAR - 1911;
const names = async (query = "") =>
	cells(await page(`${dues.notices()}${query}`, secretary)).map((row) => row[1]?.split("受")[0]);
const post = async (path: string, form: Record<string, string | string[]>, as = secretary) => ask(path, { as, form });

describe("the list", () => {
	test("who owes, how much, how they are reached, and when they were told last", async () => {
		const { id: parent } = await memberWithLogin({ name: "石永明", owes: [YEAR - 1, YEAR] });
		await member({ name: "石小安", guardian: parent, email: null, owes: [YEAR], percent: 50 });
		await member({ name: "陳<怡君", email: null, owes: [YEAR] });
		const waits = await member({ name: "等候者" });
		await claim(waits, await item(waits, YEAR));
		for (const of of [
			{ name: "已繳者", paid: [YEAR] },
			{ name: "永久", type: "lifetime", owes: [YEAR] },
			{ name: "退會者", status: "resigned", owes: [YEAR] },
			{ name: "已故者", status: "deceased", owes: [YEAR] },
		])
			await member(of);
		const seen = await page(dues.notices(), secretary);
		expect(cells(seen).map((row) => [row[1], row[5], row[6], row[7]])).toEqual([
			["石永明", "2,0002 項", "有", "還沒有"],
			["石小安受監護：石永明", "5001 項", "有", "還沒有"],
			["陳&lt;怡君", "1,0001 項", "沒有", "還沒有"],
		]);
		expect(seen.html).toContain("3 位共欠 3,500 元；2 位可以寄電子郵件，1 位要寄通知單。");
	});

	test("is narrowed by year, status, type, e-mail, days and ids", async () => {
		const old = await member({ name: "欠舊年", owes: [YEAR - 2] });
		await member({ name: "沒信箱", email: null, owes: [YEAR] });
		await member({ name: "贊助者", type: "sponsor", status: "suspended", owes: [YEAR] });
		const lapsed = await member({ name: "未續繳", owes: [YEAR], paid: [YEAR - 5] });
		await env.DB.prepare("INSERT INTO dues_notices (member_id, kind, channel, at) VALUES (?, 'manual', 'line', ?)")
			.bind(old, Date.now() - 10 * 86_400_000)
			.run();
		expect(await names(`?year=${YEAR - 2}`)).toEqual(["欠舊年"]);
		expect(await names("?status=suspended")).toEqual(["贊助者"]);
		expect(await names("?status=lapsed")).toEqual(["未續繳"]);
		expect(await names("?type=sponsor")).toEqual(["贊助者"]);
		expect(await names("?reach=none")).toEqual(["沒信箱"]);
		expect(await names("?quiet=30")).toEqual(["沒信箱", "贊助者", "未續繳"]);
		expect((await names("?quiet=7")).length).toBe(4);
		expect(await names(`?ids=${old}.${lapsed}`)).toEqual(["欠舊年", "未續繳"]);
		expect(await names(`?year=${YEAR + 1}`)).toEqual([undefined]);
		expect((await ask(`${dues.notices()}?status=deceased`, { as: secretary })).status).toBe(400);
	});

	test("is narrowed by a group and a segment, as they are today, and so are the mails and papers", async () => {
		const north = await member({ name: "北區的", owes: [YEAR] });
		const left = await member({ name: "離開的", owes: [YEAR] });
		await member({ name: "臺北的", owes: [YEAR] });
		const run = (sql: string, ...values: number[]) =>
			env.DB.prepare(sql)
				.bind(...values)
				.run();
		await run("INSERT INTO member_groups (id, name, created_at, updated_at) VALUES (1, '北區', 1, 1)");
		const joins = `INSERT INTO group_memberships (group_id, member_id, from_on, until_on, created_at, updated_at)
			VALUES (1, ?, '2020-01-01', iif(?, '2020-12-31', NULL), 1, 1)`;
		await run(joins, north, 0);
		await run(joins, left, 1);
		await run("UPDATE members SET city = '臺北市' WHERE name = '臺北的'");
		await run(
			"INSERT INTO member_segments (id, name, city, created_at, updated_at) VALUES (1, '臺北<市>', '臺北市', 1, 1)",
		);
		expect(await names("?group=1")).toEqual(["北區的"]);
		expect(await names("?segment=1")).toEqual(["臺北的"]);
		expect(await names("?segment=2")).toEqual([undefined]);
		const list = await page(`${dues.notices()}?segment=1`, secretary);
		expect(list.html).toContain(">臺北&lt;市></option>");
		expect(list.html).toContain(`${dues.noticesMail()}?segment=1`);
		const mail = await page(`${dues.noticesMail()}?segment=1`, secretary);
		expect(mail.html).toContain("選定的條件名單");
		expect(mail.html).toMatch(/1 位/);
	});

	test("leads with those who are ticked, or with all who fit", async () => {
		const [one, two] = [await member({ owes: [YEAR] }), await member({ owes: [YEAR] })];
		const to = async (place: string, form: Record<string, string | string[]>) =>
			(await post(dues.noticesBulk(place), form)).headers.get("Location");
		expect(await to("mail", { ids: [String(one), String(two)] })).toBe(`${dues.noticesMail()}?ids=${one}.${two}`);
		expect(await to("print", { ids: [], all: "reach=none&year=2026" })).toBe(
			`${dues.noticesPrint()}?reach=none&year=2026`,
		);
		expect(await to("text", { ids: [String(one)], all: "*" })).toBe(dues.noticesText());
		expect(await to("mail", { ids: [] })).toBe(dues.notices());
		expect((await post(dues.noticesBulk("elsewhere"), { ids: [String(one)] })).status).toBe(404);
	});
});

describe("by mail", () => {
	test("says before how many get one and what it reads like, and sends it once a day", async () => {
		const { id: parent, userId } = await memberWithLogin({ name: "石永明", owes: [YEAR] });
		const child = await member({ name: "石小安", guardian: parent, email: null, owes: [YEAR] });
		const none = await member({ email: null, owes: [YEAR] });
		const asked = await page(dues.noticesMail(), secretary);
		expect(asked.html).toContain("2 位");
		expect(asked.html).toContain("以石永明收到的為例");
		expect(asked.html).toContain("會費繳納提醒");
		for (const words of ["常年會費", "合計：2,000 元", "繳費期限：", "請寫會員編號 N"])
			expect(asked.html).toContain(words);
		expect(asked.html).not.toContain("石小安");
		const key = fieldValue(asked, "_key") ?? "";
		const answers = await Promise.all([1, 2].map(() => post(dues.noticesMail(), { query: "", _key: key })));
		expect(answers.map(({ status }) => status)).toEqual([303, 303]);
		await post(dues.noticesMail(), { query: "", _key: "another" });
		expect((await reminders()).map(({ user_id, data }) => [user_id, data])).toMatchObject([
			[userId, { kind: "manual", own: true, dependents: 1, until: null, grace: null }],
		]);
		const [mail] = await reminders();
		// What was shown is what is sent.
		const words = renderMail(
			{ template: "dues_reminder", data: JSON.stringify(mail?.data), toName: mail?.to_name ?? "" },
			{ settings: mailSettings(new Map()), links: mailLinks(env) },
		);
		expect(asked.html).toContain(words?.text ?? "nothing");
		expect((await notices()).map(({ at: _at, ...row }) => row)).toEqual(
			[parent, child].map((id) =>
				expect.objectContaining({
					member_id: id,
					kind: "manual",
					channel: "mail",
					amount: 1_000,
					user_id: secretary.userId,
					mail_id: mail?.id,
				}),
			),
		);
		expect((await page(dues.noticesMail(), secretary)).html).toContain("會收到</dt><dd>0 位");
		expect((await notices()).some(({ member_id }) => member_id === none)).toBe(false);
	});

	test("to those chosen alone; the log says who did it, with codes and no names", async () => {
		const [one] = [await member({ name: "王小明", owes: [YEAR] }), await member({ owes: [YEAR] })];
		const answer = await post(dues.noticesMail(), { query: `ids=${one}`, _key: "k1" });
		expect(answer.headers.get("Location")).toBe(dues.noticesLog());
		expect((await notices()).map(({ member_id }) => member_id)).toEqual([one]);
		const [logged] = await rows(
			"SELECT user_id, description, changes FROM audit_log WHERE action = 'dues.notify_mail' ORDER BY id DESC",
		);
		expect(logged).toEqual({ user_id: secretary.userId, description: "", changes: '{"ids":"1"}' });
		expect((await post(dues.noticesMail(), { query: "status=deceased", _key: "k2" })).status).toBe(404);
	});

	test("who paid meanwhile gets none", async () => {
		const id = await member({ owes: [YEAR] });
		await endDuesItems("waived", `member_id = ${id}`, "清寒");
		await post(dues.noticesMail(), { query: `ids=${id}`, _key: "k3" });
		expect(await notices()).toEqual([]);
	});
});

describe("on paper", () => {
	const account = () =>
		env.DB.batch([
			env.DB.prepare(
				"INSERT OR IGNORE INTO accounts (code, name, created_at, updated_at) VALUES ('1130-91', '合庫', 1, 1)",
			),
			env.DB.prepare(
				`INSERT INTO bank_accounts (kind, name, bank_name, branch, holder, number, account_id, created_at, updated_at)
				SELECT 'bank', '合庫', '合作金庫', '大安分行', '漣漪病友協會', '0040-717-888999', id, 1, 1 FROM accounts WHERE code = '1130-91'`,
			),
		]);

	test("one paper for each: address, items with the discount, sum, deadline and account; written down once a day", async () => {
		await account();
		const one = await member({
			name: "陳<怡君",
			email: null,
			address: "忠孝東路 1 號",
			owes: [YEAR - 1, YEAR],
			percent: 50,
		});
		const asked = await page(`${dues.noticesPrint()}?until=2027-01-15`, secretary);
		expect(asked.elements.filter(({ attributes }) => attributes.class === "paper dues-notice").length).toBe(1);
		expect(await notices()).toEqual([]);
		const made = await shown(await post(dues.noticesPrint(), { query: "", until: "2027-01-15" }));
		expect(made.elements.filter(({ attributes }) => attributes.class === "paper dues-notice").length).toBe(1);
		expect(cells(made)).toEqual([
			[`常年會費 ${ROC - 1} 年（減免 50%）`, "1,000", "−500", "—", "500"],
			[`常年會費 ${ROC} 年（減免 50%）`, "1,000", "−500", "—", "500"],
		]);
		for (const words of [
			"陳&lt;怡君",
			"忠孝東路 1 號",
			"<b>1,000 元</b>，請在中華民國116年1月15日以前繳納",
			"合作金庫 大安分行　戶名 漣漪病友協會　帳號 0040-717-888999",
			"/member/payments/new",
		])
			expect(made.html).toContain(words);
		await post(dues.noticesPrint(), { query: "", until: "2027-01-15" });
		expect(
			(await notices()).map(({ member_id, channel, amount, user_id }) => [member_id, channel, amount, user_id]),
		).toEqual([[one, "print", 1_000, secretary.userId]]);
		expect((await post(dues.noticesPrint(), { query: "", until: "31.2." })).status).toBe(422);
	});

	test("codes for logins that wait, for a family one; never for staff; each voids the one before, and only its hash is stored", async () => {
		const parentUser = await person({
			name: "石永明",
			phone: "0911000111",
			email: null,
			status: "invited",
			roles: ["member"],
		});
		const staffUser = await person({
			name: "職員",
			phone: "0911000112",
			email: null,
			status: "invited",
			roles: ["member", "cashier"],
		});
		const parent = await member({ name: "石永明", userId: parentUser.id, email: null, owes: [YEAR] });
		const child = await member({ name: "石小安", guardian: parent, email: null, owes: [YEAR] });
		await member({ name: "職員", userId: staffUser.id, email: null, owes: [YEAR] });
		const active = await person({ phone: "0911000113", email: null });
		await member({ name: "已啟用", userId: active.id, email: null, owes: [YEAR] });
		const asked = await page(dues.noticesCodes(), secretary);
		expect(asked.html).toContain("1 個帳號，印上啟用碼");
		expect(await rows("SELECT * FROM one_time_codes WHERE purpose = 'activation'")).toEqual([]);
		const form = { query: "", until: "2027-01-15", _key: fieldValue(asked, "_key") ?? "" };
		const made = await shown(await post(dues.noticesCodes(), form));
		const codes = [...made.html.matchAll(/<b class="notice-code">([0-9A-Z]{5}-[0-9A-Z]{5})<\/b>/g)].map(
			([, code]) => code ?? "",
		);
		expect([codes.length, new Set(codes).size]).toEqual([2, 1]);
		expect(made.html).toContain("0911 000 111");
		const stored = await rows("SELECT code_hash, user_id, used_at FROM one_time_codes WHERE purpose = 'activation'");
		expect(stored).toEqual([
			{ code_hash: await hashCode(env, "activation", codes[0] ?? ""), user_id: parentUser.id, used_at: null },
		]);
		expect((await notices()).map(({ member_id }) => member_id).slice(0, 2)).toEqual([parent, child]);
		const log = "SELECT count(*) AS n FROM audit_log WHERE action = 'user.issue_activation_code' AND auditable_id = ?";
		expect(await rows(log, String(parentUser.id))).toEqual([{ n: 1 }]);
		// Sent again, it makes none: what is on paper works on.
		expect((await post(dues.noticesCodes(), form)).status).toBe(422);
		expect(await rows(log, String(parentUser.id))).toEqual([{ n: 1 }]);
		await post(dues.noticesCodes(), { ...form, _key: "another" });
		expect(
			await rows("SELECT used_at IS NULL AS works FROM one_time_codes WHERE user_id = ? ORDER BY works", parentUser.id),
		).toEqual([{ works: 0 }, { works: 1 }]);
	});

	test("makes logins where that is asked for: of a mobile that is nobody else's, for nobody with a guardian", async () => {
		const made = await member({ name: "林先生", email: null, phone: "0922000111", owes: [YEAR] });
		const shares = [
			await member({ name: "甲", email: null, phone: "0922000222", owes: [YEAR] }),
			await member({ name: "乙", email: null, phone: "0922000222", owes: [YEAR] }),
		];
		const ward = await member({ name: "丙", email: null, phone: "0922000333", guardian: made, owes: [YEAR] });
		const silent = await member({ name: "丁", email: null, owes: [YEAR] });
		const form = { query: "", until: "2027-01-15" };
		const without = await shown(await post(dues.noticesCodes(), { ...form, _key: "a" }));
		expect(without.html).not.toContain('class="notice-code"');
		const answer = await shown(await post(dues.noticesCodes(), { ...form, logins: "1", _key: "b" }));
		expect(answer.html).toContain("0922 000 111");
		const logins = await rows<{ id: number; user_id: number | null }>(
			"SELECT id, user_id FROM members WHERE id >= ? ORDER BY id",
			made,
		);
		expect(logins.map(({ id, user_id }) => [id, user_id !== null])).toEqual([
			[made, true],
			...shares.map((id) => [id, false]),
			[ward, false],
			[silent, false],
		]);
		// The ward's paper goes to the guardian, with their code.
		expect([...answer.html.matchAll(/class="notice-code"/g)].length).toBe(2);
	});

	test("needs who manages members, and to have given the password lately", async () => {
		await member({ email: null, owes: [YEAR] });
		const assessor = await signIn({ permissions: ["dues.manage"] });
		expect((await ask(dues.noticesCodes(), { as: assessor })).status).toBe(403);
		expect((await page(dues.noticesPrint(), assessor)).html).not.toContain(dues.noticesCodes());
		const tired = await signIn({ roles: ["secretary"], authenticatedAt: Date.now() - 11 * 60_000 });
		const answer = await ask(dues.noticesCodes(), { as: tired });
		expect([answer.status, answer.headers.get("Location")?.split("?")[0]]).toEqual([303, paths.account.confirm()]);
		expect((await post(dues.noticesCodes(), { query: "", until: "2027-01-15" }, tired)).status).toBe(403);
	});
});

describe("on LINE", () => {
	test("a text for a group without names and amounts, one for each, and a button that writes it down", async () => {
		const one = await member({ name: "陳怡君", owes: [YEAR] });
		const two = await member({ name: "王小明", owes: [YEAR] });
		const { html, elements } = await page(dues.noticesText(), secretary);
		const texts = elements.flatMap(({ attributes }) => attributes["data-copy"] ?? []);
		expect(texts.length).toBe(3);
		expect(texts[0]).not.toMatch(/陳怡君|王小明|1,000/);
		expect(texts[1]).toContain("陳怡君 您好");
		expect(texts[1]).toContain(`・常年會費 ${ROC} 年 1,000 元`);
		expect(html).toContain("記下這 2 位已用 LINE 通知");
		for (const ids of [String(one), `${one}.${two}`, `${one}.${two}`])
			await post(dues.noticesText(), { query: "", ids });
		expect((await notices()).map(({ member_id, channel }) => [member_id, channel])).toEqual([
			[one, "line"],
			[two, "line"],
		]);
	});
});

describe("the log", () => {
	test("who was told of what, how, when and by whom, with what became of the mail", async () => {
		const one = await member({ name: "陳怡君", owes: [YEAR] });
		await post(dues.noticesMail(), { query: "", _key: "l1" });
		await post(dues.noticesText(), { query: "", ids: String(one) });
		await env.DB.prepare("UPDATE mail_messages SET state = 'bounced', settled_at = 2, attempts = 1").run();
		await env.DB.prepare(
			"INSERT INTO dues_notices (member_id, kind, channel, period_end, at) VALUES (?, 'end', 'mail', '2025-12-31', 5)",
		)
			.bind(one)
			.run();
		const seen = await page(dues.noticesLog(), secretary);
		expect(cells(seen).map(([, ...row]) => row)).toEqual([
			[expect.stringContaining("陳怡君"), "人工通知", "LINE", "1,000", "林書瑜"],
			[expect.stringContaining("陳怡君"), "人工通知", "電子郵件遭退信", "1,000", "林書瑜"],
			[expect.stringContaining("陳怡君"), "到期（114 年底）", "電子郵件", "—", "系統排程"],
		]);
		expect(cells(await page(`${dues.noticesLog()}?kind=end`, secretary)).length).toBe(1);
		expect(cells(await page(`${dues.noticesLog()}?channel=line&member=${one}`, secretary)).length).toBe(1);
	});
});

test("a member's history tells what they were told, to who sees dues", async () => {
	const id = await member({ name: "陳怡君", owes: [YEAR] });
	await post(dues.noticesText(), { query: "", ids: String(id) });
	const history = paths.admin.members.history(id);
	const { html } = await page(history, secretary);
	expect(html).toContain(`${dues.noticesLog()}?member=${id}`);
	expect(html).toContain("當時尚欠 1,000 元");
	const viewer = await signIn({ permissions: ["members.view"] });
	expect((await page(history, viewer)).html).not.toContain("當時尚欠");
});

test("each page takes the same few round trips, whatever the number of members", async () => {
	const trips = () =>
		Promise.all(
			[
				dues.notices(),
				dues.noticesMail(),
				dues.noticesPrint(),
				dues.noticesCodes(),
				dues.noticesText(),
				dues.noticesLog(),
			].map((path) => tripsOf(path, secretary)),
		);
	await member({ owes: [YEAR] });
	expect(await trips()).toEqual([2, 2, 2, 2, 2, 2]);
	await member({ owes: [YEAR], email: null });
	await member({ owes: [YEAR] });
	expect(await trips()).toEqual([2, 2, 2, 2, 2, 2]);
});
