import { storageError } from "#domain/unanswered.ts";
import type { Bindings } from "#env.ts";

/** Statements as the binding knows them: a batch takes those only. */
const originals = new WeakMap<object, object>();
const watchedEnvs = new WeakMap<Bindings, Bindings>();

const unwrapped = (value: unknown): unknown =>
	Array.isArray(value)
		? value.map(unwrapped)
		: typeof value === "object" && value !== null
			? (originals.get(value) ?? value)
			: value;

/**
 * The same bindings, whose databases, bucket and limit of the doors throw Unanswered where they fail: a full disk, a bucket that takes nothing,
 * a lost connection, each with words of its own. What SQLite says of a statement is thrown as it is.
 */
export function watchStorage(env: Bindings): Bindings {
	const known = watchedEnvs.get(env);
	if (known) return known;
	const stores = {
		DB: watch(env.DB),
		SEARCH: watch(env.SEARCH),
		FILES: watch(env.FILES),
		DOOR_LIMIT: watch(env.DOOR_LIMIT),
	};
	const watched = { ...env, ...stores };
	watchedEnvs.set(env, watched);
	return watched;
}

function watch<T extends object>(target: T): T {
	const watched = new Proxy(target, {
		get(of, name) {
			const member: unknown = Reflect.get(of, name);
			return typeof member === "function" ? (...args: unknown[]) => call(of, member, args) : member;
		},
	});
	originals.set(watched, target);
	return watched;
}

function call(of: object, member: CallableFunction, args: unknown[]): unknown {
	const result: unknown = Reflect.apply(member, of, args.map(unwrapped));
	if (result instanceof Promise) return result.catch(rethrow);
	return typeof result === "object" && result !== null ? watch(result) : result;
}

function rethrow(thrown: unknown): never {
	throw storageError(thrown);
}
