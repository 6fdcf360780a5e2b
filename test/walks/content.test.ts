/**
 * Hundreds of steps by chance over articles and pages: forms with every button, stale ones, and the cron. The program must
 * answer as a table of paper says; the website must show what is public and nothing else.
 */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { createArticle, saveArticle } from "#domain/content/articles/actions.ts";
import { flipDue } from "#domain/content/content/actions.ts";
import type { State, Step } from "#domain/content/content/states.ts";
import type { Move } from "#domain/content/content/steps.ts";
import { createPage, stepPage } from "#domain/content/pages/actions.ts";
import { indexChanges } from "#jobs/content/indexing.ts";
import { byUser } from "#kernel/by.ts";
import { articleInput } from "../support/articles.ts";
import { Answers, type Chance, newSeed, one, pick, stepsOf, WALK_MS, walk } from "../support/chances.ts";
import { ask } from "../support/content.ts";
import { rows } from "../support/users.ts";

const STEPS = stepsOf(100);
const LOOKS = 6;
const HOUR = 3_600_000;
const db = open(env.DB);
const seed = newSeed();

type Kind = "article" | "page";
type Text = {
	kind: Kind;
	id: number;
	slug: string;
	version: number;
	state: State;
	publishAt: number | null;
	unpublishAt: number | null;
};

/** The buttons of docs/concepts.md#states, once more: from each state those that are there, and where they lead. */
const PAPER: Record<State, Partial<Record<Step, State>>> = {
	draft: { publish: "published", schedule: "scheduled", trash: "trashed" },
	scheduled: { publish: "published", schedule: "scheduled", unpublish: "draft", trash: "trashed" },
	published: { unpublish: "draft", archive: "archived", trash: "trashed" },
	archived: { unarchive: "published", trash: "trashed" },
	trashed: { restore: "draft" },
};
const BUTTONS = ["publish", "schedule", "unpublish", "archive", "unarchive", "trash", "restore"] as const;

class Site extends Answers {
	at = Date.UTC(2026, 0, 1, 2);
	audited = 0;
	readonly texts: Text[] = [];

	async make({ b }: Chance): Promise<void> {
		const kind: Kind = b % 3 === 0 ? "page" : "article";
		const slug = `${kind}-${this.texts.length}`;
		const by = { ...byUser(3, null, this.at), key: crypto.randomUUID() };
		const input = { ...articleInput({ slug, body: "內文" }), parent_id: null, nav_title: null, in_nav: true };
		const form = { ...articleInput({ slug, body: "內文" }) };
		let id = 0;
		await this.expects(`make ${kind}`, [], async () => {
			id =
				kind === "article" ? await createArticle(db, { input: form, ...by }) : await createPage(db, { input, ...by });
		});
		this.audited += 1;
		this.texts.push({ kind, id, slug, version: 1, state: "draft", publishAt: null, unpublishAt: null });
	}

	/** A button of the form, mostly one that is there, sometimes on a page that is old. */
	async press({ a, b, c }: Chance): Promise<void> {
		const text = pick(this.texts, a);
		if (!text) return;
		const there = BUTTONS.filter((step) => PAPER[text.state][step] !== undefined);
		const step = c % 4 === 0 ? one(BUTTONS, b) : one(there, b);
		const isStale = c % 7 === 0;
		const publishAt = this.at + ((b % 20) - 3) * HOUR;
		const unpublishAt = text.kind === "article" && c % 5 === 0 ? this.at + ((b % 40) + 1) * HOUR : null;
		const to = PAPER[text.state][step];
		const refusals: string[] = [];
		if (to === undefined) refusals.push("content.wrong_state");
		else if (step === "schedule" && publishAt <= this.at) refusals.push("content.past_schedule");
		else if (step === "schedule" && unpublishAt !== null && unpublishAt <= publishAt)
			refusals.push("content.unpublish_too_early");
		else if (isStale) refusals.push(`${text.kind}.stale`);
		const move: Move = step === "schedule" ? { step, publishAt } : { step };
		const done = await this.expects(step, refusals, () => this.save(text, { move, isStale, unpublishAt }));
		if (!done || to === undefined) return;
		this.audited += 1;
		text.version += 1;
		text.state = to;
		text.publishAt = step === "schedule" ? publishAt : null;
		text.unpublishAt = ["draft", "archived", "trashed"].includes(to) && step !== "restore" ? null : unpublishAt;
	}

	private save(text: Text, how: { move: Move; isStale: boolean; unpublishAt: number | null }): Promise<State> {
		const ref = { id: text.id, version: text.version - (how.isStale ? 1 : 0) };
		const by = byUser(3, null, this.at);
		if (text.kind === "page") return stepPage(db, ref, { move: how.move, ...by });
		const input = articleInput({ slug: text.slug, body: "內文", unpublish_at: how.unpublishAt });
		return saveArticle(db, ref, { input, move: how.move, ...by });
	}

	/** Time passes; the cron comes, sometimes two at once. */
	async cron({ a, b }: Chance): Promise<void> {
		this.at += ((a % 12) + 1) * HOUR;
		const runs = b % 3 === 0 ? [1, 2] : [1];
		await this.expects("cron", [], () => Promise.all(runs.map(() => flipDue(db, this.at))));
		for (const text of this.texts) {
			if (text.state === "scheduled" && (text.publishAt ?? this.at + 1) <= this.at) {
				Object.assign(text, { state: "published", publishAt: null, version: text.version + 1 });
				this.audited += 1;
			}
			if (text.state === "published" && text.unpublishAt !== null && text.unpublishAt <= this.at) {
				Object.assign(text, { state: "draft", unpublishAt: null, version: text.version + 1 });
				this.audited += 1;
			}
		}
	}

	/** Everything that must hold at any moment. */
	async look(): Promise<void> {
		const stored = await rows<Omit<Text, "kind"> & { kind: Kind }>(
			`SELECT 'article' AS kind, id, slug, version, state, publish_at AS publishAt, unpublish_at AS unpublishAt FROM articles
			UNION ALL SELECT 'page', id, slug, version, state, publish_at, unpublish_at FROM pages WHERE slug LIKE 'page-%'`,
		);
		const inOrder = (texts: readonly Text[]) => texts.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
		expect(inOrder(stored)).toEqual(inOrder(this.texts));
		const [log] = await rows<{ n: number }>(
			"SELECT count(*) AS n FROM audit_log WHERE auditable_type IN ('article', 'page')",
		);
		expect(log?.n).toBe(this.audited);
		const found = await Promise.all(this.texts.map((text) => answerOf(text)));
		expect(found).toEqual(
			this.texts.map(({ slug, state }) => [slug, state === "published" ? 200 : state === "archived" ? 410 : 404]),
		);
		await indexChanges(env);
		const indexed = await env.SEARCH.prepare("SELECT kind, ref_id AS id FROM entries").all<{
			kind: Kind;
			id: number;
		}>();
		const named = (list: { kind: Kind; id: number }[]) => list.map(({ kind, id }) => `${kind} ${id}`).sort();
		expect(named(indexed.results)).toEqual(named(this.texts.filter(({ state }) => state === "published")));
	}
}

async function answerOf({ kind, slug }: Text): Promise<[string, number]> {
	const path = kind === "article" ? `articles/${slug}` : `pages/${slug}`;
	return [slug, (await ask(`/api/v1/${path}`)).status];
}

test(`${STEPS} steps leave the website of paper (seed ${seed})`, { timeout: WALK_MS }, async () => {
	const site = new Site();
	const lacks = () =>
		site.missing(
			[...BUTTONS.map((step) => `${step}: done`), "cron: done"],
			["content.wrong_state", "content.past_schedule", "article.stale"],
		);
	for (const [nth, chance] of walk(STEPS, seed, lacks)) {
		const kind = chance.step % 20;
		if (kind === 0 && site.texts.length < 25) await site.make(chance);
		else if (kind < 3) await site.cron(chance);
		else await site.press(chance);
		if ((nth + 1) % (STEPS / LOOKS) === 0) await site.look();
	}
	await site.look();
	expect(lacks()).toEqual([]);
});
