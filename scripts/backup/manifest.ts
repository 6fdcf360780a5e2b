/** What a copy says of itself: manifest.json and objects.jsonl, with the hash of everything. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);
const ByKey = z.record(z.string(), Count);

export const Manifest = z.strictObject({
	/** 1 (0.1.0): database.sql is an export of D1. 2: it is what any SQLite loads. */
	format: z.literal([1, 2]),
	/** When it was made: UTC milliseconds, before the first row was read. */
	madeAt: Count,
	from: z.enum(["local", "remote"]),
	migrations: z.array(z.string()),
	database: z.strictObject({ file: z.literal("database.sql"), bytes: Count, sha256: Sha256 }),
	/** Rows of each table. */
	rows: z.record(z.string(), Count),
	objects: z.strictObject({ file: z.literal("objects.jsonl"), count: Count, bytes: Count, sha256: Sha256 }),
	/** Objects that a row names and the bucket did not have when the copy was made. */
	missing: z.array(z.string()),
	/** The audit log's newest seal. */
	seal: z.strictObject({ id: Count, hash: Sha256 }).nullable(),
	/** How much lies under each key, by its fingerprint. */
	keys: z.strictObject({ SEALING_KEY: ByKey, PASSWORD_PEPPER: ByKey }),
	/** What did not hold when the copy was made. */
	faults: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** An object of R2: `sha256` of the bytes as they lie there. */
export const CopiedObject = z.strictObject({
	key: z.string().min(1),
	size: Count,
	sha256: Sha256,
	http: z.record(z.string(), z.string()),
	custom: z.record(z.string(), z.string()),
});
export type CopiedObject = z.infer<typeof CopiedObject>;

export const MANIFEST = "manifest.json";
export const DATABASE = "database.sql";
export const OBJECTS = "objects.jsonl";
/** Beside the folders of copies: everybody who was erased, as the newest of them knew. */
export const REGISTER = "erasures.jsonl";

/** Where an object's bytes lie: its key, so that a person finds it, with nothing in it that a file system takes for a path. */
export const objectFile = (folder: string, key: string): string => join(folder, "objects", encodeURIComponent(key));

export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

/** The hash of a file, read piece by piece. */
export async function sha256OfFile(path: string): Promise<string> {
	const hash = createHash("sha256");
	for await (const piece of createReadStream(path)) hash.update(piece);
	return hash.digest("hex");
}

/** A folder that is no copy, or not the one that was made. */
export class BadCopy extends Error {
	readonly faults: string[];
	constructor(faults: string[]) {
		super(faults.join("\n"));
		this.name = "BadCopy";
		this.faults = faults;
	}
}

/** The path of a file that a copy must have. */
const present = (folder: string, name: string): string => {
	const path = join(folder, name);
	if (existsSync(path)) return path;
	throw new BadCopy([
		name === MANIFEST
			? `${folder} is no copy, or one that was never finished: it has no ${MANIFEST}`
			: `${name} is missing`,
	]);
};

export type Copy = { folder: string; manifest: Manifest; manifestHash: string; objects: CopiedObject[] };

/** Reads a copy and compares every byte with its manifest; `expect` is the manifest's own hash, as it was printed. Throws BadCopy with all that is wrong. */
export async function readCopy(folder: string, expect?: string): Promise<Copy> {
	const text = readFileSync(present(folder, MANIFEST), "utf8");
	const manifestHash = sha256(text);
	if (expect !== undefined && expect !== manifestHash)
		throw new BadCopy([`${MANIFEST} has the hash ${manifestHash}, not ${expect}`]);
	const parsed = Manifest.safeParse(parsedJson(text));
	if (!parsed.success) throw new BadCopy([`${MANIFEST} is not one of this program: ${z.prettifyError(parsed.error)}`]);
	const manifest = parsed.data;
	const faults: string[] = [];
	for (const { file, sha256: told } of [manifest.database, manifest.objects]) {
		if ((await sha256OfFile(present(folder, file))) !== told) faults.push(`${file} is not what was copied`);
	}
	if (faults.length > 0) throw new BadCopy(faults);
	const objects = readFileSync(present(folder, OBJECTS), "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => CopiedObject.parse(JSON.parse(line)));
	for (const { key, size, sha256: told } of objects) {
		const path = objectFile(folder, key);
		if (!existsSync(path)) faults.push(`the object ${key} is missing`);
		else if (statSync(path).size !== size || (await sha256OfFile(path)) !== told)
			faults.push(`the object ${key} is not what was copied`);
	}
	if (faults.length > 0) throw new BadCopy(faults);
	return { folder, manifest, manifestHash, objects };
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new BadCopy([`${MANIFEST} is cut off or altered`]);
	}
}
