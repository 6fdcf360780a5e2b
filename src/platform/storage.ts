import { storageError } from "#domain/system/index.ts";
import type { Bindings } from "#env.ts";

/** The object behind each proxy that `around` made: a D1 batch accepts only original statements. */
const originals = new WeakMap<object, object>();
const watchedEnvs = new WeakMap<Bindings, Bindings>();

const unwrapped = (value: unknown): unknown =>
	Array.isArray(value)
		? value.map(unwrapped)
		: typeof value === "object" && value !== null
			? (originals.get(value) ?? value)
			: value;

/**
 * Returns the same bindings with databases, bucket and rate limiter that throw Unanswered whenever they fail, whatever
 * the error's text: a full disk, a bucket that takes nothing, a lost connection. Errors that SQLite reports about a
 * statement are thrown as they are.
 */
export function watchStorage(env: Bindings): Bindings {
	const known = watchedEnvs.get(env);
	if (known) return known;
	const stores = {
		DB: around(env.DB, named),
		SEARCH: around(env.SEARCH, named),
		FILES: around(env.FILES, named),
		DOOR_LIMIT: around(env.DOOR_LIMIT, named),
	};
	const watched = { ...env, ...stores };
	watchedEnvs.set(env, watched);
	return watched;
}

/**
 * Wraps a binding so that each of its calls, also those of its statements and sessions, goes through `run`, which gets
 * a function that makes the call.
 */
export function around<T extends object>(target: T, run: Run): T {
	const watched = new Proxy(target, {
		get(of, name) {
			const member: unknown = Reflect.get(of, name);
			return typeof member === "function" ? (...args: unknown[]) => call(of, { member, args, run }) : member;
		},
	});
	originals.set(watched, target);
	return watched;
}

type Run = (call: () => Promise<unknown>) => Promise<unknown>;
type Call = { member: CallableFunction; args: unknown[]; run: Run };

function call(of: object, { member, args, run }: Call): unknown {
	const ask = (): unknown => Reflect.apply(member, of, args.map(unwrapped));
	const result = ask();
	if (result instanceof Promise) {
		// The first attempt has run already.
		let first: Promise<unknown> | undefined = result;
		return run(async () => {
			const asked = first ?? ask();
			first = undefined;
			return asked;
		});
	}
	return typeof result === "object" && result !== null ? around(result, run) : result;
}

const named: Run = (ask) =>
	ask().catch((thrown: unknown) => {
		throw storageError(thrown);
	});
