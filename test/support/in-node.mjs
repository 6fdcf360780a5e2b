/**
 * Lets what the tests in workerd share (people, members, documents by the program's own verbs) run in Node, too: its
 * `cloudflare:test` is simulation/test-env.ts there. Imported before it.
 */
import { registerHooks } from "node:module";

const url = new URL("./simulation/test-env.ts", import.meta.url).href;
registerHooks({
	resolve: (specifier, context, next) =>
		specifier === "cloudflare:test"
			? { url, format: "module-typescript", shortCircuit: true }
			: next(specifier, context),
});
