import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { app } from "#app.ts";
import { REJECT_REASONS } from "#domain/people/certificates/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { DAY, fileOf, logOf, member, memberWithLogin, recordOf, stored, upload } from "../../support/certificates.ts";
import { cells, page, type Shown, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { REAL } from "../../support/pictures.ts";
import { rows } from "../../support/users.ts";

const { certificates, members } = paths.admin;
const NOW = Date.now();
const day = (after: number) => dateInTaipei(NOW + after * DAY);
const words = ({ html }: Pick<Shown, "html">): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");

let cashier: Person;
beforeEach(async () => {
	await env.DB.batch(
		["DELETE FROM mail_messages", "DELETE FROM notifications", "DELETE FROM disability_certificates"].map((statement) =>
			env.DB.prepare(statement),
		),
	);
	cashier = await signIn({ name: "許雅雯", roles: ["cashier"] });
});

let count = 0;
/** One that waits, of a member of its own, sent a minute after the one before. */
async function waiting(name = "郭子晴") {
	count += 1;
	const own = await memberWithLogin({ name, birth: "1990-05-06" });
	const id = await upload({ memberId: own.id, userId: own.userId, at: NOW - 100 * DAY + count * 60_000 });
	return { id, memberId: own.id, userId: own.userId };
}
const post = async (path: string, form: Record<string, string>, as = cashier) => {
	const answer = await ask(path, { as, form });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const approval = (version = "1", until = "") =>
	until === "" ? { version, expiry: "none" } : { version, expiry: "date", valid_until: until };
const approve = (id: number, until = "", as = cashier) => post(certificates.approval(id), approval("1", until), as);
const reject = (id: number, as = cashier) =>
	post(certificates.rejection(id), { version: "1", reason: REJECT_REASONS[0], detail: "請重拍" }, as);

test("the queue: what waits, the longest first; approved, ending soon, refused; searched by name and number", async () => {
	expect(words(await page(certificates.list(), cashier))).toContain("沒有等待審查的證明");
	const [first, second, third, fourth, fifth] = [
		await waiting("臺小明"),
		await waiting("王大同"),
		await waiting("林一"),
		await waiting("林二"),
		await waiting("<b>林三</b>"),
	];
	const names = async (path: string) => cells(await page(path, cashier)).map(([name]) => name);
	const tab = (name: string) => `${certificates.list()}?tab=${name}`;
	expect((await names(certificates.list())).map((one) => one?.slice(0, 2))).toEqual([
		"臺小",
		"王大",
		"林一",
		"林二",
		"&l",
	]);
	await approve(first.id, day(200));
	await approve(second.id, day(90));
	await approve(third.id);
	await reject(fourth.id);
	expect((await names(tab("approved"))).map((one) => one?.slice(0, 2))).toEqual(["林一", "王大", "臺小"]);
	expect((await names(tab("expiring"))).map((one) => one?.slice(0, 2))).toEqual(["王大"]);
	expect((await names(tab("rejected"))).map((one) => one?.slice(0, 2))).toEqual(["林二"]);
	expect((await names(`${tab("approved")}&q=${encodeURIComponent("台小")}`)).map((one) => one?.slice(0, 2))).toEqual([
		"臺小",
	]);
	const [row] = await rows<{ member_no: string }>("SELECT member_no FROM members WHERE id = ?", fifth.memberId);
	expect((await names(`${certificates.list()}?q=${row?.member_no.toLowerCase()}`)).length).toBe(1);
	expect(words(await page(`${certificates.list()}?q=nobody`, cashier))).toContain("找不到符合的證明");
	expect((await ask(`${certificates.list()}?tab=all`, { as: cashier })).status).toBe(400);
	const counts = (await page(certificates.list(), cashier)).elements
		.filter(({ attributes, inside }) => attributes.class === "count" && inside.includes("main"))
		.map(({ text }) => text);
	expect(counts).toEqual(["1", "3", "1", "1"]);
});

test("the review shows the picture beside the record, where one is in the queue, and its neighbours", async () => {
	const [a, b, c] = [await waiting(), await waiting("石國樑"), await waiting()];
	await env.DB.prepare("UPDATE members SET national_id_mask = 'A12****789', phone = '0912345678' WHERE id = ?")
		.bind(b.memberId)
		.run();
	const review = await page(certificates.show(b.id), cashier);
	const text = words(review);
	for (const said of ["石國樑", "79年5月6日", "A12****789", "第 2 / 3 件", "由本人上傳"])
		expect([said, text.includes(said)]).toEqual([said, true]);
	expect(text.includes("0912345678")).toBe(false);
	expect(review.elements.find(({ name }) => name === "img")?.attributes.src).toBe(certificates.file(b.id));
	const links = review.elements.flatMap(({ name, attributes }) => (name === "a" ? [attributes.href] : []));
	expect(
		[certificates.show(a.id), certificates.show(c.id), members.show(b.memberId)].map((one) => links.includes(one)),
	).toEqual([true, true, false]);
	const secretary = await signIn({ roles: ["secretary"] });
	expect((await page(certificates.show(b.id), secretary)).html).toContain(`href="${members.show(b.memberId)}"`);
	const file = await ask(certificates.file(b.id), { as: cashier });
	expect(await file.bytes()).toEqual(REAL.jpeg);
	expect((await logOf(b.id)).at(-1)).toBe(`certificate.view ${cashier.userId} null member ${b.memberId}`);
	expect((await page(certificates.show(999_999), cashier)).status).toBe(404);
});

test("approving leads to the next one, in any style of a date; the last leads to the queue", async () => {
	const [a, b, c] = [await waiting(), await waiting(), await waiting()];
	const soon = new Date(NOW + 400 * DAY);
	const done = await approve(b.id, `民國${soon.getUTCFullYear() - 1911}年5月31日`);
	expect([done.status, done.to]).toEqual([303, certificates.show(c.id)]);
	expect(await stored(b.id)).toMatchObject({ status: "approved", reviewed_by: cashier.userId });
	expect(await recordOf(b.memberId)).toEqual(["approved", `${soon.getUTCFullYear()}-05-31`]);
	expect((await approve(c.id)).to).toBe(certificates.show(a.id));
	expect(words(await page(certificates.show(a.id), cashier))).toContain("第 3 / 3 件");
	expect((await reject(a.id)).to).toBe(certificates.list());
	expect(await stored(a.id)).toMatchObject({ status: "rejected", reason: `${REJECT_REASONS[0]}。\n請重拍` });
	expect((await rows("SELECT template FROM mail_messages ORDER BY rowid")).map(({ template }) => template)).toEqual([
		"certificate_approved",
		"certificate_approved",
		"certificate_rejected",
	]);
});

test("what is wrong is said beside its field, and what was typed stays", async () => {
	const { id } = await waiting();
	const said = async (form: Record<string, string>, path = certificates.approval(id)) => {
		const { status, html, ...rest } = await post(path, form);
		return { status, errors: rest.elements.filter(({ attributes }) => attributes.class === "error").length, html };
	};
	for (const [until, words] of [
		["112/1/1", "到期日要在今天以後、20 年以內"],
		["199/1/1", "到期日要在今天以後、20 年以內"],
		["不知道", "看不懂這個日期"],
		["", "請填寫證明上的有效期限"],
		["27/5/31", "可能是民國27年5月31日，也可能是2027年5月31日"],
	] as const) {
		const answer = await said({ version: "1", expiry: "date", valid_until: until });
		expect([until, answer.status, answer.errors > 0, answer.html.includes(words)]).toEqual([until, 422, true, true]);
		if (until) expect(answer.html).toContain(`value="${until.replace("/1/1", "/01/01")}"`);
	}
	const other = await said({ version: "1", reason: "other", detail: "" }, certificates.rejection(id));
	expect([other.status, other.html.includes("請說明原因，會員才知道怎麼補正。")]).toEqual([422, true]);
	expect((await stored(id)).status).toBe("pending");
});

test("of two reviewers the second gets 409 and reads who decided; so does one whose member took it back", async () => {
	const second = await signIn({ name: "林書瑜", roles: ["secretary"] });
	const { id } = await waiting();
	await approve(id);
	const late = await reject(id, second);
	expect(late.status).toBe(409);
	expect(words(late)).toContain("許雅雯已經審查");
	expect(words(late)).toContain("您的決定沒有儲存。");
	const { id: other, userId } = await waiting();
	await env.DB.prepare("UPDATE disability_certificates SET status = 'withdrawn', version = 2 WHERE id = ?")
		.bind(other)
		.run();
	const gone = await approve(other);
	expect([gone.status, words(gone).includes("會員已撤回這次申請。")]).toEqual([409, true]);
	const { id: third, memberId, userId: owner } = await waiting();
	const next = await upload({ memberId, userId: owner, replaces: { id: third, version: 1 } });
	const replaced = await approve(third);
	expect([replaced.status, replaced.html.includes(`<a href="${certificates.show(next)}">審查新的一份</a>`)]).toEqual([
		409,
		true,
	]);
	expect(userId).not.toBe(owner);
});

test("nobody reviews their own, their family's, or what they uploaded; the page says who can", async () => {
	const parent = await signIn({ name: "石國樑", roles: ["cashier", "member"] });
	const parentMember = await member({ userId: parent.userId, name: "石國樑" });
	const child = await member({ guardian: parentMember, name: "石小樂" });
	const [own, childs] = [
		await upload({ memberId: parentMember, userId: parent.userId, at: NOW }),
		await upload({ memberId: child, userId: parent.userId, at: NOW }),
	];
	const paper = await upload({ memberId: (await memberWithLogin()).id, userId: parent.userId, onPaper: true, at: NOW });
	for (const id of [own, childs, paper]) {
		const review = await page(certificates.show(id), parent);
		expect([words(review).includes("請由其他人審查"), words(review).includes("許雅雯")]).toEqual([true, true]);
		expect(review.html).not.toContain(`action="${certificates.approval(id)}"`);
		for (const answer of [await approve(id, "", parent), await reject(id, parent)])
			expect([answer.status, words(answer).includes("不能審查自己、家人或自己上傳的證明")]).toEqual([422, true]);
		expect((await stored(id)).status).toBe("pending");
	}
	expect(cells(await page(certificates.list(), parent)).map(([, kind]) => kind?.includes("須由其他人審查"))).toEqual([
		true,
		true,
		true,
	]);
	expect((await approve(childs)).status).toBe(303);
});

test("a deputy decides in the place of another, which the record and the page name; never in that of whom it concerns", async () => {
	const [deputy, owner] = [
		await signIn({ name: "曾柏翰", roles: ["editor"] }),
		await signIn({ name: "周明遠", roles: ["cashier"] }),
	];
	expect((await ask(certificates.list(), { as: deputy })).status).toBe(403);
	const standIn = (userId: number) =>
		env.DB.prepare("INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, ?, ?, 1)")
			.bind(userId, deputy.userId, day(-1), day(1))
			.run();
	await standIn(owner.userId);
	const own = await upload({ memberId: await member({ userId: owner.userId }), userId: owner.userId, at: NOW });
	expect((await approve(own, "", deputy)).status).toBe(422);
	const { id } = await waiting();
	expect((await approve(id, "", deputy)).status).toBe(303);
	expect(await stored(id)).toMatchObject({ reviewed_by: deputy.userId, on_behalf_of: owner.userId });
	expect(words(await page(certificates.show(id), cashier))).toContain("曾柏翰（代理 周明遠）");
	await standIn(cashier.userId);
	expect((await approve(own, "", deputy)).status).toBe(303);
	expect(await stored(own)).toMatchObject({ reviewed_by: deputy.userId, on_behalf_of: cashier.userId });
});

test("a revocation needs a reason, says first what it does, and ends what counts", async () => {
	const { id, memberId } = await waiting();
	await approve(id, day(100));
	const review = await page(certificates.show(id), cashier);
	expect(words(review)).toContain("撤銷後，會費減免立即停止");
	const without = await post(certificates.revocation(id), { version: "2", reason: " " });
	expect([without.status, without.html.includes("請說明撤銷的原因。")]).toEqual([422, true]);
	const done = await post(certificates.revocation(id), { version: "2", reason: "證明是別人的" });
	expect([done.status, done.to]).toEqual([303, certificates.show(id)]);
	expect(await recordOf(memberId)).toEqual(["rejected", null]);
	const after = words(await page(certificates.show(id), cashier));
	expect([
		after.includes("已撤銷"),
		after.includes("原因：證明是別人的"),
		after.includes("撤銷身障證明的核准"),
	]).toEqual([true, true, true]);
	expect((await post(certificates.revocation(id), { version: "3", reason: "再一次" })).status).toBe(422);
});

test("staff send what came on paper from the member's record, replace it, and take it back", async () => {
	const secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	const { id: memberId } = await memberWithLogin({ name: "陳阿嬤" });
	const path = certificates.create(memberId);
	const form = await page(path, secretary);
	expect([form.status, words(form).includes("陳阿嬤")]).toEqual([200, true]);
	const send = async (replaces = "") => {
		const body = new FormData();
		for (const [name, value] of Object.entries({ _key: crypto.randomUUID(), replaces })) body.append(name, value);
		body.append("file", new File([REAL.jpeg], "scan.jpg", { type: "image/jpeg" }));
		const context = createExecutionContext();
		const headers = { Cookie: secretary.cookie, "Sec-Fetch-Site": "same-origin" };
		const answer = await app.fetch(
			new Request(`http://localhost:8787${path}`, { method: "POST", headers, body }),
			env,
			context,
		);
		await waitOnExecutionContext(context);
		await answer.body?.cancel();
		return [answer.status, answer.headers.get("Location")];
	};
	expect(await send()).toEqual([303, members.show(memberId)]);
	const [first] = await rows<{ id: number }>("SELECT id FROM disability_certificates WHERE member_id = ?", memberId);
	const id = first?.id ?? 0;
	expect(await stored(id)).toMatchObject({ on_paper: 1, uploaded_by: secretary.userId });
	expect((await approve(id, "", secretary)).status).toBe(422);
	expect((await send(`${id}.1`))[0]).toBe(303);
	const [second] = await rows<{ id: number }>(
		"SELECT id FROM disability_certificates WHERE member_id = ? AND status = 'pending'",
		memberId,
	);
	const back = await post(certificates.withdrawal(memberId), { version: "1" }, secretary);
	expect([back.status, back.to]).toEqual([303, path]);
	expect(await fileOf(second?.id ?? 0)).toMatchObject({ isDeleted: true, isThere: false });
	expect((await post(certificates.withdrawal(memberId), { version: "2" }, secretary)).status).toBe(409);
	expect((await ask(path, { as: cashier })).status).toBe(403);
	expect((await page(certificates.create(999_999), secretary)).status).toBe(404);
});

test("a flag of a roster has no file, and says so; a file that is kept no longer says so", async () => {
	const memberId = await member();
	await env.DB.prepare("INSERT INTO disability_certificates (member_id, created_at, updated_at) VALUES (?, 1, 1)")
		.bind(memberId)
		.run();
	const [flag] = await rows<{ id: number }>("SELECT max(id) AS id FROM disability_certificates");
	expect(words(await page(certificates.show(flag?.id ?? 0), cashier))).toContain("沒有檔案：這是名冊上的註記。");
	const { id } = await waiting();
	await approve(id);
	await env.DB.prepare(
		"UPDATE files SET deleted_at = 1, version = version + 1 WHERE subject_type = 'certificate' AND subject_id = ?",
	)
		.bind(String(id))
		.run();
	const gone = await page(certificates.show(id), cashier);
	expect(words(gone)).toContain("檔案已經刪除，審查的結果保留。");
	expect((await ask(certificates.file(id), { as: cashier })).status).toBe(404);
});

test("who waits is on the dashboard of reviewers, and the pages ask once besides the session", async () => {
	await waiting();
	const trips = async () => [
		await tripsOf(certificates.list(), cashier),
		await tripsOf(
			certificates.show((await rows<{ id: number }>("SELECT max(id) AS id FROM disability_certificates"))[0]?.id ?? 0),
			cashier,
		),
	];
	expect(await trips()).toEqual([2, 2]);
	await waiting();
	await waiting();
	expect(await trips()).toEqual([2, 2]);
	expect(words(await page(paths.admin.home(), cashier))).toContain("身障證明 3");
	const editor = await signIn({ roles: ["editor"] });
	expect(words(await page(paths.admin.home(), editor))).not.toContain("身障證明");
});
