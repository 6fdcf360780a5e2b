/** What an isolate evaluates until its first answer: the deployed modules in workerd, each of which writes its name to a list. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { API_GZIP, PAGE_GZIP } from "../../scripts/bench/budgets.ts";
import { type Evaluated, evaluatedFor, FIRST } from "../../scripts/bench/evaluated.ts";
import { buildAssets } from "../../scripts/build-assets.ts";
import { bundle } from "../../scripts/bundle.ts";
import { dataFolder, isPrepared } from "../support/prepared-data.ts";

const PAGES = [FIRST.staff, "/login", "/admin/ledger", "/member/profile/create"];
let first: Map<string, Evaluated>;
before(async () => {
	if (!isPrepared()) await buildAssets();
	const folder = await dataFolder("migrated");
	after(() => rmSync(folder, { recursive: true }));
	const all = await evaluatedFor([FIRST.api, ...PAGES], { chunks: await bundle("src/index.ts"), folder });
	first = new Map(all.map((one) => [one.path, one]));
});

/** The files of ours whose code was evaluated, of those below `folders`. */
const evaluated = (path: string, folders: RegExp): string[] =>
	(first.get(path)?.chunks ?? []).flatMap(({ sources }) => sources).filter((file) => folders.test(file));
const HEAVY = /^node_modules\/(?:pdf-lib|fontkit|hucre|marked|xss)\//;

test("the first answer of the API evaluates no page and no job", () => {
	assert.ok(evaluated(FIRST.api, /^src\/routes\/articles\.ts$/).length > 0);
	assert.deepEqual(evaluated(FIRST.api, /^src\/(?:admin|member|account|ui|auth|jobs|pages\.ts)/), []);
	assert.deepEqual(evaluated(FIRST.api, HEAVY), []);
	assert.ok((first.get(FIRST.api)?.gzip ?? Number.POSITIVE_INFINITY) <= API_GZIP);
});

test("a first page evaluates its own noun's routes alone, no job, and nothing that makes files", () => {
	const routes = /^src\/(?:admin\/\w+|member|account|account\/preview)\/routes\.ts$/;
	const own = PAGES.map((path) => evaluated(path, routes));
	assert.deepEqual(own, [["src/admin/shell/routes.ts"], ["src/account/routes.ts"], [], ["src/member/routes.ts"]]);
	// The ledger's own, and not those of the nouns whose files lie beside them.
	const ofNouns = PAGES.map((path) => evaluated(path, /^src\/admin\/(?!shell\/)\w+\/[\w-]+\/[\w-]*routes\.ts$/));
	assert.ok(ofNouns[2]?.includes("src/admin/books/ledger/journal-routes.ts"));
	assert.deepEqual(
		ofNouns.map((files) => files.filter((file) => !/\/ledger\/(?!periods|years|budgets|projects)/.test(file))),
		[[], [], [], []],
	);
	for (const path of PAGES) {
		assert.deepEqual([path, evaluated(path, /^src\/jobs\//), evaluated(path, HEAVY)], [path, [], []]);
		assert.ok((first.get(path)?.gzip ?? Number.POSITIVE_INFINITY) <= PAGE_GZIP);
	}
});
