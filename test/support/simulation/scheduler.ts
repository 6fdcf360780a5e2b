/**
 * Decides, for each batch that somebody sends, whose is next and what becomes of it: done, cut off at a statement, told to
 * come again, or done without an answer.
 */
import { FAILURES, LOST } from "../broken.ts";
import type { Cut } from "../d1-in-process.ts";
import { BUSY, type Hand, type Waiting } from "./hands.ts";
import type { Chance } from "./seen.ts";
import { first } from "./test-env.ts";

const WRITES = /^\s*(?:INSERT|UPDATE|DELETE|PRAGMA)/i;
/** Of a hundred batches that write, so many break off, find somebody else writing, or are done and lose their answer. */
const [CUT, TOLD_BUSY, UNHEARD] = [5, 1, 6];
/** One read in so many breaks off. */
const LOST_READS = 80;

export class Scheduler {
	hands: Hand[] = [];
	readonly #chance: Chance;
	readonly #note: (step: string) => void;

	constructor(chance: Chance, note: (step: string) => void) {
		this.#chance = chance;
		this.#note = note;
	}

	/** Waits until everybody who is at something waits for an answer, or is done with it. */
	async quiet(): Promise<void> {
		await Promise.all(this.hands.map((hand) => hand.quiet()));
		this.hands = this.hands.filter(({ isDone }) => !isDone);
	}

	/** Answers somebody. */
	answer(): void {
		const hand = this.#chance.pick(this.hands);
		const waiting = hand?.waiting.shift();
		if (!hand || !waiting) return;
		const { statements } = waiting.asked;
		const isWrite = statements.some(({ sql }) => WRITES.test(sql));
		const fate = this.#chance.upTo(99);
		const breaks = isWrite ? fate < CUT : this.#chance.oneIn(LOST_READS);
		const place = this.#chance.upTo(statements.length - 1);
		const name = isWrite ? hand.name : undefined;
		if (breaks) this.#run(name, waiting, { place, message: this.#chance.pick(FAILURES) ?? LOST });
		else if (isWrite && fate < CUT + TOLD_BUSY) this.#run(name, waiting, { place, message: BUSY });
		else if (isWrite && fate < CUT + TOLD_BUSY + UNHEARD) {
			this.#run(name, { ...waiting, resolve: () => waiting.reject(new Error(LOST)) });
			this.#note(`${hand.name}   nobody heard of it`);
		} else this.#run(name, waiting);
	}

	/** Runs a batch, and notes by whom when it writes. */
	#run(name: string | undefined, { asked, resolve, reject }: Waiting, cut?: Cut): void {
		const many = asked.statements.length;
		try {
			const answer = first.run(asked, cut);
			if (name) this.#note(`${name}   wrote ${many}`);
			resolve(answer);
		} catch (error) {
			if (cut) this.#note(`${name ?? "a read"}   cut at ${cut.place} of ${many}: ${cut.message}`);
			reject(error instanceof Error ? error : new Error(String(error)));
		}
	}
}
