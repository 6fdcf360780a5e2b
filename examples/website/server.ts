/**
 * The website of an association, on its content service. API_URL is where that is (http://localhost:8787), PORT where the
 * website is served (3000, on HOST, localhost), WEBHOOK_SECRET the secret of the web-hook to /hooks/content, API_TOKEN a read token. Without a
 * secret it asks each second what changed.
 */
import { createContent } from "./src/content.ts";
import { serve } from "./src/server.ts";
import { catchUp } from "./src/told.ts";
import { createWebsite } from "./src/website.ts";

const {
	API_URL: api = "http://localhost:8787",
	API_TOKEN: token,
	WEBHOOK_SECRET: secret,
	HOST = "localhost",
	PORT = "3000",
} = process.env;

const content = createContent({ api, token });
const server = await serve(createWebsite({ content, api, secret }), { port: Number(PORT), host: HOST });
const end = new AbortController();
const asking = catchUp(content, secret !== undefined, end.signal);
console.log(`  Website      http://localhost:${PORT}\n  Content      ${api}${secret ? "" : " (asked each second)"}`);

for (const signal of ["SIGINT", "SIGTERM"] as const)
	process.once(signal, async () => {
		end.abort();
		server.close();
		server.closeAllConnections();
		await asking;
		process.exit(0);
	});
