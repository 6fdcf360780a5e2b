import { and, asc, inArray, isNull } from "drizzle-orm";
import type { Db, Write } from "#db/commit.ts";
import { outbox } from "#db/schema/outbox.ts";

export type OutboxEvent = "webhook.ping" | "webhook.redelivery";
export type OutboxRow = { id: number; event: string; subject: string };

/** Asks a consumer for an effect, in the batch of the change: the row holds ids only. `at` is UTC milliseconds. */
export function enqueue(db: Db, { event, subject, at }: { event: OutboxEvent; subject: string; at: number }): Write[] {
	return [db.insert(outbox).values({ event, subject, createdAt: at })];
}

/** What no consumer has done yet, oldest first, at most 100. */
export function waitingOutbox(db: Db): Promise<OutboxRow[]> {
	return db
		.select({ id: outbox.id, event: outbox.event, subject: outbox.subject })
		.from(outbox)
		.where(isNull(outbox.doneAt))
		.orderBy(asc(outbox.id))
		.limit(100);
}

/** Marks rows done; only a consumer says so, in the batch of its effect. */
export function settleOutbox(db: Db, ids: number[], at: number): Write[] {
	return [
		db
			.update(outbox)
			.set({ doneAt: at })
			.where(and(inArray(outbox.id, ids), isNull(outbox.doneAt))),
	];
}
