import { buildWorker, WORKER } from "../../scripts/bundle.ts";
import { type Server, serve } from "../../scripts/server.ts";
import { isPrepared } from "./prepared-data.ts";

/** Serves what is deployed: `npm test` builds it once, a file that is run by itself does it each time. */
export async function serveBuilt(of: { port: number; dataDir: string; inspectorPort?: number }): Promise<Server> {
	if (!isPrepared()) await buildWorker();
	return serve({ ...of, worker: WORKER });
}
