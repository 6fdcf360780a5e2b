/**
 * One seed: people press buttons of the money and the books, several at once, over a database in this process and a
 * scheduler that reorders, repeats, drops and cuts what they write. In the end what must hold is looked at.
 */
import { createHash } from "node:crypto";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { reviewersOf } from "../finance.ts";
import { random } from "../random.ts";
import { GROUPS } from "./acts/index.ts";
import { bucket } from "./bucket.ts";
import { faultsIn } from "./checks.ts";
import { Hand, type Outcome, outcomeOf } from "./hands.ts";
import { Scheduler } from "./scheduler.ts";
import type { Act, Button, Chance, Seeing } from "./seen.ts";
import { makeSetting, type Person, START } from "./setting.ts";
import { first, KEYS } from "./test-env.ts";

const setting = await makeSetting();

/** How many buttons are pressed for a seed, how many presses are under way at once, and the most hours between two. */
const [PRESSES, AT_ONCE, HOURS] = [100, 3, 48];
const HOUR = 3_600_000;

export type Run = {
	/** What happened, in order. */
	steps: string[];
	/** How often each act came to each end: "verify a payment: done". */
	told: Map<string, number>;
	/** What does not hold in the end, or what was thrown. */
	faults: string[];
	/** What the database held in the end: the same for the same seed. */
	digest: string;
};

export const run = (seed: number): Promise<Run> =>
	first.undoing(async () => {
		const world = new World(seed);
		const failed = await world.live().then(
			() => [],
			(error: unknown) => [error instanceof Error ? String(error.stack) : String(error)],
		);
		const faults = [...failed, ...world.twice, ...(await faultsIn(first, world.posted))];
		return { steps: world.steps, told: world.told, faults, digest: digest() };
	});

function digest(): string {
	const tables = ["vouchers", "receipts", "payments", "bank_lines", "finance_documents", "income_records", "periods"];
	const rows = tables.map((table) => first.sqlite.prepare(`SELECT * FROM ${table} ORDER BY 1`).all());
	return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}

function chanceOf(seed: number): Chance {
	const { next, pick } = random(seed);
	return {
		pick: (list) => (list.length === 0 ? undefined : pick(list)),
		upTo: (most) => Math.floor(next() * (most + 1)),
		oneIn: (many) => next() < 1 / many,
	};
}

type Press = { act: Act; button: Button; who: Person; key: string; at: number };

class World {
	readonly steps: string[] = [];
	readonly told = new Map<string, number>();
	/** The mails that were handed over. */
	readonly posted: string[] = [];
	/** Forms that were sent twice and answered as if they were two. */
	readonly twice: string[] = [];
	readonly #made = new Map<string, string>();
	readonly #files = bucket();
	readonly #chance: Chance;
	readonly #scheduler: Scheduler;
	#at = START;
	#looked = 0;
	#pressed = 0;
	#last: Act | undefined;

	constructor(seed: number) {
		this.#chance = chanceOf(seed);
		this.#scheduler = new Scheduler(this.#chance, (step) => this.steps.push(step));
	}

	/** Lets people press buttons until there were enough, and each has its answer. */
	async live(): Promise<void> {
		for (;;) {
			await this.#scheduler.quiet();
			const { length } = this.#scheduler.hands;
			const isFree = this.#pressed < PRESSES && length < AT_ONCE;
			if (isFree && (length === 0 || this.#chance.oneIn(3))) this.#look();
			else if (length === 0) return;
			else this.#scheduler.answer();
		}
	}

	/** What is done next: while others are at it, often something about the same kind of record. */
	#next(): Act | undefined {
		const last = this.#last;
		const isNear = last !== undefined && this.#scheduler.hands.length > 0 && this.#chance.oneIn(2);
		const acts = (isNear ? GROUPS.find((group) => group.includes(last)) : undefined) ?? GROUPS.flat();
		this.#last = this.#chance.pick(acts.flatMap((act) => Array.from({ length: act.weight }, () => act)));
		return this.#last;
	}

	/** Whose act it is; now and then somebody presses what is another's. */
	#whose({ by }: Act): Person | undefined {
		if (this.#chance.oneIn(20)) return this.#chance.pick(Object.values(setting.people));
		if (by !== "member") return setting.people[by];
		const member = this.#chance.pick(setting.members);
		return member && { id: member.userId, held: [] };
	}

	/** Somebody opens a page, and presses a button where there is one. */
	#look(): void {
		this.#at += this.#chance.upTo(HOURS * HOUR);
		this.#looked += 1;
		const [name, act] = [String(this.#looked), this.#next()];
		const who = act && this.#whose(act);
		if (!act || !who) return;
		this.#begin(name, async (hand) => {
			let button: Button | undefined;
			const { was } = await outcomeOf(async () => {
				button = await act.look(this.#seeing(hand, who));
			});
			if (was === "done" && !button) return;
			this.#pressed += 1;
			this.steps.push(`${name} ${act.name}, by ${who.id}: ${button ? JSON.stringify(button.about) : was}`);
			if (button) await this.#press(hand, { act, button, who, key: `form ${name}`, at: this.#at });
		});
	}

	#begin(name: string, work: (hand: Hand) => Promise<void>): void {
		const hand = new Hand(name);
		this.#scheduler.hands.push(hand);
		hand.begin(() => work(hand));
	}

	#seeing(hand: Hand, who: Person): Seeing {
		const at = this.#at;
		const rows: Seeing["rows"] = async <Row>(text: string, ...values: (string | number | null)[]) =>
			(
				await hand.db.$client
					.prepare(text)
					.bind(...values)
					.all<Row>()
			).results;
		return {
			...this.#chance,
			...{ db: hand.db, setting, who, at, rows },
			today: dateInTaipei(at),
			ago: (days) => dateInTaipei(Math.max(START, at - days * 24 * HOUR)),
			one: async (text, ...values) => this.#chance.pick(await rows(text, ...values)),
		};
	}

	/** Presses a button: once, twice at once, or again because no answer came. */
	async #press(hand: Hand, press: Press): Promise<void> {
		if (this.#chance.oneIn(10)) {
			// A double press sends the same form; a second tab has its own.
			const key = this.#chance.oneIn(3) ? `${press.key}, of another tab` : press.key;
			this.#begin(`${hand.name}+`, async (other) => void (await this.#once(other, { ...press, key })));
		}
		for (let tries = 0; tries < 3; tries++) {
			const { was } = await this.#once(hand, { ...press, at: press.at + tries });
			if (was !== "lost" || this.#chance.oneIn(4)) return;
		}
	}

	async #once(hand: Hand, press: Press): Promise<Outcome> {
		const { act, button, who, key, at } = press;
		let isForm = false;
		const outcome = await outcomeOf(() =>
			button.press({
				...{ db: hand.db, at, env: { FILES: this.#files, ...KEYS } },
				get key() {
					isForm = true;
					return key;
				},
				by: { ...byUser(who.id, null, at), userId: who.id },
				reviewer: { userId: who.id, standsFor: [null] },
				reviewers: reviewersOf(who),
				post: (mail) => this.posted.push(mail),
			}),
		);
		const told = `${act.name}: ${outcome.was === "refused" ? outcome.code : outcome.was}`;
		this.steps.push(`${hand.name} ${told}`);
		this.told.set(told, (this.told.get(told) ?? 0) + 1);
		if (isForm && outcome.was === "done") this.#compare(key, JSON.stringify(outcome.made));
		return outcome;
	}

	/** A form that is sent again has the answer of the first time. */
	#compare(key: string, made = ""): void {
		const before = this.#made.get(key) ?? made;
		if (before !== made) this.twice.push(`${key} made ${before}, and then ${made}`);
		this.#made.set(key, before);
	}
}
