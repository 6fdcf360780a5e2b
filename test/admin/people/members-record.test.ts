import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { stepMember } from "#domain/people/members/actions.ts";
import { MEMBER_FIELDS } from "#domain/people/members/fields.ts";
import { paths } from "#http/paths.ts";
import { setGuardian } from "../../support/guardians.ts";
import { member, storedNow } from "../../support/members.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { AT, auditOf, by, person, rows } from "../../support/users.ts";

const { members } = paths.admin;
const db = open(env.DB);
let secretary: Person;
let admin: Person;
let chair: Person;
beforeAll(async () => {
	secretary = await signIn({ name: "秘書", roles: ["secretary"] });
	admin = await signIn({ name: "管理員", roles: ["admin"] });
	chair = await signIn({ name: "理事長", roles: ["chair"] });
});

const FORM = {
	...Object.fromEntries(Object.keys(MEMBER_FIELDS).map((name) => [name, ""])),
	name: "陳怡君",
	identity_type: "patient",
	membership_type: "individual",
};
const RESOLUTION = { resolution_no: "第 3 屆第 2 次", resolution_on: "115/3/1" };
const textOf = async (path: string, as: Person) => (await ask(path, { as })).text();
/** The edit form of a record as its page has it. */
async function formFrom(id: number): Promise<Record<string, string>> {
	const page = await textOf(members.edit(id), secretary);
	const field = (name: string) =>
		new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]?.replaceAll("&quot;", '"') ?? "";
	const row = await storedNow(id);
	const stored = Object.fromEntries(
		Object.keys(FORM).map((name) => [name, String(Object.entries(row).find(([key]) => key === name)?.[1] ?? "")]),
	);
	return { ...stored, national_id: "", diagnosis_note: "", base: field("base"), version: field("version") };
}
const lastId = async () => (await rows<{ id: number }>("SELECT max(id) AS id FROM members"))[0]?.id ?? 0;

describe("新增會員", () => {
	test("makes a record, once for its form", async () => {
		const form = { ...FORM, name: "林美惠", phone: "０９１２ ３４５-６７８", guardian: "", _key: "k1" };
		const made = await ask(members.create(), { as: secretary, form });
		const id = await lastId();
		expect([made.status, made.headers.get("Location")]).toEqual([303, members.show(id)]);
		const again = await ask(members.create(), { as: secretary, form });
		expect(again.headers.get("Location")).toBe(members.show(id));
		expect(await storedNow(id)).toMatchObject({
			name: "林美惠",
			phone: "0912345678",
			status: "applied",
			source: "admin",
		});
	});

	test("tells every mistake beside its field and keeps what was typed", async () => {
		const form = { ...FORM, name: "", national_id: "A123456788", birth_date: "明天", phone: "1", guardian: "" };
		const answer = await ask(members.create(), { as: secretary, form });
		const page = await answer.text();
		expect(answer.status).toBe(422);
		for (const [name, words] of [
			["name", "請填寫姓名。"],
			["national_id", "身分證字號或居留證號不正確"],
			["birth_date", "請輸入正確的日期"],
			["phone", "請輸入 09 開頭的手機號碼"],
		]) {
			expect(page).toMatch(new RegExp(`id="f-${name}-error"[\\s\\S]*?${words}`));
			expect(page).toContain(`href="#f-${name}"`);
		}
		expect(page).toContain('value="明天"');
		expect(page).toContain("還有 4 個地方需要修正");
	});

	test("refuses an id that another member has, beside its field", async () => {
		await member({ national_id: "A123456789" });
		const form = { ...FORM, national_id: "a123456789", guardian: "" };
		const answer = await ask(members.create(), { as: secretary, form });
		expect(answer.status).toBe(422);
		expect(await answer.text()).toMatch(/id="f-national_id-error"[\s\S]*?這個身分證字號已經屬於另一位會員/);
	});

	test("makes one of a family", async () => {
		const parent = await member({ name: "石國樑", identity_type: "parent", phone: "0922333444" });
		const page = await textOf(`${members.create()}?guardian=${parent.id}`, secretary);
		expect(page).toContain("監護人是石國樑。");
		expect(page).toContain('value="0922333444"');
		await ask(members.create(), { as: secretary, form: { ...FORM, name: "石宥安", guardian: String(parent.id) } });
		const child = await lastId();
		expect((await storedNow(child)).guardian_member_id).toBe(parent.id);
		expect(await textOf(members.show(parent.id), secretary)).toContain("石宥安");
		expect(await textOf(members.show(child), secretary)).toContain("石國樑");
	});
});

describe("會員頁", () => {
	test("shows every field, escaped, and nothing that lies sealed", async () => {
		const { id } = await member({
			name: "<b>王</b>&明",
			national_id: "F131104093",
			diagnosis_note: "氣喘，需隨身攜帶藥物",
			health_consent: true,
			birth_date: "1985-03-05",
			phone: "0912345678",
			line_id: "wang.ming",
			city: "臺北市",
			district: "大安區",
			postal_code: "106",
			address: "信義路三段 10 號",
			emergency_name: "王媽媽",
			emergency_relation: "母親",
			emergency_phone: "0922000111",
			occupation: "工程師",
		});
		const page = await textOf(members.show(id), secretary);
		for (const words of [
			"&lt;b>王&lt;/b>&amp;明",
			"F13****093",
			"74年3月5日（",
			"0912 345 678",
			"wang.ming",
			"106 臺北市大安區信義路三段 10 號",
			"王媽媽（母親）　0922 000 111",
			"工程師",
			"已加密保存",
			"入會審核中",
			"核准入會時給號",
		])
			expect(page).toContain(words);
		expect(page).not.toMatch(/F131104093|氣喘/);
		const revealed = await ask(members.sensitive(id), { as: secretary, form: {} });
		expect(revealed.headers.get("Cache-Control")).toContain("no-store");
		const opened = await revealed.text();
		expect(opened).toContain("F131104093");
		expect(opened).toContain("氣喘，需隨身攜帶藥物");
		expect((await auditOf("member", id)).map(({ action, user_id }) => [action, user_id])).toEqual([
			["member.create", null],
			["member.view_sensitive", secretary.userId],
		]);
		expect(await textOf(members.show(id), secretary)).not.toMatch(/F131104093|氣喘/);
	});

	test("opens nothing for who may not see it", async () => {
		const { id } = await member({ national_id: "AB23456789" });
		const page = await textOf(members.show(id), admin);
		expect(page).toContain("AB2****789");
		expect(page).not.toContain(members.sensitive(id));
		expect((await ask(members.sensitive(id), { as: admin, form: {} })).status).toBe(403);
		expect((await auditOf("member", id)).length).toBe(1);
	});

	test("of a record that was merged leads to the one that it became", async () => {
		const [kept, gone] = [await member({ name: "留下的" }), await member({ name: "併入的", member_no: "V0009" })];
		await env.DB.prepare("UPDATE members SET merged_into = ? WHERE id = ?").bind(kept.id, gone.id).run();
		const answer = await ask(members.show(gone.id), { as: secretary });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, members.show(kept.id)]);
		const form = { ...FORM, version: "1" };
		const edit = await ask(members.edit(gone.id), { as: secretary, form });
		expect([edit.status, (await edit.text()).includes("這筆資料已併入另一位會員。")]).toEqual([422, true]);
	});

	test("of a number that nobody has is missing", async () => {
		expect((await ask(members.show(99_999), { as: secretary })).status).toBe(404);
	});
});

describe("編輯會員", () => {
	test("saves, and shows both texts where two saved the same field", async () => {
		const { id } = await member({ phone: "0912000001", email: "old@example.org" });
		const [one, two] = [await formFrom(id), await formFrom(id)];
		const first = await ask(members.edit(id), { as: secretary, form: { ...one, phone: "0912000002" } });
		expect([first.status, first.headers.get("Location")]).toEqual([303, members.show(id)]);
		const second = await ask(members.edit(id), { as: admin, form: { ...two, phone: "0912000003" } });
		const page = await second.text();
		expect(second.status).toBe(409);
		expect(page).toContain("您編輯時，有人先儲存了");
		expect(page).toMatch(/name="_take\.phone"/);
		expect(page).toContain('value="0912000003"');
		expect(page).toMatch(/name="version" value="2"/);
		expect((await storedNow(id)).phone).toBe("0912000002");
	});

	test("merges by itself where two changed different fields", async () => {
		const { id } = await member({ phone: "0912000001", email: "old@example.org" });
		const [one, two] = [await formFrom(id), await formFrom(id)];
		await ask(members.edit(id), { as: secretary, form: { ...one, phone: "0912000002" } });
		const second = await ask(members.edit(id), { as: admin, form: { ...two, email: "new@example.org" } });
		const page = await second.text();
		expect(second.status).toBe(409);
		expect(page).not.toMatch(/name="_take\.phone"/);
		expect(page).toMatch(/name="phone"[^>]*value="0912000002"|value="0912000002"[^>]*name="phone"/);
		expect(page).toMatch(/value="new@example.org"/);
	});

	test("says when a number is another's", async () => {
		await member({ member_no: "Z0001" });
		const { id } = await member();
		const answer = await ask(members.edit(id), {
			as: secretary,
			form: { ...(await formFrom(id)), member_no: "z0001" },
		});
		expect(answer.status).toBe(422);
		expect(await answer.text()).toMatch(/id="f-member_no-error"[\s\S]*?這個會員編號已經用過/);
	});
});

describe("入會", () => {
	test("is approved on a page that says what will happen, with a row in the log", async () => {
		const { id, version } = await member({ name: "新申請人" });
		const page = await textOf(members.step(id, "approval"), chair);
		expect(page).toContain("依設定的起號接續");
		const form = { ...RESOLUTION, version: String(version) };
		const done = await ask(members.step(id, "approval"), { as: chair, form });
		expect([done.status, done.headers.get("Location")]).toEqual([303, members.applications()]);
		const row = await storedNow(id);
		expect(row).toMatchObject({ status: "awaiting_payment", resolution_on: "2026-03-01", joined_on: "2026-03-01" });
		expect(row.member_no).toMatch(/^M\d{4}$/);
		expect((await ask(members.step(id, "approval"), { as: chair, form })).status).toBe(409);
		const late = await ask(members.step(id, "approval"), { as: secretary });
		expect([late.status, late.headers.get("Location")]).toEqual([303, members.show(id)]);
	});

	test("of many is one form", async () => {
		const [one, two, three] = [
			await member({ name: "甲" }),
			await member({ name: "乙" }),
			await member({ name: "丙" }),
		];
		const ids = [one, two].map(({ id, version }) => `${id}:${version}`);
		const none = await ask(members.applications(), { as: chair, form: { ...RESOLUTION } });
		expect([none.status, (await none.text()).includes("請先勾選要核准的申請。")]).toEqual([422, true]);
		const missing = await ask(members.applications(), {
			as: chair,
			form: { ids, resolution_no: "", resolution_on: "" },
		});
		const again = await missing.text();
		expect(again).toContain("請填寫決議日期。");
		expect(again).toMatch(new RegExp(`value="${one.id}:1"[^>]*checked`));
		const done = await ask(members.applications(), { as: chair, form: { ids, ...RESOLUTION } });
		expect(done.status).toBe(303);
		const after = await Promise.all([one, two, three].map(({ id }) => storedNow(id)));
		expect(after.map(({ status }) => status)).toEqual(["awaiting_payment", "awaiting_payment", "applied"]);
	});

	test("of oneself is refused, whatever one sends", async () => {
		const { id, version } = await member({ userId: secretary.userId, name: "秘書本人" });
		expect(await textOf(members.show(id), secretary)).toContain("這是您或家人的紀錄");
		const list = await textOf(members.applications(), secretary);
		expect(list).toMatch(new RegExp(`value="${id}:${version}"[^>]*disabled`));
		const form = { ...RESOLUTION, version: String(version) };
		const one = await ask(members.step(id, "approval"), { as: secretary, form });
		expect([one.status, (await one.text()).includes("這是您或家人的紀錄，請由其他同仁辦理")]).toEqual([422, true]);
		const many = await ask(members.applications(), {
			as: secretary,
			form: { ids: [`${id}:${version}`], ...RESOLUTION },
		});
		expect([many.status, (await storedNow(id)).status]).toEqual([422, "applied"]);
	});

	test("is not for who may not approve", async () => {
		const { id, version } = await member();
		const form = { ...RESOLUTION, version: String(version) };
		expect((await ask(members.step(id, "approval"), { as: admin, form })).status).toBe(403);
		expect((await ask(members.applications(), { as: admin })).status).toBe(403);
	});
});

describe("離會", () => {
	test("needs its reason, and is undone by somebody else", async () => {
		const { id } = await member({ status: "active", member_no: "Y0001" });
		const send = async (place: string, as: Person, more: Record<string, string>) =>
			ask(members.step(id, place), { as, form: { version: String((await storedNow(id)).version), ...more } });
		const resolved = { meeting: "第 3 屆第 1 次會員大會", held_on: "115/2/28", present: "30", in_favour: "20" };
		const expel = (more: Record<string, string>) =>
			send("expulsion", secretary, { reason: "決議除名", on: "115/3/1", ...resolved, ...more });
		expect((await expel({ reason: "", on: "" })).status).toBe(422);
		for (const more of [
			{ meeting: "" },
			{ held_on: "" },
			{ present: "" },
			{ in_favour: "很多" },
			{ held_on: "2099-01-01" },
		])
			expect([more, (await expel(more)).status]).toEqual([more, 422]);
		for (const in_favour of ["19", "31"]) {
			const few = await expel({ in_favour });
			expect([few.status, (await few.text()).includes("出席人數三分之二以上同意")]).toEqual([422, true]);
		}
		expect((await storedNow(id)).status).toBe("active");
		expect((await expel({})).status).toBe(303);
		expect(await storedNow(id)).toMatchObject({ status: "expelled", left_on: "2026-03-01" });
		const shown = await textOf(members.show(id), secretary);
		expect(shown).toContain("除名的決議");
		expect(shown).toContain("第 3 屆第 1 次會員大會　115年2月28日　出席 30 人，同意 20 人");
		const own = await send("undoing", secretary, { reason: "弄錯" });
		expect([own.status, (await own.text()).includes("更正離會須由另一位工作人員辦理。")]).toEqual([422, true]);
		expect((await send("undoing", admin, { reason: "弄錯" })).status).toBe(303);
		expect(await storedNow(id)).toMatchObject({ status: "active", left_on: null, member_no: "Y0001" });
	});

	test("by death shows first who needs a guardian, and says so afterwards", async () => {
		const parent = await member({ name: "康志明", status: "active", identity_type: "parent" });
		const child = await member({ name: "康恩綺", guardianId: parent.id });
		expect(await textOf(members.step(parent.id, "death"), secretary)).toContain("康恩綺");
		await ask(members.step(parent.id, "death"), {
			as: secretary,
			form: { version: String(parent.version), on: "", reason: "" },
		});
		expect(await textOf(members.show(parent.id), secretary)).toContain("受監護的會員需要新的監護人");
		expect(await textOf(members.show(child.id), secretary)).toContain("需要新的監護人");
	});
});

describe("監護人", () => {
	test("is found by number or name and chosen, without a script", async () => {
		const parent = await member({ name: "黃素貞", member_no: "W0042", identity_type: "parent" });
		const child = await member({ name: "洪子庭" });
		for (const q of ["W0042", "素貞"]) {
			const page = await textOf(`${members.guardian(child.id)}?q=${encodeURIComponent(q)}`, secretary);
			expect(page).toMatch(new RegExp(`type="radio"[^>]*value="${parent.id}"`));
		}
		const form = { version: String(child.version), q: "素貞", guardian: String(parent.id) };
		expect((await ask(members.guardian(child.id), { as: secretary, form })).status).toBe(303);
		expect((await storedNow(child.id)).guardian_member_id).toBe(null);
		const { results } = await env.DB.prepare("SELECT state FROM confirmations WHERE member_id = ?")
			.bind(child.id)
			.all();
		expect(results).toEqual([{ state: "waiting" }]);
		await env.DB.prepare(
			"INSERT INTO guardianships (member_id, guardian_id, since, until, named) VALUES (?, ?, 1, 2, 'roster')",
		)
			.bind(child.id, parent.id)
			.run();
		expect((await ask(members.guardian(child.id), { as: secretary, form })).status).toBe(303);
		expect((await storedNow(child.id)).guardian_member_id).toBe(parent.id);
		const loop = await ask(members.guardian(parent.id), {
			as: secretary,
			form: { version: "1", q: "", guardian: String(child.id) },
		});
		expect(loop.status).toBe(422);
		expect(await textOf(members.guardian(parent.id), secretary)).toContain("這位會員自己是監護人");
		const third = await member({ name: "第三人" });
		const found = await textOf(`${members.guardian(third.id)}?q=${encodeURIComponent("洪子庭")}`, secretary);
		expect(found).toContain("找不到可以當監護人的「洪子庭」");
	});
});

describe("登入帳號", () => {
	test("with the member's own phone is offered, connected and parted with", async () => {
		const user = await person({ name: "本人帳號", email: null, phone: "0955000777" });
		const { id } = await member({ phone: "0955000777" });
		expect(await textOf(members.login(id), secretary)).toMatch(new RegExp(`type="radio"[^>]*value="${user.id}"`));
		await ask(members.login(id), { as: secretary, form: { user: String(user.id), q: "", version: "1" } });
		expect((await storedNow(id)).user_id).toBe(user.id);
		await ask(members.loginEnd(id), { as: secretary, form: { version: "2" } });
		expect((await storedNow(id)).user_id).toBe(null);
	});

	test("is made by an invitation; taken addresses are said beside their field", async () => {
		const { id } = await member({ name: "被邀請人" });
		await person({ email: "taken@example.org" });
		const send = (email: string) =>
			ask(members.invitation(id), { as: secretary, form: { email, phone: "", version: "1" } });
		const taken = await send("taken@example.org");
		expect([taken.status, (await taken.text()).includes('id="invite-email-error"')]).toEqual([422, true]);
		expect((await send("")).status).toBe(422);
		expect((await send("fresh@example.org")).status).toBe(303);
		expect(await storedNow(id)).toMatchObject({ user_email: "fresh@example.org", user_status: "invited" });
		const code = await ask(members.activationCode(id), { as: secretary, form: { version: "2" } });
		expect([code.status, /[0-9A-Z]{5}-[0-9A-Z]{5}/.test(await code.text())]).toEqual([200, true]);
	});
});

describe("歷程", () => {
	test("opens what was sealed for who may see it, and names the fields for the rest", async () => {
		const { id } = await member({ phone: "0912000111", status: "active", by: by({ id: secretary.userId }) });
		await ask(members.edit(id), { as: secretary, form: { ...(await formFrom(id)), phone: "0912000222" } });
		await stepMember(env, db, {
			ref: await storedNow(id),
			move: { step: "suspend", reason: "未出席說明", meeting: "第 3 屆第 2 次理事會", held_on: "2026-03-01" },
			by: { ...by({ id: chair.userId }, AT + 1), onBehalfOf: secretary.userId },
		});
		const seen = await textOf(members.history(id), secretary);
		for (const words of ["0912 000 111 → 0912 000 222", "未出席說明", "有效 → 停權", "理事長（代理秘書）", "新增會員"])
			expect(seen).toContain(words);
		const masked = await textOf(members.history(id), admin);
		for (const words of ["手機號碼", "••••••", "有效 → 停權"]) expect(masked).toContain(words);
		expect(masked).not.toMatch(/0912000222|0912 000 222|未出席說明/);
	});

	test("of somebody who was pseudonymised says that the values are gone, and has no dots to open", async () => {
		const { id } = await member({ phone: "0912000111", status: "resigned" });
		await ask(members.edit(id), { as: secretary, form: { ...(await formFrom(id)), phone: "0912000222" } });
		await env.DB.prepare("UPDATE members SET phone = NULL, person_key = NULL, pseudonymised_at = 1 WHERE id = ?")
			.bind(id)
			.run();
		const seen = await textOf(members.history(id), secretary);
		expect([seen.includes("手機號碼"), seen.includes("已去識別化"), seen.includes("••••••")]).toEqual([
			true,
			true,
			false,
		]);
	});

	test("names a guardian's change", async () => {
		const [parent, child] = [await member({ name: "媽媽" }), await member({ name: "孩子" })];
		await setGuardian(env, db, { ref: child, guardianId: parent.id, by: by({ id: secretary.userId }) });
		expect(await textOf(members.history(child.id), secretary)).toContain("變更監護人");
	});
});

test("稽核紀錄 tells the fields in words, and nothing of what is sealed", async () => {
	const { id } = await member({ phone: "0912000111", status: "active" });
	await stepMember(env, db, {
		ref: await storedNow(id),
		move: { step: "resign", reason: "移居國外", on: "2026-03-01" },
		by: by({ id: secretary.userId }),
	});
	const page = await textOf(`${paths.admin.audit.list()}?type=member&id=${id}`, admin);
	for (const words of ["退會", "加密保存，在會員的歷程裡查看", "修改的欄位", "手機號碼", `會員 ${id}`])
		expect(page).toContain(words);
	expect(page).not.toMatch(/移居國外|0912000111/);
});

describe("設定", () => {
	test("of members are saved, and an approval starts from them", async () => {
		const form = {
			start_no: "ｂ100",
			voting_from_age: "20",
			certificates_delete_after_days: "0",
			version: "0",
		};
		const saved = await ask(paths.admin.settings.group("members"), { as: admin, form });
		expect(saved.status).toBe(303);
		const page = await textOf(paths.admin.settings.group("members"), admin);
		expect(page).toContain('value="B100"');
		const { id, version } = await member();
		await ask(members.step(id, "approval"), { as: chair, form: { ...RESOLUTION, version: String(version) } });
		expect((await storedNow(id)).member_no).toBe("B100");
	});
});
