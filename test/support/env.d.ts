/// <reference types="@cloudflare/vitest-plugin/types" />
declare namespace Cloudflare {
	interface Env extends Omit<import("../../src/env.ts").Bindings, never> {
		/** How many times as long as in `npm test` random walks are: `npm run prove -- walks`. */
		WALKS: string;
		MIGRATIONS: import("cloudflare:test").D1Migration[];
		MIGRATED: string[];
		SEARCH_MIGRATIONS: import("cloudflare:test").D1Migration[];
	}
}

/** The text of a file, as Vite gives it. */
declare module "*?raw" {
	const text: string;
	export default text;
}
