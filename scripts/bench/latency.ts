/** Measures how long a change takes to be visible on the API, in the search and at a webhook receiver (ms). */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { open } from "#db/commit.ts";
import { createEndpoint } from "#domain/content/webhooks/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { say } from "./report.ts";
import type { World } from "./world.ts";

const TRIES = 8;
const POLL_MS = 10;

export type Latencies = { sqlToApi: number; ownToApi: number; ownToSearch: number; ownToWebhook: number };

/** Measures a change by bare SQL, then a publication by the cron; returns the slowest of several attempts each. */
export async function latencies(world: World): Promise<Latencies> {
	const { DB } = world.bindings;
	const api = `http://127.0.0.1:${world.ports.on}/api/v1`;
	const worst = { sqlToApi: 0, ownToApi: 0, ownToSearch: 0, ownToWebhook: 0 };
	const keep = (name: keyof Latencies, ms: number) => {
		worst[name] = Math.max(worst[name], ms);
	};
	const receiver = await receive();
	await createEndpoint(open(DB), world.bindings, {
		url: receiver.url,
		events: ["article.*"],
		...byOperator(Date.now()),
	});
	for (let n = 0; n < TRIES; n++) {
		const title = `改題 ${n}`;
		await fetch(`${api}/articles/article-1`);
		await DB.prepare("UPDATE articles SET title = ? WHERE slug = 'article-1'").bind(title).run();
		keep("sqlToApi", await until(async () => (await titleOf(`${api}/articles/article-1`)) === title));

		const slug = `fresh-${n}`;
		const word = `新章${String.fromCodePoint(0x4e00 + n)}`;
		await DB.prepare(
			`INSERT INTO articles (slug, type, state, title, publish_at, created_at, updated_at, body_html)
			VALUES (?1, 'news', 'scheduled', ?2, 1, 1, 1, '')`,
		)
			.bind(slug, word)
			.run();
		const called = receiver.next(slug);
		await cron(world);
		const startedAt = performance.now();
		const search = `${api}/articles?search=${encodeURIComponent(word)}`;
		await Promise.all([
			until(async () => (await fetch(`${api}/articles/${slug}`)).ok).then((ms) => keep("ownToApi", ms)),
			until(async () => (await titleOf(search)) === word).then((ms) => keep("ownToSearch", ms)),
			called.then(() => keep("ownToWebhook", performance.now() - startedAt)),
		]);
		say(
			`  change ${n + 1}: ${Object.entries(worst)
				.map(([name, ms]) => `${name} ${Math.round(ms)}`)
				.join(", ")} at worst`,
		);
	}
	receiver.close();
	return worst;
}

/** Runs the cron once, as the platform does each minute. */
export async function cron(world: World): Promise<void> {
	const worker = await world.mf.getWorker("on");
	const { outcome } = await worker.scheduled({ cron: "* * * * *" });
	if (outcome !== "ok") throw new Error(`cron ended ${outcome}`);
}

async function titleOf(address: string): Promise<string | undefined> {
	const body: { data?: { title?: string } | { title?: string }[] } = JSON.parse(await (await fetch(address)).text());
	return Array.isArray(body.data) ? body.data[0]?.title : body.data?.title;
}

async function until(seen: () => Promise<boolean>): Promise<number> {
	const startedAt = performance.now();
	while (!(await seen())) {
		if (performance.now() - startedAt > 70_000) throw new Error("not seen within 70 s");
		await wait(POLL_MS);
	}
	return performance.now() - startedAt;
}

/** Starts a real webhook receiver: `next(slug)` resolves when a webhook about that slug has arrived. */
async function receive() {
	const waiting = new Map<string, () => void>();
	const server = createServer((request, response) => {
		let body = "";
		request.on("data", (chunk) => (body += chunk));
		request.on("end", () => {
			response.end("ok");
			waiting.get(JSON.parse(body).data.slug)?.();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		next: (slug: string) => new Promise<void>((resolve) => waiting.set(slug, resolve)),
		close: () => server.close(),
	};
}
