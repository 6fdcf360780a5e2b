import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { turningMembers } from "#db/people/member-turning.ts";
import { readRows } from "#db/read.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import { MEMBER_FIELDS } from "#domain/people/members/fields.ts";
import { addNote } from "#domain/people/notes/actions.ts";
import { paths } from "#http/paths.ts";
import { member, storedNow } from "../../support/members.ts";
import { cells, fieldValue, page, type Shown, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { AT, auditOf, by, person, rows } from "../../support/users.ts";

const { members } = paths.admin;
const db = open(env.DB);
type Stored = Awaited<ReturnType<typeof member>>;
let secretary: Person;
let viewer: Person;
beforeAll(async () => {
	secretary = await signIn({ name: "林秘書", roles: ["secretary"] });
	viewer = await signIn({ name: "工讀生", permissions: ["members.view", "members.manage"] });
});

const mergeOf = (kept: { id: number }, other: { id: number }) => `${members.merge(kept.id)}?with=${other.id}`;
const words = ({ html }: Shown): string =>
	html
		.slice(html.indexOf("<main"))
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");
/** The radios of the page by name: which is chosen, and which cannot be. */
const choicesOf = ({ elements }: Shown) =>
	Object.fromEntries(
		elements
			.filter(({ name, attributes }) => name === "input" && attributes.type === "radio" && "checked" in attributes)
			.map(({ attributes }) => [attributes.name, attributes.value]),
	);
/** The form of a merge as its page has it. */
const formOf = (seen: Shown): Record<string, string> => ({
	...Object.fromEntries(["other", "version", "other_version"].map((name) => [name, fieldValue(seen, name) ?? ""])),
	...choicesOf(seen),
});
const send = (kept: { id: number }, form: Record<string, string>, as = secretary) =>
	ask(members.merge(kept.id), { as, form });

let count = 0;
describe("合併", () => {
	let kept: Stored;
	let other: Stored;
	beforeEach(async () => {
		count += 1;
		kept = await member({
			name: "廖佩君",
			member_no: `P${count}`,
			phone: "0966000108",
			status: "active",
			city: "高雄市",
		});
		other = await member({
			name: "廖佩君",
			member_no: `Q${count}`,
			phone: "0966000181",
			email: `p${count}@example.org`,
			status: "active",
			city: "高雄市",
			district: "新興區",
		});
		await addNote(db, { notable: { type: "member", id: other.id }, content: "改寄新地址。", by: by(await person()) });
		[kept, other] = [await storedNow(kept.id), await storedNow(other.id)];
	});

	test("shows both records, what differs with the better side chosen, and what goes along, and writes nothing", async () => {
		const before = await rows("SELECT count(*) AS n FROM audit_log");
		const seen = await page(mergeOf(kept, other), secretary);
		expect(seen.status).toBe(200);
		expect(choicesOf(seen)).toEqual({ pick_phone: "kept", pick_email: "other", pick_address: "other" });
		const text = words(seen);
		for (const part of [
			`把Q${count} 廖佩君併入P${count} 廖佩君`,
			"合併後不會自動復原",
			"0966 000 108",
			"0966 000 181",
			"備忘錄 1 則",
			`用 P${count}、Q${count} 都找得到這位會員`,
			"對調，留下這一筆",
		])
			expect(text).toContain(part);
		expect(seen.html).toContain(`href="${mergeOf(other, kept)}"`);
		expect(await rows("SELECT count(*) AS n FROM audit_log")).toEqual(before);
	});

	test("merges as chosen, leads on from the old address, and is found by either number", async () => {
		const form = { ...formOf(await page(mergeOf(kept, other), secretary)), pick_phone: "other", pick_email: "kept" };
		const done = await send(kept, form);
		expect([done.status, done.headers.get("Location")]).toEqual([303, members.show(kept.id)]);
		expect(await storedNow(kept.id)).toMatchObject({ phone: "0966000181", email: null, district: "新興區" });
		const old = await ask(members.show(other.id), { as: secretary });
		expect([old.status, old.headers.get("Location")]).toEqual([303, members.show(kept.id)]);
		for (const number of [`P${count}`, `Q${count}`, `q${count}`]) {
			const list = await page(`${members.list()}?q=${number}`, secretary);
			expect(list.html).toContain(`href="${members.show(kept.id)}"`);
			const all = await page(`${paths.admin.search()}?q=${number}`, secretary);
			expect(all.html).toContain(members.show(kept.id));
		}
		expect(words(await page(members.show(kept.id), secretary))).toContain(`曾用編號 Q${count}`);
		expect(words(await page(members.notes.list(kept.id), secretary))).toContain("改寄新地址。");
	});

	test("tells both histories on one page, each opened with its own key", async () => {
		await updateMember(env, db, { ref: other, input: { occupation: "護理師" }, by: by(await person()) });
		await send(kept, formOf(await page(mergeOf(kept, other), secretary)));
		const text = words(await page(members.history(kept.id), secretary));
		for (const part of [
			"合併重複的會員",
			`併入的資料 Q${count} 廖佩君`,
			`（已併入的Q${count} 廖佩君）`,
			"職業 護理師",
			`電子郵件 p${count}@example.org`,
		])
			expect(text).toContain(part);
		expect(text.split("合併重複的會員")).toHaveLength(2);
		expect(words(await page(members.history(kept.id), viewer))).not.toContain("護理師");
	});

	test.each(["kept", "other"] as const)(
		"of a %s record that changed meanwhile shows both anew, the choices as they were",
		async (which) => {
			const form = { ...formOf(await page(mergeOf(kept, other), secretary)), pick_phone: "other", pick_email: "kept" };
			const changed = which === "kept" ? kept : other;
			await updateMember(env, db, { ref: changed, input: { occupation: "教師" }, by: by(await person()) });
			const stale = await shown(await send(kept, form));
			expect(stale.status).toBe(409);
			expect(words(stale)).toContain("這位會員的資料在您編輯時已被其他人更新。");
			expect(words(stale)).toContain("您剛才的選擇都還在");
			expect(choicesOf(stale)).toEqual({
				...(which === "other" ? { pick_occupation: "other" } : {}),
				pick_phone: "other",
				pick_email: "kept",
				pick_address: "other",
			});
			const done = await send(kept, formOf(stale));
			expect(done.status).toBe(303);
			expect(await storedNow(kept.id)).toMatchObject({ phone: "0966000181", email: null, occupation: "教師" });
		},
	);

	test("sent from two tabs happens once, and the second is told", async () => {
		const form = formOf(await page(mergeOf(kept, other), secretary));
		expect((await send(kept, form)).status).toBe(303);
		const again = await shown(await send(kept, form));
		expect([again.status, fieldValue(again, "other")]).toEqual([409, undefined]);
		expect(words(again)).toContain("這筆資料已併入另一位會員。");
		expect((await auditOf("member", other.id)).filter(({ action }) => action === "member.merge")).toHaveLength(1);
	});

	test("that cannot be says why and has nothing to press", async () => {
		const child = await member({ name: "廖小安", guardianId: kept.id });
		const unnumbered = await member({ name: "廖佩君" });
		const mine = await member({ name: "林秘書", userId: secretary.userId });
		for (const [a, b, reason] of [
			[kept, child, "其中一位是另一位的監護人"],
			[unnumbered, kept, "有會員編號的那一筆要留下"],
			[kept, kept, "這是同一筆資料"],
			[mine, unnumbered, "不能合併自己或家人的資料"],
		] as const) {
			const seen = await page(mergeOf(a, b), secretary);
			expect([words(seen).includes(reason), seen.html.includes("確認合併")]).toEqual([true, false]);
			const sent = await send(a, { other: String(b.id), version: String(a.version), other_version: String(b.version) });
			expect(sent.status).toBe(422);
		}
		const swap = await page(mergeOf(kept, unnumbered), secretary);
		expect(words(swap)).toContain("有會員編號的那一筆留下，所以不能對調。");
		await env.DB.prepare("DELETE FROM members WHERE id = ?").bind(mine.id).run();
	});

	test("warns of two ids and of two that were told apart", async () => {
		await updateMember(env, db, { ref: kept, input: { national_id: "F131104093" }, by: by(await person()) });
		await updateMember(env, db, { ref: other, input: { national_id: "A800000014" }, by: by(await person()) });
		const [a, b] = [kept.id, other.id].map(String);
		await ask(members.distinct(), { as: secretary, form: { a: a ?? "", b: b ?? "" } });
		const seen = await page(mergeOf(kept, other), secretary);
		expect(words(seen)).toContain("兩筆的身分證字號不同");
		expect(words(seen)).toContain("林秘書在");
		expect(seen.html).not.toMatch(/F131104093|A800000014/);
		await env.DB.prepare("UPDATE members SET national_id_hash = NULL, national_id = NULL WHERE id IN (?, ?)")
			.bind(kept.id, other.id)
			.run();
	});

	test("begins with a search by number, name or phone, or with those that are alike", async () => {
		const seen = await page(members.merge(kept.id), secretary);
		expect(words(seen)).toContain("相似的資料");
		expect(seen.html).toContain(`href="${mergeOf(kept, other)}"`);
		for (const q of [`Q${count}`, "廖佩君", "0966-000-181"]) {
			const found = await page(`${members.merge(kept.id)}?q=${encodeURIComponent(q)}`, secretary);
			expect(found.html).toContain(`href="${mergeOf(kept, other)}"`);
			expect(found.html).not.toContain(`href="${mergeOf(kept, kept)}"`);
		}
		expect(words(await page(`${members.merge(kept.id)}?q=沒有這個人`, secretary))).toContain("找不到「沒有這個人」");
		expect((await page(members.merge(999_999), secretary)).status).toBe(404);
		expect((await page(`${members.merge(kept.id)}?with=999999`, secretary)).status).toBe(404);
	});

	test("is for who holds members.merge, from the record's page to the button", async () => {
		expect((await ask(mergeOf(kept, other), { as: viewer })).status).toBe(403);
		expect((await ask(members.duplicates(), { as: viewer })).status).toBe(403);
		const form = formOf(await page(mergeOf(kept, other), secretary));
		expect((await send(kept, form, viewer)).status).toBe(403);
		expect((await storedNow(other.id)).merged_into).toBeNull();
		const link = `href="${members.merge(kept.id)}"`;
		expect((await page(members.show(kept.id), secretary)).html).toContain(link);
		expect((await page(members.show(kept.id), viewer)).html).not.toContain(link);
	});

	test("reads in one round trip beside the session's", async () => {
		for (const path of [
			members.merge(kept.id),
			mergeOf(kept, other),
			members.duplicates(),
			members.turning(),
			members.list(),
		])
			expect([path, await tripsOf(path, secretary)]).toEqual([path, 2]);
	});
});

describe("可能重複的會員", () => {
	test("lists a pair with its reasons, tells it apart for good, and takes that back", async () => {
		const [a, b] = [
			await member({ name: "鍾可欣", birth_date: "1990-02-03", phone: "0955000111" }),
			await member({ name: "鍾可欣", birth_date: "1990-02-03", phone: "0955000111", member_no: "Z9" }),
		];
		const row = async (tab = "") =>
			cells(await page(`${members.duplicates()}${tab}`, secretary)).filter((line) => line.join().includes("鍾可欣"));
		expect((await row())[0]?.[2]).toBe("姓名、生日相同；姓名、手機相同");
		// The record with a number stays.
		expect((await page(members.duplicates(), secretary)).html).toContain(`href="${mergeOf(b, a)}"`);
		expect(words(await page(members.list(), secretary))).toMatch(/可能重複 \d+ 組/);
		expect(words(await page(members.list(), viewer))).not.toContain("可能重複");
		const form = { a: String(b.id), b: String(a.id), page: "1" };
		const told = await ask(members.distinct(), { as: secretary, form });
		expect([told.status, told.headers.get("Location")]).toEqual([303, members.duplicates()]);
		expect(await row()).toEqual([]);
		expect((await row("?tab=distinct"))[0]?.[2]).toContain("林秘書");
		const back = await ask(members.alike(), { as: secretary, form });
		expect(back.headers.get("Location")).toBe(`${members.duplicates()}?tab=distinct`);
		expect(await row()).toHaveLength(1);
		expect(await row("?tab=distinct")).toEqual([]);
	});

	test("says so where there is none", async () => {
		await env.DB.batch(["member_likenesses", "member_distinct"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
		expect(words(await page(members.duplicates(), secretary))).toContain("沒有可能重複的會員");
		expect(words(await page(`${members.duplicates()}?tab=distinct`, secretary))).toContain("還沒有排除任何一組");
		expect((await page(`${members.duplicates()}?reason=unknown`, secretary)).status).toBe(400);
	});
});

describe("即將成年", () => {
	const day = (shift: string) =>
		env.DB.prepare("SELECT date('now', '+8 hours', ?1, '-18 years') AS day")
			.bind(shift)
			.first<string>("day")
			.then((text) => text ?? "");
	const names = async (tab: string) =>
		cells(await page(`${members.turning()}${tab}`, secretary)).map(([name = ""]) => name.replace(/尚無編號.*/, ""));

	test("lists who comes of age within a month, and who is and has not said", async () => {
		const guardian = await member({ name: "黃素貞", phone: "0933000104" });
		const born = async (name: string, shift: string, given: object = {}) =>
			member({ name, guardianId: guardian.id, birth_date: await day(shift), status: "active", ...given });
		await born("明天", "+1 day");
		await born("下個月", "+27 days");
		await born("還早", "+33 days");
		await born("今天", "+0 days");
		await born("上週", "-7 days");
		await born("已退會", "-7 days", { status: "resigned" });
		const agreed = await born("同意了", "-7 days");
		const early = await born("太早同意", "-7 days");
		await member({ name: "沒有監護人", birth_date: await day("-7 days") });
		const consent =
			"INSERT INTO consents (member_id, kind, text_version, given, channel, at) VALUES (?1, 'guardian_access', '1', ?2, 'web', ?3)";
		await env.DB.batch([
			env.DB.prepare(consent).bind(agreed.id, 0, Date.now()),
			env.DB.prepare(consent).bind(early.id, 1, AT - 30 * 86_400_000_000),
		]);
		expect(await names("")).toEqual(["明天", "下個月"]);
		expect(await names("?tab=adult")).toEqual(["今天", "太早同意", "上週"]);
		const seen = await page(members.turning(), secretary);
		expect(words(seen)).toContain("黃素貞 0933 000 104");
		expect(words(seen)).toContain("建立帳號 ：明天");
		expect(words(await page(members.turning(), await signIn({ permissions: ["members.view"] })))).not.toContain(
			"更新資料",
		);
	});

	test("stands on the dashboard with requests to be linked, for who may deal with each", async () => {
		const asker = await person();
		await env.DB.prepare("INSERT INTO link_requests (user_id, seal_id, profile, created_at) VALUES (?, 's', '', ?)")
			.bind(asker.id, Date.now() - 3_600_000)
			.run();
		await member({ name: "同名人", phone: "0955000999" });
		await member({ name: "同名人", phone: "0955000999" });
		const text = words(await page(paths.admin.home(), secretary));
		const applied = await env.DB.prepare("SELECT count(*) AS n FROM members WHERE status = 'applied'").first<number>(
			"n",
		);
		expect(text).toContain(`入會申請 ${applied} 帳號對應 1 即將成年 2 同名資料 1`);
		for (const line of ["2 位一個月內滿 18 歲", "3 位已成年 尚未決定監護人能否代為處理", "1 組資料可能是同一人"])
			expect(text).toContain(line);
		const some = words(await page(paths.admin.home(), await signIn({ permissions: ["members.view"] })));
		expect(some).toContain("2 位一個月內滿 18 歲");
		expect(some).not.toMatch(/帳號對應|資料可能是同一人|入會申請/);
	});
});

test("who was born on the 29th of February comes of age on the 1st of March", async () => {
	const guardian = await member({ name: "監護人" });
	const leap = await member({ name: "閏日", guardianId: guardian.id, birth_date: "2008-02-29", status: "active" });
	const on = async (today: string) => {
		const [soon, [counts]] = await readRows(env.DB, ...turningMembers("soon", { today, page: 1 }));
		const [adult] = await readRows(env.DB, turningMembers("adult", { today, page: 1 })[0]);
		const has = (list: { id: number; of_age_on: string }[]) =>
			list.filter(({ id }) => id === leap.id).map((one) => one.of_age_on);
		return [has(soon), has(adult), counts?.soon === soon.length];
	};
	expect(await on("2026-01-31")).toEqual([["2026-03-01"], [], true]);
	expect(await on("2026-01-30")).toEqual([["2026-03-01"], [], true]);
	expect(await on("2026-01-28")).toEqual([[], [], true]);
	expect(await on("2026-02-28")).toEqual([["2026-03-01"], [], true]);
	expect(await on("2026-03-01")).toEqual([[], ["2026-03-01"], true]);
});

test("a number with dashes is kept so, and found with and without them", async () => {
	const form = { member_no: "ａ-001" };
	const row = await member({ name: "戴橫線", member_no: null });
	await updateMember(env, db, {
		ref: row,
		input: { member_no: MEMBER_FIELDS.member_no.parse(form.member_no) },
		by: by(await person()),
	});
	expect((await storedNow(row.id)).member_no).toBe("A-001");
	const plain = await member({ name: "沒橫線", member_no: "B002" });
	for (const [q, id] of [
		["A-001", row.id],
		["a001", row.id],
		["A-0", row.id],
		["001", row.id],
		["B-002", plain.id],
		["b002", plain.id],
	] as const)
		expect([
			q,
			(await page(`${members.list()}?q=${q}`, secretary)).html.includes(`href="${members.show(id)}"`),
		]).toEqual([q, true]);
});
