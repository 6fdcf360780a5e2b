/** Databases and stores that break off, as networks do: before what was asked is done, or after it, when the answer is lost. */
import { env } from "cloudflare:test";
import type { Bindings } from "#env.ts";

export type When = "before" | "after";
export const LOST = "Network connection lost.";
/** What stores have thrown: workerd's, SQLite's and R2's own words. */
export const FAILURES = [
	LOST,
	"internal error; reference = ufg278dqd878ga5ok70h0otv",
	"database or disk is full: SQLITE_FULL",
	"D1_ERROR: disk I/O error: SQLITE_IOERR",
	"D1_ERROR: attempt to write a readonly database: SQLITE_READONLY",
	"put: We encountered an internal error. Please try again. (10001)",
];
const TRIPS = ["batch", "first", "all", "run", "raw"];

/** The nth round trip (from 1) to DB and SEARCH together breaks off; `met` says whether there was one. */
export function breaking(
	nth: number,
	when: When,
	message = LOST,
): { env: Pick<Bindings, "DB" | "SEARCH">; met: () => boolean } {
	let trips = 0;
	const originals = new WeakMap<object, object>();
	const unwrap = (value: unknown): unknown =>
		Array.isArray(value)
			? value.map(unwrap)
			: typeof value === "object" && value !== null
				? (originals.get(value) ?? value)
				: value;
	const call = (of: object, name: PropertyKey, args: unknown[]): unknown => {
		const isTrip = TRIPS.includes(String(name));
		if (isTrip) trips += 1;
		const breaks = isTrip && trips === nth;
		if (breaks && when === "before") return Promise.reject(new Error(message));
		const result = Reflect.apply(Reflect.get(of, name), of, args.map(unwrap));
		if (breaks) return Promise.resolve(result).then(() => Promise.reject(new Error(message)));
		return isTrip || typeof result !== "object" || result === null ? result : watch(result);
	};
	const watch = <T extends object>(target: T): T => {
		const proxy = new Proxy(target, {
			get: (of, name) =>
				typeof Reflect.get(of, name) === "function"
					? (...args: unknown[]) => call(of, name, args)
					: Reflect.get(of, name),
		});
		originals.set(proxy, target);
		return proxy;
	};
	return { env: { DB: watch(env.DB), SEARCH: watch(env.SEARCH) }, met: () => trips >= nth };
}

/** A store that takes nothing: each object is refused, or it is taken and the answer is lost. */
export function brokenStore(when: When): R2Bucket {
	return new Proxy(env.FILES, {
		get(bucket, name) {
			const value = Reflect.get(bucket, name);
			if (typeof value !== "function") return value;
			if (name !== "put") return value.bind(bucket);
			return async (...args: unknown[]) => {
				if (when === "after") await Reflect.apply(value, bucket, args);
				throw new Error(LOST);
			};
		},
	});
}
