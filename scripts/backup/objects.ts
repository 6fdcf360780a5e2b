/** Copies the objects of R2 from the bucket into a folder, and back. */
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { Registered } from "#platform/erasure-register.ts";
import { type CopiedObject, objectFile, sha256 } from "./manifest.ts";

/** How many objects are copied at once: each is held in memory and has at most 50 MB. */
const AT_ONCE = 4;

/** Runs a task for each element of a list, AT_ONCE at a time. */
async function each<T>(all: readonly T[], task: (one: T) => Promise<void>): Promise<void> {
	const waiting = all.values();
	const work = async () => {
		for (const one of waiting) await task(one);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function listAll(bucket: R2Bucket): Promise<R2Object[]> {
	const found: R2Object[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await bucket.list({
			include: ["httpMetadata", "customMetadata"],
			...(cursor === undefined ? {} : { cursor }),
		});
		found.push(...page.objects);
		if (!page.truncated) return found;
		cursor = page.cursor;
	}
}

const texts = (metadata: object | undefined): Record<string, string> =>
	Object.fromEntries(
		Object.entries(metadata ?? {}).flatMap(([name, value]) =>
			value === undefined || value === null
				? []
				: [[name, value instanceof Date ? value.toISOString() : String(value)]],
		),
	);

/**
 * Copies every object of the bucket into `folder`; an object that is removed meanwhile is left out. After each, `onOne`
 * gets how many are done of all.
 */
export async function copyObjects(
	bucket: R2Bucket,
	folder: string,
	onOne: (done: number, all: number) => void,
): Promise<CopiedObject[]> {
	const listed = await listAll(bucket);
	const copied: CopiedObject[] = [];
	await each(listed, async ({ key, httpMetadata, customMetadata }) => {
		const object = await bucket.get(key);
		if (!object) return;
		const bytes = new Uint8Array(await object.arrayBuffer());
		if (bytes.length !== object.size) throw new Error(`${key} came with ${bytes.length} of ${object.size} bytes`);
		await writeFile(objectFile(folder, key), bytes, { mode: 0o600 });
		copied.push({
			key,
			size: bytes.length,
			sha256: sha256(bytes),
			http: texts(httpMetadata),
			custom: texts(customMetadata),
		});
		onOne(copied.length, listed.length);
	});
	return copied.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Returns the keys of the copy's objects that the bucket has with other bytes. */
export async function conflictingObjects(bucket: R2Bucket, objects: readonly CopiedObject[]): Promise<string[]> {
	const present = new Map((await listAll(bucket)).map((object) => [object.key, object]));
	const conflicts: string[] = [];
	await each(objects, async ({ key, size, sha256: told }) => {
		const there = present.get(key);
		if (!there) return;
		const same =
			there.size === size && sha256(new Uint8Array((await (await bucket.get(key))?.arrayBuffer()) ?? [])) === told;
		if (!same) conflicts.push(key);
	});
	return conflicts.sort();
}

/**
 * Puts the objects of a copy into the bucket; an object whose key the bucket has already stays. Returns how many were
 * put.
 */
export async function putObjects(bucket: R2Bucket, folder: string, objects: readonly CopiedObject[]): Promise<number> {
	let put = 0;
	await each(objects, async ({ key, sha256: told, http, custom }) => {
		const bytes = await buffer(createReadStream(objectFile(folder, key)));
		const { cacheExpiry, ...httpMetadata } = http;
		const made = await bucket.put(key, bytes, {
			onlyIf: { etagDoesNotMatch: "*" },
			sha256: told,
			httpMetadata: { ...httpMetadata, ...(cacheExpiry ? { cacheExpiry: new Date(cacheExpiry) } : {}) },
			customMetadata: custom,
		});
		if (made !== null) put += 1;
	});
	return put;
}

const LINE = /^registers\/erasures\/(\d+)\.(\d+)\.(\d+)\.(\d+)$/;

/**
 * Returns the entries of the register of erasures, which are the keys of some of a copy's objects
 * (platform/erasure-register.ts).
 */
export const registerIn = (objects: readonly { key: string }[]): Registered[] =>
	objects.flatMap(({ key }) => {
		const [, id, createdAt, userId, at] = LINE.exec(key) ?? [];
		if (id === undefined) return [];
		return [
			{ member_id: Number(id), member_created_at: Number(createdAt), user_id: Number(userId) || null, at: Number(at) },
		];
	});
