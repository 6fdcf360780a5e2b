/** Whoever presses a button, and what the scheduler lets happen between that and its answer. */
import { type Db, databaseMessage, open } from "#db/commit.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Asked, Database } from "../../../scripts/asked-database.ts";
import { FAILURES } from "../broken.ts";

export type Waiting = { asked: Asked; resolve: (answer: unknown[]) => void; reject: (error: Error) => void };

/**
 * One press of a button on its way: it runs until it asks the database something, and waits there until the scheduler
 * answers. Only one hand runs at a time, so that nothing depends on how long something takes.
 */
export class Hand {
	readonly name: string;
	readonly waiting: Waiting[] = [];
	readonly db: Db;
	isDone = false;
	#stirred = Promise.withResolvers<void>();

	constructor(name: string) {
		this.name = name;
		this.db = open(new Database("DB", (asked) => this.#ask(asked)));
	}

	#ask(asked: Asked): Promise<unknown[]> {
		return new Promise((resolve, reject) => {
			this.waiting.push({ asked, resolve, reject });
			this.#stirred.resolve();
		});
	}

	/** Lets it work; what it throws is kept for `quiet`. */
	begin(work: () => Promise<void>): void {
		const end = () => {
			this.isDone = true;
			this.#stirred.resolve();
		};
		work().then(end, (error: unknown) => {
			this.failed = error;
			end();
		});
	}
	failed: unknown;

	/** Waits until it asks the database something or is done. */
	async quiet(): Promise<void> {
		while (this.waiting.length === 0 && !this.isDone) {
			this.#stirred = Promise.withResolvers<void>();
			await this.#stirred.promise;
		}
		if (this.failed !== undefined) throw this.failed;
	}
}

export type Outcome = { was: "done"; made: unknown } | { was: "refused"; code: string } | { was: "lost" };

/** What became of a press. What is neither a refusal of a rule nor a database that broke off is thrown. */
export async function outcomeOf(press: () => Promise<unknown>): Promise<Outcome> {
	try {
		return { was: "done", made: await press() };
	} catch (error) {
		if (error instanceof Refusal) return { was: "refused", code: error.code };
		if (FAILURES.some((message) => message === databaseMessage(error))) return { was: "lost" };
		throw error;
	}
}

/** One of the messages by which a database says that somebody else writes: the program asks again. */
export const BUSY = "D1_ERROR: database is locked: SQLITE_BUSY";
