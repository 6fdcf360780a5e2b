import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import type { MemberStatus } from "#domain/people/members/codes.ts";
import { paths } from "#http/paths.ts";
import { setGuardian } from "../support/guardians.ts";
import { by, input, member, storedNow } from "../support/members.ts";
import { fieldValue, page, shown, tripsOf } from "../support/pages.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { errorsBeside, ownFields, wordsOf } from "../support/profiles.ts";
import { auditOf, person, rows } from "../support/users.ts";

const { profile, home, dependent, guardianAccess, privacy } = paths.member;
const db = open(env.DB);
type Stored = Awaited<ReturnType<typeof member>>;
let own: Person;
let me: Stored;
beforeEach(async () => {
	own = await signIn({ name: "郭子晴", roles: ["member"] });
	me = await member({
		name: "郭子晴",
		userId: own.userId,
		status: "active",
		member_no: `M${own.userId}`,
		national_id: null,
		birth_date: "1985-03-05",
		phone: "0912345678",
	});
});

const text = async (path: string, as = own) => wordsOf((await page(path, as)).html);
const send = (path: string, form: Record<string, string>, as = own) => ask(path, { as, form });
const formFor = (row: Stored, given: Record<string, string> = {}) => ({
	...ownFields({ phone: row.phone ?? "" }),
	base: JSON.stringify(ownFields({ phone: row.phone ?? "" })),
	version: String(row.version),
	...given,
});

describe("我的首頁", () => {
	test("shows the membership, the certificate, and what will be here, in plain words", async () => {
		const words = await text(home());
		for (const part of [
			"子晴，您好",
			"病友　個人會員",
			`會員編號 M${own.userId}`,
			"有效期限 尚無",
			"身障證明",
			"繳費紀錄會列在這裡",
			"目前沒有公告",
			"目前沒有文件",
			"還沒有同意",
		])
			expect(words).toContain(part);
		expect(words).not.toContain("我的家人");
		expect(await tripsOf(home(), own)).toBe(2);
	});

	test("tells a parent who looks after nobody how a child comes there", async () => {
		await env.DB.prepare("UPDATE members SET identity_type = 'parent' WHERE id = ?").bind(me.id).run();
		expect(await text(home())).toContain("請協會把孩子連到您這裡");
		const secretary = await signIn({ name: "秘書", roles: ["secretary"] });
		const staffSee = (id: number) => text(paths.admin.members.show(id), secretary);
		expect(await staffSee(me.id)).toContain("家長/父母，還沒有受監護的會員。");
		const child = await member({
			name: "小安",
			status: "active",
			national_id: null,
			birth_date: `${new Date().getUTCFullYear() - 9}-01-01`,
		});
		expect(await staffSee(child.id)).toContain("未成年的病友，還沒有監護人。");
		await setGuardian(env, db, { ref: child, guardianId: me.id, by: by(await person({ roles: ["secretary"] })) });
		expect([await staffSee(me.id), await staffSee(child.id)].join()).not.toMatch(/還沒有受監護的會員|還沒有監護人/);
		expect(await text(home())).not.toContain("請協會把孩子連到您這裡");
	});

	test("has one primary action, one part of each kind, and its name in the window", async () => {
		const { html, elements } = await page(home(), own);
		expect(html).toContain("<title>我的首頁｜病友協會</title>");
		expect(
			elements
				.filter(({ attributes }) => attributes.class?.split(" ").includes("primary"))
				.map(({ text: words }) => words),
		).toEqual(["查看與修改我的資料"]);
		expect(elements.filter(({ name }) => name === "h2").map(({ text: words }) => words)).toEqual([
			"會員專區",
			"郭子晴",
			"繳費紀錄",
			"身障證明",
			"公告",
			"文件",
			"個人資料與隱私",
		]);
		const nav = elements.filter(
			({ name, inside, attributes }) => name === "a" && inside.includes("nav") && attributes.class?.includes("wide"),
		);
		expect(nav.map(({ text: words, attributes }) => [words, attributes.href, attributes["aria-current"]])).toEqual([
			["我的首頁", home(), "page"],
			["公告", paths.member.announcements.list(), undefined],
			["我的資料", profile.edit(), undefined],
			["會費與繳費", paths.member.payments.list(), undefined],
			["文件", paths.member.documents.list(), undefined],
			["個人資料與隱私", privacy.show(), undefined],
		]);
	});

	test.each([
		["applied", "等候理事會審核"],
		["awaiting_payment", "入會申請已通過"],
		["suspended", "目前暫停"],
		["declined", "這次的入會申請沒有通過"],
		["withdrawn", "已經撤回"],
		["resigned", "您已經退會"],
		["expelled", "已經終止"],
	] as [MemberStatus, string][])(
		"says of a membership that is %s what follows, whatever dates are missing",
		async (status, words) => {
			const who = await signIn({ name: "沒有日期", roles: ["member"] });
			await member({
				name: "沒有日期",
				userId: who.userId,
				status,
				membership_type: "sponsor",
				identity_type: "parent",
			});
			const shownWords = await text(home(), who);
			expect(shownWords).toContain(words);
			expect(shownWords).toContain("家長/父母　贊助會員");
			expect(shownWords).toContain("會員編號 尚無 有效期限 尚無");
		},
	);

	test("a type that owes nothing has no end", async () => {
		const who = await signIn({ roles: ["member"] });
		await member({ userId: who.userId, status: "active", membership_type: "lifetime" });
		expect(await text(home(), who)).toContain("有效期限 無期限");
	});

	test("says what was agreed to, and when", async () => {
		await env.DB.prepare(
			`INSERT INTO consents (member_id, kind, text_version, given, channel, at) VALUES (?1, 'personal_data', 'v1', 1, 'web', 1772674200000),
				(?1, 'health_data', 'v1', 1, 'web', 1), (?1, 'health_data', 'v1', 0, 'web', 1772674200000)`,
		)
			.bind(me.id)
			.run();
		expect(await text(home())).toContain("個人資料 2026年3月5日同意 健康資料 2026年3月5日收回同意");
	});
});

describe("我的資料", () => {
	test("shows what staff keep, and has fields for the rest", async () => {
		const shownPage = await page(profile.edit(), own);
		const words = wordsOf(shownPage.html);
		for (const part of ["姓名 郭子晴", "生日 1985年3月5日", "這些資料由協會核對後登記", "不是登入的帳號"])
			expect(words).toContain(part);
		const names = shownPage.elements
			.filter(({ name, inside }) => ["input", "select", "textarea"].includes(name) && inside.includes("main"))
			.map(({ attributes }) => attributes.name);
		// The certificate has a form of its own.
		const beside = ["version", "base", "_key", "file", "replaces", "notice"];
		expect(names.filter((name) => !beside.includes(name ?? "")).toSorted()).toEqual(
			Object.keys(ownFields()).toSorted(),
		);
		expect(fieldValue(shownPage, "phone")).toBe("0912345678");
	});

	test("keeps what is sent, canonical, and writes down who changed it, sealed", async () => {
		const given = {
			name_en: "KUO, TZU-CHING",
			gender: "female",
			phone: "＋886 922-111-222",
			phone_home: "(02) 2345-6789",
			email: "Kuo@Example.org",
			line_id: "@kuo.line",
			city: "新北市",
			district: "板橋區",
			address: "文化路一段 1 號",
			occupation: "護理師",
			emergency_name: "郭母",
			emergency_relation: "母親",
			emergency_phone: "0933111222",
		};
		const answer = await send(profile.update(), formFor(me, given));
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, profile.edit()]);
		expect(await storedNow(me.id)).toMatchObject({
			...given,
			phone: "0922111222",
			phone_home: "02-23456789",
			email: "kuo@example.org",
			line_id: "kuo.line",
			postal_code: "220",
			version: me.version + 1,
		});
		const log = await auditOf("member", me.id);
		expect(log.map(({ action, user_id }) => [action, user_id])).toEqual([
			["member.create", null],
			["member.edit", own.userId],
		]);
		expect(JSON.stringify(log)).not.toMatch(/0922111222|郭母|護理師/);
		const [user] = await rows("SELECT phone, email FROM users WHERE id = ?", own.userId);
		expect(user).not.toMatchObject({ email: "kuo@example.org" });
	});

	test("what staff alone change is refused, whoever sends it", async () => {
		for (const given of [
			{ name: "改名" },
			{ guardian_member_id: String(me.id) },
			{ member_no: "M1" },
			{ national_id: "A123456789" },
			{ identity_type: "parent" },
			{ status: "active" },
		])
			expect([given, (await send(profile.update(), formFor(me, given))).status]).toEqual([given, 422]);
		expect((await storedNow(me.id)).version).toBe(me.version);
	});

	test("tells each mistake beside its field and keeps what was typed", async () => {
		const given = {
			phone: "1234",
			email: "x",
			postal_code: "12",
			city: "臺北市",
			district: "板橋區",
			emergency_phone: "x",
			occupation: "教師",
		};
		const answer = await shown(await send(profile.update(), formFor(me, given)));
		expect([answer.status, errorsBeside(answer.elements)]).toEqual([
			422,
			{
				phone: "請輸入 09 開頭的手機號碼，例如 0912 345 678；市話請填在住家電話。",
				email: "請輸入電子郵件，例如 name@example.org。",
				postal_code: "郵遞區號是 3、5 或 6 位數字。",
				district: "這個鄉鎮市區不在所選的縣市，請重新選擇。",
				emergency_phone: "請輸入電話號碼，例如 0912 345 678。",
			},
		]);
		expect([fieldValue(answer, "phone"), fieldValue(answer, "occupation")]).toEqual(["1234", "教師"]);
	});

	test("staff saved meanwhile: both texts of what both changed, theirs of what they alone changed; then it is saved", async () => {
		const secretary = await person({ name: "秘書", roles: ["secretary"] });
		await updateMember(env, db, { ref: me, input: { phone: "0955555555", occupation: "教師" }, by: by(secretary) });
		const sent = formFor(me, { phone: "0966666666", line_id: "kuo" });
		const answer = await shown(await send(profile.update(), sent));
		expect(answer.status).toBe(409);
		expect(wordsOf(answer.html)).toMatch(/手機號碼.*0966666666.*0955555555/);
		expect([fieldValue(answer, "phone"), fieldValue(answer, "occupation"), fieldValue(answer, "line_id")]).toEqual([
			"0966666666",
			"教師",
			"kuo",
		]);
		const again = { ...sent, occupation: "教師", version: fieldValue(answer, "version") ?? "", base: "" };
		expect((await send(profile.update(), again)).status).toBe(303);
		expect(await storedNow(me.id)).toMatchObject({ phone: "0966666666", occupation: "教師", line_id: "kuo" });
	});

	test("who has no record is led to the form for one; who is signed out loses nothing", async () => {
		const nobody = await signIn({ roles: ["member"] });
		expect((await ask(profile.edit(), { as: nobody })).headers.get("Location")).toBe(profile.create());
		expect((await send(profile.update(), formFor(me), nobody)).status).toBe(404);
		await env.DB.prepare("UPDATE sessions SET ended_at = 1 WHERE id = ?").bind(own.sid).run();
		const answer = await send(profile.update(), formFor(me, { address: "和平東路 1 號" }));
		expect([answer.status, fieldValue(await shown(answer), "address")]).toEqual([401, "和平東路 1 號"]);
		expect((await storedNow(me.id)).version).toBe(me.version);
	});
});

describe("我的家人", () => {
	let child: Stored;
	beforeEach(async () => {
		child = await member({
			name: "郭小安",
			guardianId: me.id,
			status: "active",
			birth_date: `${new Date().getUTCFullYear() - 9}-01-01`,
			phone: "0912345678",
			national_id: null,
		});
	});
	const born = (years: number, days: number): string => {
		const day = new Date(Date.now() + 8 * 3_600_000);
		return new Date(Date.UTC(day.getUTCFullYear() - years, day.getUTCMonth(), day.getUTCDate() + days))
			.toISOString()
			.slice(0, 10);
	};
	const setBirth = (birth: string | null) =>
		env.DB.prepare("UPDATE members SET birth_date = ?2 WHERE id = ?1").bind(child.id, birth).run();
	const places = () => [dependent.show(child.id), dependent.edit(child.id)];
	const statuses = async (as: Person) => Promise.all(places().map(async (path) => (await ask(path, { as })).status));

	test("a guardian sees and edits whom they look after", async () => {
		expect(await text(home())).toMatch(/我的家人 郭小安 有效 病友　還沒有會員編號/);
		expect(await text(dependent.show(child.id))).toContain("手機號碼 0912 345 678");
		expect([await tripsOf(dependent.show(child.id), own), await tripsOf(dependent.edit(child.id), own)]).toEqual([
			2, 2,
		]);
		const answer = await send(dependent.edit(child.id), formFor(child, { address: "學校路 2 號" }));
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, dependent.show(child.id)]);
		expect((await storedNow(child.id)).address).toBe("學校路 2 號");
		expect((await auditOf("member", child.id)).at(-1)).toMatchObject({ action: "member.edit", user_id: own.userId });
		expect((await ask(dependent.show(me.id), { as: own })).headers.get("Location")).toBe(profile.edit());
	});

	test("another's are nothing that there is, to read or to write", async () => {
		const stranger = await signIn({ name: "別人", roles: ["member"] });
		await member({ name: "別人", userId: stranger.userId, status: "active" });
		expect(await statuses(stranger)).toEqual([404, 404]);
		expect((await send(dependent.edit(child.id), formFor(child, { address: "x" }), stranger)).status).toBe(404);
		const before = await storedNow(child.id);
		// Whoever stopped being the guardian while the form was open.
		const secretary = await person({ name: "秘書", roles: ["secretary"] });
		await setGuardian(env, db, { ref: child, guardianId: null, by: by(secretary) });
		expect((await send(dependent.edit(child.id), formFor(child, { address: "x" }))).status).toBe(404);
		expect(await statuses(own)).toEqual([404, 404]);
		expect((await storedNow(child.id)).address).toBe(before.address);
	});

	test("of age, the guardian reads name, number and fees alone, until the member agrees; the day decides", async () => {
		await setBirth(born(18, 1));
		expect(await statuses(own)).toEqual([200, 200]);
		await setBirth(born(18, 0));
		expect(await statuses(own)).toEqual([200, 404]);
		const words = await text(dependent.show(child.id));
		expect(words).toContain("郭小安已滿 18 歲");
		expect(words).not.toMatch(/0912|生日|身分|個人會員/);
		expect(await text(home())).toMatch(/郭小安 已成年/);
		expect((await send(dependent.edit(child.id), formFor(child, { address: "x" }))).status).toBe(404);

		const grown = await signIn({ name: "郭小安", roles: ["member"] });
		await env.DB.prepare("UPDATE members SET user_id = ?2 WHERE id = ?1").bind(child.id, grown.userId).run();
		expect(await text(profile.edit(), grown)).toContain("監護人：郭子晴");
		expect((await send(guardianAccess(), { given: "1" }, grown)).status).toBe(303);
		expect(await statuses(own)).toEqual([200, 200]);
		expect(await text(profile.edit(), grown)).toContain("收回同意");
		expect((await send(guardianAccess(), { given: "0" }, grown)).status).toBe(303);
		expect(await statuses(own)).toEqual([200, 404]);
		expect(
			await rows("SELECT kind, given, by_user_id FROM consents WHERE member_id = ? ORDER BY id", child.id),
		).toEqual([
			{ kind: "guardian_access", given: 1, by_user_id: grown.userId },
			{ kind: "guardian_access", given: 0, by_user_id: grown.userId },
		]);
		expect((await auditOf("member", child.id)).slice(1).map(({ action }) => action)).toEqual([
			"member.allow_guardian",
			"member.end_guardian_access",
		]);
	});

	test("what was agreed to before that birthday does not count, and nobody agrees for another", async () => {
		await setBirth(born(18, 0));
		await env.DB.prepare(
			"INSERT INTO consents (member_id, kind, text_version, given, channel, at) VALUES (?1, 'guardian_access', 'v', 1, 'web', ?2)",
		)
			.bind(child.id, Date.now() - 2 * 86_400_000)
			.run();
		expect(await statuses(own)).toEqual([200, 404]);
		// The guardian has none, and a child is not of age.
		expect((await send(guardianAccess(), { given: "1" })).status).toBe(422);
		const young = await signIn({ roles: ["member"] });
		await member({ userId: young.userId, guardianId: me.id, birth_date: born(17, 0) });
		expect((await send(guardianAccess(), { given: "1" }, young)).status).toBe(422);
		expect(await text(profile.edit(), young)).not.toContain("監護人：");
	});
});

test("a name is words, never markup", async () => {
	const who = await signIn({ roles: ["member"] });
	await member({ ...input({ name: "<b>王</b>" }), userId: who.userId, status: "active", address: `"><script>` });
	for (const path of [home(), profile.edit()]) expect((await page(path, who)).html).not.toMatch(/<b>王|<script>/);
});
