import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { updateMember } from "#domain/people/members/actions.ts";
import { daysLater } from "#domain/people/privacy/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { insert } from "../../support/content.ts";
import { db } from "../../support/logins.ts";
import { input, member, storedNow } from "../../support/members.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { wordsOf } from "../../support/profiles.ts";
import { rows } from "../../support/users.ts";

const { members, home } = paths.admin;
const { privacy } = members;
const TODAY = dateInTaipei(Date.now());

const shown = async (path: string, as: Person) => {
	const answer = await ask(path, { as });
	const body = await answer.text();
	return { status: answer.status, body, words: wordsOf(body) };
};
const secretary = () => signIn({ name: "林書瑜", roles: ["secretary"] });
let next = 600;
const request = async (memberId: number, more: Record<string, unknown> = {}) => {
	const id = next++;
	await insert("privacy_requests", {
		id,
		member_id: memberId,
		kind: "copy",
		channel: "paper",
		received_on: TODAY,
		due_on: daysLater(TODAY, 15),
		created_at: Date.now(),
		updated_at: Date.now(),
		...more,
	});
	return id;
};

describe("個人資料申請", () => {
	test("the overdue first, in red and in words; closed ones on their own page; by kind", async () => {
		const as = await secretary();
		const [late, soon, far] = [
			await member({ name: "逾期者" }),
			await member({ name: "快到期" }),
			await member({ name: "還很久" }),
		];
		await request(far.id, { kind: "deletion", due_on: daysLater(TODAY, 30) });
		await request(soon.id, { due_on: daysLater(TODAY, 4) });
		await request(late.id, { due_on: daysLater(TODAY, -3) });
		await request(late.id, { kind: "correction", status: "done", answer: "已更正", closed_at: Date.now() });
		const { body, words } = await shown(privacy.list(), as);
		expect([...words.matchAll(/逾期 3 天|剩 4 天|剩 30 天/g)].map(([found]) => found)).toEqual([
			"逾期 3 天",
			"剩 4 天",
			"剩 30 天",
		]);
		expect(body).toMatch(/status danger[^>]*>.{0,200}逾期 3 天/);
		expect((await shown(`${privacy.list()}?kind=deletion`, as)).words).not.toContain("逾期 3 天");
		expect((await shown(`${privacy.list()}?tab=closed`, as)).words).toContain("已辦理");
		expect((await shown(`${privacy.list()}?tab=closed&kind=deletion`, as)).words).toContain("找不到符合的申請");
		expect((await ask(`${privacy.list()}?tab=other`, { as })).status).toBe(400);
		const dashboard = (await shown(home(), as)).words;
		expect(dashboard).toMatch(/個資申請 逾期者　查詢或取得複本 已逾期，期限/);
	});

	test("is answered, or refused with a ground; extended once; the page of a reader whom it is about only shows it", async () => {
		const as = await secretary();
		const one = await member({ name: "申請者", email: "asker@example.org" });
		const id = await request(one.id);
		const refusedForm = { version: "1", outcome: "refused", grounds: "", answer: "" };
		const refusal = await ask(privacy.answer(id), { as, form: refusedForm });
		const text = wordsOf(await refusal.text());
		expect([refusal.status, text.includes("請選擇法律上的理由"), text.includes("說明拒絕的原因")]).toEqual([
			422,
			true,
			true,
		]);
		expect((await ask(privacy.extension(id), { as, form: { version: "1", reason: "" } })).status).toBe(422);
		expect((await ask(privacy.extension(id), { as, form: { version: "1", reason: "調閱紙本" } })).status).toBe(303);
		expect((await shown(privacy.show(id), as)).words).toContain("已延長一次");
		const stale = await ask(privacy.answer(id), {
			as,
			form: { version: "1", outcome: "done", grounds: "", answer: "打好的長篇答覆" },
		});
		expect([stale.status, (await stale.text()).includes("打好的長篇答覆")]).toEqual([409, true]);
		expect(
			(await ask(privacy.answer(id), { as, form: { version: "2", outcome: "done", grounds: "", answer: "已交付" } }))
				.status,
		).toBe(303);
		expect(await rows("SELECT status, answer, closed_by FROM privacy_requests WHERE id = ?", id)).toEqual([
			{ status: "done", answer: "已交付", closed_by: as.userId },
		]);
		expect(
			await rows(
				"SELECT template, to_name, data FROM mail_messages WHERE to_address = 'asker@example.org' ORDER BY rowid",
			),
		).toEqual([
			{ template: "privacy_extended", to_name: "申請者", data: `{"requestId":${id}}` },
			{ template: "privacy_answered", to_name: "申請者", data: `{"requestId":${id}}` },
		]);
		const mine = await member({ name: "秘書自己", userId: as.userId });
		const own = await request(mine.id);
		const page = await shown(privacy.show(own), as);
		expect([page.words.includes("請由其他工作人員處理"), page.body.includes('name="outcome"')]).toEqual([true, false]);
		expect(
			(await ask(privacy.answer(own), { as, form: { version: "1", outcome: "done", grounds: "", answer: "" } })).status,
		).toBe(422);
	});

	test("is recorded from paper with the day it came; a wrong form keeps what was typed", async () => {
		const as = await secretary();
		const one = await member({ name: "寄信來的人" });
		const form = {
			channel: "paper",
			kind: "deletion",
			received_on: "115/1/31",
			content: "請刪除我的資料",
			_key: crypto.randomUUID(),
		};
		const wrong = await ask(privacy.create(one.id), { as, form: { ...form, received_on: "明天" } });
		expect([wrong.status, (await wrong.text()).includes("請刪除我的資料")]).toEqual([422, true]);
		expect((await ask(privacy.create(one.id), { as, form })).status).toBe(303);
		expect(
			await rows(
				"SELECT kind, channel, received_on, due_on, requested_by FROM privacy_requests WHERE member_id = ?",
				one.id,
			),
		).toEqual([
			{ kind: "deletion", channel: "paper", received_on: "2026-01-31", due_on: "2026-03-02", requested_by: as.userId },
		]);
		expect((await shown(members.show(one.id), as)).words).toContain("申請刪除或停止利用");
	});
});

describe("on the record", () => {
	test("a consent on paper, with its text's version and its day", async () => {
		const as = await secretary();
		const one = await member({ name: "簽紙本的人" });
		const form = { version: String(one.version), text: "", given: "1", signed_on: "115/3/1" };
		expect((await ask(privacy.consent(one.id), { as, form })).status).toBe(422);
		expect((await ask(privacy.consent(one.id), { as, form: { ...form, text: "health_data 1999-01" } })).status).toBe(
			422,
		);
		expect((await ask(privacy.consent(one.id), { as, form: { ...form, text: "health_data 2026-11" } })).status).toBe(
			303,
		);
		expect(
			await rows("SELECT kind, text_version, channel, signed_on, by_user_id FROM consents WHERE member_id = ?", one.id),
		).toEqual([
			{
				kind: "health_data",
				text_version: "2026-11",
				channel: "paper",
				signed_on: "2026-03-01",
				by_user_id: as.userId,
			},
		]);
		expect((await shown(privacy.consent(one.id), as)).words).toContain(
			"同意健康資料，版本 2026-11，紙本（2026/03/01 簽署），林書瑜登錄",
		);
		expect((await ask(privacy.consent(one.id), { as, form: { ...form, text: "health_data 2026-11" } })).status).toBe(
			409,
		);
	});

	test("a copy is made by whoever may see what is sensitive, freshly; not for oneself", async () => {
		const as = await secretary();
		const one = await member({ name: "要複本的人" });
		expect((await ask(privacy.copy(one.id), { as: await signIn({ roles: ["admin"] }) })).status).toBe(403);
		const answer = await ask(privacy.copy(one.id), { as, form: {} });
		expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
		await answer.arrayBuffer();
		const mine = await member({ userId: as.userId });
		expect((await ask(privacy.copy(mine.id), { as, form: {} })).status).toBe(422);
		await env.DB.prepare("UPDATE sessions SET authenticated_at = 1 WHERE user_id = ?").bind(as.userId).run();
		expect((await ask(privacy.copy(one.id), { as, form: {} })).status).toBe(403);
	});

	test("pseudonymisation says what goes and what stands in the way, and needs another than who recorded it", async () => {
		const [as, other] = [await secretary(), await secretary()];
		const one = await member({ name: "要離開的人", member_no: "P0001", phone: "0912000777", status: "active" });
		const at = privacy.pseudonymisation(one.id);
		const before = await shown(at, as);
		expect([
			before.words.includes("只有未通過、撤回、退會、除名或已故"),
			before.words.includes("登錄申請"),
			before.body.includes("永久去識別化"),
		]).toEqual([true, true, false]);
		await env.DB.prepare("UPDATE members SET status = 'resigned' WHERE id = ?").bind(one.id).run();
		await ask(privacy.create(one.id), {
			as,
			form: {
				channel: "association",
				kind: "deletion",
				received_on: TODAY.replaceAll("-", "/"),
				content: "",
				_key: crypto.randomUUID(),
			},
		});
		expect((await shown(at, as)).words).toContain("登錄這份申請的人不能自己執行");
		const page = await shown(at, other);
		expect([page.words.includes("會員編號 P0001"), page.body.includes("永久去識別化")]).toEqual([true, true]);
		const [open] = await rows<{ id: number }>("SELECT id FROM privacy_requests WHERE member_id = ?", one.id);
		const form = { version: String(one.version), request: String(open?.id) };
		expect((await ask(at, { as: other, form })).status).toBe(422);
		expect((await ask(at, { as, form: { ...form, understood: "1" } })).status).toBe(422);
		expect((await storedNow(one.id)).phone).toBe("0912000777");
		const done = await ask(at, { as: other, form: { ...form, understood: "1" } });
		expect([done.status, done.headers.get("Location")]).toEqual([303, members.show(one.id)]);
		const after = await shown(members.show(one.id), other);
		for (const button of [members.edit(one.id), members.step(one.id, "rejoining"), members.login(one.id)])
			expect(after.body).not.toContain(`href="${button}"`);
		const rejoin = await ask(members.step(one.id, "rejoining"), {
			as: other,
			form: { version: String(one.version + 1), reason: "", on: "" },
		});
		expect([rejoin.status, (await storedNow(one.id)).status]).toEqual([422, "resigned"]);
		expect([
			after.words.includes("已去識別化 P0001"),
			after.words.includes("要離開的人"),
			after.words.includes("0912 000 777"),
		]).toEqual([true, false, false]);
		expect((await shown(`${members.list()}?q=0912000777`, other)).words).not.toContain("P0001");
		expect(await rows("SELECT status FROM privacy_requests WHERE id = ?", open?.id ?? 0)).toEqual([{ status: "done" }]);
	});
});

describe("個資存取紀錄", () => {
	test("tells looks, copies, prints and looks into the history; the auditor sees numbers and no names", async () => {
		const as = await secretary();
		const one = await member({ name: "被看的人", member_no: "R0001", national_id: "A123456789" });
		await updateMember(env, db, {
			ref: one,
			input: input({ name: "被看的人", occupation: "廚師" }),
			by: { actor: "operator", userId: null, ip: null, at: Date.now() },
		});
		await ask(members.sensitive(one.id), { as, form: {} });
		await ask(members.history(one.id), { as });
		await ask(members.print("roster"), { as });
		const history = (await shown(members.history(one.id), as)).words;
		expect(history).toContain("廚師");
		expect(history).not.toContain("查看歷程的內容");
		const { words } = await shown(privacy.access(), as);
		for (const text of ["查看歷程的內容", "列印會員名單", "查看身分證字號與病況", "被看的人"])
			expect(words).toContain(text);
		expect(words).toMatch(/列印會員名單 \d+ 位/);
		const one_ = await shown(`${privacy.access()}?member=R0001`, as);
		expect([...one_.words.matchAll(/查看歷程的內容 被看的人|查看身分證字號與病況 被看的人/g)].length).toBe(3);
		const auditor = await signIn({ roles: ["auditor"] });
		const seen = await shown(privacy.access(), auditor);
		expect([seen.status, seen.words.includes("R0001"), seen.words.includes("被看的人")]).toEqual([200, true, false]);
		expect((await shown(`${privacy.access()}?member=none`, as)).words).toContain("找不到符合的紀錄");
		expect((await ask(privacy.access(), { as: await signIn({ roles: ["cashier"] }) })).status).toBe(403);
		expect((await shown(members.show(one.id), as)).words).toContain("協會工作人員");
	});

	test("whoever may not open the history's values leaves no read", async () => {
		const admin = await signIn({ roles: ["admin"] });
		const one = await member({ name: "沒人看的人", occupation: "木工" });
		const page = await shown(members.history(one.id), admin);
		expect([page.status, page.words.includes("木工")]).toEqual([200, false]);
		expect(
			await rows("SELECT 1 FROM audit_log WHERE action = 'member.view_history' AND auditable_id = ?", String(one.id)),
		).toEqual([]);
	});
});
