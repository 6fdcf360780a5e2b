import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { fittingMembers, type MemberFilter, memberPage, shownMembers } from "#db/people/member-lists.ts";
import { MEMBER_SORTS, type MemberSort } from "#db/people/member-orders.ts";
import { memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { memberStatusNow } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { insert } from "../../support/content.ts";
import { emptied, endDuesItems, insertDuesItem, without } from "../../support/money-fixtures.ts";
import { cells, page, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { members } = paths.admin;
const LIST = members.list();
let secretary: Person;

type Row = Record<string, string | number | null>;
const member = (id: number, name: string, more: Row = {}) =>
	insert("members", { id, name, status: "active", created_at: 1, updated_at: 1, ...more });
const note = (about: number, more: Row = {}) =>
	insert("notes", { notable_type: "member", notable_id: about, content: "記", created_at: 1, updated_at: 1, ...more });

beforeEach(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	await env.DB.prepare("UPDATE members SET guardian_member_id = NULL, merged_into = NULL").run();
	await emptied("settings", "notes", "dues_events", "dues_items", "member_numbers", "members");
});

const listed = async (query: Record<string, string> = {}, as = secretary) =>
	cells(await page(`${LIST}?${new URLSearchParams(query)}`, as));
/** The names on a page, without what stands under them. */
const names = async (query: Record<string, string> = {}) => {
	const { html } = await page(`${LIST}?${new URLSearchParams(query)}`, secretary);
	return [...html.matchAll(/scope="row"[^>]*><a[^>]*>([^<]*)</g)].map(([, name]) => name);
};

describe("the table", () => {
	test("seven columns, escaped, and what they say", async () => {
		await member(1, "陳<怡君", { member_no: "M0187", phone: "0912345678", email: "a@example.org" });
		await member(2, "陳品睿", { member_no: "M0188", guardian_member_id: 1, phone: "0912345678" });
		await member(3, "林志豪", {
			member_no: "M0203",
			identity_type: "parent",
			membership_type: "lifetime",
			status: "suspended",
			email: "lin@example.org",
		});
		await member(4, "黃淑芬", { status: "applied", membership_type: "sponsor" });
		await note(1);
		await note(1);
		await note(1, { hidden_at: 1, hidden_reason: "錯" });
		await note(3, { notable_type: "task" });
		const list = await page(LIST, secretary);
		expect(list.html).not.toContain("陳<怡君");
		const heads = list.elements.filter(({ name, attributes }) => name === "th" && attributes.scope === "col");
		expect(heads.map(({ text }) => text)).toEqual([
			"會員編號",
			"姓名",
			"身分",
			"會員類別",
			"有效期限",
			"狀態",
			"備忘錄",
		]);
		expect(cells(list).map((row) => row.slice(0, 6))).toEqual([
			["M0187", "陳&lt;怡君0912 345 678", "病友", "個人會員", "—", "有效"],
			["M0188", "陳品睿受監護：陳&lt;怡君", "病友", "個人會員", "—", "有效"],
			["M0203", "林志豪lin@example.org", "家長/父母", "永久會員", "無期限", "停權"],
			["—", "黃淑芬", "病友", "贊助會員", "—", "入會審核中"],
		]);
		expect(cells(list).map((row) => /，(\d+)/.exec(row[6] ?? "")?.[1])).toEqual(["2", "0", "0", "0"]);
		expect(list.html).toContain("共 4 位。");
	});

	test("what one may do: no editing and no notes for who only looks", async () => {
		await member(1, "陳怡君");
		await note(1);
		const viewer = await signIn({ permissions: ["members.view"] });
		expect(await listed({}, viewer)).toEqual([["—", "陳怡君", "病友", "個人會員", "—", "有效", "—"]]);
		const { html } = await page(LIST, viewer);
		expect(html).not.toContain("新增會員");
		expect(html).not.toContain(members.notes.list(1));
		expect(html).not.toContain('name="notes"');
		// Nor is it told by a condition who has any.
		expect(await listed({ notes: "no" }, viewer)).toHaveLength(1);
	});

	test("empty: one row over seven columns, none yet and no match apart", async () => {
		const { html } = await page(LIST, secretary);
		expect(html).toMatch(/<tr role="row" class="empty-row"><td role="cell" colspan="7">/);
		expect(html).toContain("還沒有會員");
		expect(html).not.toContain("pager");
		await member(1, "陳怡君");
		const narrow = await page(`${LIST}?status=resigned`, secretary);
		expect(narrow.html).toMatch(/colspan="7"/);
		expect(narrow.html).toContain("找不到符合的會員");
		expect((await page(`${LIST}?page=2`, secretary)).html).toContain("這一頁沒有會員");
	});

	test("who was merged into another is in no list", async () => {
		await member(1, "陳怡君");
		await member(2, "陳怡君", { merged_into: 1 });
		expect(await names()).toEqual(["陳怡君"]);
		expect(await names({ q: "怡君" })).toEqual(["陳怡君"]);
	});
});

describe("search", () => {
	beforeEach(async () => {
		await member(1, "陳怡君", { member_no: "M0187", phone: "0912345678", email: "yijun@mail.example" });
		await member(2, "臺靜農", { member_no: "M0021", phone_home: "02-23456789#12", name_en: "Tai Ching-nung" });
		await member(3, "歐陽娜娜斯基維奇王子殿下", { member_no: "A5" });
		await member(4, "怡君陳", { phone: "0987654321" });
	});
	test.each([
		["陳怡君", ["陳怡君"]],
		["怡君", ["陳怡君", "怡君陳"]],
		["君", ["陳怡君", "怡君陳"]],
		["陳 怡", ["陳怡君", "怡君陳"]],
		["陳 0912", ["陳怡君"]],
		["台靜", ["臺靜農"]],
		["臺靜", ["臺靜農"]],
		["tai ch", []],
		["tai", ["臺靜農"]],
		["M0187", ["陳怡君"]],
		["ｍ０１８７", ["陳怡君"]],
		["0187", ["陳怡君"]],
		["0912345678", ["陳怡君"]],
		["0912-345-678", ["陳怡君"]],
		["+886 912 345 678", ["陳怡君"]],
		["345678", ["陳怡君"]],
		["5678", ["陳怡君"]],
		["678", ["陳怡君"]],
		["(02) 2345-6789", ["臺靜農"]],
		["23456789", ["臺靜農"]],
		["YIJUN@", ["陳怡君"]],
		["歐陽娜娜斯基維奇王子", ["歐陽娜娜斯基維奇王子殿下"]],
		["歐陽娜娜斯基維奇公主", []],
		["娜娜斯基維奇王子殿下", ["歐陽娜娜斯基維奇王子殿下"]],
		["%", []],
		["_", []],
		["'", []],
		["沒有這個人", []],
	])("%s", async (q, found) => expect(await names({ q })).toEqual(found));

	test("a number of old: of the same person, and of a record that went into theirs", async () => {
		await env.DB.prepare("UPDATE members SET member_no = 'M0500' WHERE id = 1").run();
		expect(await names({ q: "M0187" })).toEqual(["陳怡君"]);
		expect(await names({ q: "M0500" })).toEqual(["陳怡君"]);
		await env.DB.prepare("UPDATE members SET merged_into = 1 WHERE id = 3").run();
		expect(await names({ q: "a5" })).toEqual(["陳怡君"]);
	});

	test("what changes is found by its new words alone", async () => {
		await env.DB.prepare("UPDATE members SET name = '方以晴', phone = '0955000111' WHERE id = 1").run();
		expect(await names({ q: "以晴" })).toEqual(["方以晴"]);
		expect(await names({ q: "陳怡" })).toEqual([]);
		expect(await names({ q: "0912345678" })).toEqual([]);
	});
});

describe("conditions", () => {
	beforeEach(async () => {
		await member(1, "甲", { member_no: "M0001", city: "臺北市", disability_status: "approved" });
		await member(2, "乙", {
			member_no: "M0002",
			identity_type: "parent",
			disability_status: "approved",
			disability_until: "2020-12-31",
		});
		await member(3, "丙", {
			member_no: "M0003",
			status: "resigned",
			membership_type: "sponsor",
			disability_status: "approved",
			disability_until: "2999-12-31",
		});
		await member(4, "丁", { member_no: "M0004", city: "臺北市", disability_status: "pending" });
		await note(2);
		await note(4, { hidden_at: 1, hidden_reason: "錯" });
	});
	test.each([
		[{ status: "active" }, ["甲", "乙", "丁"]],
		[{ status: "resigned" }, ["丙"]],
		[{ type: "sponsor" }, ["丙"]],
		[{ identity: "parent" }, ["乙"]],
		[{ disability: "approved" }, ["甲", "丙"]],
		[{ disability: "expired" }, ["乙"]],
		[{ disability: "pending" }, ["丁"]],
		[{ disability: "not_applied" }, []],
		[{ city: "臺北市" }, ["甲", "丁"]],
		[{ notes: "yes" }, ["乙"]],
		[{ notes: "no" }, ["甲", "丙", "丁"]],
		[{ status: "active", city: "臺北市", disability: "approved", notes: "no", q: "甲" }, ["甲"]],
		[{ status: "", type: "", q: "", notes: "" }, ["甲", "乙", "丙", "丁"]],
	])("%o", async (query, found) => expect(await names(query as Record<string, string>)).toEqual(found));

	test("those in force are shown, each to be dropped, and kept by sort and pages", async () => {
		const { html } = await page(`${LIST}?status=active&city=${encodeURIComponent("臺北市")}`, secretary);
		expect(html).toContain("狀態：有效");
		expect(html).toContain("縣市：臺北市");
		expect(html).toContain("符合條件的有 2 位。");
		expect(html).toMatch(/href="\/admin\/members\?status=active&amp;city=[^"]*&amp;sort=name"/);
	});

	test.each([
		"?status=unknown",
		"?city=紐約",
		"?page=0",
		"?page=1.5",
		"?sort=nothing",
		"?dues=115",
		"?notes=maybe",
		"?type=individual&type=sponsor&foo=1",
	])("%s is no address of the list", async (query) =>
		expect((await ask(encodeURI(`${LIST}${query}`), { as: secretary })).status).toBe(400),
	);
});

describe("the membership period", () => {
	const TODAY = "2026-04-01";
	const due = (id: number, year: number, status: string) =>
		insertDuesItem({
			member_id: id,
			kind: "annual",
			dues_year: year,
			base_amount: status === "paid" ? 0 : 1000,
			amount: status === "paid" ? 0 : 1000,
			status,
			created_at: 1,
			updated_at: 1,
		});
	const grace = (value: string) =>
		env.DB.prepare("INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES ('fees.grace_months', ?, 1)")
			.bind(value)
			.run();
	beforeEach(async () => {
		for (const [nth, name] of ["今年", "去年", "前年", "沒有", "永久", "停權", "明年"].entries())
			await member(nth + 1, name, { member_no: `M000${nth + 1}` });
		await env.DB.prepare("UPDATE members SET membership_type = 'lifetime' WHERE name = '永久'").run();
		await env.DB.prepare("UPDATE members SET status = 'suspended' WHERE name = '停權'").run();
		await due(1, 2026, "waived");
		await due(1, 2025, "open");
		await due(2, 2025, "paid");
		await due(2, 2026, "open");
		await due(3, 2024, "paid");
		await due(3, 2025, "open");
		await due(3, 2026, "open");
		await due(5, 2020, "paid");
		await due(6, 2020, "paid");
		await due(7, 2027, "paid");
		await due(4, 2027, "open");
		await due(4, 2026, "open");
	});
	const found = async (filter: Partial<MemberFilter>, today = TODAY, sort: MemberSort = "number") => {
		const [rows] = await readRows(env.DB, memberPage({ filter: { today, ...filter }, sort }));
		const shown = shownMembers(rows);
		expect(shown.rows).toHaveLength(shown.total);
		// The row says of itself what the condition found.
		if (filter.status)
			expect(shown.rows.map((row) => memberStatusNow(row, today))).toEqual(shown.rows.map(() => filter.status));
		return shown.rows.map(({ name }) => name);
	};

	test.each([
		["3", "2026-01-01", ["今年", "沒有", "永久", "明年"], ["去年"], ["前年"]],
		["3", "2026-03-31", ["今年", "沒有", "永久", "明年"], ["去年"], ["前年"]],
		["3", "2026-04-01", ["今年", "沒有", "永久", "明年"], [], ["去年", "前年"]],
		["0", "2026-01-01", ["今年", "沒有", "永久", "明年"], [], ["去年", "前年"]],
		["12", "2026-12-31", ["今年", "沒有", "永久", "明年"], ["去年"], ["前年"]],
		["24", "2026-12-31", ["今年", "沒有", "永久", "明年"], ["去年", "前年"], []],
		["13", "2026-01-31", ["今年", "沒有", "永久", "明年"], ["去年", "前年"], []],
		["13", "2026-02-01", ["今年", "沒有", "永久", "明年"], ["去年"], ["前年"]],
		["x", "2025-12-31", ["今年", "去年", "沒有", "永久", "明年"], [], ["前年"]],
		["25", "2025-03-31", ["今年", "去年", "沒有", "永久", "明年"], ["前年"], []],
	])("%s months of grace on %s", async (months, today, active, inGrace, lapsed) => {
		await grace(months);
		expect([
			await found({ status: "active" }, today),
			await found({ status: "grace" }, today),
			await found({ status: "lapsed" }, today),
			await found({ status: "suspended" }, today),
		]).toEqual([active, inGrace, lapsed, ["停權"]]);
		expect(await found({ status: "lapsed", words: ["前年"] }, today)).toEqual(lapsed.filter((name) => name === "前年"));
	});

	test("this year's annual fee: owed, paid or let off, and two years owed; a year to come is not owed yet", async () => {
		expect([
			await found({ dues: "owing" }),
			await found({ dues: "paid" }),
			await found({ dues: "owing_two" }),
			await found({ dues: "owing_two" }, "2027-01-01"),
			await found({ dues: "owing", status: "lapsed" }),
		]).toEqual([["去年", "前年", "沒有"], ["今年", "明年"], ["前年"], ["前年", "沒有"], ["去年", "前年"]]);
		const narrowed = await page(`${LIST}?dues=owing`, secretary);
		expect(narrowed.html).toContain("會費：本年未繳");
	});

	test("sorted by validity; types that never lapse last, and who has none after them, whichever way", async () => {
		expect(await found({}, TODAY, "valid")).toEqual(["停權", "前年", "去年", "今年", "明年", "永久", "沒有"]);
		expect(await found({}, TODAY, "-valid")).toEqual(["永久", "明年", "今年", "去年", "前年", "停權", "沒有"]);
	});

	test("有效期限 and 狀態 of each", async () => {
		const shown = (await listed()).map((row) => [row[0], row[4]]);
		expect(shown).toEqual([
			["M0001", "115年12月31日"],
			["M0002", "114年12月31日"],
			["M0003", "113年12月31日"],
			["M0004", "—"],
			["M0005", "無期限"],
			["M0006", "109年12月31日"],
			["M0007", "116年12月31日"],
		]);
		const [[row]] = await readRows(env.DB, memberRow(2));
		expect(row).toMatchObject({ paid_until: "2025-12-31", grace_until: "2026-03-31" });
		await grace("2");
		const [[shorter], [lifetime]] = await readRows(env.DB, memberRow(2), memberRow(5));
		expect(shorter).toMatchObject({ paid_until: "2025-12-31", grace_until: "2026-02-28" });
		expect(lifetime).toMatchObject({ paid_until: null, grace_until: null });
	});
});

describe("order and pages", () => {
	test("by number (its length first), name, day of joining, validity; what has none comes last, whichever way", async () => {
		await member(1, "丙", { member_no: "M9999", joined_on: "2020-01-01" });
		await member(2, "甲", { member_no: "M10000", joined_on: "2024-01-01", membership_type: "lifetime" });
		await member(3, "乙", { member_no: null, joined_on: null });
		await member(4, "甲", { member_no: "M0001", joined_on: "2022-01-01" });
		const ids = async (sort?: string) => (await listed(sort ? { sort } : {})).map(([number]) => number);
		expect(await ids()).toEqual(["M0001", "M9999", "M10000", "—"]);
		expect(await ids("number")).toEqual(["M0001", "M9999", "M10000", "—"]);
		expect(await ids("-number")).toEqual(["M10000", "M9999", "M0001", "—"]);
		expect(await ids("name")).toEqual(["M9999", "—", "M10000", "M0001"]);
		expect(await ids("-name")).toEqual(["M0001", "M10000", "—", "M9999"]);
		expect(await ids("joined")).toEqual(["M9999", "M0001", "M10000", "—"]);
		expect(await ids("-joined")).toEqual(["M10000", "M0001", "M9999", "—"]);
		expect((await ids("valid"))[0]).toBe("M10000");
		expect((await ids("-valid"))[0]).toBe("M10000");
	});

	test("every page in every order holds what comes next, from both ends", async () => {
		const many = Array.from({ length: 95 }, (_, n) => ({
			id: n + 1,
			member_no: n % 10 === 0 ? null : `M${String((n * 37) % 95).padStart(4, "0")}`,
			name: `會員${(n * 53) % 7}`,
			joined_on: n % 5 === 0 ? null : `2020-01-${String((n % 28) + 1).padStart(2, "0")}`,
			membership_type: n % 9 === 0 ? "lifetime" : "individual",
			status: n % 2 === 0 ? "active" : "resigned",
		}));
		await env.DB.prepare(
			`INSERT INTO members (id, member_no, name, joined_on, membership_type, status, created_at, updated_at)
			SELECT value->>'id', value->>'member_no', value->>'name', value->>'joined_on', value->>'membership_type',
				value->>'status', 1, 1 FROM json_each(?1)`,
		)
			.bind(JSON.stringify(many))
			.run();
		for (const status of ["", "active"])
			for (const sort of MEMBER_SORTS) {
				const pages: string[][] = [];
				for (const number of ["1", "2", "3", "4"]) {
					const { html } = await page(`${LIST}?sort=${sort}&status=${status}&page=${number}`, secretary);
					pages.push(
						[...html.matchAll(/scope="row"[^>]*><a href="\/admin\/members\/(\d+)"/g)].map(([, id]) => id ?? ""),
					);
				}
				const total = status ? 48 : 95;
				expect([sort, pages.map((ids) => ids.length)]).toEqual([
					sort,
					[0, 30, 60, 90].map((before) => Math.max(0, Math.min(30, total - before))),
				]);
				expect([sort, new Set(pages.flat()).size]).toEqual([sort, total]);
				const filter = { today: "2026-01-01", ...(status ? { status: "active" as const } : {}) };
				const [all] = await readRows(env.DB, fittingMembers(filter, sort, 1_000));
				expect([sort, pages.flat()]).toEqual([sort, all.map(({ id }) => String(id))]);
			}
	});

	test("one statement, with one member and with three, whatever is asked", async () => {
		await member(1, "甲", { member_no: "M0001" });
		await note(1);
		const query = `${LIST}?q=${encodeURIComponent("甲")}&notes=yes&page=2`;
		const one = [await tripsOf(LIST, secretary), await tripsOf(query, secretary)];
		await member(2, "乙");
		await member(3, "甲");
		await note(3);
		expect([one, [await tripsOf(LIST, secretary), await tripsOf(query, secretary)]]).toEqual([
			[2, 2],
			[2, 2],
		]);
	});
});

test("the counts that triggers keep are those of the rows, whatever happened to them", async () => {
	const counted = () =>
		rows(
			`SELECT status, valid_year, owed_years, membership_type, identity_type, disability_status, city, has_notes, many
			FROM member_counts WHERE many <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8`,
		);
	const real = () =>
		rows(
			`SELECT status, coalesce(valid_year, 0) AS valid_year, owed_years, membership_type, identity_type, disability_status,
				coalesce(city, '') AS city, has_notes, count(*) AS many FROM members WHERE merged_into IS NULL
			GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8`,
		);
	const flags = () => rows("SELECT id, has_notes FROM members ORDER BY id");
	const run = async (statement: string) => {
		await env.DB.prepare(statement).run();
		expect([statement, await counted()]).toEqual([statement, await real()]);
	};
	for (const id of [1, 2, 3, 4, 5]) await member(id, `會員${id}`, { city: id % 2 ? "臺北市" : null });
	await member(6, "併入的", { merged_into: 1 });
	await run("UPDATE members SET city = NULL WHERE id = 1");
	await run("UPDATE members SET status = 'resigned', identity_type = 'parent' WHERE id IN (2, 3)");
	await run("UPDATE members SET membership_type = 'sponsor', disability_status = 'approved' WHERE id = 4");
	await run(
		"INSERT INTO notes (notable_type, notable_id, content, created_at, updated_at) SELECT 'member', id, '記', 1, 1 FROM members WHERE id IN (1, 2, 5)",
	);
	await run(
		"INSERT INTO notes (notable_type, notable_id, content, created_at, updated_at) VALUES ('task', 3, '記', 1, 1)",
	);
	expect((await flags()).map(({ has_notes }) => has_notes)).toEqual([1, 1, 0, 0, 1, 0]);
	await run("UPDATE notes SET notable_id = 3 WHERE notable_id = 2");
	await run("UPDATE notes SET hidden_at = 1, hidden_reason = '錯' WHERE notable_id = 5");
	await run("DELETE FROM notes WHERE notable_id = 1");
	expect((await flags()).map(({ has_notes }) => has_notes)).toEqual([0, 0, 1, 0, 0, 0]);
	const years = () => rows("SELECT id, paid_year, owed_years, valid_year FROM members WHERE id IN (1, 4) ORDER BY id");
	const stored = (member: number, kind: string, year: number, status: string) =>
		insertDuesItem({
			member_id: member,
			kind,
			dues_year: year,
			base_amount: status === "paid" ? 0 : 1000,
			amount: status === "paid" ? 0 : 1000,
			status,
			created_at: 1,
			updated_at: 1,
		});
	await stored(1, "annual", 2026, "open");
	await stored(1, "annual", 2024, "paid");
	await stored(1, "annual", 2025, "open");
	await stored(4, "annual", 2025, "waived");
	await stored(4, "entrance", 2030, "waived");
	await stored(4, "entrance", 2031, "open");
	expect(await years()).toEqual([
		{ id: 1, paid_year: 2024, owed_years: "2025 2026", valid_year: 2024 },
		{ id: 4, paid_year: 2025, owed_years: "", valid_year: 2025 },
	]);
	await endDuesItems("waived", "dues_year = 2026");
	await without(["dues_items_change_by_events"], () =>
		run("UPDATE dues_items SET member_id = 1 WHERE kind = 'entrance'"),
	);
	await endDuesItems("cancelled", "member_id = 4");
	await run("UPDATE members SET membership_type = 'lifetime' WHERE id = 4");
	expect(await years()).toEqual([
		{ id: 1, paid_year: 2026, owed_years: "2025", valid_year: 2026 },
		{ id: 4, paid_year: null, owed_years: "", valid_year: 9999 },
	]);
	await emptied("dues_events", "dues_items");
	await run("UPDATE members SET merged_into = 1 WHERE id = 5");
	await run("UPDATE members SET merged_into = NULL WHERE id = 6");
	await run("DELETE FROM members WHERE id = 5");
	await run("UPDATE members SET name = '別的名字', city = city WHERE id = 1");
});

test("a surname that many have: the same hits and order as looked up one by one, on every page", async () => {
	const rowsOf = Array.from({ length: 640 }, (_, n) => ({
		id: n + 1,
		no: `M${String((n * 37) % 640).padStart(4, "0")}`,
	}));
	await env.DB.prepare(
		`INSERT INTO members (id, member_no, name, status, created_at, updated_at)
		SELECT value->>'id', value->>'no', iif(value->>'id' % 10 = 0, '林', '陳') || (value->>'id'), 'active', 1, 1 FROM json_each(?1)`,
	)
		.bind(JSON.stringify(rowsOf))
		.run();
	for (const [q, total] of [
		["陳", 576],
		["林", 64],
	] as const)
		for (const sort of ["number", "-name"] as const) {
			const [all] = await readRows(env.DB, fittingMembers({ words: [q], today: "" }, sort, 1_000));
			expect(all).toHaveLength(total);
			for (const number of [1, 2, 10, 20, 21]) {
				const [found] = await readRows(env.DB, memberPage({ filter: { words: [q], today: "" }, sort, page: number }));
				const { rows: shown, total: counted } = shownMembers(found);
				expect([q, sort, number, counted]).toEqual([q, sort, number, total]);
				expect(shown.map(({ id }) => id)).toEqual(all.slice((number - 1) * 30, number * 30).map(({ id }) => id));
			}
		}
});

test("a group of more than a thousand: the same rows in the same order, and the number when it is asked for", async () => {
	await env.DB.prepare(
		`INSERT INTO members (id, member_no, name, status, city, created_at, updated_at)
		SELECT value, 'M' || substr('000' || (value * 37 % 1301), -4), '員' || value, 'active',
			iif(value % 100 = 0, '臺中市', '臺北市'), 1, 1 FROM json_each(?1)`,
	)
		.bind(JSON.stringify(Array.from({ length: 1_300 }, (_, n) => n + 1)))
		.run();
	await env.DB.batch([
		env.DB.prepare("INSERT INTO member_groups (id, name, created_at, updated_at) VALUES (1, '大群組', 1, 1)"),
		env.DB.prepare(
			"INSERT INTO group_memberships (group_id, member_id, from_on, created_at, updated_at) SELECT 1, id, '2020-01-01', 1, 1 FROM members",
		),
	]);
	for (const [filter, all] of [
		[{ group: 1 }, 1_300],
		[{ group: 1, city: "臺北市", status: "active" as const }, 1_287],
		[{ group: 1, city: "臺中市" }, 13],
	] as const)
		for (const sort of ["number", "-name", "joined", "-valid"] as const) {
			const asked = { filter: { ...filter, today: "2026-11-30" }, sort };
			const [expected] = await readRows(env.DB, fittingMembers(asked.filter, sort, 2_000));
			expect(expected).toHaveLength(all);
			for (const page of [1, 2, 17, 34])
				for (const counts of [false, true]) {
					const [found] = await readRows(env.DB, memberPage({ ...asked, page, counts }));
					const { rows: shown, total } = shownMembers(found);
					expect([filter, sort, page, total]).toEqual([filter, sort, page, counts ? all : Math.min(all, 1_001)]);
					expect(shown.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 30, page * 30).map(({ id }) => id));
				}
		}
	const page = async (query: string) => (await ask(`${members.list()}?group=1${query}`, { as: secretary })).text();
	const first = await page("");
	expect(first).toContain("符合條件的有 1,000+ 位。");
	expect(first).toContain("共 1,000+ 位");
	expect(first).toContain(`href="${members.list()}?group=1&amp;counts=1"`);
	expect(first).not.toContain("1,300");
	expect(await page("&page=34")).toContain("第 991 至 1,020 位");
	expect(await page("&counts=1")).toContain("符合條件的有 1,300 位。");
	expect(await page("&city=臺中市")).toContain("符合條件的有 13 位。");
	await env.DB.batch([env.DB.prepare("DELETE FROM group_memberships"), env.DB.prepare("DELETE FROM member_groups")]);
});

test("the search over everything finds members for whom the gate opens", async () => {
	await member(1, "陳怡君", { member_no: "M0187", phone: "0912345678" });
	await member(2, "陳品睿", { status: "resigned", email: "pin@mail.example" });
	const hits = async (as: Person) => {
		const path = `${paths.admin.search()}?q=${encodeURIComponent("陳")}`;
		const answer = await ask(path, { as, headers: { Accept: "application/json" } });
		return (await answer.json<{ data: unknown }>()).data;
	};
	expect(await hits(secretary)).toMatchObject([
		{
			kind: "會員",
			all: null,
			hits: [
				{ label: "陳怡君", sub: "M0187　0912 345 678", href: members.show(1) },
				{ label: "陳品睿", sub: "退會　pin@mail.example", href: members.show(2) },
			],
		},
	]);
	expect(await hits(await signIn({ roles: ["editor"] }))).toEqual([]);
});
