/** Node's HTTP server in front of the website: ETags, compression, and how much it takes in. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

type Answer = (request: Request) => Promise<Response>;
/** A web-hook has at most 100 KB. */
const BODY_MOST = 200_000;
const SHORT = 1_000;
const KEPT_MOST = 200;
const ALWAYS = { "x-content-type-options": "nosniff", "referrer-policy": "strict-origin-when-cross-origin" };

/** Serves what `answer` says, and resolves when it listens. */
export async function serve(answer: Answer, { port, host }: { port: number; host: string }): Promise<Server> {
	const compressed = new Map<string, Buffer>();
	const server = createServer((incoming, outgoing) => {
		handle(incoming, outgoing).catch((error: unknown) => {
			console.error(error);
			if (!outgoing.headersSent) outgoing.writeHead(500);
			outgoing.end();
		});
	});

	async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const request = await requestOf(incoming);
		if (request === null) return void outgoing.writeHead(400).end();
		const response = await answer(request);
		const headers: Record<string, string> = { ...ALWAYS, ...Object.fromEntries(response.headers) };
		const body = Buffer.from(await response.arrayBuffer());
		const mayBeKept = !headers["cache-control"]?.includes("no-store");
		if (body.length > 0 && response.status === 200 && mayBeKept) {
			headers.ETag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
			if (hasTag(request, headers.ETag)) return void outgoing.writeHead(304, headers).end();
		}
		const encoding = encodingOf(request, body.length);
		if (body.length > SHORT) headers.Vary = "Accept-Encoding";
		if (encoding) headers["Content-Encoding"] = encoding;
		const sent = encoding ? compress(encoding, body, headers.ETag) : body;
		headers["Content-Length"] = String(sent.length);
		outgoing.writeHead(response.status, headers);
		outgoing.end(request.method === "HEAD" ? undefined : sent);
	}

	/** Compresses a page once for all its readers. */
	function compress(encoding: "br" | "gzip", body: Buffer, etag: string | undefined): Buffer {
		const key = etag && `${encoding} ${etag}`;
		const kept = key && compressed.get(key);
		if (kept) return kept;
		const small =
			encoding === "br"
				? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
				: gzipSync(body);
		if (key) compressed.set(key, small);
		for (const [oldest] of compressed) {
			if (compressed.size <= KEPT_MOST) break;
			compressed.delete(oldest);
		}
		return small;
	}

	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, () => resolve());
	});
	return server;
}

const hasTag = (request: Request, tag: string): boolean =>
	(request.headers.get("If-None-Match") ?? "").split(",").some((one) => one.trim() === tag);

function encodingOf(request: Request, length: number): "br" | "gzip" | null {
	const accepted = request.headers.get("Accept-Encoding") ?? "";
	if (length <= SHORT) return null;
	return /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : null;
}

/** The request as the web has it; null for one that is too large or names no address. */
async function requestOf(incoming: IncomingMessage): Promise<Request | null> {
	const { url = "/", method = "GET" } = incoming;
	// "//host" would name another host.
	const address = `http://localhost${url.replace(/^\/+/, "/")}`;
	if (!url.startsWith("/") || !URL.canParse(address)) return null;
	const headers = new Headers();
	for (const [name, value] of Object.entries(incoming.headers))
		if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
	if (method === "GET" || method === "HEAD") return new Request(address, { method, headers });
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of incoming) {
		length += chunk.length;
		if (length > BODY_MOST) return null;
		chunks.push(chunk);
	}
	return /^[A-Z]+$/.test(method) && !["CONNECT", "TRACE", "TRACK"].includes(method)
		? new Request(address, { method, headers, body: Buffer.concat(chunks) })
		: null;
}
