import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import type { Bindings } from "#env.ts";
import worker from "#index.ts";

/** Runs statements of plain SQL as an operator would, one batch. */
export const sql = (...statements: string[]) => env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));

const T0 = Date.UTC(2026, 0, 1);

type ArticleFields = Record<string, string | number | null>;

/**
 * Inserts an article by plain SQL; what is not given is a published piece of news. A public story shows nobody. Returns its id.
 */
export async function insertArticle(fields: ArticleFields & { slug: string }): Promise<number> {
	const row: ArticleFields = {
		type: "news",
		state: "published",
		title: `題 ${fields.slug}`,
		published_at: T0,
		created_at: T0,
		updated_at: T0,
		...fields,
	};
	// A story is not public before it has a release or the mark.
	const isStory = row.type === "story" && row.state === "published";
	const isPinned = row.is_pinned ?? 0;
	if (isStory) Object.assign(row, { state: "draft", is_pinned: 0 });
	const names = Object.keys(row);
	const result = await env.DB.prepare(
		`INSERT INTO articles (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")}) RETURNING id`,
	)
		.bind(...Object.values(row))
		.first<number>("id");
	if (result === null) throw new Error("no id");
	if (isStory) {
		await insert("story_marks", { article_id: result, mark: "nobody" });
		await env.DB.prepare("UPDATE articles SET state = 'published', is_pinned = ? WHERE id = ?")
			.bind(isPinned, result)
			.run();
	}
	return result;
}

/** Inserts into any table by plain SQL. */
export async function insert(table: string, row: Record<string, string | number | null>): Promise<void> {
	const names = Object.keys(row);
	await env.DB.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
		.bind(...Object.values(row))
		.run();
}

/** A mail as an old database has it: with its address, in whatever state, of a notification that says at most the login. */
export async function insertMail(mail: Record<string, string | number | null>): Promise<void> {
	const { id = crypto.randomUUID(), template = "", user_id = null, data = "", created_at = 0 } = mail;
	await insert("notifications", { id, kind: template, data, created_at });
	await insert("mail_messages", { ...mail, id });
	await env.DB.prepare("UPDATE notifications SET user_id = ? WHERE id = ?").bind(user_id, id).run();
}

export const term = (id: number, slug: string, name: string) => ({ id, slug, name, created_at: T0, updated_at: T0 });
export const page = (id: number, path: string, more: Record<string, string | number | null> = {}) => ({
	id,
	path,
	slug: path.split("/").at(-1) ?? path,
	title: `頁 ${path}`,
	state: "published",
	published_at: T0,
	created_at: T0,
	updated_at: T0,
	...more,
});

/** Asks the Worker; `bindings` replace some of its environment. Waits for what runs after the answer. */
export async function ask(path: string, init: RequestInit = {}, bindings: Partial<Bindings> = {}): Promise<Response> {
	const ctx = createExecutionContext();
	const request = new Request(`http://localhost:8787${path}`, init) as Parameters<typeof worker.fetch>[0];
	const response = await worker.fetch(request, { ...env, ...bindings }, ctx);
	const body = await response.arrayBuffer();
	await waitOnExecutionContext(ctx);
	return new Response(response.status === 204 || response.status === 304 ? null : body, response);
}

/** The JSON of an answer, whose shape the assertions are about. */
export const askJson = async (path: string) =>
	(await ask(path)).json<Record<string, Record<string, Record<string, unknown>>>>();
