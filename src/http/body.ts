import * as z from "zod";
import type { UploadedFile } from "#domain/system/index.ts";
import { type Part, parseMultipart } from "#http/upload.ts";
import { joinMoments } from "#kernel/moments.ts";

export type { UploadedFile };
/** A form as it was read: every text and file under its field's name, in the order in which they came. */
export type Form = { fields: Record<string, string[]>; files: Record<string, UploadedFile[]> };

/** The most bytes of a form without files: 100,000 Chinese characters, percent-encoded as nine bytes each, fit. */
export const FORM_BYTES = 1024 * 1024;
const MOST_FIELDS = 1_000;
const LONGEST_NAME = 100;

/** A request body that is refused: 400 not well-formed, 413 too large, 415 of a type that is not supported. */
export class BadBody extends Error {
	readonly status: 400 | 413 | 415;

	constructor(status: 400 | 413 | 415, message: string) {
		super(message);
		this.name = "BadBody";
		this.status = status;
	}
}

/** A request body over its limit; the part that was not read yet is never read. */
export class BodyTooLarge extends BadBody {
	readonly maxBytes: number;

	constructor(maxBytes: number) {
		super(413, `The body may have ${maxBytes} bytes.`);
		this.name = "BodyTooLarge";
		this.maxBytes = maxBytes;
	}
}

/**
 * Reads the bytes of a request body. Throws BodyTooLarge: by Content-Length before anything is read, and as soon as
 * more than `maxBytes` were read, whatever that header says.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
	const declared = Number(request.headers.get("Content-Length") ?? 0);
	if (declared > maxBytes) throw new BodyTooLarge(maxBytes);
	if (!request.body) return new Uint8Array();
	const reader = request.body.getReader();
	let body = new Uint8Array(declared > 0 ? declared : Math.min(maxBytes, 64 * 1024));
	let length = 0;
	for (;;) {
		const { value, done } = await reader.read();
		if (done) return body.subarray(0, length);
		if (length + value.length > maxBytes) {
			await reader.cancel();
			throw new BodyTooLarge(maxBytes);
		}
		if (length + value.length > body.length) body = grown(body, Math.min(maxBytes, 2 * (length + value.length)));
		body.set(value, length);
		length += value.length;
	}
}

function grown(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
	const larger = new Uint8Array(size);
	larger.set(bytes);
	return larger;
}

/**
 * Reads a form by its Content-Type: multipart/form-data, application/x-www-form-urlencoded, or application/json with an
 * object of texts, numbers, true and false, or arrays of them (a field that is null is left out). Names are normalised
 * to NFC; NUL and lone surrogates are removed from texts. Throws BodyTooLarge, and BadBody with 400 or 415.
 */
export async function readForm(request: Request, { maxBytes = FORM_BYTES } = {}): Promise<Form> {
	const header = request.headers.get("Content-Type") ?? "";
	const parse = PARSERS[header.split(";")[0]?.trim().toLowerCase() ?? ""];
	const encoding = request.headers.get("Content-Encoding") ?? "identity";
	if (!parse || encoding !== "identity") throw new BadBody(415, "The body is not a form.");
	const parts = parse(await readBody(request, maxBytes), header);
	if (!parts || parts.length > MOST_FIELDS) throw new BadBody(400, "The form cannot be read.");
	const form = gather(parts);
	if (!form) throw new BadBody(400, `A field's name may have ${LONGEST_NAME} characters.`);
	return form;
}

type Parser = (bytes: Uint8Array, contentType: string) => Part[] | undefined;
const PARSERS: Record<string, Parser> = {
	"multipart/form-data": parseParts,
	"application/x-www-form-urlencoded": parseUrlEncoded,
	"application/json": parseJson,
};

function parseParts(bytes: Uint8Array, contentType: string): Part[] | undefined {
	const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
	const boundary = quoted ?? plain;
	return boundary === undefined ? undefined : parseMultipart(bytes, boundary, MOST_FIELDS);
}

function parseUrlEncoded(bytes: Uint8Array): Part[] | undefined {
	try {
		const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
		const decode = (part: string) => decodeURIComponent(part.replaceAll("+", " "));
		return text
			.split("&")
			.filter((pair) => pair !== "")
			.map((pair) => {
				const [name = "", ...value] = pair.split("=");
				return { name: decode(name), value: decode(value.join("=")) };
			});
	} catch (error) {
		if (error instanceof URIError || error instanceof TypeError) return undefined;
		throw error;
	}
}

const Scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const Fields = z.record(z.string(), z.union([z.array(Scalar), Scalar, z.null()]));

function parseJson(bytes: Uint8Array): Part[] | undefined {
	const fields = Fields.safeParse(jsonOf(bytes)).data;
	if (!fields) return undefined;
	return Object.entries(fields).flatMap(([name, value]) =>
		(value === null ? [] : [value].flat()).map((one) => ({ name, value: one })),
	);
}

function jsonOf(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
	} catch {
		return undefined;
	}
}

/** Groups fields and files by name; undefined when a name is too long. */
function gather(parts: Part[]): Form | undefined {
	const named = parts.map(({ name, value }) => ({ name: tidy(name).normalize("NFC"), value }));
	if (named.some(({ name }) => name.length > LONGEST_NAME)) return undefined;
	const [fields, files] = [new Map<string, string[]>(), new Map<string, UploadedFile[]>()];
	for (const { name, value } of named) {
		if (typeof value === "string") fields.set(name, [...(fields.get(name) ?? []), tidy(value)]);
		else files.set(name, [...(files.get(name) ?? []), value]);
	}
	return { fields: joinMoments(Object.fromEntries(fields)), files: Object.fromEntries(files) };
}

/** Removes characters that no database and no other program accepts: NUL and lone surrogates. */
const tidy = (text: string): string => text.replaceAll("\0", "").replace(/\p{Cs}/gu, "");
