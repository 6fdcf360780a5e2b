/// <reference types="@cloudflare/vitest-plugin/types" />
declare namespace Cloudflare {
	interface Env extends Omit<import("../../src/env.ts").Bindings, never> {
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
