import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { Select } from "#db/read.ts";
import { type Entered, type Placed, timelineCounts, timelineOf } from "#db/timeline.ts";
import { asked } from "#kernel/query.ts";
import { TIMELINE, type TimelineSource } from "./timeline-sources.ts";

/** How many entries a page of the timeline has. */
export const ENTRIES_SHOWN = 20;

const Before = z
	.string()
	.max(300)
	.regex(/^\d{1,15}\.\d\..+$/)
	.transform((text): Entered => {
		const [at = "", rank = "", ...id] = text.split(".");
		return { at: Number(at), rank: Number(rank), id: id.join(".") };
	});

/** What of the timeline is shown: one kind or all, and only what is older than an entry. */
export const TimelineSearch = z.strictObject({
	show: asked(z.enum(TIMELINE.map(({ kind }) => kind))),
	before: asked(Before),
});
export type TimelineQuery = z.infer<typeof TimelineSearch>;

/** An entry with its source. */
export type Entry = Placed & { source: TimelineSource; rank: number };

export type TimelineShown = {
	/** The kinds that the user may see. */
	sources: readonly TimelineSource[];
	/** How many entries each of these kinds has. */
	counts: Readonly<Record<string, number>>;
	entries: readonly Entry[];
	/** Where older entries go on, if there are any. */
	next: string | undefined;
};

const newer = (a: Entry, b: Entry): number => {
	if (a.at !== b.at) return b.at - a.at;
	if (a.rank !== b.rank) return a.rank - b.rank;
	return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
};

type Asked = { who: Visitor; member: number; query: TimelineQuery };

/**
 * Returns the statements that read a member's timeline for a user, and the function that makes it of their rows. A kind
 * that the user may not see is neither read nor counted.
 */
export function timelineAsks({ who, member, query: { show, before } }: Asked): {
	asks: Select<unknown>[];
	made: (rows: readonly unknown[][]) => TimelineShown;
} {
	const ranked = TIMELINE.map((source, rank) => ({ source, rank })).filter(({ source }) => allows(source.gate, who));
	const isOffered = ranked.some(({ source }) => source.kind === show);
	const wanted = isOffered ? ranked.filter(({ source }) => source.kind === show) : ranked;
	const counts = timelineCounts(
		ranked.map(({ source }) => ({ kind: source.kind, sql: source.sql(who) })),
		member,
	);
	const stretch = { member, after: before, limit: ENTRIES_SHOWN + 1 };
	const stretches = wanted.map(({ source, rank }) => timelineOf<Placed>(source.sql(who), { ...stretch, rank }));
	return {
		asks: [counts, ...stretches],
		made: ([counted = [], ...lists]) => {
			const all = wanted.flatMap(({ source, rank }, nth) =>
				(lists[nth] as Placed[]).map((row): Entry => ({ ...row, source, rank })),
			);
			const entries = all.sort(newer).slice(0, ENTRIES_SHOWN);
			const last = entries.at(-1);
			return {
				sources: ranked.map(({ source }) => source),
				counts: (counted[0] ?? {}) as Record<string, number>,
				entries,
				next: all.length > ENTRIES_SHOWN && last ? `${last.at}.${last.rank}.${last.id}` : undefined,
			};
		},
	};
}
