import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { indexChanges } from "#jobs/content/indexing.ts";
import { dateInTaipei, dayIn } from "#kernel/times.ts";
import { signLink } from "#platform/links.ts";
import { announcement, draft, rowsOf } from "../support/announcements.ts";
import { ask, type Person, signIn } from "../support/people.ts";

const { announcements } = paths.member;
const FILE = "a".repeat(26);
let parent: Person;
let sponsor: Person;
let guardianOnly: Person;
let applicant: Person;
let other: Person;
let another: Person;
let carer: Person;
let owing: Person;

const record = async (of: { userId?: number; guardian?: number; type?: string; status?: string; born?: string }) =>
	(
		await env.DB.prepare(
			`INSERT INTO members (name, seal_id, user_id, guardian_member_id, membership_type, status, birth_date, created_at, updated_at)
			VALUES ('某人', ?1, ?2, ?3, ?4, ?5, ?6, 1, 1) RETURNING id`,
		)
			.bind(
				crypto.randomUUID(),
				of.userId ?? null,
				of.guardian ?? null,
				of.type ?? "individual",
				of.status ?? "active",
				of.born ?? null,
			)
			.first<{ id: number }>()
	)?.id ?? 0;

beforeAll(async () => {
	[parent, sponsor, guardianOnly, applicant] = [
		await signIn({ roles: ["member"] }),
		await signIn({ roles: ["member"] }),
		await signIn({ roles: ["member"] }),
		await signIn({ roles: ["member"] }),
	];
	[other, another] = [await signIn({ roles: ["member"] }), await signIn({ roles: ["member"] })];
	[carer, owing] = [await signIn({ roles: ["member"] }), await signIn({ roles: ["member"] })];
	await record({ userId: parent.userId });
	await record({ userId: sponsor.userId, type: "sponsor" });
	const guardian = await record({ userId: guardianOnly.userId, status: "resigned" });
	await record({ guardian, type: "student", born: "2020-01-01" });
	await record({ guardian, type: "honorary", born: "1990-01-01" });
	await record({ userId: applicant.userId, status: "awaiting_payment" });
});

test("each reads what is for them, or for whom they act; a direct address opens nothing else", async () => {
	const ids = {
		public: await announcement({ title: "公開甲", audience: "public" }),
		members: await announcement({ title: "會員乙" }),
		sponsor: await announcement({ title: "贊助丙", audience: "type:sponsor" }),
		student: await announcement({ title: "學生丁", audience: "type:student" }),
		honorary: await announcement({ title: "榮譽戊", audience: "type:honorary" }),
		staff: await announcement({ title: "出納己", audience: "staff:cashier" }),
		draft: await draft({ title: "草稿庚" }),
		later: await announcement({ title: "以後辛", publish: "later", publish_at: Date.now() + 3_600_000 }),
	};
	const opens = async (who: Person) => {
		const list = await (await ask(announcements.list(), { as: who })).text();
		const open: string[] = [];
		for (const [name, id] of Object.entries(ids)) {
			const { status } = await ask(announcements.show(id), { as: who });
			const title =
				(await rowsOf<{ title: string }>("SELECT title FROM announcements WHERE id = ?", id))[0]?.title ?? "";
			expect([name, status === 200]).toEqual([name, list.includes(title)]);
			if (status === 200) open.push(name);
			else expect([name, status]).toEqual([name, 404]);
		}
		return open;
	};
	expect(await opens(parent)).toEqual(["public", "members"]);
	expect(await opens(sponsor)).toEqual(["public", "members", "sponsor"]);
	// Of the grown one who did not let the guardian go on, fees alone are seen.
	expect(await opens(guardianOnly)).toEqual(["public", "members", "student"]);
	expect(await opens(applicant)).toEqual(["public"]);
	expect((await ask(announcements.list())).status).toBe(303);
	const staff = await signIn({ roles: ["cashier"] });
	expect((await ask(announcements.show(ids.members), { as: staff })).status).toBe(403);
});

test("one for a segment is read by whoever fits it today, and by whoever acts for them", async () => {
	await env.DB.prepare("DELETE FROM announcements").run();
	const child = await record({
		guardian: await record({ userId: carer.userId, status: "resigned" }),
		born: "2020-01-01",
	});
	const own = await record({ userId: owing.userId });
	await env.DB.prepare(
		`INSERT INTO member_segments (id, name, city, dues, status, created_at, updated_at)
			VALUES (7, '臺北本年未繳', '臺北市', 'owing', 'active', 1, 1), (77, '離島', '澎湖縣', NULL, NULL, 1, 1)`,
	).run();
	const open = await announcement({ title: "臺北繳費日", audience: "segment:7" });
	await announcement({ title: "離島補助", audience: "segment:77" });
	const opens = async (who: Person) => {
		const { status } = await ask(announcements.show(open), { as: who });
		const list = await (await ask(announcements.list(), { as: who })).text();
		expect([list.includes("臺北繳費日"), list.includes("離島補助")]).toEqual([status === 200, false]);
		return status === 200;
	};
	expect([await opens(carer), await opens(owing)]).toEqual([false, false]);
	const owes = (id: number, years: string) =>
		env.DB.prepare("UPDATE members SET city = '臺北市', owed_years = ? WHERE id = ?").bind(years, id).run();
	const year = dateInTaipei(Date.now()).slice(0, 4);
	await owes(child, year);
	await owes(own, String(Number(year) + 1));
	expect([await opens(carer), await opens(owing)]).toEqual([true, false]);
	await owes(own, year);
	await owes(child, "");
	expect([await opens(carer), await opens(owing)]).toEqual([false, true]);
});

test("one for a group is read by whoever is in it today, and by whoever acts for them", async () => {
	await env.DB.prepare("DELETE FROM announcements").run();
	const child = await record({
		guardian: await record({ userId: other.userId, status: "resigned" }),
		born: "2020-01-01",
	});
	const own = await record({ userId: another.userId });
	await env.DB.prepare(
		"INSERT INTO member_groups (id, name, created_at, updated_at) VALUES (7, '北區', 1, 1), (77, '南區', 1, 1)",
	).run();
	const north = await announcement({ title: "北區聚會", audience: "group:7" });
	await announcement({ title: "南區聚會", audience: "group:77" });
	const opens = async (who: Person) => {
		const { status } = await ask(announcements.show(north), { as: who });
		const list = await (await ask(announcements.list(), { as: who })).text();
		expect([list.includes("北區聚會"), list.includes("南區聚會")]).toEqual([status === 200, false]);
		return status === 200;
	};
	expect([await opens(other), await opens(another)]).toEqual([false, false]);
	const today = dateInTaipei(Date.now());
	const stays = (member: number, from: string, until: string | null) =>
		env.DB.prepare(
			"INSERT INTO group_memberships (group_id, member_id, from_on, until_on, created_at, updated_at) VALUES (7, ?, ?, ?, 1, 1)",
		)
			.bind(member, from, until)
			.run();
	await stays(child, today, today);
	await stays(own, "2020-01-01", dayIn(Date.now(), -1));
	expect([await opens(other), await opens(another)]).toEqual([true, false]);
	await stays(own, dayIn(Date.now(), 1), null);
	expect(await opens(another)).toBe(false);
	await env.DB.prepare(
		"UPDATE group_memberships SET from_on = ?, version = version + 1 WHERE member_id = ? AND until_on IS NULL",
	)
		.bind(today, own)
		.run();
	expect(await opens(another)).toBe(true);
});

test("opening it marks it as read, once; the dashboard and the menu count the rest", async () => {
	await env.DB.prepare("DELETE FROM announcements").run();
	const id = await announcement({ title: "第一則" });
	await announcement({ title: "第二則", is_pinned: true });
	const home = async () => (await (await ask(paths.member.home(), { as: parent })).text()).replace(/\s+/g, " ");
	expect((await home()).match(/>未讀</g)?.length).toBe(2);
	expect(await home()).toContain('<span class="count due">2</span>');
	await ask(announcements.show(id), { as: parent });
	await ask(announcements.show(id), { as: parent });
	expect(await rowsOf("SELECT user_id FROM announcement_reads")).toEqual([{ user_id: parent.userId }]);
	expect((await home()).match(/>未讀</g)?.length).toBe(1);
	const list = await (await ask(announcements.list(), { as: parent })).text();
	expect(list.indexOf("第二則")).toBeLessThan(list.indexOf("第一則"));
});

test("a members' announcement and its files never reach what is public", async () => {
	await env.FILES.put("secret-key", "SECRET-BYTES");
	await env.DB.prepare(
		`INSERT INTO attachments (id, filename, content_type, size, sha256, object_key, created_at)
		VALUES (?1, '會議資料.pdf', 'application/pdf', 12, ?2, 'secret-key', 1)`,
	)
		.bind(FILE, "0".repeat(64))
		.run();
	const id = await announcement({
		title: "內部機密標題",
		body: `內部機密內文 [資料](/api/v1/attachments/${FILE}/${encodeURIComponent("會議資料.pdf")})`,
		attachments: [{ id: FILE, description: "" }],
	});
	const publicly = async () => {
		const texts: string[] = [];
		for (const path of [
			"/api/v1/homepage",
			`/api/v1/articles?search=${encodeURIComponent("內部機密")}`,
			"/api/v1/documents",
			"/api/v1/changes?since=0",
			"/api/v1/sitemap.xml",
			...(["rss", "atom", "json"] as const).map(paths.api.feed),
			paths.api.attachment(FILE, "會議資料.pdf"),
		])
			texts.push(await (await ask(path)).text());
		return texts.join("\n");
	};
	expect(await publicly()).not.toMatch(/"title":"內部|內部機密內文|SECRET-BYTES/);
	expect((await ask(paths.api.attachment(FILE, "會議資料.pdf"))).status).toBe(404);
	await indexChanges(env);
	const indexed = await env.SEARCH.prepare(
		"SELECT count(*) AS many FROM entries e JOIN entry_texts t USING (id) WHERE e.title LIKE '%內部%' OR t.body LIKE '%內部%'",
	).first("many");
	expect(indexed).toBe(0);
	expect(await rowsOf("SELECT 1 FROM content_changes WHERE resource = 'announcement' AND id = ?", id)).toEqual([]);

	const page = await (await ask(announcements.show(id), { as: parent })).text();
	const own = announcements.file(id, FILE, "會議資料.pdf");
	expect(page).toContain(`href="${own}"`);
	expect(page).not.toContain("/api/v1/attachments");
	const file = await ask(own, { as: parent });
	expect([file.status, await file.text(), file.headers.get("Cache-Control")]).toEqual([
		200,
		"SECRET-BYTES",
		"no-store",
	]);
	expect((await ask(own, { as: applicant })).status).toBe(404);
	expect((await ask(own)).status).toBe(303);
	expect((await ask(announcements.file(id, "b".repeat(26), "會議資料.pdf"), { as: parent })).status).toBe(404);
	expect((await ask(announcements.file(id, FILE, "別的.pdf"), { as: parent })).status).toBe(404);
	await env.DB.prepare("UPDATE announcements SET publish_until = publish_from + 1 WHERE id = ?").bind(id).run();
	expect((await ask(own, { as: parent })).status).toBe(404);
	expect((await ask(announcements.show(id), { as: parent })).status).toBe(404);
});

test("whoever gets a mail takes themselves off the list without signing in, and on it again", async () => {
	const link = (listed: string, key = env.LINK_KEY) => paths.unsubscribe(signLink(key, "unsubscribe", listed));
	const url = link(`member_announcements-u${parent.userId}`);
	const off = () => rowsOf("SELECT kind, user_id FROM mail_unsubscriptions");
	// Looking changes nothing.
	const page = await ask(url);
	expect([page.status, await off()]).toEqual([200, []]);
	expect(page.headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
	const oneClick = {
		body: "List-Unsubscribe=One-Click",
		headers: { "Content-Type": "application/x-www-form-urlencoded" },
	};
	const done = await ask(url, { form: { "List-Unsubscribe": "One-Click" }, headers: { "Sec-Fetch-Site": "" } });
	expect([done.status, done.headers.get("Location"), oneClick.body]).toEqual([200, null, "List-Unsubscribe=One-Click"]);
	expect(await off()).toEqual([{ kind: "member_announcements", user_id: parent.userId }]);
	expect(await (await ask(announcements.list(), { as: parent })).text()).toContain("您已取消訂閱");
	expect((await ask(url, { form: { again: "1" } })).status).toBe(200);
	expect(await off()).toEqual([]);
	for (const bad of [
		`${url}x`,
		link("member_announcements-u0"),
		link("other_kind-u1"),
		link(`member_announcements-u${parent.userId}`, btoa("0".repeat(32))),
		paths.unsubscribe(signLink(env.LINK_KEY, "password_reset", `member_announcements-u${parent.userId}`)),
	]) {
		expect((await ask(bad, { form: {} })).status).toBe(404);
		expect(await off()).toEqual([]);
	}
	expect((await ask(link("member_announcements-u987654"), { form: {} })).status).toBe(200);
	expect(await off()).toEqual([]);
	await ask(announcements.mail(), { as: parent, form: { wanted: "" } });
	expect(await off()).toEqual([{ kind: "member_announcements", user_id: parent.userId }]);
	await ask(announcements.mail(), { as: parent, form: { wanted: "1" } });
	expect(await off()).toEqual([]);
});
