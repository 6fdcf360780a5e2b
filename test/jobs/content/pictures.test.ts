/** Pictures are made smaller by the Images binding, kept beside their original and served; until then the original is. */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { open } from "#db/commit.ts";
import { removeMedia, uploadMedia } from "#domain/content/media/actions.ts";
import { fromLatin1, join } from "#domain/system/files/bytes.ts";
import { makePictures, sweepPictures } from "#jobs/content/pictures.ts";
import { sweepFiles } from "#jobs/shell/files.ts";
import { byCron } from "#kernel/by.ts";
import { insert, insertArticle } from "../../support/content.ts";
import { ask } from "../../support/people.ts";
import { jpegSegment, phoneExif, REAL, withSegments } from "../../support/pictures.ts";
import { rows } from "../../support/users.ts";

const db = open(env.DB);
const MINUTE = 60_000;
const told: unknown[] = [];
const PICTURES = { send: async (body: unknown) => void told.push(body) } as unknown as typeof env.PICTURES;
const quiet = { ...env, PICTURES };

beforeAll(async () => {
	for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
	await insertArticle({ slug: "shown" });
});
beforeEach(() => {
	told.length = 0;
});

let count = 0;
/** Stores a picture that a published article shows; returns its id and public address. */
async function shown(bytes: Uint8Array, type: "png" | "jpg" | "webp") {
	count += 1;
	const file = await uploadMedia(env, db, {
		upload: { filename: `照片 ${count}.${type}`, declaredType: "", bytes },
		by: byCron(Date.now()),
	});
	await insert("attachment_uses", { resource: "article", resource_id: 1, role: "file", attachment_id: file.id });
	return file;
}

/** A picture of this size, with a drawing that costs some bytes, as the binding itself makes it larger. */
async function drawn(width: number, format: "png" | "jpeg", from: Uint8Array = REAL.jpeg): Promise<Uint8Array> {
	const large = await env.IMAGES.input(new Blob([new Uint8Array(from)]).stream())
		.transform({ width, fit: "contain" })
		.output({ format: `image/${format}` });
	return new Uint8Array(await large.response().arrayBuffer());
}
const sizesOf = (id: string) =>
	rows<{ format: string; width: number; height: number }>(
		"SELECT format, width, height FROM picture_variants WHERE attachment_id = ? ORDER BY format, width",
		id,
	);
const stateOf = async (id: string) =>
	(
		await rows<{ state: string; attempts: number; blur: string | null }>(
			"SELECT state, attempts, blur FROM pictures WHERE attachment_id = ?",
			id,
		)
	)[0];

test("an opaque picture is made in both formats, in each width that is smaller and in its own", async () => {
	const { id, url, size } = await shown(await drawn(720, "jpeg"), "jpg");
	const before = await ask(`${url}?w=320`);
	expect([before.status, before.headers.get("Content-Type"), before.headers.get("Cache-Control")]).toEqual([
		200,
		"image/jpeg",
		"public, max-age=60",
	]);
	expect(before.headers.get("Content-Length")).toBe(String(size));
	await before.arrayBuffer();
	await makePictures(quiet);
	expect((await sizesOf(id)).filter(({ format }) => format === "webp")).toEqual([
		{ format: "webp", width: 320, height: 213 },
		{ format: "webp", width: 640, height: 427 },
		{ format: "webp", width: 720, height: 480 },
	]);
	const { state, blur } = (await stateOf(id)) ?? {};
	expect(state).toBe("done");
	expect(blur).toMatch(/^data:image\/webp;base64,/);
	const small = await ask(`${url}?w=320`);
	expect(
		Object.fromEntries(
			["Content-Type", "Cache-Control", "Content-Disposition"].map((name) => [name, small.headers.get(name)]),
		),
	).toEqual({
		"Content-Type": "image/webp",
		"Cache-Control": "public, max-age=31536000, immutable",
		"Content-Disposition": expect.stringMatching(/^inline; .*\.webp/),
	});
	const bytes = new Uint8Array(await small.arrayBuffer());
	expect(bytes.length).toBeLessThan(size);
	expect(await env.IMAGES.info(new Blob([bytes]).stream())).toMatchObject({
		format: "image/webp",
		width: 320,
		height: 213,
	});
	const largest = await ask(`${url}?w=1920&format=jpeg`);
	expect(Number(largest.headers.get("Content-Length"))).toBeLessThanOrEqual(size);
	expect(largest.headers.get("Content-Type")).toBe("image/jpeg");
	await largest.arrayBuffer();
	const part = await ask(`${url}?w=640`, { headers: { Range: "bytes=0-3" } });
	expect([part.status, await part.text()]).toEqual([206, "RIFF"]);
});

test("a picture that may be transparent gets no JPEG: its original is served", async () => {
	const png = await drawn(400, "png", REAL.png);
	const { id, url } = await shown(png, "png");
	await makePictures(quiet);
	expect([...new Set((await sizesOf(id)).map(({ format }) => format))]).toEqual(["webp"]);
	const jpeg = await ask(`${url}?w=320&format=jpeg`);
	expect([jpeg.status, jpeg.headers.get("Content-Type")]).toEqual([200, "image/png"]);
	await jpeg.arrayBuffer();
});

test("a picture that lies on its side stands upright", async () => {
	const exif = jpegSegment(0xe1, join([fromLatin1("Exif\0\0"), phoneExif(6)]));
	const { id, width, height } = await shown(withSegments(await drawn(900, "jpeg"), [exif]), "jpg");
	expect([width, height]).toEqual([600, 900]);
	await makePictures(quiet);
	expect((await stateOf(id))?.state).toBe("done");
	const [smallest] = await sizesOf(id);
	expect(smallest).toMatchObject({ width: 320, height: 480 });
});

test.each(["w=100", "w=321", "w=", "format=avif", "format=", "w=320&w=640", "h=100"])("?%s is a 400", async (query) => {
	const { url } = await shown(REAL.webpLossy, "webp");
	const answer = await ask(`${url}?${query}`);
	expect([answer.status, answer.headers.get("Content-Type")]).toEqual([400, "application/problem+json; charset=utf-8"]);
	await answer.text();
});

test("what cannot be made is tried again later, and at last stays the original", async () => {
	await makePictures(quiet);
	const { id, url } = await shown(await drawn(500, "jpeg"), "jpg");
	await env.FILES.put(`attachments/${id}`, "no picture");
	let at = Date.now();
	for (let tries = 1; tries <= 5; tries++, at += 60 * MINUTE) {
		await makePictures(quiet, () => at);
		expect(await stateOf(id)).toMatchObject({ state: tries < 5 ? "waiting" : "failed", attempts: tries });
		await makePictures(quiet, () => at + 1);
		expect((await stateOf(id))?.attempts).toBe(tries);
	}
	const answer = await ask(`${url}?w=320`);
	expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
	await answer.arrayBuffer();
	told.length = 0;
	await sweepPictures(quiet, at);
	expect(told).toEqual([]);
});

test("the cron tells the queue of what waits, and a run that is full of what is left", async () => {
	await shown(await drawn(330, "jpeg"), "jpg");
	await sweepPictures(quiet, Date.now());
	expect(told).toEqual([{ type: "pictures.waiting" }]);
	const times = [0, 0, 0, 30_000];
	await makePictures(quiet, () => Date.now() + (times.shift() ?? 30_000));
	expect(told).toEqual([{ type: "pictures.waiting" }, { type: "pictures.waiting" }]);
});

test("a file that is removed takes its copies with it, and the sweep leaves those of others", async () => {
	await makePictures(quiet);
	const kept = await shown(await drawn(650, "jpeg"), "jpg");
	const gone = await uploadMedia(env, db, {
		upload: { filename: "gone.jpg", declaredType: "", bytes: await drawn(660, "jpeg") },
		by: byCron(Date.now()),
	});
	await makePictures(quiet);
	const objects = async (id: string) => (await env.FILES.list({ prefix: `attachments/${id}` })).objects.length;
	expect([await objects(kept.id), await objects(gone.id)]).toEqual([
		1 + (await sizesOf(kept.id)).length,
		1 + (await sizesOf(gone.id)).length,
	]);
	expect(await objects(gone.id)).toBeGreaterThan(1);
	await removeMedia(env, db, { ref: { id: gone.id, version: 1 }, by: byCron(Date.now()) });
	expect(await objects(gone.id)).toBe(0);
	const before = await objects(kept.id);
	for (let minute = 0; minute < 32; minute++) await sweepFiles(env, Date.now() + 3 * 1440 * MINUTE + minute * MINUTE);
	expect(await objects(kept.id)).toBe(before);
});
