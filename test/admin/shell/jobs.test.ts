import { expect, test } from "vitest";
import { AREAS } from "#admin/areas.ts";
import { JOBS, MEMBER_JOBS, startsFor } from "#admin/jobs.ts";
import { paths } from "#http/paths.ts";
import { PERMISSIONS, SHIPPED_ROLES } from "#permissions.ts";
import type { FoundKind } from "#ui/islands/commands.ts";
import { insert } from "../../support/content.ts";
import { page } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { routes } from "../../support/routes.ts";

/** The words with which a link says that a job begins behind it. */
const BEGINS = /^(新增|登錄|匯入|列印|寫|開傳票|抽查|上傳|邀請)/;
const pathOf = (href: string): string => href.replace(/\?.*$/, "");

test("each page of a new record, an import or a print to which a page of the menu leads is a job", async () => {
	const who = await signIn({ permissions: PERMISSIONS.filter((code) => code !== "member.own") });
	const jobs = new Set<string>(JOBS.map(({ href }) => href));
	const led: string[] = [];
	for (const { href } of AREAS) {
		// The header of a column is no beginning of a job, though it may be called by it: 抽查 sorts by when it was drawn.
		for (const { name, inside, text, attributes } of (await page(href, who)).elements)
			if (
				name === "a" &&
				inside.includes("main") &&
				!inside.includes("th") &&
				BEGINS.test(text.trim()) &&
				attributes.href
			)
				led.push(attributes.href);
	}
	expect(led.length).toBeGreaterThan(20);
	expect(led.filter((href) => href.startsWith("/") && !jobs.has(href) && !jobs.has(pathOf(href)))).toEqual([]);
});

test("each job opens to whom it is offered: its page has the same gate", () => {
	const gateOf = (href: string) => routes.find(({ method, path }) => method === "GET" && path === pathOf(href))?.gate;
	const own = JOBS.filter(({ href }) => pathOf(href) !== paths.admin.search());
	expect(own.filter(({ href, gate }) => gateOf(href) !== gate).map(({ code }) => code)).toEqual([]);
	const shown = MEMBER_JOBS.map((code) => JOBS.find((job) => job.code === code)?.ofMember?.(7) ?? "");
	for (const href of shown) expect(routes.some(({ path }) => path.replace(":id", "7") === pathOf(href))).toBe(true);
});

test("each letter opens one place, and each role has its own to begin at", () => {
	const starts = [...JOBS, ...AREAS].flatMap(({ start }) => start ?? []);
	expect(starts.every(({ key }) => /^[A-Z]$/.test(key))).toBe(true);
	expect(new Set(starts.map(({ key }) => key)).size).toBe(starts.length);
	expect(new Set(starts.map(({ place }) => place)).size).toBe(starts.length);
	const roles = Object.entries(SHIPPED_ROLES).map(([role, { permissions }]) => [
		role,
		startsFor({ permissions: new Set(permissions) })
			.map(({ label }) => label)
			.join("、"),
	]);
	expect(Object.fromEntries(roles)).toEqual({
		admin: "新增會員、登錄收款、寫備忘錄、新增文章",
		secretary: "新增會員、登錄收款、寫備忘錄、寫公告",
		editor: "新增文章、寫公告、新增單頁、新增文件",
		applicant: "新增支出申請、新增印領清冊",
		cashier: "登錄收款、銀行對帳、登錄收入、匯入收款",
		accountant: "開傳票、登錄收款、匯入收款、日記簿",
		chair: "人數統計、日記簿",
		auditor: "抽查、人數統計、日記簿、稽核紀錄",
		member: "",
	});
});

test("the home page offers them with their letters, and the switch for the letters", async () => {
	const { elements } = await page(paths.admin.home(), await signIn({ roles: ["secretary"] }));
	const links = elements.filter(({ attributes }) => attributes.class === "start");
	expect(links.map(({ attributes }) => [attributes["aria-keyshortcuts"], attributes.href])).toEqual([
		["N", paths.admin.members.create()],
		["P", paths.admin.payments.create()],
		["M", `${paths.admin.search()}?job=note.create`],
		["A", paths.admin.announcements.create()],
	]);
	expect(elements.filter(({ attributes }) => "data-keys" in attributes).length).toBe(1);
});

test("a job that begins with a member asks for the member first, and leads on to their page of it", async () => {
	await insert("members", {
		id: 71,
		name: "許文彬",
		member_no: "M0071",
		status: "active",
		created_at: 1,
		updated_at: 1,
	});
	const asking = (job: string, q = "") => `${paths.admin.search()}?${new URLSearchParams({ job, q })}`;
	const secretary = await signIn({ roles: ["secretary"] });
	const hits = async (job: string, q: string) =>
		(await page(asking(job, q), secretary)).elements
			.filter(({ name, attributes }) => name === "a" && attributes.class === "item")
			.map(({ attributes }) => attributes.href);
	expect(await hits("note.create", "許文彬")).toEqual([paths.admin.members.notes.list(71)]);
	expect(await hits("payment.create", "M0071")).toEqual([`${paths.admin.payments.create()}?member=71`]);
	expect(await hits("note.create", "沒有這個人")).toEqual([]);
	expect((await page(asking("note.create"), secretary)).html).toContain("哪一位會員");
	// Without the job's permission, or without the right to see members, nobody is named.
	for (const who of [await signIn({ permissions: ["members.view"] }), await signIn({ roles: ["cashier"] })])
		expect((await page(asking("note.create", "許文彬"), who)).html).not.toContain(paths.admin.members.notes.list(71));
	expect((await page(asking("payment.create", "許文彬"), await signIn({ roles: ["cashier"] }))).html).not.toContain(
		"M0071",
	);
	expect((await page(`${paths.admin.search()}?job=member.delete`, secretary)).status).toBe(400);
});

const LOOKS = { accept: "application/json" };
const boxOf = async (as: Person, q: string) =>
	(
		await (
			await ask(`${paths.admin.search()}?${new URLSearchParams({ q })}`, { as, headers: LOOKS })
		).json<{ data: FoundKind[] }>()
	).data;

test("the search finds each job by its name and its other words, for those whom its gate admits and nobody else", async () => {
	const [all, few] = await Promise.all([
		signIn({ permissions: PERMISSIONS.filter((code) => code !== "member.own") }),
		signIn({ permissions: ["audit.view"] }),
	]);
	const found = async (as: Person, q: string) =>
		(await boxOf(as, q)).filter(({ kind }) => kind === "要做的事").flatMap(({ hits }) => hits.map(({ href }) => href));
	for (const { label, href, words } of JOBS.filter((_, nth) => nth % 4 === 0)) {
		expect([label, (await found(all, label)).includes(href)]).toEqual([label, true]);
		expect([label, (await found(all, `${label} ${words[0]}`)).length > 0]).toEqual([label, true]);
		expect([label, await found(few, label)]).toEqual([label, []]);
	}
	const { html } = await page(paths.admin.search(), all);
	for (const { href } of JOBS) expect(html).toContain(`href="${href.replaceAll("&", "&amp;")}"`);
});

test("a member that is found leads to what may be begun with them, in the box and on the page", async () => {
	await insert("members", {
		id: 72,
		name: "石宥晴",
		member_no: "M0072",
		status: "active",
		created_at: 1,
		updated_at: 1,
	});
	const acts = async (as: Person) =>
		(await boxOf(as, "M0072")).flatMap(({ hits }) => hits.flatMap((hit) => hit.acts ?? []));
	const secretary = await signIn({ roles: ["secretary"] });
	expect(await acts(secretary)).toEqual([
		{ label: "寫備忘錄", href: paths.admin.members.notes.list(72) },
		{ label: "登錄收款", href: `${paths.admin.payments.create()}?member=72` },
		{ label: "列印會費通知單", href: `${paths.admin.dues.noticesPrint()}?ids=72` },
	]);
	const { elements } = await page(`${paths.admin.search()}?q=M0072`, secretary);
	for (const { href } of await acts(secretary))
		expect(elements.some(({ attributes }) => attributes.href === href)).toBe(true);
	expect(await acts(await signIn({ permissions: ["members.view"] }))).toEqual([]);
	for (const { href } of await acts(secretary)) expect((await page(href, secretary)).status).toBe(200);
});
