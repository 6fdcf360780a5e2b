/** A small HTTP/1.1 load generator: keep-alive sockets, one request in flight on each. Loopback only. */
import { connect, type Socket } from "node:net";

export type Target = { port: number; path: string; headers?: Record<string, string>; expect: number };
export type Sample = { perSecond: number; latencies: number[]; bytes: number };

const CONNECTIONS = 16;
const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * Sends `requests` requests over at most 16 connections; returns the requests per second, each time in milliseconds,
 * and the bytes of an answer. Throws when an answer has another status than expected.
 */
export async function load(target: Target, requests: number): Promise<Sample> {
	const headers = Object.entries({ Host: `127.0.0.1:${target.port}`, ...target.headers });
	const bytes = Buffer.from(
		`GET ${target.path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
	);
	const latencies: number[] = [];
	let left = requests;
	let size = 0;
	const startedAt = performance.now();
	await Promise.all(
		Array.from({ length: Math.min(CONNECTIONS, requests) }, () =>
			drive(
				target,
				() => (left-- > 0 ? bytes : undefined),
				(ms, length) => {
					latencies.push(ms);
					size = length;
				},
			),
		),
	);
	return { perSecond: (requests * 1000) / (performance.now() - startedAt), latencies, bytes: size };
}

function drive(
	target: Target,
	next: () => Buffer | undefined,
	done: (ms: number, length: number) => void,
): Promise<void> {
	const socket: Socket = connect(target.port, "127.0.0.1");
	socket.setNoDelay(true);
	let buffer = Buffer.alloc(0);
	let sentAt = 0;
	return new Promise((resolve, reject) => {
		const send = () => {
			const request = next();
			if (!request) return socket.end(() => resolve());
			sentAt = performance.now();
			socket.write(request);
		};
		socket.on("connect", send);
		socket.on("error", reject);
		socket.on("data", (chunk) => {
			buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
			const end = endOf(buffer, target);
			if (end instanceof Error) return socket.destroy(end);
			if (end === undefined) return;
			done(performance.now() - sentAt, end);
			buffer = buffer.subarray(end);
			send();
		});
	});
}

/**
 * Returns where the first answer in the buffer ends; undefined while it is incomplete, an Error when its status is not
 * the expected one.
 */
function endOf(buffer: Buffer, target: Target): number | undefined | Error {
	const headEnd = buffer.indexOf(HEAD_END);
	if (headEnd < 0) return undefined;
	const head = buffer.toString("latin1", 0, headEnd);
	const status = Number(head.slice(9, 12));
	if (status !== target.expect) return new Error(`${target.path} answered ${status}, not ${target.expect}`);
	const body = headEnd + HEAD_END.length;
	if (status === 304) return body;
	const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
	if (length === undefined) {
		const end = buffer.indexOf("0\r\n\r\n", body, "latin1");
		return end < 0 ? undefined : end + 5;
	}
	return buffer.length >= body + Number(length) ? body + Number(length) : undefined;
}

export type Figure = { perSecond: number; p50: number; p99: number };

export const quantile = (values: number[], share: number): number =>
	values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

const ROUNDS = 7;

/**
 * Measures two targets in turns on the same machine, so that other load on the machine affects both. `ratio` is the
 * median, over all rounds, of the throughput of `ours` divided by that of `base`.
 */
export async function compare(
	ours: Target,
	base: Target,
	requests: number,
): Promise<{ ours: Figure; base: Figure; ratio: number }> {
	await load(ours, Math.min(requests, 200));
	await load(base, Math.min(requests, 200));
	const rounds: { ours: Sample; base: Sample }[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const first = round % 2 === 0;
		const a = await load(first ? ours : base, requests);
		const b = await load(first ? base : ours, requests);
		rounds.push(first ? { ours: a, base: b } : { ours: b, base: a });
	}
	const figure = (samples: Sample[]): Figure => {
		const latencies = samples.flatMap((sample) => sample.latencies);
		return {
			perSecond: quantile(
				samples.map((sample) => sample.perSecond),
				0.5,
			),
			p50: quantile(latencies, 0.5),
			p99: quantile(latencies, 0.99),
		};
	};
	return {
		ours: figure(rounds.map((round) => round.ours)),
		base: figure(rounds.map((round) => round.base)),
		ratio: quantile(
			rounds.map((round) => round.ours.perSecond / round.base.perSecond),
			0.5,
		),
	};
}

export const median = (values: number[]): number => quantile(values, 0.5);
