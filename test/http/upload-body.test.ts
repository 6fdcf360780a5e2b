import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BadBody, BodyTooLarge, type Form, readBody, readForm } from "#http/body.ts";
import { parseMultipart } from "#http/upload.ts";
import { asLatin1 } from "../support/pictures.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=b";

/** A body that gives its chunks one at a time, and how many were asked for and whether the rest was given up. */
function stream(chunks: Iterable<Uint8Array>) {
	const rest = chunks[Symbol.iterator]();
	const state = { asked: 0, isCancelled: false };
	const body = new ReadableStream<Uint8Array>(
		{
			pull(controller) {
				const { value, done } = rest.next();
				state.asked += 1;
				if (done) controller.close();
				else controller.enqueue(value);
			},
			cancel() {
				state.isCancelled = true;
			},
		},
		{ highWaterMark: 0 },
	);
	return { body, state };
}

const post = (body: BodyInit | null, headers: Record<string, string> = {}): Request =>
	new Request("http://localhost/", { method: "POST", body, headers });
const form = (body: BodyInit, type: string, maxBytes?: number): Promise<Form | number> =>
	readForm(post(body, { "Content-Type": type }), maxBytes === undefined ? {} : { maxBytes }).catch(statusOf);
const statusOf = (error: unknown): number => {
	if (error instanceof BadBody) return error.status;
	throw error;
};

function* forever(chunk: Uint8Array) {
	for (;;) yield chunk;
}

describe("the limit of a body", () => {
	test("1 GB declared is refused without reading a byte", async () => {
		const { body, state } = stream(forever(new Uint8Array(1024)));
		const request = post(body, { "Content-Length": "1073741824", "Content-Type": FORM });
		const error = await readForm(request).catch((e: unknown) => e);
		expect(error).toBeInstanceOf(BodyTooLarge);
		expect([(error as BodyTooLarge).status, (error as BodyTooLarge).maxBytes, state.asked]).toEqual([
			413, 1_048_576, 0,
		]);
	});

	test("a body without end is cut off at the limit, whatever its header says", async () => {
		for (const headers of [{}, { "Content-Length": "10" }, { "Content-Length": "no" }]) {
			const { body, state } = stream(forever(new Uint8Array(1000)));
			expect(await readBody(post(body, headers), 10_000).catch(statusOf)).toBe(413);
			expect(state).toEqual({ asked: 11, isCancelled: true });
		}
	});

	test("exactly the limit is read, one byte more is not", async () => {
		const ten = () => stream([utf8("01234"), utf8("56789")]).body;
		expect(await readBody(post(ten()), 10)).toEqual(utf8("0123456789"));
		expect(await readBody(post(ten()), 9).catch(statusOf)).toBe(413);
		expect(await readBody(post(null), 0)).toEqual(new Uint8Array());
	});

	test("every byte arrives in order, however it is cut", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.uint8Array({ minLength: 1, maxLength: 50_000, size: "max" }), { maxLength: 6 }),
				async (chunks) => {
					const all = await new Blob(chunks as Uint8Array<ArrayBuffer>[]).bytes();
					expect(await readBody(post(stream(chunks).body), 1_000_000)).toEqual(all);
				},
			),
			{ numRuns: 30 },
		);
	});
});

describe("types", () => {
	test.each(["text/plain", "text/xml", "", "application/json5", "multipart/mixed; boundary=b"])(
		"%s: 415",
		async (type) => expect(await form("a=1", type)).toBe(415),
	);

	test("an encoded body is 415, and nothing of it is read", async () => {
		const { body, state } = stream(forever(new Uint8Array(1)));
		const request = post(body, { "Content-Type": FORM, "Content-Encoding": "gzip" });
		expect([await readForm(request).catch(statusOf), state.asked]).toEqual([415, 0]);
	});
});

describe("application/x-www-form-urlencoded", () => {
	test("fields, with every value of each", async () => {
		expect(await form("a=1&b=%E4%BD%A0+%2B&a=2&c&d=x=y&&=e", `${FORM}; charset=UTF-8`)).toEqual({
			fields: { a: ["1", "2"], b: ["你 +"], c: [""], d: ["x=y"], "": ["e"] },
			files: {},
		});
	});

	test("NUL goes, names are NFC, texts are not touched otherwise", async () => {
		expect(await form("e%CC%81=e%CC%81%00%0D%0A", FORM)).toEqual({
			fields: { "\u00e9": ["e\u0301\r\n"] },
			files: {},
		});
	});

	test.each(["a=%", "a=%zz", "a=%ff", "%c0%80=1", new Uint8Array([97, 61, 255])])("%j: 400", async (body) =>
		expect(await form(body, FORM)).toBe(400),
	);

	test("names that objects have by themselves are names like any other", async () => {
		const { fields } = (await form("__proto__=1&constructor=2&toString=3", FORM)) as Form;
		expect(Object.entries(fields)).toEqual([
			["__proto__", ["1"]],
			["constructor", ["2"]],
			["toString", ["3"]],
		]);
		expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
	});

	test("a thousand fields, a name of 100 characters, and not one more", async () => {
		const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=`).join("&");
		expect(Object.keys(((await form(fields(1_000), FORM)) as Form).fields).length).toBe(1_000);
		expect(await form(fields(1_001), FORM)).toBe(400);
		expect(await form(`${"n".repeat(100)}=`, FORM)).toEqual({ fields: { ["n".repeat(100)]: [""] }, files: {} });
		expect(await form(`${"n".repeat(101)}=`, FORM)).toBe(400);
	});
});

describe("application/json", () => {
	test("texts, numbers, true and false, arrays; null is left out", async () => {
		const body = JSON.stringify({ a: "x", b: 1.5, c: true, d: ["y", 2, false], e: null, f: [], g: "\ud800z\0" });
		expect(await form(body, "application/json")).toEqual({
			fields: { a: ["x"], b: ["1.5"], c: ["true"], d: ["y", "2", "false"], g: ["z"] },
			files: {},
		});
	});

	test.each(["", "{", "[]", "1", '"a"', "null", '{"a":{"b":1}}', '{"a":[[1]]}', '{"a":[null]}', new Uint8Array([255])])(
		"%j: 400",
		async (body) => expect(await form(body, "application/json")).toBe(400),
	);
});

const multipart = (...parts: [string, string][]): string =>
	`${parts.map(([header, content]) => `--b\r\n${header}\r\n\r\n${content}\r\n`).join("")}--b--\r\n`;
const field = (name: string) => `Content-Disposition: form-data; name="${name}"`;

describe("multipart/form-data", () => {
	test("what the platform's own FormData sends arrives: texts, files, several of a name, any bytes", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(fc.constantFrom("a", "檔案", 'q"n'), fc.uint8Array({ maxLength: 300 })), { maxLength: 5 }),
				fc.array(fc.string({ unit: "grapheme" }), { maxLength: 3 }),
				async (files, texts) => {
					const data = new FormData();
					for (const text of texts) data.append("text", text);
					for (const [name, bytes] of files)
						data.append(name, new File([bytes as Uint8Array<ArrayBuffer>], `${name}.png`, { type: "image/png" }));
					const read = await readForm(post(data));
					const crlf = (text: string) => text.replace(/\r\n|\r|\n/g, "\r\n").replaceAll("\0", "");
					expect((read.fields.text ?? []).map(crlf)).toEqual(texts.map(crlf));
					for (const name of new Set(files.map(([name]) => name)))
						expect(read.files[name]).toEqual(
							files
								.filter((file) => file[0] === name)
								.map(([, bytes]) => ({ filename: `${name}.png`, declaredType: "image/png", bytes })),
						);
				},
			),
			{ numRuns: 100 },
		);
	});

	test("a file field left empty is no file, an empty file is one", async () => {
		const body = multipart(
			[`${field("a")}; filename=""\r\nContent-Type: application/octet-stream`, ""],
			[`${field("b")}; filename="x.png"\r\nContent-Type: image/png`, ""],
		);
		expect(await form(body, MULTIPART)).toEqual({
			fields: {},
			files: { b: [{ filename: "x.png", declaredType: "image/png", bytes: new Uint8Array() }] },
		});
	});

	test("names in the ways that browsers and curl write them", async () => {
		const body = multipart(
			[`${field("a")}; filename="%22a%0D%0Ab%22.png"`, "1"],
			['content-disposition:form-data; filename="a\\"b.png";name="b"', "2"],
			[`${field("c")}; filename="C:\\dir\\"`, "3"],
			[`X: y\r\n${field("d%22")}`, "--b is no end\r\n-- b\r\n--"],
		);
		expect(await form(body, 'multipart/form-data; charset=x; Boundary="b"')).toEqual({
			fields: { 'd"': ["--b is no end\r\n-- b\r\n--"] },
			files: {
				a: [{ filename: '"a\r\nb".png', declaredType: "", bytes: utf8("1") }],
				b: [{ filename: 'a"b.png', declaredType: "", bytes: utf8("2") }],
				c: [{ filename: "C:\\dir\\", declaredType: "", bytes: utf8("3") }],
			},
		});
	});

	test("files are views of the body: an upload takes its size once", () => {
		const body = utf8(multipart([`${field("a")}; filename="x"`, "abc"]));
		const [part] = parseMultipart(body, "b", 10) ?? [];
		expect(typeof part?.value === "object" && part.value.bytes.buffer === body.buffer).toBe(true);
	});

	test.each([
		["no boundary", "multipart/form-data", multipart([field("a"), "1"])],
		["another boundary", "multipart/form-data; boundary=c", multipart([field("a"), "1"])],
		["nothing", MULTIPART, ""],
		["text before it", MULTIPART, `x${multipart([field("a"), "1"])}`],
		["an end that is missing", MULTIPART, multipart([field("a"), "1"]).slice(0, -6)],
		["a part without a name", MULTIPART, multipart(["Content-Disposition: form-data", "1"])],
		["a part without a disposition", MULTIPART, multipart(["Content-Type: text/plain", "1"])],
		["another disposition", MULTIPART, multipart(['Content-Disposition: attachment; name="a"', "1"])],
		["a header without end", MULTIPART, `--b\r\n${field("a")}`],
		["a header of 9 KB", MULTIPART, multipart([`${field("a")}\r\nX: ${"x".repeat(9_000)}`, "1"])],
		["a boundary that goes on", MULTIPART, `--b\r\n${field("a")}\r\n\r\n1\r\n--bx`],
		["1,001 parts", MULTIPART, multipart(...Array(1_001).fill([field("a"), "1"]))],
	])("%s: 400", async (_, type, body) => expect(await form(body, type)).toBe(400));

	test("a text that is not UTF-8: 400", async () => {
		const body = utf8(multipart([field("a"), "?"]));
		body[asLatin1(body).indexOf("?")] = 255;
		expect(await form(body, MULTIPART)).toBe(400);
	});

	test("garbage is a form or a refusal", async () => {
		const pieces = ["--b", "\r\n", "--", field("a"), '; filename="f"', "\r\n\r\n", "x", "%", '"', ";"];
		await fc.assert(
			fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), async (some) => {
				const read = await form(`--b\r\n${some.join("")}`, MULTIPART);
				expect(read === 400 || typeof read === "object").toBe(true);
			}),
			{ numRuns: 1_000 },
		);
	});

	test("50 MB of the byte that every boundary begins with", async () => {
		const file = new Uint8Array(50 * 1024 * 1024).fill(13);
		const data = new Blob([`--b\r\n${field("a")}; filename="x"\r\n\r\n`, file, "\r\n--b--"]);
		const read = (await form(await data.bytes(), MULTIPART, 51 * 1024 * 1024)) as Form;
		expect(read.files.a?.[0]?.bytes.length).toBe(file.length);
	});
});
