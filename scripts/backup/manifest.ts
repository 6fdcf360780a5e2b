/** The description that a copy contains of itself: manifest.json and objects.jsonl, with the hash of every file. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);
const ByKey = z.record(z.string(), Count);

export const Manifest = z.strictObject({
	/** The format of database.sql: 1 (version 0.1.0) is an export of D1, 2 is SQL that any SQLite loads. */
	format: z.literal([1, 2]),
	/** When the copy was made, in UTC milliseconds, before the first row was read. */
	madeAt: Count,
	from: z.enum(["local", "remote"]),
	migrations: z.array(z.string()),
	database: z.strictObject({ file: z.literal("database.sql"), bytes: Count, sha256: Sha256 }),
	/** The number of rows of each table. */
	rows: z.record(z.string(), Count),
	objects: z.strictObject({ file: z.literal("objects.jsonl"), count: Count, bytes: Count, sha256: Sha256 }),
	/** The objects that a row names but the bucket did not have when the copy was made. */
	missing: z.array(z.string()),
	/** The newest seal of the audit log. */
	seal: z.strictObject({ id: Count, hash: Sha256 }).nullable(),
	/** How many values are sealed or hashed under each key, by the key's fingerprint. */
	keys: z.strictObject({ SEALING_KEY: ByKey, PASSWORD_PEPPER: ByKey }),
	/** What was wrong in the database when the copy was made. */
	faults: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** An object of R2; `sha256` is the hash of its bytes as R2 stores them. */
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
/** The register beside the folders of copies: everybody who was erased, as the newest copy knew. */
export const REGISTER = "erasures.jsonl";

/**
 * Returns the path of an object in a copy: it contains the key, so that a person can find it, encoded so that a file
 * system does not take parts of it for folders.
 */
export const objectFile = (folder: string, key: string): string => join(folder, "objects", encodeURIComponent(key));

export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

/** Returns the SHA-256 of a file, read piece by piece. */
export async function sha256OfFile(path: string): Promise<string> {
	const hash = createHash("sha256");
	for await (const piece of createReadStream(path)) hash.update(piece);
	return hash.digest("hex");
}

/** The error for a folder that is not a copy, or whose files have changed since it was made. */
export class BadCopy extends Error {
	readonly faults: string[];
	constructor(faults: string[]) {
		super(faults.join("\n"));
		this.name = "BadCopy";
		this.faults = faults;
	}
}

/** Returns the path of a file that a copy must have; throws BadCopy when it is missing. */
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

/**
 * Reads a copy and compares every byte with its manifest; `expect` is the manifest's own hash, as it was printed.
 * Throws BadCopy with everything that is wrong.
 */
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
