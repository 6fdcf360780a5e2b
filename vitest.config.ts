import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
	plugins: [
		cloudflareTest(async () => ({
			wrangler: { configPath: "./wrangler.toml" },
			miniflare: {
				bindings: {
					ENVIRONMENT: "test",
					CACHE: "off",
					PUBLIC_BASE_URL: "http://localhost:8787",
					SEALING_KEY: "dGVzdC1zZWFsaW5nLWtleS0zMi1ieXRlcy1sb25nISE=",
					PREVIEW_KEY: "test-preview-key-of-thirty-two-bytes",
					SESSION_KEY: "dGVzdC1zZXNzaW9uLWtleS0zMi1ieXRlcy1sb25nISE=",
					PASSWORD_PEPPER: "dGVzdC1wYXNzd29yZC1wZXBwZXItMzItYnl0ZXMhISE=",
					LINK_KEY: "dGVzdC1saW5rLWtleS1vZi0zMi1ieXRlcy1sb25nISE=",
					MIGRATIONS: await readD1Migrations("migrations"),
					SEARCH_MIGRATIONS: await readD1Migrations("migrations/search"),
				},
			},
		})),
	],
	test: {
		globalSetup: ["./test/support/receiver.ts"],
		setupFiles: ["./test/support/migrate.ts"],
		testTimeout: 30_000,
		// Files share a Worker one after another: loading the program takes longer than its tests. migrate.ts empties its storage.
		isolate: false,
		maxWorkers: "100%",
	},
});
