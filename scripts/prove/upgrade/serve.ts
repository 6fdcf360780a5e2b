/**
 * `serve.ts PORT`: does only what `npm start` does with existing data: migrations, the server, the cron once. A cron
 * each minute would make two servers differ for a moment. Runs inside the version that it serves, as prepare.ts does.
 */
import { migrate, serve } from "../../server.ts";

const dataDir = process.env.DATA_DIR ?? "";
await migrate(dataDir);
const vars = { PUBLIC_BASE_URL: process.env.PUBLIC_BASE_URL ?? "" };
const server = await serve({ port: Number(process.argv[2]), dataDir, vars });
// What the program itself says of its cron, which answers with no more than a status.
let said = "";
for (const stream of [server.process.stdout, server.process.stderr])
	stream?.on("data", (chunk) => {
		said = (said + chunk).slice(-10_000);
	});
try {
	await server.runCron();
} catch (error) {
	// The program is a process group of its own, which would outlive this one and write on.
	await server.stop();
	throw new Error(`the cron failed; the program said:\n${said}`, { cause: error });
}
for (const signal of ["SIGINT", "SIGTERM"] as const)
	process.once(signal, async () => {
		await server.stop();
		process.exit(0);
	});
console.log("Ctrl+C ends it.");
