/**
 * A website that receives web-hooks: a real HTTP server beside workerd, started once for all test files (vitest
 * globalSetup; node:test files start their own). Every box is a website of its own: `/box` takes what is posted and answers
 * as it was told, the control addresses below let a test tell it and wait for what came.
 *   PUT  /_answers/box      [Answer, …]: one for each request to come; 200 when there are none left
 *   GET  /_received/box?n=3 answers when n requests have come: [Received, …]
 *   POST /_release/box      lets the answers that hold go on
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer = {
	status?: number;
	headers?: Record<string, string>;
	body?: string;
	/** Sends this many bytes and never ends. */
	endless?: number;
	/** Answers only after a release. */
	hold?: boolean;
	/** Breaks the connection instead. */
	drop?: boolean;
};
export type Received = { method: string; path: string; headers: Record<string, string>; body: string; at: number };

type Box = { answers: Answer[]; received: Received[]; holding: (() => void)[]; waiting: (() => void)[] };

declare module "vitest" {
	interface ProvidedContext {
		receiver: string;
	}
}

/** Starts a receiver on a free port; `origin` is its address. */
export async function startReceiver(): Promise<{ origin: string; close: () => Promise<void> }> {
	const boxes = new Map<string, Box>();
	const boxOf = (name: string): Box => {
		const box = boxes.get(name) ?? { answers: [], received: [], holding: [], waiting: [] };
		boxes.set(name, box);
		return box;
	};
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? "/", "http://receiver");
		const [, first = "", second = ""] = url.pathname.split("/");
		if (first === "_answers") takeAnswers(boxOf(second), request, response);
		else if (first === "_received") giveReceived(boxOf(second), Number(url.searchParams.get("n")), response);
		else if (first === "_release") release(boxOf(second), response);
		else receive(boxOf(first), request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	return { origin: `http://127.0.0.1:${port}`, close };
}

/** vitest's globalSetup. */
export default async function setup(project: { provide: (key: "receiver", value: string) => void }) {
	const receiver = await startReceiver();
	project.provide("receiver", receiver.origin);
	return receiver.close;
}

async function takeAnswers(box: Box, request: IncomingMessage, response: ServerResponse): Promise<void> {
	box.answers = JSON.parse(await bodyOf(request));
	response.end();
}

async function giveReceived(box: Box, count: number, response: ServerResponse): Promise<void> {
	while (box.received.length < count) await new Promise<void>((resolve) => box.waiting.push(resolve));
	response.setHeader("content-type", "application/json");
	response.end(JSON.stringify(box.received));
}

function release(box: Box, response: ServerResponse): void {
	for (const go of box.holding.splice(0)) go();
	response.end();
}

async function receive(box: Box, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { method = "", url: path = "", headers } = request;
	const body = await bodyOf(request);
	const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
	box.received.push({ method, path, headers: flat, body, at: Date.now() });
	for (const go of box.waiting.splice(0)) go();
	const answer = box.answers.shift() ?? {};
	if (answer.hold) await new Promise<void>((resolve) => box.holding.push(resolve));
	if (answer.drop) return void request.socket.destroy();
	response.writeHead(answer.status ?? 200, answer.headers);
	if (answer.endless === undefined) return void response.end(answer.body ?? "ok");
	response.on("error", () => {});
	response.write("x".repeat(answer.endless));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part);
	return Buffer.concat(parts).toString("utf8");
}
