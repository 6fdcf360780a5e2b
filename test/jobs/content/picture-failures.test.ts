/** Every picture ends: its copies are all there, or a failure stands until somebody tries again; nothing is lost or left over. */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { open } from "#db/commit.ts";
import { removeMedia, uploadMedia } from "#domain/content/media/actions.ts";
import { retryFailed } from "#domain/content/media/picture-failure-actions.ts";
import type { Bindings } from "#env.ts";
import { makePictures, sweepPictures } from "#jobs/content/pictures.ts";
import { sweepFiles } from "#jobs/shell/files.ts";
import { byCron } from "#kernel/by.ts";
import { type Chance, chances, newSeed, stepsOf, WALK_MS } from "../../support/chances.ts";
import { insert, insertArticle } from "../../support/content.ts";
import { ask } from "../../support/people.ts";
import { REAL } from "../../support/pictures.ts";
import { rows } from "../../support/users.ts";

const db = open(env.DB);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const told: unknown[] = [];
const PICTURES = { send: async (body: unknown) => void told.push(body) } as unknown as Bindings["PICTURES"];
const quiet: Bindings = { ...env, PICTURES };

/** A binding of which some members are others. */
const instead = <T extends object>(real: T, members: Record<string, unknown>): T =>
	new Proxy(real, {
		get(of, name) {
			if (typeof name === "string" && name in members) return members[name];
			const member: unknown = Reflect.get(of, name);
			return typeof member === "function" ? member.bind(of) : member;
		},
	});

/** The database of a run that is killed after so many batches: taking the picture and reading it are the first two. */
function killedAfter(batches: number): Bindings {
	let count = 0;
	const batch = async (statements: D1PreparedStatement[]) => {
		count += 1;
		if (count > batches) throw new Error("killed");
		return env.DB.batch(statements);
	};
	return { ...quiet, DB: instead(env.DB, { batch }) };
}
/** Does something else when so many objects were put. */
function whenPut(puts: number, act: () => Promise<unknown>): Bindings {
	let count = 0;
	const put = async (...of: Parameters<R2Bucket["put"]>) => {
		count += 1;
		if (count === puts) await act();
		return env.FILES.put(...of);
	};
	return { ...quiet, FILES: instead(env.FILES, { put }) };
}
const fails = (words: string) => () => Promise.reject(new Error(words));
const unreadable: Bindings = {
	...quiet,
	IMAGES: instead(env.IMAGES, {
		input: () => {
			throw new Error("Images does not answer");
		},
	}),
};

let count = 0;
let photo: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
	for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
	const large = await env.IMAGES.input(new Blob([new Uint8Array(REAL.jpeg)]).stream())
		.transform({ width: 330, fit: "contain" })
		.output({ format: "image/jpeg" });
	photo = new Uint8Array(await large.response().arrayBuffer());
});
beforeEach(async () => {
	told.length = 0;
	for (const table of ["attachment_uses", "articles", "attachments"])
		await env.DB.prepare(`DELETE FROM ${table}`).run();
	const { objects } = await env.FILES.list();
	await env.FILES.delete(objects.map(({ key }) => key));
});

const upload = (at = Date.now()) =>
	uploadMedia(env, db, {
		upload: { filename: `${count++}.jpg`, declaredType: "", bytes: photo },
		by: byCron(at),
	});
const remove = (id: string) => removeMedia(env, db, { ref: { id, version: 1 }, by: byCron(Date.now()) });
const stateOf = async (id: string) =>
	(
		await rows<{ state: string; attempts: number; error: string | null; last_error: string | null }>(
			"SELECT state, attempts, error, last_error FROM pictures WHERE attachment_id = ?",
			id,
		)
	)[0];
const run = (of: Bindings, at: number) => makePictures(of, () => at);
const keys = async () => (await env.FILES.list({ limit: 1000 })).objects.map(({ key }) => key).sort();
const named = async () =>
	(
		await rows<{ key: string }>(
			"SELECT object_key AS key FROM attachments UNION SELECT object_key FROM picture_variants ORDER BY 1",
		)
	).map(({ key }) => key);

/** What the cron does minute by minute until no picture waits any more, and then each part of the bucket once. */
async function settle(from: number): Promise<number> {
	let at = from;
	for (let round = 0; round < 12; round++) {
		at += 17 * MINUTE;
		told.length = 0;
		await sweepPictures(quiet, at);
		if (told.length > 0) await run(quiet, at);
	}
	return at;
}
async function sweepAll(at: number): Promise<void> {
	for (let minute = 0; minute < 32; minute++) await sweepFiles(env, at + minute * MINUTE);
}

test("a picture that is tried again says why, and until when; what waits no longer says nothing", async () => {
	const { id } = await upload();
	const at = Date.now();
	await run(unreadable, at);
	expect(await stateOf(id)).toEqual({
		state: "waiting",
		attempts: 1,
		error: null,
		last_error: "Error: Images does not answer",
	});
	await run(quiet, at + 2 * MINUTE);
	expect(await stateOf(id)).toEqual({ state: "done", attempts: 2, error: null, last_error: null });
});

test("R2 that fails in the middle is tried again, and the original is served meanwhile", async () => {
	const { id, url } = await upload();
	const article = await insertArticle({ slug: "shown" });
	await insert("attachment_uses", { resource: "article", resource_id: article, role: "file", attachment_id: id });
	await run(whenPut(2, fails("R2 is full")), Date.now());
	expect(await stateOf(id)).toMatchObject({ state: "waiting", last_error: "Error: R2 is full" });
	expect((await keys()).length).toBe(2);
	const answer = await ask(`${url}?w=320`);
	expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
	await answer.arrayBuffer();
	await settle(Date.now());
	expect([(await stateOf(id))?.state, await keys()]).toEqual(["done", await named()]);
});

test("a run that is killed between R2 and D1 is made again from the same objects, and fails after the fifth", async () => {
	const { id } = await upload();
	let at = Date.now();
	await expect(run(killedAfter(2), at)).rejects.toThrow("killed");
	expect([(await stateOf(id))?.state, (await keys()).length]).toEqual(["waiting", 4]);
	await run(quiet, at);
	expect((await stateOf(id))?.state).toBe("waiting");
	at = await settle(at);
	expect([(await stateOf(id))?.state, await keys()]).toEqual(["done", await named()]);

	const { id: heavy } = await upload();
	for (let tries = 0; tries < 5; tries++, at += 6 * MINUTE) await expect(run(killedAfter(2), at)).rejects.toThrow();
	await run(quiet, at);
	expect(await stateOf(heavy)).toMatchObject({ state: "failed", error: "every run ended before it was made" });
});

test("copies whose objects are gone are made again, but not where the original is gone, too", async () => {
	const [{ id, url }, { id: lost }] = [await upload(), await upload()];
	const article = await insertArticle({ slug: "shown" });
	await insert("attachment_uses", { resource: "article", resource_id: article, role: "file", attachment_id: id });
	await settle(Date.now());
	const before = await named();
	await env.FILES.delete(before.filter((key) => key.startsWith(`attachments/${lost}`)));
	await env.FILES.delete(before.filter((key) => key.startsWith(`attachments/${id}.320`)));
	const answer = await ask(`${url}?w=320`);
	expect(["Content-Type", "Cache-Control"].map((name) => answer.headers.get(name))).toEqual([
		"image/jpeg",
		"public, max-age=60",
	]);
	expect((await answer.arrayBuffer()).byteLength).toBe(photo.byteLength);
	await sweepAll(Date.now() + 30 * DAY);
	expect([(await stateOf(id))?.state, (await stateOf(lost))?.state]).toEqual(["waiting", "done"]);
	await settle(Date.now() + 30 * DAY);
	expect(await named()).toEqual(before);
	expect(await keys()).toEqual(before.filter((key) => !key.startsWith(`attachments/${lost}`)));
});

test("no copy of a picture that is deleted while it is made stays, nor one that a killed run left", async () => {
	const { id, url } = await upload();
	await run(
		whenPut(2, () => remove(id)),
		Date.now(),
	);
	expect([await keys(), await named(), (await ask(`${url}?w=320`)).status]).toEqual([[], [], 404]);

	const left = await upload();
	await expect(run(killedAfter(2), Date.now())).rejects.toThrow("killed");
	await remove(left.id);
	expect((await keys()).length).toBe(3);
	await upload(Date.now() + 2 * DAY);
	await sweepAll(Date.now() + 3 * DAY);
	expect((await keys()).length).toBe(1);
});

test("messages that come twice, and a run that is slower than the next, make one set of copies", async () => {
	const { id } = await upload();
	const at = Date.now();
	await run(
		whenPut(3, () => Promise.all([run(quiet, at + 6 * MINUTE), run(quiet, at + 6 * MINUTE)])),
		at,
	);
	expect([(await stateOf(id))?.state, await keys()]).toEqual(["done", await named()]);
});

describe("by plain SQL", () => {
	test("an inserted file waits whatever its date, and fails when its size is not known", async () => {
		const id = "k".repeat(26);
		const file = { filename: "a.png", content_type: "image/png", size: 1, sha256: "0".repeat(64) };
		await insert("attachments", { ...file, id, object_key: `attachments/${id}`, created_at: Date.now() + 400 * DAY });
		await env.FILES.put(`attachments/${id}`, "x");
		await settle(Date.now());
		expect(await stateOf(id)).toMatchObject({ state: "failed", error: "Error: its width and height are not known" });
	});

	test("the row ends with its file alone, and a lost copy is made again", async () => {
		const { id } = await upload();
		const at = await settle(Date.now());
		const delete_ = (table: string) => env.DB.prepare(`DELETE FROM ${table} WHERE attachment_id = ?`).bind(id).run();
		await expect(delete_("pictures")).rejects.toThrow("picture.needed");
		const before = await named();
		await delete_("picture_variants");
		expect(await stateOf(id)).toMatchObject({ state: "waiting", attempts: 0 });
		await settle(at);
		expect([(await stateOf(id))?.state, await named()]).toEqual(["done", before]);
		await remove(id);
		expect(await rows("SELECT * FROM pictures")).toEqual([]);
	});
});

test("who tries again lets the picture begin anew, once, with a row in the log", async () => {
	const { id } = await upload();
	await env.FILES.delete(`attachments/${id}`);
	let at = await settle(Date.now());
	expect(await stateOf(id)).toMatchObject({ state: "failed", attempts: 5 });
	count -= 1;
	expect((await upload()).id).toBe(id);
	expect(await retryFailed(db, [id, "z".repeat(26)], { all: true, by: byCron(at) })).toBe(1);
	expect(await stateOf(id)).toEqual({ state: "waiting", attempts: 0, error: null, last_error: null });
	await expect(retryFailed(db, [id], { all: true, by: byCron(at) })).rejects.toThrow("picture.stale");
	at = await settle(at);
	expect((await stateOf(id))?.state).toBe("done");
	expect(await rows("SELECT action, auditable_id FROM audit_log WHERE action = 'media.retry'")).toEqual([
		{ action: "media.retry", auditable_id: id },
	]);
});

type Walk = { ids: string[]; at: number };
const pick = ({ ids }: Walk, { a }: Chance): string => ids[a % Math.max(1, ids.length)] ?? "";
const ignored = () => {};

/** What may happen to pictures, in any order. */
const STEPS: readonly ((walk: Walk, chance: Chance) => Promise<unknown>)[] = [
	async (walk) => walk.ids.push((await upload()).id),
	async (walk) => walk.ids.push((await upload()).id),
	(walk) => run(quiet, walk.at),
	(walk) => Promise.all([run(quiet, walk.at), run(quiet, walk.at)]),
	(walk, { a }) => run(killedAfter(1 + (a % 3)), walk.at).catch(ignored),
	(walk, { a }) => run(whenPut(1 + (a % 5), fails("R2")), walk.at),
	(walk) => run(unreadable, walk.at),
	(walk, chance) =>
		run(
			whenPut(1 + (chance.b % 4), () => remove(pick(walk, chance)).catch(ignored)),
			walk.at,
		),
	(walk, chance) => remove(pick(walk, chance)).catch(ignored),
	(walk, chance) => retryFailed(db, [pick(walk, chance)], { all: true, by: byCron(walk.at) }).catch(ignored),
	(walk, chance) =>
		env.DB.prepare("DELETE FROM picture_variants WHERE attachment_id = ? AND width = 320")
			.bind(pick(walk, chance))
			.run(),
	async (walk, chance) => {
		const copies = (await keys()).filter((key) => key.startsWith(`attachments/${pick(walk, chance)}.`));
		await env.FILES.delete(copies.slice(0, 1 + (chance.b % 2)));
	},
	async (walk, { a }) => {
		walk.at += (a % 9) * MINUTE;
	},
];

const seed = newSeed();
test(`whatever happens in whatever order, every picture ends and R2 holds what rows name (seed ${seed})`, {
	timeout: WALK_MS,
}, async () => {
	const walk: Walk = { ids: [], at: Date.now() };
	for (const chance of chances(stepsOf(15), seed)) await STEPS[chance.step % STEPS.length]?.(walk, chance);
	const at = await settle(walk.at);
	await upload(at + 2 * DAY);
	await sweepAll(at + 3 * DAY);
	await settle(at + 3 * DAY);
	expect(await keys()).toEqual(await named());
	expect(
		await rows(`SELECT f.id, p.state FROM attachments f LEFT JOIN pictures p ON p.attachment_id = f.id
			WHERE p.state IS NULL OR p.state = 'waiting'
				OR (p.state = 'done') <> EXISTS (SELECT 1 FROM picture_variants v WHERE v.attachment_id = f.id)`),
	).toEqual([]);
});
