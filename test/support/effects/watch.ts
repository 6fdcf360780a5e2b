/** The public answers around one action, and what the website is told of it. */
import assert from "node:assert/strict";
import * as z from "zod";
import {
	type Answer,
	askSince,
	askUntil,
	isSame,
	isSigned,
	jsonOf,
	type Reader,
	type Told,
	toldSince,
} from "../public-answers.ts";
import { fileAt, idOf, type Writer, wordOf } from "../written-site.ts";
import { type Answers, type Effect, WATCHED, type Watched } from "./effect.ts";

const Found = z.object({ meta: z.object({ total: z.int() }) });
const Changes = z.object({ data: z.array(z.object({ rev: z.int(), resource: z.string(), id: z.int() })) });

export type Addresses = Record<Watched, string>;
/** The website's box at the receiver (test/support/receiver.ts), and the secret of its endpoint. */
export type Website = { origin: string; name: string; secret: string };

/** Where each answer is asked for; changes are those behind `rev`. */
export function addressesOf(writer: Writer, effect: Effect, rev: number): Addresses {
	const { article = "steady", page = "contact", document = "steady", file = "old.png" } = effect;
	const download = (slug: string): string => `/documents/${slug}/download`;
	return {
		articles: "/articles?per_page=100",
		article: `/articles/${article}`,
		categories: "/categories",
		tags: "/tags",
		pages: "/pages",
		page: `/pages/${page}`,
		homepage: "/homepage",
		documents: "/documents?per_page=100",
		document: `/documents/${document}`,
		rss: "/feeds/articles.rss",
		sitemap: "/sitemap.xml",
		search: effect.document ? `/documents?search=${wordOf(document)}` : `/articles?search=${wordOf(article)}`,
		file: file === "download" ? download(document) : fileAt(writer, file).url.replace("/api/v1", ""),
		other: effect.other ?? download("steady"),
		changes: `/changes?since=${rev}`,
	};
}

/** Every answer, made from revision `rev` or a later one. */
export async function readAll(reader: Reader, addresses: Addresses, rev: number): Promise<Answers> {
	const answers = WATCHED.map(async (name) => [name, await askSince(reader, addresses[name], rev)] as const);
	return Object.fromEntries(await Promise.all(answers)) as Answers;
}

/** The words of a list in a table. */
export const wordsIn = (list = ""): string[] => list.split(" ").filter((word) => word !== "");

type Around = { addresses: Addresses; was: Answers; effect: Effect };

/** Waits for every answer that changes; `at` is when the reader asked who saw it first (UTC milliseconds). */
export const changesSeen = (
	reader: Reader,
	{ addresses, was, effect }: Around,
): Promise<{ what: string; at: number }[]> =>
	Promise.all(
		expectedIn(effect).map(async (name) => {
			const { at } = await askUntil(reader, addresses[name], isChanged(name, was[name], effect));
			return { what: name, at };
		}),
	);

/** The answers that a row says change. */
export function expectedIn({ changes }: Effect): Watched[] {
	const named = wordsIn(changes);
	const expected = WATCHED.filter((name) => named.includes(name));
	assert.equal(expected.length, named.length, `not all of these are watched: ${changes}`);
	return expected;
}

/** Whether an answer is another one than before; a search also has to find what there is. */
const isChanged =
	(name: Watched, was: Answer, { finds = 1 }: Effect) =>
	(now: Answer): boolean =>
		!isSame(was, now) && (name !== "search" || Found.parse(jsonOf(now)).meta.total === finds);

/** What the website is told of the changes behind `rev`, once it knows the last one of each record; all of it signed. */
export async function hear(website: Website, rev: number, changes: Answer): Promise<Told[]> {
	const { data } = Changes.parse(jsonOf(changes));
	const isKnown = (told: Told[]) => (one: (typeof data)[number]) =>
		told.some(({ resource, id, rev }) => resource === one.resource && id === one.id && rev >= one.rev);
	const told = await toldSince(website, rev, (all) => data.every(isKnown(all)));
	for (const { request } of told) assert.ok(isSigned(website.secret, request), `${request.body} is not signed`);
	return told;
}

/** Holds what the website was told to what a row says. */
export function assertTold(writer: Writer, { events, tags, paths }: Effect, told: Told[]): void {
	const tagOf = (word: string): string => (word.includes(":") ? `${word.split(":")[0]}:${idOf(writer, word)}` : word);
	const united = (lists: string[][]): string[] => [...new Set(lists.flat())].toSorted();
	assert.deepEqual(
		{
			events: united(told.map(({ type }) => [type])),
			tags: united(told.map((one) => one.tags)),
			paths: united(told.map((one) => one.paths)),
		},
		{
			events: wordsIn(events).toSorted(),
			tags: wordsIn(tags).map(tagOf).toSorted(),
			paths: wordsIn(paths).toSorted(),
		},
		"what the website is told",
	);
}
