import { and, asc, inArray, isNull } from "drizzle-orm";
import type { Db, Write } from "#db/commit.ts";
import { outbox } from "#db/schema/outbox.ts";

export type OutboxEvent = "webhook.ping" | "webhook.redelivery";
export type OutboxRow = { id: number; event: string; subject: string };

/**
 * Inserts an outbox row: the request that a consumer of the queue runs an effect (`event`) on a record (`subject`). It
 * stands in the batch of the change that asks for the effect. The row holds ids only. `at` is UTC milliseconds.
 */
export function enqueue(db: Db, { event, subject, at }: { event: OutboxEvent; subject: string; at: number }): Write[] {
	return [db.insert(outbox).values({ event, subject, createdAt: at })];
}

/** Returns the outbox rows that are not done yet, oldest first, at most 100. */
export function waitingOutbox(db: Db): Promise<OutboxRow[]> {
	return db
		.select({ id: outbox.id, event: outbox.event, subject: outbox.subject })
		.from(outbox)
		.where(isNull(outbox.doneAt))
		.orderBy(asc(outbox.id))
		.limit(100);
}

/**
 * Marks outbox rows as done. Only a consumer of the queue does this, in the batch of the effect that the row asks for.
 */
export function settleOutbox(db: Db, ids: number[], at: number): Write[] {
	return [
		db
			.update(outbox)
			.set({ doneAt: at })
			.where(and(inArray(outbox.id, ids), isNull(outbox.doneAt))),
	];
}
