import fc from "fast-check";
import { expect, test } from "vitest";
import type { Notice } from "#domain/content/webhooks/message.ts";
import {
	type Change,
	gatherNotices,
	mergeNotices,
	messageOf,
	noticeOf,
	planDeliveries,
	type Recent,
	TRUE_AFTER_MS,
	wants,
} from "#domain/content/webhooks/rules.ts";
import type { EventName } from "#domain/content/webhooks/schema.ts";

const change = (fields: Partial<Change>): Change => ({
	rev: 100,
	resource: "article",
	id: 12,
	slug: "a",
	previous_slug: null,
	event: "updated",
	tags: [],
	...fields,
});

test.each([
	[
		change({ slug: "秋日輕旅行", tags: ["category:3", "tag:5"] }),
		["article:12", "category:3", "tag:5", "articles", "homepage"],
		["/articles/%E7%A7%8B%E6%97%A5%E8%BC%95%E6%97%85%E8%A1%8C", "/articles", "/"],
	],
	[
		change({ slug: "new", previous_slug: "old" }),
		["article:12", "articles", "homepage"],
		["/articles/new", "/articles/old", "/articles", "/"],
	],
	[
		change({ resource: "page", id: 4, slug: "about/team", previous_slug: "team" }),
		["page:4", "pages", "homepage"],
		["/about/team", "/team", "/about", "/"],
	],
	[
		change({ resource: "category", id: 3, slug: "news" }),
		["category:3", "categories", "articles", "homepage"],
		["/articles", "/"],
	],
	[change({ resource: "tag", id: 5, slug: "t" }), ["tag:5", "tags", "articles", "homepage"], ["/articles", "/"]],
	[
		change({ resource: "document", id: 1, slug: "bylaws" }),
		["document:1", "documents"],
		["/documents/bylaws", "/documents"],
	],
	[
		change({ resource: "announcement", id: 2, slug: "x" }),
		["announcement:2", "announcements", "homepage"],
		["/announcements/x", "/announcements", "/"],
	],
])("what a website throws away for %j", (row, tags, paths) => {
	const { event, tags: _, ...same } = row;
	expect(noticeOf(row)).toEqual({ event, data: { ...same, tags, paths } });
});

test("paths are what a browser asks for: NFC, percent-encoded, no query", () => {
	const pathOf = (slug: string) => noticeOf(change({ slug })).data.paths[0];
	expect(pathOf("cafe\u0301")).toBe("/articles/caf%C3%A9");
	expect(pathOf("a b")).toBe("/articles/a%20b");
	expect(pathOf("100%?#1")).toBe("/articles/100%25%3F%231");
	for (const slug of ["秋日", "a,b", "x~y", "c++", "a=b&c"])
		expect(pathOf(slug)).toBe(new URL(`/articles/${slug}`, "https://x").pathname);
});

const merged = (...events: EventName[]) => gatherNotices(events.map((event) => change({ event })))[0]?.event;

test.each<[EventName[], EventName]>([
	[["updated", "updated"], "updated"],
	[["published", "updated", "updated"], "published"],
	[["updated", "published", "updated"], "published"],
	[["created", "updated"], "created"],
	[["published", "unpublished"], "unpublished"],
	[["unpublished", "published", "updated"], "published"],
	[["published", "updated", "archived"], "archived"],
	[["published", "deleted"], "deleted"],
	[["updated", "deleted"], "deleted"],
	[["archived", "published"], "published"],
])("%j together are %s", (events, event) => expect(merged(...events)).toBe(event));

test("together: the last slug, the first previous one, every path and tag, old ones too", () => {
	const changes = [
		change({ rev: 1, slug: "b", previous_slug: "a", tags: ["category:1"] }),
		change({ rev: 2, slug: "c", previous_slug: "b", tags: ["category:2", "category:1"] }),
		change({ rev: 3, slug: "c", tags: ["tag:9"] }),
	];
	expect(gatherNotices(changes)).toEqual([
		{
			event: "updated",
			data: {
				rev: 3,
				resource: "article",
				id: 12,
				slug: "c",
				previous_slug: "a",
				tags: ["article:12", "category:1", "articles", "homepage", "category:2", "tag:9"],
				paths: ["/articles/b", "/articles/a", "/articles", "/", "/articles/c"],
			},
		},
	]);
});

test("renamed and renamed back is not renamed", () => {
	const back = [change({ slug: "b", previous_slug: "a" }), change({ slug: "a", previous_slug: "b" })];
	expect(gatherNotices(back)[0]?.data.previous_slug).toBe(null);
});

test("resources of one kind and one number of two kinds stay apart, in the order of their first change", () => {
	const changes = [change({ id: 2 }), change({ resource: "page", id: 1 }), change({ id: 1 }), change({ id: 2 })];
	expect(gatherNotices(changes).map(({ data }) => `${data.resource}:${data.id}`)).toEqual([
		"article:2",
		"page:1",
		"article:1",
	]);
});

test("it does not matter where a batch of changes is cut", () => {
	const slug = fc.constantFrom("a", "b", "c");
	const anyChange = fc.record({
		slug,
		previous_slug: fc.option(slug),
		event: fc.constantFrom<EventName>("published", "updated", "unpublished", "deleted"),
		tags: fc.uniqueArray(fc.constantFrom("category:1", "category:2", "tag:1")),
	});
	fc.assert(
		fc.property(fc.array(anyChange, { minLength: 2, maxLength: 8 }), fc.nat(), (fields, cut) => {
			const changes = fields.map((field, at) => change({ ...field, rev: at + 1 }));
			const at = 1 + (cut % (changes.length - 1));
			const [whole, first, second] = [changes, changes.slice(0, at), changes.slice(at)].flatMap(gatherNotices);
			if (!whole || !first || !second) throw new Error("nothing gathered");
			// A thing renamed back loses its previous slug, so that one does depend on the cut.
			const { previous_slug: _a, ...joined } = mergeNotices(first, second).data;
			const { previous_slug: _b, ...direct } = whole.data;
			expect(joined).toEqual(direct);
			expect(mergeNotices(first, second).event).toBe(whole.event);
		}),
	);
});

test("filters: nothing is everything, a family, one event", () => {
	expect(wants([], "article.published")).toBe(true);
	expect(wants(["article.*"], "article.deleted")).toBe(true);
	expect(wants(["article.*"], "page.deleted")).toBe(false);
	expect(wants(["page.*", "article.published"], "article.published")).toBe(true);
	expect(wants(["page.*", "article.published"], "article.updated")).toBe(false);
});

const AT = 1_000_000;
const READY = AT + TRUE_AFTER_MS;
const newId = () => "msg_new";
const notice: Notice = noticeOf(change({ event: "updated", tags: ["category:2"] }));
const older: Notice = noticeOf(change({ rev: 90, event: "published", tags: ["category:1"] }));
const recent = (fields: Partial<Recent>): Recent => ({
	id: "msg_old",
	endpointId: 1,
	createdAt: AT - 500,
	dueAt: READY,
	isWaiting: false,
	notice: older,
	...fields,
});
const plan = (...known: Recent[]) =>
	planDeliveries([notice], { endpoints: [{ id: 1, events: [] }], recent: known }, { at: AT, readyAt: READY, newId });
const dueAt = (due: number) => ({
	inserts: [{ id: "msg_new", endpointId: 1, dueAt: due, createdAt: AT, message: messageOf(notice) }],
	merges: [],
});

test("the first change of a resource is due when every reader sees it", () => expect(plan()).toEqual(dueAt(READY)));
test("one within two seconds of the last delivery waits until those are over", () => {
	expect(plan(recent({}))).toEqual(dueAt(AT + 1_500));
	expect(plan(recent({ createdAt: AT - 1_399 }))).toEqual(dueAt(READY + 1));
	for (const ago of [1_400, 1_999, 2_000]) expect(plan(recent({ createdAt: AT - ago }))).toEqual(dueAt(READY));
});
test("another endpoint's delivery and another resource's do not count", () => {
	expect(plan(recent({ endpointId: 2 }))).toEqual(dueAt(READY));
	expect(plan(recent({ notice: noticeOf(change({ id: 13 })) }))).toEqual(dueAt(READY));
});
test("it joins a delivery that waits for its first try", () => {
	expect(plan(recent({ createdAt: AT - 1_000 }), recent({ id: "msg_waits", isWaiting: true }))).toEqual({
		inserts: [],
		merges: [{ id: "msg_waits", notice: mergeNotices(older, notice) }],
	});
});
test("it does not join one that goes before every reader sees it", () => {
	const early = recent({ id: "msg_early", createdAt: AT - 10, dueAt: READY - 1, isWaiting: true });
	expect(plan(early)).toEqual(dueAt(AT - 10 + 2_000));
});
test("endpoints that want it each get their own; others none", () => {
	const endpoints = [
		{ id: 1, events: ["page.*"] },
		{ id: 2, events: ["article.updated"] },
		{ id: 3, events: [] },
	];
	const planned = planDeliveries([notice], { endpoints, recent: [] }, { at: AT, readyAt: READY, newId });
	expect(planned.inserts.map(({ endpointId }) => endpointId)).toEqual([2, 3]);
	expect(planned.merges).toEqual([]);
});
