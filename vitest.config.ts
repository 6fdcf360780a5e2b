import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { migratedAtOnce } from "./test/support/migrated-at-once.ts";

/** How many times as long walks are as in `npm test`, and what else goes by chance: test/support/chances.ts. */
const WALKS = Number(process.env.WALKS ?? 1);
/** Each of one test that takes a minute, or many seconds: those that begin last would run beside nothing. */
const LONGEST = /\/(?:ledger-walk|webhooks-truth|stale|door|application-roster|matrix|stand-ins)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const isLong = ({ moduleId }: TestSpecification): number => Number(LONGEST.test(moduleId));
		return sorted.toSorted((a, b) => isLong(b) - isLong(a));
	}
}

export default defineConfig({
	plugins: [
		cloudflareTest(async () => ({
			wrangler: { configPath: "./wrangler.toml" },
			miniflare: {
				// Nobody takes from this queue: a picture that a test uploads is made when the test asks for it. Encoded beside
				// the tests, it would come to an end in the middle of a later one, whose storage is not its own.
				queueProducers: { PICTURES: { queueName: "pictures-that-tests-uploaded" } },
				bindings: {
					ENVIRONMENT: "test",
					CACHE: "off",
					PUBLIC_BASE_URL: "http://localhost:8787",
					SEALING_KEY: "dGVzdC1zZWFsaW5nLWtleS0zMi1ieXRlcy1sb25nISE=",
					PREVIEW_KEY: "test-preview-key-of-thirty-two-bytes",
					SESSION_KEY: "dGVzdC1zZXNzaW9uLWtleS0zMi1ieXRlcy1sb25nISE=",
					PASSWORD_PEPPER: "dGVzdC1wYXNzd29yZC1wZXBwZXItMzItYnl0ZXMhISE=",
					LINK_KEY: "dGVzdC1saW5rLWtleS1vZi0zMi1ieXRlcy1sb25nISE=",
					WALKS: String(WALKS),
					MIGRATIONS: await readD1Migrations("migrations"),
					MIGRATED: migratedAtOnce(),
					SEARCH_MIGRATIONS: await readD1Migrations("migrations/search"),
				},
			},
		})),
	],
	test: {
		sequence: { sequencer: LongestFirst },
		globalSetup: ["./test/support/receiver.ts"],
		setupFiles: ["./test/support/migrate.ts"],
		// A machine may be ten times as slow as usual.
		testTimeout: 120_000 * WALKS,
		hookTimeout: 300_000,
		silent: "passed-only",
		// Files share a Worker one after another: loading the program takes longer than its tests. migrate.ts empties its storage.
		isolate: false,
		maxWorkers: "100%",
	},
});
