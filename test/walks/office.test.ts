/** Hundreds of steps by chance over announcements, whose windows open and close, and over the board of tasks and its order. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { flipDue } from "#domain/content/content/actions.ts";
import { createAnnouncement, deleteAnnouncement, saveAnnouncement } from "#domain/office/announcements/actions.ts";
import type { AnnouncementState, AnnouncementStep } from "#domain/office/announcements/rules.ts";
import { createTask, editTask, placeTask } from "#domain/office/tasks/actions.ts";
import { TASK_STATUSES, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { said, writer } from "../support/announcements.ts";
import { Answers, type Chance, newSeed, one, pick, stepsOf, WALK_MS, walk, weighed } from "../support/chances.ts";
import { ask } from "../support/content.ts";
import { by, person, rows } from "../support/users.ts";

const STEPS = stepsOf(50);
const LOOKS = 3;
const HOUR = 3_600_000;
const db = open(env.DB);
const seed = newSeed();

type Told = { id: number; slug: string; version: number; state: AnnouncementState; audience: "public" | "members" };
/** Each button: where it stands, where it leads. */
const PAPER: Record<AnnouncementStep, [readonly AnnouncementState[], AnnouncementState]> = {
	publish: [["draft", "scheduled"], "open"],
	withdraw: [["scheduled"], "draft"],
	close: [["open"], "closed"],
	reopen: [["closed"], "open"],
};
const BUTTONS = ["publish", "withdraw", "close", "reopen"] as const;

class Notices extends Answers {
	readonly all: Told[] = [];
	private made = 0;

	async make({ a }: Chance): Promise<void> {
		this.made += 1;
		const [slug, audience] = [`told-${this.made}`, a % 2 === 0 ? ("public" as const) : ("members" as const)];
		const input = said({ slug, audience });
		const id = await createAnnouncement(db, { input, key: crypto.randomUUID(), ...writer() });
		this.all.push({ id, slug, audience, version: 1, state: "draft" });
	}

	async press({ a, b, c }: Chance): Promise<void> {
		const told = pick(this.all, a);
		if (!told) return;
		const fits = weighed(
			BUTTONS.filter((step) => PAPER[step][0].includes(told.state)),
			{ withdraw: 3 },
		);
		const step = c % 4 === 0 ? one(BUTTONS, b) : one(fits, b);
		const [isStale, isLater] = [c % 9 === 0, step === "publish" && a % 2 === 0];
		const [from, to] = PAPER[step];
		const says = isStale ? ["announcement.stale"] : from.includes(told.state) ? [] : ["announcement.wrong_state"];
		const wish = isLater ? { publish: "later" as const, publish_at: Date.now() + HOUR } : {};
		const ref = { id: told.id, version: told.version - (isStale ? 1 : 0) };
		const input = said({ slug: told.slug, audience: told.audience, ...wish });
		const done = await this.expects(step, says, () => saveAnnouncement(db, ref, { input, step, ...writer() }));
		if (!done) return;
		told.version += 1;
		told.state = isLater ? "scheduled" : to;
	}

	async remove({ a, c }: Chance): Promise<void> {
		const drafts = this.all.filter(({ state }) => state === "draft");
		const told = pick(c % 3 > 0 ? drafts : this.all, a);
		if (!told) return;
		const says = told.state === "draft" ? [] : ["announcement.not_draft"];
		const done = await this.expects("delete", says, () => deleteAnnouncement(db, told, writer()));
		if (done) this.all.splice(this.all.indexOf(told), 1);
	}

	/** The table says the same, and the website hears of public ones that are open and of nothing else. */
	async look(): Promise<void> {
		await flipDue(db, Date.now());
		expect(await rows("SELECT id, version, is_live FROM announcements ORDER BY id")).toEqual(
			this.all.map(({ id, version, state }) => ({ id, version, is_live: state === "open" ? 1 : 0 })),
		);
		const homepage = await (await ask(`/api/v1/homepage?x=${crypto.randomUUID()}`)).text();
		const shown = this.all.filter(({ slug }) => homepage.includes(`"${slug}"`)).map(({ slug }) => slug);
		const isPublic = this.all.filter(({ state, audience }) => state === "open" && audience === "public");
		expect(shown.filter((slug) => !isPublic.some((told) => told.slug === slug))).toEqual([]);
	}
}

type Card = { id: number; version: number; assignee: number | null };

class Board extends Answers {
	readonly columns = new Map<TaskStatus, Card[]>(TASK_STATUSES.map((status) => [status, []]));
	staff: number[] = [];
	at = Date.UTC(2026, 2, 5, 2);

	private column(status: TaskStatus): Card[] {
		return this.columns.get(status) ?? [];
	}
	private input(status: TaskStatus, assignee: number | null) {
		return { title: `任務 ${this.at}`, body: "", status, priority: 3 as const, assignee, due_on: null };
	}

	async make({ a, b }: Chance): Promise<void> {
		const assignee = b % 3 === 0 ? null : one(this.staff, b);
		const none = { types: [], allFinance: false, allDocuments: false, allAnnouncements: false };
		const of = {
			input: this.input("todo", assignee),
			by: by({ id: one(this.staff, a) }, this.at),
			key: crypto.randomUUID(),
		};
		const id = await createTask(db, { ...of, viewer: { userId: one(this.staff, a), ...none } });
		const [row] = await rows<{ place: number }>(
			"SELECT count(*) AS place FROM tasks WHERE status = 'todo' AND rank < (SELECT rank FROM tasks WHERE id = ?)",
			id,
		);
		this.column("todo").splice(row?.place ?? 0, 0, { id, version: 1, assignee });
	}

	/** Takes a card to the top, the end, or before another; by who sees all, or by one who may see their own alone. */
	async place({ a, b, c }: Chance): Promise<void> {
		const from = one(TASK_STATUSES, a);
		const card = pick(this.column(from), b);
		if (!card) return;
		const status = one(TASK_STATUSES, c);
		const others = this.column(status).filter((other) => other !== card);
		const before = b % 3 === 0 ? pick(others, c) : undefined;
		const at = before?.id ?? (b % 3 === 1 ? ("top" as const) : ("end" as const));
		const reader = { userId: one(this.staff, b), seesAll: c % 3 > 0 };
		const isStale = a % 8 === 0;
		const sees = (one: Card): boolean => reader.seesAll || one.assignee === reader.userId;
		const isSeen = sees(card) && (before === undefined || sees(before));
		const ref = { id: card.id, version: card.version - (isStale ? 1 : 0) };
		const done = await this.expects("place", isStale || !isSeen ? ["task.stale"] : [], () =>
			placeTask(db, ref, { place: { status, at }, reader, by: by({ id: reader.userId }, this.at) }),
		);
		if (!done) return;
		card.version += 1;
		this.column(from).splice(this.column(from).indexOf(card), 1);
		const to = this.column(status);
		to.splice(before ? to.indexOf(before) : at === "top" ? 0 : to.length, 0, card);
	}

	/** Gives a card to somebody else, where it stands. */
	async give({ a, b, c }: Chance): Promise<void> {
		const status = one(TASK_STATUSES, a);
		const card = pick(this.column(status), b);
		if (!card) return;
		const assignee = one(this.staff, c);
		const isStale = c % 7 === 0;
		const ref = { id: card.id, version: card.version - (isStale ? 1 : 0) };
		const done = await this.expects("give", isStale ? ["task.stale"] : [], () =>
			editTask(db, ref, { input: this.input(status, assignee), by: by({ id: one(this.staff, b) }, this.at) }),
		);
		if (done) Object.assign(card, { version: card.version + 1, assignee });
	}

	async look(): Promise<void> {
		const stored = await rows<{ status: TaskStatus; id: number; version: number; assignee: number | null }>(
			"SELECT status, id, version, assignee_id AS assignee FROM tasks ORDER BY rank, id",
		);
		for (const status of TASK_STATUSES)
			expect([status, stored.filter((card) => card.status === status)]).toEqual([
				status,
				this.column(status).map((card) => ({ status, ...card })),
			]);
		const closed = await rows("SELECT id FROM tasks WHERE (status IN ('done', 'dropped')) <> (closed_at IS NOT NULL)");
		expect(closed).toEqual([]);
	}
}

const board = new Board();
beforeAll(async () => {
	for (const role of ["secretary", "cashier", "admin"]) board.staff.push((await person({ roles: [role] })).id);
});

test(`${STEPS} steps leave the announcements of paper (seed ${seed})`, { timeout: WALK_MS }, async () => {
	const notices = new Notices();
	const lacks = () => notices.missing([...BUTTONS, "delete"].map((name) => `${name}: done`));
	for (const [nth, chance] of walk(STEPS, seed, lacks)) {
		const kind = chance.step % 12;
		if (kind < 2 || notices.all.length < 3) await notices.make(chance);
		else if (kind === 2) await notices.remove(chance);
		else await notices.press(chance);
		if ((nth + 1) % (STEPS / LOOKS) === 0) await notices.look();
	}
	await notices.look();
	expect(lacks()).toEqual([]);
});

test(`${STEPS} steps leave the board of paper (seed ${seed})`, { timeout: WALK_MS }, async () => {
	const lacks = () => board.missing(["place: done", "place: task.stale", "give: done"]);
	for (const [nth, chance] of walk(STEPS, seed, lacks)) {
		board.at += HOUR;
		const kind = chance.step % 10;
		if (kind === 0 || nth < 8) await board.make(chance);
		else if (kind < 3) await board.give(chance);
		else await board.place(chance);
		if ((nth + 1) % (STEPS / LOOKS) === 0) await board.look();
	}
	await board.look();
	expect(lacks()).toEqual([]);
});
