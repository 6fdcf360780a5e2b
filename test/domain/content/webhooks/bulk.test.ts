import fc from "fast-check";
import { expect, test } from "vitest";
import { RESOURCES } from "#domain/content/content/changes.ts";
import { bulkMessages, MOST_SINGLE } from "#domain/content/webhooks/bulk.ts";
import type { Message } from "#domain/content/webhooks/message.ts";
import { noticeOf, planDeliveries } from "#domain/content/webhooks/rules.ts";
import { BulkData } from "#domain/content/webhooks/schema.ts";

const AT = 1_700_000_000_000;
const newId = () => crypto.randomUUID();
const bytesOf = ({ type, data }: Message): number =>
	new TextEncoder().encode(
		`{"type":"${type}","timestamp":"${new Date(AT).toISOString()}","data":${JSON.stringify(data)}}`,
	).length;

const changes = fc
	.array(
		fc.record({
			resource: fc.constantFrom(...RESOURCES),
			slug: fc.string({ unit: fc.constantFrom("輪", "椅", "a", "/", '"', "\\", "🦽"), minLength: 1, maxLength: 120 }),
			previous_slug: fc.option(fc.string({ unit: "grapheme", minLength: 1, maxLength: 120 })),
			event: fc.constantFrom("updated", "deleted"),
			tags: fc.array(
				fc.integer({ min: 1, max: 99 }).map((id) => `category:${id}`),
				{ maxLength: 9 },
			),
		}),
		{ minLength: 1, maxLength: 600 },
	)
	.map((rows) => rows.map((row, at) => ({ ...row, id: at + 1, rev: AT + at })));

test("each part is at most 100 KB, and together they say what the single messages would have", () => {
	fc.assert(
		fc.property(changes, (rows) => {
			const notices = rows.map((row) => noticeOf({ ...row, event: row.event === "deleted" ? "deleted" : "updated" }));
			const messages = bulkMessages(notices);
			for (const message of messages) expect(bytesOf(message)).toBeLessThanOrEqual(100_000);
			const parts = messages.map(({ data }) => BulkData.parse(data));
			expect(parts.flatMap((part) => part.changes)).toEqual(
				notices.map(({ event, data: { tags: _, paths: _paths, ...data } }) => ({ ...data, event })),
			);
			const at = new Map(parts.flatMap((part) => part.changes.map(({ rev }) => [rev, part])));
			for (const { data } of notices) {
				const part = at.get(data.rev);
				expect(part?.tags).toEqual(expect.arrayContaining(data.tags));
				expect(part?.paths).toEqual(expect.arrayContaining(data.paths));
			}
			for (const part of parts) {
				expect(new Set(part.tags).size).toBe(part.tags.length);
				expect(part.rev).toBe(Math.max(...part.changes.map(({ rev }) => rev)));
			}
		}),
		{ numRuns: 40 },
	);
});

test("1,000 articles are a few messages", () => {
	const notices = Array.from({ length: 1_000 }, (_, at) =>
		noticeOf({
			rev: AT + at,
			resource: "article",
			id: at + 1,
			slug: `病友故事${at}`,
			previous_slug: null,
			event: "published",
			tags: [`category:${at % 9}`],
		}),
	);
	expect(bulkMessages(notices).length).toBeLessThanOrEqual(4);
});

test("twenty are told one by one, twenty-one together, each endpoint only what it asked for", () => {
	const noticesOf = (articles: number) =>
		Array.from({ length: articles + 1 }, (_, at) =>
			noticeOf({
				rev: AT + at,
				resource: at < articles ? "article" : "page",
				id: at + 1,
				slug: `s${at}`,
				previous_slug: null,
				event: "updated",
				tags: [],
			}),
		);
	const endpoints = [
		{ id: 1, events: [] },
		{ id: 2, events: ["article.*"] },
		{ id: 3, events: ["page.updated"] },
	];
	const told = (articles: number) => {
		const { inserts } = planDeliveries(
			noticesOf(articles),
			{ endpoints, recent: [] },
			{ at: AT, readyAt: AT + 600, newId },
		);
		return endpoints.map(({ id }) => {
			const mine = inserts.filter(({ endpointId }) => endpointId === id);
			return [...new Set(mine.map(({ message }) => message.type))].map((type) => [
				type,
				mine.filter(({ message }) => message.type === type).length,
			]);
		});
	};
	expect(told(MOST_SINGLE)).toEqual([[["content.bulk", 1]], [["article.updated", 20]], [["page.updated", 1]]]);
	expect(told(MOST_SINGLE + 1)).toEqual([[["content.bulk", 1]], [["content.bulk", 1]], [["page.updated", 1]]]);
});
