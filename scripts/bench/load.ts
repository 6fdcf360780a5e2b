/** A small HTTP/1.1 load generator: keep-alive sockets, one request in flight on each. Loopback only. */
import { connect, type Socket } from "node:net";
import type { Cpu } from "./cpu.ts";

export type Target = { port: number; path: string; headers?: Record<string, string>; expect: number };
export type Sample = { perSecond: number; latencies: number[] };

const CONNECTIONS = 16;
const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * Sends `requests` requests over at most 16 connections; returns the requests per second, and each time in milliseconds.
 * Throws when an answer has another status than expected.
 */
export async function load(target: Target, requests: number): Promise<Sample> {
	const headers = Object.entries({ Host: `127.0.0.1:${target.port}`, ...target.headers });
	const bytes = Buffer.from(
		`GET ${target.path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
	);
	const latencies: number[] = [];
	let left = requests;
	const startedAt = performance.now();
	await Promise.all(
		Array.from({ length: Math.min(CONNECTIONS, requests) }, () =>
			drive(
				target,
				() => (left-- > 0 ? bytes : undefined),
				(ms) => latencies.push(ms),
			),
		),
	);
	return { perSecond: (requests * 1000) / (performance.now() - startedAt), latencies };
}

function drive(target: Target, next: () => Buffer | undefined, done: (ms: number) => void): Promise<void> {
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
			done(performance.now() - sentAt);
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

/** What one target's answers took: requests per second, milliseconds, and the runtime's CPU milliseconds for each. */
export type Figure = { perSecond: number; p50: number; p99: number; cpu: number };

export const quantile = (values: number[], share: number): number =>
	values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export const median = (values: number[]): number => quantile(values, 0.5);

const ROUNDS = 3;
const WARM_UP = 200;

/** Two targets of one runtime, whose CPU time `cpu` reads. */
export type Pair = { ours: Target; base: Target; requests: number; cpu: Cpu };
/** `ratio` is the CPU time of `base` divided by that of `ours`, `clock` the throughput of `ours` by that of `base`. */
export type Compared = { ours: Figure; base: Figure; ratio: number; clock: number };

type Round = { sample: Sample; cpu: number };

/**
 * Measures two targets in turns on the same machine, so that other load on the machine affects both. The ratios are
 * medians over the rounds; where no CPU time is known both are those of the clock.
 */
export async function compare({ ours, base, requests, cpu }: Pair): Promise<Compared> {
	const take = async (target: Target): Promise<Round> => {
		const before = cpu();
		const sample = await load(target, requests);
		return { sample, cpu: (cpu() - before) / requests };
	};
	for (const target of [ours, base]) await load(target, Math.min(requests, WARM_UP));
	const rounds: { ours: Round; base: Round }[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const first = round % 2 === 0;
		const a = await take(first ? ours : base);
		const b = await take(first ? base : ours);
		rounds.push(first ? { ours: a, base: b } : { ours: b, base: a });
	}
	const clock = median(rounds.map((round) => round.ours.sample.perSecond / round.base.sample.perSecond));
	const ratio = median(rounds.map((round) => round.base.cpu / round.ours.cpu));
	return {
		ours: figureOf(rounds.map((round) => round.ours)),
		base: figureOf(rounds.map((round) => round.base)),
		ratio: Number.isNaN(ratio) ? clock : ratio,
		clock,
	};
}

function figureOf(rounds: readonly Round[]): Figure {
	const latencies = rounds.flatMap(({ sample }) => sample.latencies);
	return {
		perSecond: median(rounds.map(({ sample }) => sample.perSecond)),
		p50: quantile(latencies, 0.5),
		p99: quantile(latencies, 0.99),
		cpu: median(rounds.map((round) => round.cpu)),
	};
}
