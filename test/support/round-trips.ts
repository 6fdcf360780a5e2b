const READS = ["batch", "first", "all", "run", "raw"];

/**
 * The database with its round trips counted: every batch, first, all, run or raw is one; `count` takes what it returns.
 * `first` is asked as `all`, whose answer tells how many rows were read.
 */
export function counted(database: D1Database, count: (result: unknown) => void): D1Database {
	const watch = <T extends object>(target: T): T =>
		new Proxy(target, {
			get(of, name) {
				const isFirst = name === "first";
				const value = Reflect.get(of, isFirst ? "all" : name);
				if (typeof value !== "function") return value;
				return (...args: unknown[]) => {
					const given = isFirst ? [] : args.map((arg) => (Array.isArray(arg) ? arg.map(unwrap) : arg));
					const result = Reflect.apply(value, of, given);
					if (READS.includes(String(name))) count(result);
					if (isFirst) return firstOf(result, args[0]);
					return ["prepare", "bind", "withSession"].includes(String(name)) ? watched(result) : result;
				};
			},
		});
	const originals = new WeakMap<object, object>();
	const watched = (target: object) => {
		const proxy = watch(target);
		originals.set(proxy, target);
		return proxy;
	};
	const unwrap = (value: unknown) =>
		typeof value === "object" && value !== null ? (originals.get(value) ?? value) : value;
	return watch(database);
}

async function firstOf(all: Promise<D1Result<Record<string, unknown>>>, column: unknown): Promise<unknown> {
	const [row = null] = (await all).results;
	return row === null || column === undefined ? row : row[String(column)];
}
