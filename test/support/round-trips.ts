/** The database with its round trips counted: every batch, first, all, run or raw is one. */
export function counted(database: D1Database, count: () => void): D1Database {
	const watch = <T extends object>(target: T): T =>
		new Proxy(target, {
			get(of, name) {
				const value = Reflect.get(of, name);
				if (typeof value !== "function") return value;
				return (...args: unknown[]) => {
					if (["batch", "first", "all", "run", "raw"].includes(String(name))) count();
					const result = Reflect.apply(
						value,
						of,
						args.map((arg) => (Array.isArray(arg) ? arg.map(unwrap) : arg)),
					);
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
