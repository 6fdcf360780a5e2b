/** The timeline of a member is exactly what the pages of each kind of record show of that member to the same user. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import type { Permission } from "#permissions.ts";
import { upload } from "../../support/certificates.ts";
import { newSeed } from "../../support/chances.ts";
import { queued } from "../../support/mail.ts";
import { page, tripsOf } from "../../support/pages.ts";
import { dues, item, owing, payment, submit } from "../../support/payments.ts";
import { type Person, signIn } from "../../support/people.ts";
import { random } from "../../support/random.ts";
import { rows } from "../../support/users.ts";

const { members, payments, certificates, tasks, mail } = paths.admin;
const AT = Date.UTC(2026, 9, 1);
const KINDS = { 備忘錄: "note", 繳費: "payment", 信件: "mail", 證明: "certificate", 任務: "task", 變更: "change" };
type Name = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Name[];
type Of = { memberId: number; userId: number; no: string; email: string };

const seed = newSeed();
const { next, pick } = random(seed);
let people: Of[];
let staff: Person;

/** A parent and two children, of whom things happen in any order, many of them at the same millisecond. */
beforeAll(async () => {
	staff = await signIn({ name: "承辦人", roles: ["secretary"] });
	const parent = await owing();
	const made = [parent, await owing({ guardianId: parent.memberId }), await owing({ guardianId: parent.memberId })];
	people = await Promise.all(
		made.map(async ({ memberId, userId }, nth) => {
			const no = `T${seed % 10_000}${nth}`;
			await env.DB.prepare("UPDATE members SET member_no = ? WHERE id = ?").bind(no, memberId).run();
			const [user] = await rows<{ email: string }>("SELECT email FROM users WHERE id = ?", userId);
			return { memberId, userId, no, email: user?.email ?? "" };
		}),
	);
	for (const { memberId, userId } of people.slice(1)) await upload({ memberId, userId, at: AT + 1 });
	for (let nth = 0; nth < 90; nth++) await happen(nth);
});

const HAPPENS = ["note", "payment", "mail", "task"] as const;

/** The first of each kind is of the parent. */
async function happen(nth: number): Promise<void> {
	const first = HAPPENS[nth];
	const { memberId, userId } = (first && people[0]) ?? pick(people);
	const at = AT + Math.floor(next() * 6);
	const one = first ?? pick(["note", ...HAPPENS]);
	if (one === "note") {
		const hidden = next() < 0.3;
		await env.DB.prepare(
			`INSERT INTO notes (notable_type, notable_id, user_id, content, hidden_at, hidden_reason, created_at, updated_at)
			VALUES ('member', ?1, ?2, ?3, ?4, ?5, ?6, ?6)`,
		)
			.bind(memberId, staff.userId, `備忘${nth}號`, hidden ? at : null, hidden ? "寫錯" : null, at)
			.run();
	} else if (one === "payment") {
		const itemId = await item({ memberId, year: 2027 + nth });
		const payer = pick(people);
		const input = payment([dues({ memberId, itemId })], { payerMemberId: payer.memberId });
		await submit(input, { userId: staff.userId, source: "staff", at });
	} else if (one === "mail")
		await queued({ template: "mail_test", data: { askedAt: 0 }, at, to: { userId, address: "", name: "" } });
	else {
		const task = await env.DB.prepare(
			`INSERT INTO tasks (title, rank, assignee_id, created_by, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5) RETURNING id`,
		)
			.bind(`任務${nth}號`, nth, next() < 0.5 ? staff.userId : null, staff.userId, at)
			.first<number>("id");
		await env.DB.prepare("INSERT INTO task_links (task_id, record_type, record_id, at) VALUES (?, 'member', ?, ?)")
			.bind(task, memberId, at)
			.run();
	}
}

type Show = (id: ":id") => string;
const idsIn = (html: string, path: Show): string[] => {
	const [before = "", after = ""] = path(":id").split(":id");
	const found = html.matchAll(new RegExp(`href="${before}([^"/?#]+)${after}"`, "g"));
	return [...new Set([...found].map(([, id = ""]) => id))].filter((id) => /^(?:\d+|msg_.+)$/.test(id));
};
const bodyOf = (html: string): string => html.slice(html.indexOf("<main"));

/** Reads a page's content; undefined where the user has no such page. */
type Read = (path: string) => Promise<string | undefined>;
const found =
	(list: (of: Of) => string, show: Show) =>
	async (of: Of, read: Read): Promise<string[] | undefined> => {
		const html = await read(list(of));
		return html === undefined ? undefined : idsIn(html, show);
	};
const matched =
	(list: (id: number) => string, pattern: RegExp) =>
	async ({ memberId }: Of, read: Read): Promise<string[] | undefined> => {
		const html = await read(list(memberId));
		return html === undefined ? undefined : [...html.matchAll(pattern)].map(([text]) => text);
	};
/** Of ids, those whose page a user has and that says a text. */
async function saying(
	ids: readonly string[],
	says: string,
	{ read, show }: { read: Read; show: (id: number) => string },
) {
	const seen = await Promise.all(ids.map(async (id) => ((await read(show(Number(id))))?.includes(says) ? [id] : [])));
	return seen.flat();
}

/** What the pages of each kind of record show of a member to a user; undefined where the user has no such page. */
const ELSEWHERE: Record<Name, (of: Of, read: Read) => Promise<string[] | undefined>> = {
	備忘錄: matched(members.notes.list, /備忘\d+號/g),
	變更: matched(members.history, /class="step-title"/g),
	繳費: found(({ no }) => `${payments.list()}?q=${no}`, payments.show),
	信件: found(({ email }) => `${mail.list()}?q=${encodeURIComponent(email)}`, mail.show),
	證明: async ({ memberId }, read) => {
		if ((await read(certificates.list())) === undefined) return undefined;
		const all = await rows<{ id: number }>("SELECT id FROM disability_certificates WHERE member_id = ?", memberId);
		return saying(
			all.map(({ id }) => String(id)),
			"這份證明的紀錄",
			{ read, show: certificates.show },
		);
	},
	任務: async ({ memberId }, read) => {
		const list = await read(`${tasks.list()}?status=all`);
		if (list === undefined) return undefined;
		return saying(idsIn(list, tasks.show), `href="${members.show(memberId)}"`, { read, show: tasks.show });
	},
};
const reading =
	(who: Person): Read =>
	async (path) => {
		const { status, html } = await page(path, who);
		return status === 200 ? bodyOf(html) : undefined;
	};

type Line = { at: string; name: Name; id: string };
const PATHS: Partial<Record<Name, Show>> = {
	繳費: payments.show,
	信件: mail.show,
	證明: certificates.show,
	任務: tasks.show,
};
const lineIn = (html: string): Line => {
	const name = NAMES.find((one) => html.includes(`>${one}：<`)) ?? expect.fail(html);
	const path = PATHS[name];
	const text = name === "變更" ? 'class="step-title"' : html.match(/備忘\d+號/)?.[0];
	const id = path ? idsIn(html, path)[0] : text;
	return { at: /datetime="([^"]+)"/.exec(html)?.[1] ?? "", name, id: id ?? "" };
};

const linesIn = (html: string): Line[] => {
	const [, list = ""] = /<ol class="timeline plain">(.*?)<\/ol>/s.exec(html) ?? [];
	return [...list.matchAll(/<li>.*?<\/li>/gs)].map(([one]) => lineIn(one));
};

/** All lines of a timeline, page after page, and the kinds that its filter names with their counts. */
async function timelineOf(of: Of, who: Person, show = "") {
	const lines: Line[] = [];
	const kinds = new Map<string, number>();
	let path: string | undefined = `${members.show(of.memberId)}?show=${show}`;
	while (path) {
		const { status, html } = await page(path, who);
		if (status !== 200) return undefined;
		const card = html.slice(html.indexOf('id="timeline"'));
		for (const [, name = "", many] of card.matchAll(/>(備忘錄|繳費|信件|證明|任務|變更) (\d+)<\/a>/g))
			kinds.set(name, Number(many));
		lines.push(...linesIn(card));
		path = /href="([^"]+)#timeline">更早的/.exec(card)?.[1]?.replaceAll("&amp;", "&");
	}
	return { lines, kinds };
}

const sorted = (list: readonly string[]): string[] => [...list].sort();

async function expectSame(who: Person, label: string): Promise<void> {
	for (const of of people) {
		const shown = await timelineOf(of, who);
		if (!shown) {
			expect([label, (await page(members.show(of.memberId), who)).status]).toEqual([label, 403]);
			continue;
		}
		for (const name of NAMES) {
			const elsewhere = await ELSEWHERE[name](of, reading(who));
			const ids = shown.lines.filter((one) => one.name === name).map(({ id }) => id);
			const where = [seed, label, name];
			expect([...where, shown.kinds.has(name)]).toEqual([...where, elsewhere !== undefined]);
			expect([...where, sorted(ids)]).toEqual([...where, sorted(elsewhere ?? [])]);
			if (shown.kinds.has(name)) expect([...where, shown.kinds.get(name)]).toEqual([...where, ids.length]);
		}
		const times = shown.lines.map(({ at }) => at);
		expect([seed, label, times]).toEqual([seed, label, sorted(times).reverse()]);
	}
}

const MORE: readonly Permission[] = [
	"notes.manage",
	"payments.record",
	"payments.verify",
	"receipts.issue",
	"mail.view",
	"certificates.review",
	"tasks.manage",
	"users.manage",
	"members.manage",
	"members.view_sensitive",
];

describe("the timeline", () => {
	test("is what the pages of its records show, for every role", async () => {
		for (const { code } of await rows<{ code: string }>("SELECT code FROM roles"))
			await expectSame(await signIn({ roles: [code] }), code);
		await expectSame(staff, "who has tasks");
	});

	test("and for whoever may see members and any of the rest", async () => {
		for (let nth = 0; nth < 6; nth++) {
			const permissions: Permission[] = ["members.view", ...MORE.filter(() => next() < 0.4)];
			await expectSame(await signIn({ permissions }), permissions.join(" "));
		}
	});

	test("without the right to a kind neither lists nor counts it, whatever the address asks for", async () => {
		const bare = await signIn({ permissions: ["members.view"] });
		for (const show of ["note", "payment", "mail", "certificate"]) {
			const { lines, kinds } = (await timelineOf(people[0] ?? expect.fail(), bare, show)) ?? expect.fail();
			expect([sorted([...kinds.keys()]), sorted([...new Set(lines.map(({ name }) => name))])]).toEqual([
				["任務", "變更"].sort(),
				["變更"],
			]);
		}
		const { html } = await page(members.show(people[0]?.memberId ?? 0), bare);
		expect(bodyOf(html)).not.toMatch(/登錄收款|寫備忘錄|印通知單|更多|備忘\d|待核對/);
	});

	test("shows one kind by its link, and is read in one round trip", async () => {
		const [of = expect.fail()] = people;
		const everybody = await signIn({ permissions: ["members.view", ...MORE] });
		const all = (await timelineOf(of, everybody)) ?? expect.fail();
		for (const name of NAMES) {
			const { lines } = (await timelineOf(of, everybody, KINDS[name])) ?? expect.fail();
			expect([name, lines]).toEqual([name, all.lines.filter((one) => one.name === name)]);
			// The parent has no certificate.
			expect([seed, name, lines.length > 0]).toEqual([seed, name, name !== "證明"]);
		}
		expect(await tripsOf(`${members.show(of.memberId)}?show=note`, staff)).toBe(2);
	});

	test.each(["before=1", "before=x.1.2", "before=1.9", "show=nothing", "show=note&x=1"])(
		"an address that nobody was given is refused: %s",
		async (query) => {
			expect((await page(`${members.show(people[0]?.memberId ?? 0)}?${query}`, staff)).status).toBe(400);
		},
	);

	test("a place whose entry is gone, or of a kind that there is not, still goes on from its time", async () => {
		const [of = expect.fail()] = people;
		for (const before of [
			`${AT + 3}.0.999999`,
			`${AT + 3}.8.x' OR 1=1 --`,
			`${AT + 3}.2.msg_0`,
			`${AT + 3}.0.${"9".repeat(250)}`,
		]) {
			const { status, html } = await page(`${members.show(of.memberId)}?before=${encodeURIComponent(before)}`, staff);
			const times = linesIn(html).map(({ at }) => Date.parse(at));
			expect([before, status, times.length > 0, times.every((at) => at <= AT + 3)]).toEqual([before, 200, true, true]);
		}
	});
});
