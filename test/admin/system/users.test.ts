import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { hashCode } from "#platform/codes.ts";
import { bring, draft, office, staff } from "../../support/finance.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { auditOf, idOfRole, mailsTo, person, rolesOf, rows } from "../../support/users.ts";

const { users } = paths.admin;
let admin: Person;
beforeEach(async () => {
	admin = await signIn({ name: "管理者", roles: ["admin"] });
});
const get = async (path: string, as = admin) => {
	const answer = await ask(path, { as });
	return { status: answer.status, to: answer.headers.get("Location"), text: await answer.text() };
};
const post = async (path: string, form: Record<string, string | string[]>, as = admin) => {
	const answer = await ask(path, { as, form });
	return { status: answer.status, to: answer.headers.get("Location"), text: await answer.text() };
};
const userOf = async (id: number) =>
	(await rows("SELECT name, email, phone, status, version FROM users WHERE id = ?", id))[0];
const actionsOn = async (id: number) => (await auditOf("user", id)).map(({ action, user_id }) => [action, user_id]);
const stale = (day = 10 * 60_000 + 1) => signIn({ roles: ["admin"], authenticatedAt: Date.now() - day });
/** What a page shows between tags, without them. */
const words = (html: string) =>
	html
		.slice(html.indexOf("<main"))
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");

test("the list shows everybody, escaped, and finds by word, status, role and second factor", async () => {
	const hostile = await person({
		name: `<b>"'&`,
		email: "hostile@example.org",
		phone: "0911000111",
		roles: ["editor"],
	});
	await person({ name: "停用者", status: "disabled" });
	const { text } = await get(users.list());
	expect(text.includes("<b>&quot;") || text.includes(`<b>"`)).toBe(false);
	expect(text).toContain(`href="${users.show(hostile.id)}"`);
	const found = words((await get(`${users.list()}?q=0911-000-111`)).text);
	expect(found).toContain("符合條件的有 1 位。");
	expect(found).toContain("hostile@example.org 0911 000 111");
	expect(found).toContain("編輯");
	for (const [query, many] of [
		[`status=disabled`, 1],
		[`role=${await idOfRole("editor")}&q=hostile`, 1],
		["second_factor=on", 0],
		["q=nobody-of-this-name", 0],
	] as const) {
		const page = words((await get(`${users.list()}?${query}`)).text);
		expect([query, page.includes(`符合條件的有 ${many} 位。`)]).toEqual([query, true]);
		expect([query, page.includes("找不到符合的使用者")]).toEqual([query, many === 0]);
	}
	expect((await get(`${users.list()}?page=9`)).text).toContain("這一頁沒有使用者");
	expect((await get(`${users.list()}?order=1`)).status).toBe(400);
});

test("a new user gets roles and an invitation, once for a form that is sent twice", async () => {
	const page = await get(users.create());
	expect(page.text).toMatch(/name="invite" value="1" checked/);
	const form = {
		_key: "once",
		name: " 林怡君 ",
		email: "ＹiChun@Example.org",
		phone: "+886 912-000-333",
		roles: [String(await idOfRole("secretary")), String(await idOfRole("member"))],
		invite: "1",
	};
	const { status, to } = await post(users.create(), form);
	expect(status).toBe(303);
	expect((await post(users.create(), form)).to).toBe(to);
	const [made] = await rows<{ id: number }>("SELECT id FROM users WHERE email = 'yichun@example.org'");
	if (!made) throw new Error("nobody was made");
	expect(to).toBe(users.show(made.id));
	expect(await userOf(made.id)).toEqual({
		name: "林怡君",
		email: "yichun@example.org",
		phone: "0912000333",
		status: "invited",
		version: 1,
	});
	expect(await rolesOf(made)).toEqual(["secretary", "member"]);
	expect(await actionsOn(made.id)).toEqual([["user.create", admin.userId]]);
	expect((await mailsTo("yichun@example.org")).map(({ template }) => template)).toEqual(["invitation"]);
});

test("somebody without an e-mail is made although the invitation is ticked; mistakes keep what was typed", async () => {
	const { to } = await post(users.create(), { name: "石先生", email: "", phone: "0912000444", invite: "1" });
	expect(to).toMatch(/^\/admin\/users\/\d+$/);
	const shown = await get(to ?? "");
	expect(words(shown.text)).toContain("沒有電子郵件，請列印啟用碼交給本人。");
	const wrong = await post(users.create(), { name: "某某", email: "not an address", phone: "0912000444" });
	expect(wrong.status).toBe(422);
	expect(wrong.text).toContain(`value="not an address"`);
	expect(wrong.text).toContain("請輸入電子郵件，例如 name@example.org。");
	expect(wrong.text).not.toMatch(/name="invite" value="1" checked/);
	const taken = await post(users.create(), { name: "某某", email: "", phone: "0912 000 444" });
	expect([taken.status, taken.text.includes("這個手機號碼已經有帳號使用。")]).toEqual([422, true]);
});

test("a user's page shows what there is to know, and offers what may be done", async () => {
	const user = await person({ name: "會務", email: "office@example.org", phone: "0912000555", roles: ["secretary"] });
	await env.DB.prepare(
		"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, '2020-01-01', '2999-12-31', 1)",
	)
		.bind(user.id, admin.userId)
		.run();
	const { text } = await get(users.show(user.id));
	expect(words(text)).toContain("0912 000 555");
	expect(words(text)).toContain("指定的代理人 1 件");
	expect(words(text)).toContain("管理者 109年1月1日至 2999年12月31日 代理中");
	for (const href of [users.edit, users.roles, users.disabling, users.deputies])
		expect(text).toContain(`href="${href(user.id)}"`);
	for (const href of [users.activationCode, users.secondFactorReset, users.enabling, users.invitation])
		expect(text).not.toContain(`"${href(user.id)}"`);
	expect((await get(users.show(999_999))).status).toBe(404);
	expect((await get("/admin/users/x")).status).toBe(404);
});

test("one's own page leads to the account, and to nothing that a rule would refuse", async () => {
	const { text } = await get(users.show(admin.userId));
	expect(text).toContain("這是您自己的帳號");
	expect(text).toContain(`href="${paths.account.show()}"`);
	for (const href of [users.roles, users.disabling, users.secondFactorReset, users.sessionsEnd])
		expect(text).not.toContain(`"${href(admin.userId)}"`);
	expect((await get(users.disabling(admin.userId))).to).toBe(users.show(admin.userId));
	const refused = await post(users.disabling(admin.userId), { version: "1" });
	expect([refused.status, refused.text.includes("不能停用自己的帳號。")]).toEqual([422, true]);
	expect((await get(users.edit(admin.userId))).text).toContain('<input type="hidden" name="email"');
	const [own] = await rows<{ email: string }>("SELECT email FROM users WHERE id = ?", admin.userId);
	const renamed = { name: "新的名字", email: own?.email ?? "", phone: "", version: "1" };
	const moved = await post(users.edit(admin.userId), { ...renamed, email: "moved@example.org" });
	expect([moved.status, moved.text.includes("自己的登入資料請到")]).toEqual([422, true]);
	expect((await post(users.edit(admin.userId), renamed)).status).toBe(303);
	expect(await userOf(admin.userId)).toMatchObject({ name: "新的名字", email: own?.email });
});

test("who manages users without managing roles touches nobody above and hands out nothing above", async () => {
	const clerk = await signIn({ permissions: ["users.manage", "members.view"] });
	const { text } = await get(users.show(admin.userId), clerk);
	expect(text).toContain("這個帳號的權限比您高，請由系統管理員處理。");
	expect(text).not.toContain(`"${users.edit(admin.userId)}"`);
	expect((await get(users.edit(admin.userId), clerk)).to).toBe(users.show(admin.userId));
	const form = (await get(users.create(), clerk)).text;
	const [adminRole, member] = [await idOfRole("admin"), await idOfRole("member")];
	expect(form).toMatch(new RegExp(`name="roles" value="${adminRole}" disabled`));
	expect(form).not.toMatch(new RegExp(`name="roles" value="${member}" disabled`));
	const refused = await post(
		users.create(),
		{ name: "甲", email: "a@example.org", phone: "", roles: [String(adminRole)] },
		clerk,
	);
	expect([refused.status, refused.text.includes("這個帳號的權限比您高")]).toEqual([422, true]);
	expect(await rows("SELECT id FROM users WHERE email = 'a@example.org'")).toEqual([]);
});

test("an edit is saved, the old address hears of it; a form that is older shows both texts and then saves", async () => {
	const user = await person({ name: "舊名", email: "old@example.org", phone: "0912000666" });
	const sent = { name: "新名", email: "new@example.org", phone: "0912 000 666", version: "1" };
	expect(await post(users.edit(user.id), sent)).toMatchObject({ status: 303, to: users.show(user.id) });
	expect(await userOf(user.id)).toMatchObject({ name: "新名", email: "new@example.org", version: 2 });
	expect(await auditOf("user", user.id)).toMatchObject([
		{ action: "user.edit", changes: JSON.stringify({ fields: ["name", "email"] }) },
	]);
	expect((await mailsTo("old@example.org")).map(({ template }) => template)).toEqual(["email_changed"]);
	const late = await post(users.edit(user.id), { ...sent, name: "我寫的名字" });
	expect(late.status).toBe(409);
	expect(late.text).toContain(`name="version" value="2"`);
	expect(late.text).toContain(`name="_theirs.name" value="新名"`);
	expect(late.text).toContain(`value="我寫的名字"`);
	expect(late.text).not.toContain(`_theirs.phone`);
	const chosen = { ...sent, name: "我寫的名字", version: "2", "_take.name": "theirs", "_theirs.name": "新名" };
	expect((await post(users.edit(user.id), chosen)).status).toBe(303);
	expect(await userOf(user.id)).toMatchObject({ name: "新名", version: 2 });
});

test("roles are given anew; a form that is older says which were given meanwhile", async () => {
	const user = await person({ roles: ["editor"] });
	const [editor, cashier] = [String(await idOfRole("editor")), String(await idOfRole("cashier"))];
	expect((await get(users.roles(user.id))).text).toMatch(new RegExp(`name="roles" value="${editor}" checked`));
	expect((await post(users.roles(user.id), { roles: [cashier], version: "1" })).status).toBe(303);
	expect(await rolesOf(user)).toEqual(["cashier"]);
	const late = await post(users.roles(user.id), { roles: [editor], version: "1" });
	expect(late.status).toBe(409);
	expect(late.text).toContain(`name="_theirs.roles" value="${cashier}"`);
	expect(late.text).toMatch(new RegExp(`name="roles" value="${editor}" checked`));
	const form = { roles: [editor], version: "2", "_take.roles": "theirs", "_theirs.roles": cashier };
	expect((await post(users.roles(user.id), form)).status).toBe(303);
	expect(await rolesOf(user)).toEqual(["cashier"]);
	expect((await post(users.roles(user.id), { version: "3" })).status).toBe(303);
	expect(await rolesOf(user)).toEqual([]);
});

test("what gives power away asks for the password again", async () => {
	const tired = await stale();
	const user = await person();
	for (const path of [users.create(), ...[users.edit, users.roles, users.activationCode].map((of) => of(user.id))]) {
		expect([path, (await get(path, tired)).to]).toEqual([path, paths.account.confirm(path)]);
		expect([path, (await post(path, { version: "1" }, tired)).status]).toEqual([path, 403]);
	}
	expect((await get(users.secondFactorReset(user.id), tired)).to).toBe(
		paths.account.confirm(users.secondFactorReset(user.id)),
	);
	expect((await get(users.show(user.id), tired)).status).toBe(200);
});

test("an activation code is shown once, on paper's terms, and never for staff", async () => {
	const user = await person({ name: "石國樑", email: null, phone: "0912000777", status: "invited", roles: ["member"] });
	expect((await get(users.activationCode(user.id))).text).toContain("啟用碼只會顯示一次");
	const { status, text } = await post(users.activationCode(user.id), { version: "1" });
	expect(status).toBe(200);
	const code = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(words(text))?.[0] ?? "";
	expect(words(text)).toContain("登入帳號 0912 000 777");
	expect(text).toContain(`${env.PUBLIC_BASE_URL}${paths.activate()}`);
	expect(await rows("SELECT code_hash, used_at FROM one_time_codes WHERE user_id = ?", user.id)).toEqual([
		{ code_hash: await hashCode(env, "activation", code), used_at: null },
	]);
	expect(await actionsOn(user.id)).toEqual([["user.issue_activation_code", admin.userId]]);
	expect((await get(users.show(user.id))).text).not.toContain(code);
	const staff = await person({ roles: ["editor"] });
	expect((await get(users.activationCode(staff.id))).to).toBe(users.show(staff.id));
	const refused = await post(users.activationCode(staff.id), { version: "1" });
	expect([refused.status, refused.text.includes("工作人員不能使用啟用碼")]).toEqual([422, true]);
});

test("an invitation is sent again, sessions end, a lost second factor is reset", async () => {
	const invited = await person({ email: "again@example.org", status: "invited" });
	expect((await post(users.invitation(invited.id), { version: "1" })).to).toBe(users.show(invited.id));
	expect((await mailsTo("again@example.org")).map(({ template }) => template)).toEqual(["invitation"]);
	const { userId: id } = await signIn({ roles: ["editor"] });
	await env.DB.prepare("UPDATE users SET totp_secret = 'x', totp_enabled_at = 1 WHERE id = ?").bind(id).run();
	const { text } = await get(users.show(id));
	expect(words(text)).toContain("登入中 1 個裝置");
	expect(text).toContain(`href="${users.secondFactorReset(id)}"`);
	expect((await post(users.sessionsEnd(id), { version: "1" })).status).toBe(303);
	expect(words((await get(users.show(id))).text)).toContain("登入中 沒有裝置");
	expect((await post(users.secondFactorReset(id), { version: "2" })).status).toBe(303);
	expect(await rows("SELECT totp_secret FROM users WHERE id = ?", id)).toEqual([{ totp_secret: null }]);
	expect(await actionsOn(id)).toEqual([
		["user.end_sessions", admin.userId],
		["user.reset_second_factor", admin.userId],
	]);
	const late = await post(users.sessionsEnd(id), { version: "1" });
	expect([late.status, late.text.includes("這個帳號在您編輯時已被其他人更新。")]).toEqual([409, true]);
});

test("before somebody is disabled, what hangs on them is shown; they come back with one press", async () => {
	const user = await person({ name: "離職者", email: "gone@example.org", roles: ["chair"] });
	const other = await person({ name: "代理者", roles: ["cashier"] });
	expect(words((await get(users.disabling(user.id))).text)).toContain("沒有需要交接的事。");
	const named = { deputy: String(other.id), starts_on: "2999-01-01", ends_on: "2999-01-05" };
	expect((await post(users.deputies(user.id), { ...named, _key: "d" })).to).toBe(users.show(user.id));
	const page = words((await get(users.disabling(user.id))).text);
	expect(page).toContain("代理者 2999年1月1日至 2999年1月5日 尚未開始");
	expect(page).toContain("會寄信告知本人。");
	expect((await post(users.disabling(user.id), { version: "1" })).status).toBe(303);
	expect(await userOf(user.id)).toMatchObject({ status: "disabled", version: 2 });
	expect(await rows("SELECT count(*) AS n FROM deputies WHERE user_id = ? AND ended_at IS NULL", user.id)).toEqual([
		{ n: 0 },
	]);
	expect((await mailsTo("gone@example.org")).map(({ template }) => template)).toEqual(["account_disabled"]);
	const shown = (await get(users.show(user.id))).text;
	expect(shown).toContain(`action="${users.enabling(user.id)}"`);
	expect(shown).not.toContain(`"${users.disabling(user.id)}"`);
	expect((await post(users.enabling(user.id), { version: "2" })).status).toBe(303);
	expect(await userOf(user.id)).toMatchObject({ status: "active", version: 3 });
});

test("what waits for somebody is told before they are disabled, on their page and where roles are changed", async () => {
	const applicant = await staff("applicant");
	const chair = await person({ name: "離任的理事長", roles: ["chair"] });
	const four = { ...(await office()), applicant };
	await bring(await draft(applicant), four, "accountant");
	const [chairs] = await rows<{ n: number }>(
		`SELECT count(*) AS n FROM users u JOIN user_roles x ON x.user_id = u.id JOIN roles r ON r.id = x.role_id
		WHERE r.code = 'chair' AND u.status = 'active'`,
	);
	const told = `等候處理的事 待理事長核准的支出申請 1 件 另有 ${(chairs?.n ?? 0) - 1} 位可以接手`;
	for (const path of [users.disabling(chair.id), users.roles(chair.id)])
		expect([path, words((await get(path)).text).includes(told)]).toEqual([path, true]);
	expect(words((await get(users.show(chair.id))).text)).toContain("待交接 待理事長核准的支出申請 1 件");
	await rows(
		"UPDATE users SET status = 'disabled' WHERE id <> ? AND id IN (SELECT user_id FROM user_roles WHERE role_id = ?)",
		chair.id,
		await idOfRole("chair"),
	);
	expect(words((await get(users.disabling(chair.id))).text)).toContain("沒有其他人可以處理 請先調整角色");
	// Whose they are: the one who asked for it.
	await draft(applicant);
	expect(words((await get(users.disabling(applicant.id))).text)).toContain(
		"尚未送出的支出申請 1 件 只有本人能補正或送出；別人可以複製為新單",
	);
});

test("a deputy is named and ended for somebody who approves; what is refused stands beside its field", async () => {
	const [user, deputy] = [await person({ roles: ["chair"] }), await person({ name: "副理事長", roles: ["applicant"] })];
	expect((await get(users.deputies((await person({ roles: ["editor"] })).id))).status).toBe(303);
	const form = (await get(users.deputies(user.id))).text;
	expect(form).toContain(`<option value="${deputy.id}">副理事長</option>`);
	expect(form).not.toContain(`<option value="${admin.userId}">`);
	expect(words(form)).toContain("理事長核准");
	const named = { deputy: String(deputy.id), starts_on: "2999-01-05", ends_on: "2999-01-01" };
	const wrong = await post(users.deputies(user.id), named);
	expect([wrong.status, wrong.text.includes("結束日期不能早於開始日期。")]).toEqual([422, true]);
	const past = await post(users.deputies(user.id), { ...named, starts_on: "2020-01-01" });
	expect([past.status, past.text.includes(`id="f-starts_on-error"`)]).toEqual([422, true]);
	expect((await post(users.deputies(user.id), { ...named, ends_on: "2999-01-09" })).status).toBe(303);
	const [row] = await rows<{ id: number }>("SELECT id FROM deputies WHERE user_id = ?", user.id);
	const end = { deputy: String(row?.id), version: "1" };
	const foreign = await post(users.deputiesEnd(deputy.id), end);
	expect(foreign.status).toBe(409);
	expect((await post(users.deputiesEnd(user.id), end)).to).toBe(users.show(user.id));
	expect(await rows("SELECT ended_at IS NOT NULL AS ended FROM deputies WHERE id = ?", row?.id ?? 0)).toEqual([
		{ ended: 1 },
	]);
});

test("who may not manage users sees nothing of them", async () => {
	const editor = await signIn({ roles: ["editor"] });
	for (const path of [users.list(), users.create(), users.show(admin.userId)])
		expect([path, (await get(path, editor)).status]).toEqual([path, 403]);
	expect((await post(users.disabling(admin.userId), { version: "1" }, editor)).status).toBe(403);
});
