/**
 * `serve.ts PORT`: what `npm start` does with data that is there, and no more: migrations, the server, the cron once. Another minute's
 * cron would make two servers differ for a moment. Runs inside the version that is to serve, as prepare.ts does.
 */
import { migrate, serve } from "../../server.ts";

const dataDir = process.env.DATA_DIR ?? "";
await migrate(dataDir);
const vars = { PUBLIC_BASE_URL: process.env.PUBLIC_BASE_URL ?? "" };
const server = await serve({ port: Number(process.argv[2]), dataDir, vars });
await server.runCron();
for (const signal of ["SIGINT", "SIGTERM"] as const)
	process.once(signal, async () => {
		await server.stop();
		process.exit(0);
	});
console.log("Ctrl+C ends it.");
