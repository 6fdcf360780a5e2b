import { storageError } from "#domain/system/unanswered.ts";
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
 * The same bindings, whose databases, bucket and limit of the doors throw Unanswered where they fail: a full disk, a bucket
 * that takes nothing, a lost connection, each with words of its own. What SQLite says of a statement is thrown as it is.
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

/** A binding of a store, each of whose calls is made by `run`: also those of its statements and sessions. */
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
		// The first time it was asked already.
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
