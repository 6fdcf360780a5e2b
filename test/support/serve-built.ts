import { buildWorker, WORKER } from "../../scripts/bundle.ts";
import { type Server, serveBy, varsOf } from "../../scripts/server.ts";
import { isPrepared, workerOptions } from "./prepared-data.ts";

type Served = { port: number; dataDir: string; inspectorPort?: number };

/**
 * Serves what is deployed, by built-program.ts: `wrangler dev` takes three times as long until it answers. `npm test` builds
 * it once, a file that is run by itself does it each time.
 */
export async function serveBuilt({ port, dataDir, inspectorPort }: Served): Promise<Server> {
	if (!isPrepared()) await buildWorker();
	const options = await workerOptions(dataDir);
	const served = JSON.stringify({ port, dataDir, inspectorPort, vars: varsOf({ port }), worker: WORKER, options });
	return serveBy(port, ["test/support/built-program.ts", served]);
}
