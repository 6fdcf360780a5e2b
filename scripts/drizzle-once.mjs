/**
 * Preloaded by `npm test` in every process of Node, in that of a script under test, too: finds the modules of drizzle-orm
 * without its package.json. Node reads that file's 180 KB of exports anew for each of the package's two hundred modules
 * and of our imports of them, which is a third of the time that such a process takes to load.
 */
import * as loader from "node:module";

const PACKAGE = "drizzle-orm";
const found = new Map();

// An older Node, which runs npm itself, has no such hooks and needs none.
loader.registerHooks?.({
	resolve(specifier, context, next) {
		const from = context.parentURL ?? "";
		if (specifier.startsWith("./") || specifier.startsWith("../"))
			return from.includes(`/node_modules/${PACKAGE}/`) && from.endsWith(".js")
				? { url: new URL(specifier, from).href, format: "module", shortCircuit: true }
				: next(specifier, context);
		if (specifier !== PACKAGE && !specifier.startsWith(`${PACKAGE}/`)) return next(specifier, context);
		const known = found.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
		found.set(specifier, known);
		return known;
	},
});
