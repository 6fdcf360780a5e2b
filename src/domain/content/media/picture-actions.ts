import { commit, commitRows, type Db } from "#db/commit.ts";
import {
	type MadeVariant,
	MOST_ATTEMPTS,
	postponePicture,
	settlePicture,
	type TakenPicture,
	takenPicture,
	takePicture,
} from "#db/content/pictures.ts";
import { readRows } from "#db/read.ts";
import type { PictureFormat } from "#domain/content/content/picture-formats.ts";
import { checkUpload } from "#domain/system/index.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { readFile } from "#platform/files.ts";
import { errorText, log } from "#platform/log.ts";
import { encode } from "#platform/pictures.ts";
import { putPublic, removePublic, variantKey } from "#platform/public-files.ts";
import { formatsOf, hasShape, LONGEST_BLUR, NO_ORIGINAL, NO_SIZE, widthsOf } from "./pictures.ts";

/** The Worker bindings that making pictures smaller needs. */
type Tools = { DB: D1Database; FILES: R2Bucket; IMAGES: ImagesBinding };

/** How long a picture belongs to the run that took it, in milliseconds: longer than the largest takes. */
const TAKEN_MS = 5 * 60_000;
const QUALITY = { webp: 78, jpeg: 78 } as const satisfies Record<PictureFormat, number>;
/** The widths that are tried for the blur, in pixels: the first whose file is short enough. */
const BLUR_WIDTHS = [12, 8, 4, 2];
const BLUR_QUALITY = 40;
const LONGEST_ERROR = 300;

/**
 * Makes the smaller copies of the picture that waits longest, and stores them. Returns false when none is due. A try
 * that fails is repeated later, at last the picture counts as failed: the original is served meanwhile.
 */
export async function makeNextPicture(env: Tools, db: Db, at: number): Promise<boolean> {
	const [, [taken]] = (await commitRows(db, takePicture({ at, until: at + TAKEN_MS }))) as [
		unknown[],
		{ id: string }[],
	];
	if (!taken) return false;
	const [[picture]] = await readRows(env.DB, takenPicture(taken.id));
	if (!picture) return true;
	try {
		const made = await make(env, picture);
		await commit(db, settlePicture(picture.id, { ...made, at }));
		await leaveNothing(env, picture.id, made.variants);
	} catch (thrown) {
		const error = errorText(thrown).slice(0, LONGEST_ERROR);
		log("warn", "picture.not_made", { file: picture.id, attempts: picture.attempts, error });
		const dueAt = picture.attempts >= MOST_ATTEMPTS ? null : at + 60_000 * 2 ** picture.attempts;
		await commit(db, [postponePicture(picture.id, { dueAt, error, at })]);
	}
	return true;
}

/** Removes the objects of copies whose picture was deleted while they were made; what a killed run leaves is swept. */
async function leaveNothing(env: Tools, id: string, variants: readonly MadeVariant[]): Promise<void> {
	const [[still]] = await readRows(env.DB, takenPicture(id));
	if (!still && variants.length > 0)
		await removePublic(
			env,
			variants.map(({ objectKey }) => objectKey),
		);
}

/** Makes all copies of a picture and puts their objects; throws when one of them is not what was asked for. */
async function make(env: Tools, taken: TakenPicture): Promise<{ variants: MadeVariant[]; blur: string | null }> {
	const picture = sized(taken);
	const body = await readFile(env.FILES, picture.object_key);
	if (!body) throw new Error(NO_ORIGINAL);
	const bytes = new Uint8Array(await new Response(body).arrayBuffer());
	const variants: MadeVariant[] = [];
	for (const format of formatsOf(picture.content_type, bytes))
		for (const width of widthsOf(picture.width)) {
			const made = await makeOne(env, { picture, bytes, width, format });
			// What is not smaller than the original gains nothing.
			if (made) variants.push(made);
		}
	return { variants, blur: await blurOf(env, bytes) };
}

type Sized = TakenPicture & { width: number; height: number };

function sized(picture: TakenPicture): Sized {
	const { width, height } = picture;
	if (!width || !height) throw new Error(NO_SIZE);
	return { ...picture, width, height };
}

type Wanted = { picture: Sized; bytes: Uint8Array<ArrayBuffer>; width: number; format: PictureFormat };

async function makeOne(env: Tools, { picture, bytes, width, format }: Wanted): Promise<MadeVariant | undefined> {
	const encoded = await encode(env, bytes, { width, format, quality: QUALITY[format] });
	const checked = checkUpload("media", { filename: `a.${format}`, declaredType: "", bytes: encoded });
	if (checked.width !== width || !hasShape(checked, picture) || checked.height === null)
		throw new Error(`${width} px as ${format} came as ${checked.width} × ${checked.height}`);
	if (checked.bytes.length >= picture.size) return undefined;
	const sha256 = await sha256Hex(checked.bytes);
	const objectKey = variantKey(picture.id, { width, format, sha256 });
	await putPublic(env, objectKey, { bytes: checked.bytes, contentType: `image/${format}`, sha256 });
	return { format, width, height: checked.height, size: checked.bytes.length, sha256, objectKey };
}

async function blurOf(env: Tools, bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
	for (const width of BLUR_WIDTHS) {
		const tiny = await encode(env, bytes, { width, format: "webp", quality: BLUR_QUALITY });
		const blur = `data:image/webp;base64,${btoa(String.fromCharCode(...tiny))}`;
		if (blur.length <= LONGEST_BLUR) return blur;
	}
	return null;
}
