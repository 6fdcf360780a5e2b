import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { member, storedNow } from "../../support/members.ts";
import { cells, fieldValue, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { applicationForm, errorsBeside, wordsOf } from "../../support/profiles.ts";
import { auditOf, mailsTo, rolesOf, rows } from "../../support/users.ts";

const { links, show } = paths.admin.members;
const { profile, home } = paths.member;
let secretary: Person;
let sender: Person;
let phone: string;
let known: Awaited<ReturnType<typeof member>>;
let request: number;
let count = 0;
beforeAll(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
});
beforeEach(async () => {
	count += 1;
	phone = `09220000${String(count).padStart(2, "0")}`;
	known = await member({
		name: "石國樑",
		phone,
		member_no: `N${count}`,
		status: "active",
		city: "臺北市",
		occupation: "教師",
	});
	({ sender, request } = await sent({}));
});

/** Somebody who asked, with these fields. */
async function sent(given: Record<string, string>, roles: string[] = []): Promise<{ sender: Person; request: number }> {
	const who = await signIn({ name: `申請人${count}`, roles });
	const form = applicationForm({
		name: "石國樑",
		phone,
		email: `stone${count}@example.org`,
		occupation: "工程師",
		address: "中山路 1 號",
		...given,
	});
	expect((await ask(profile.store(), { as: who, form })).status).toBe(303);
	const [row] = await rows<{ id: number }>("SELECT id FROM link_requests WHERE user_id = ?", who.userId);
	return { sender: who, request: row?.id ?? 0 };
}
const decide = (form: Record<string, string>, { id = request, as = secretary } = {}) =>
	ask(links.decision(id), { as, form: { version: "1", ...form } });
const linkTo = (row: { id: number; version: number }, more = {}) =>
	decide({ decision: "link", member_id: String(row.id), member_version: String(row.version) }, more);
const requestNow = async (id = request) =>
	(await rows("SELECT status, member_id, closed_by, reason, profile, version FROM link_requests WHERE id = ?", id))[0];
const addressOf = async ({ userId }: Person) =>
	(await rows<{ email: string }>("SELECT email FROM users WHERE id = ?", userId))[0]?.email ?? "";

test("the list shows who waits, finds by name and number, and asks the database once", async () => {
	const list = await page(`${links.list()}?q=${encodeURIComponent(`申請人${count}`)}`, secretary);
	expect(cells(list).map(([who, , found]) => [who, found])).toEqual([
		[expect.stringContaining(`申請人${count}`), "1 位"],
	]);
	expect(await tripsOf(links.list(), secretary)).toBe(2);
	expect(await tripsOf(links.show(request), secretary)).toBe(2);
	expect(wordsOf((await page(`${links.list()}?q=nobody`, secretary)).html)).toContain("找不到符合的申請");
	expect(wordsOf((await page(`${links.list()}?tab=closed&q=nobody`, secretary)).html)).toContain("找不到符合的申請");
	expect((await ask(`${links.list()}?tab=x`, { as: secretary })).status).toBe(400);
});

test("a request stands beside the record, the differences marked, the id by its mask alone", async () => {
	const rowsOf = cells(await page(links.show(request), secretary));
	expect(rowsOf).toEqual([
		["姓名", "石國樑", "石國樑", "相同"],
		["手機號碼", phone, phone, "相同"],
		["電子郵件", `stone${count}@example.org`, "—", "連結時補上"],
		["身分", "病友", "病友", "相同"],
		["會員類別", "個人會員", "個人會員", "相同"],
		["縣市", "—", "臺北市", ""],
		["地址", "中山路 1 號", "—", ""],
		["職業", "工程師", "教師", "不同"],
	]);
	const other = await sent({ national_id: "F131104093", diagnosis_note: "氣喘", consent_health: "1" });
	const html = (await page(links.show(other.request), secretary)).html;
	expect(wordsOf(html)).toContain("F13****093");
	expect(html).not.toMatch(/F131104093|氣喘/);
});

test("a link joins login and record in one batch, fills what was empty, keeps what stood, and tells who asked", async () => {
	const answer = await linkTo(known);
	expect([answer.status, answer.headers.get("Location")]).toEqual([303, links.list()]);
	expect(await storedNow(known.id)).toMatchObject({
		user_id: sender.userId,
		status: "active",
		member_no: `N${count}`,
		email: `stone${count}@example.org`,
		occupation: "教師",
		city: "臺北市",
		address: null,
		version: known.version + 1,
	});
	expect(await requestNow()).toEqual({
		status: "linked",
		member_id: known.id,
		closed_by: secretary.userId,
		reason: null,
		profile: "",
		version: 2,
	});
	expect(await rows("SELECT kind, given, by_user_id, channel FROM consents WHERE member_id = ?", known.id)).toEqual([
		{ kind: "personal_data", given: 1, by_user_id: sender.userId, channel: "web" },
	]);
	expect(await rolesOf({ id: sender.userId })).toEqual(["member"]);
	const log = (await auditOf("member", known.id)).at(-1);
	expect(log).toMatchObject({ action: "member.link_login", user_id: secretary.userId });
	expect(JSON.parse(String(log?.changes))).toMatchObject({
		user: { from: null, to: sender.userId },
		link_request: request,
		fields: ["email"],
	});
	expect(String(log?.changes)).not.toContain("stone");
	expect((await auditOf("link_request", request)).map(({ action, user_id }) => [action, user_id])).toEqual([
		["link_request.send", sender.userId],
		["link_request.link", secretary.userId],
	]);
	expect(await mailsTo(await addressOf(sender))).toMatchObject([{ template: "link_request_linked", data: {} }]);
	expect(wordsOf((await page(home(), sender)).html)).toContain(`會員編號 N${count}`);
	const closed = wordsOf((await page(links.show(request), secretary)).html);
	expect(closed).toContain("處理結果 已連結");
	expect(closed).not.toContain("工程師");
});

test("a new application is made from the request; whoever asked waits on, as before", async () => {
	const before = wordsOf((await page(profile.create(), sender)).html);
	expect((await decide({ decision: "create" })).status).toBe(303);
	const [made] = await rows<{ id: number }>("SELECT id FROM members WHERE user_id = ?", sender.userId);
	expect(await storedNow(made?.id ?? 0)).toMatchObject({
		name: "石國樑",
		status: "applied",
		source: "self",
		phone,
		occupation: "工程師",
	});
	expect(await requestNow()).toMatchObject({ status: "created", member_id: made?.id, profile: "" });
	expect((await storedNow(known.id)).user_id).toBe(null);
	expect(wordsOf((await page(profile.create(), sender)).html)).toBe(before);
	expect(await mailsTo(await addressOf(sender))).toEqual([]);
});

test("a refusal needs a reason, which whoever asked reads behind the login and not in the mail; then they may send again", async () => {
	const without = await shown(await decide({ decision: "refuse", reason: "  " }));
	expect([without.status, errorsBeside(without.elements)]).toEqual([
		422,
		{ reason: "請說明原因，申請人才知道怎麼補正。" },
	]);
	expect((await decide({ decision: "refuse", reason: "請補生日\n與地址" })).status).toBe(303);
	expect(await requestNow()).toMatchObject({
		status: "refused",
		member_id: null,
		reason: "請補生日\n與地址",
		profile: "",
	});
	expect(await mailsTo(await addressOf(sender))).toMatchObject([{ template: "link_request_refused", data: {} }]);
	const again = await page(profile.create(), sender);
	expect(wordsOf(again.html)).toContain("上次送出的資料需要補正 請補生日 與地址");
	expect(
		(await ask(profile.store(), { as: sender, form: applicationForm({ phone, birth_date: "1980/1/1" }) })).status,
	).toBe(303);
	expect(
		(await rows("SELECT status FROM link_requests WHERE user_id = ? ORDER BY id", sender.userId)).map(
			({ status }) => status,
		),
	).toEqual(["refused", "open"]);
});

describe("refuses", () => {
	const standing = async () => [await requestNow(), await storedNow(known.id)];
	const unchanged = async (answer: Response, status: number, words: string) => {
		const { html } = await shown(answer);
		expect([answer.status, (await requestNow())?.status]).toEqual([status, "open"]);
		expect(wordsOf(html)).toContain(words);
	};

	test("a record that has a login, that changed, that was merged away, or that died", async () => {
		const taken = await signIn({ roles: ["member"] });
		const before = await standing();
		const theirs = await member({ name: "石國樑", phone, userId: taken.userId });
		await unchanged(await linkTo(theirs), 422, "這個帳號已經連結到另一位會員。");
		await unchanged(await linkTo({ id: known.id, version: 9 }), 409, "這位會員的資料在您編輯時已被其他人更新。");
		const dead = await member({ name: "石國樑", phone, status: "deceased" });
		await unchanged(await linkTo(dead), 422, "會員目前的狀態不能這樣做");
		await env.DB.prepare("UPDATE members SET merged_into = ?2 WHERE id = ?1").bind(dead.id, known.id).run();
		await unchanged(await linkTo(dead), 422, "這筆資料已併入另一位會員。");
		expect(await standing()).toEqual(before);
	});

	test("one's own request, whatever the decision", async () => {
		const own = await sent({}, ["secretary"]);
		const html = wordsOf((await page(links.show(own.request), own.sender)).html);
		expect(html).toContain("這是您或家人的申請，請由其他工作人員處理。");
		const by = { id: own.request, as: own.sender };
		const answers = [
			await linkTo(known, by),
			await decide({ decision: "create" }, by),
			await decide({ decision: "refuse", reason: "x" }, by),
		];
		expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
		expect(await requestNow(own.request)).toMatchObject({ status: "open", version: 1 });
	});

	test("a request that somebody else decided first; of two at once one wins", async () => {
		const both = await Promise.all([linkTo(known), decide({ decision: "create" })]);
		expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
		expect((await rows("SELECT id FROM members WHERE user_id = ?", sender.userId)).length).toBe(1);
		expect((await decide({ decision: "refuse", reason: "x" })).status).toBe(409);
		expect((await decide({ decision: "refuse", reason: "x" }, { id: 999_999 })).status).toBe(404);
	});

	test("a national id that is somebody's already, when a new application is made", async () => {
		await member({ name: "另一位", national_id: "A800000014" });
		const other = await sent({ national_id: "A800000014" });
		const answer = await decide({ decision: "create" }, { id: other.request });
		expect([answer.status, (await requestNow(other.request))?.status]).toEqual([422, "open"]);
	});

	test("whoever may not manage members", async () => {
		const chair = await signIn({ roles: ["cashier"] });
		for (const path of [links.list(), links.show(request)]) expect((await ask(path, { as: chair })).status).toBe(403);
		expect((await linkTo(known, { as: chair })).status).toBe(403);
	});
});

test("a record that nothing led to is compared by its number, and linked", async () => {
	const other = await member({ name: "石國梁", member_no: `Q${count}`, status: "active" });
	const beside = await page(`${links.show(request)}?with=q${count}`, secretary);
	expect(wordsOf(beside.html)).toContain(`石國梁　Q${count}`);
	expect(wordsOf((await page(`${links.show(request)}?with=Z9`, secretary)).html)).toContain("沒有這個會員編號。");
	expect(fieldValue(beside, "member_id")).toBe(String(other.id));
	expect((await linkTo(other)).status).toBe(303);
	expect(await requestNow()).toMatchObject({ status: "linked", member_id: other.id });
	expect((await ask(show(other.id), { as: secretary })).status).toBe(200);
});
