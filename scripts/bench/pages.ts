/**
 * Measures signed-in pages against a bare page with one D1 query, and how twenty wrong passwords at once slow down
 * other requests. Part of `npm run bench`.
 */
import { sealToken } from "#auth/tokens.ts";
import { compare, type Figure, load, median, type Target } from "./load.ts";
import { judged, say } from "./report.ts";
import type { World } from "./world.ts";

const HOUR = 3_600_000;
/** The most CPU time that a signed-in page may take, as a multiple of a bare page with one query. */
const MOST_TIMES = 3;
/** The least share of its throughput that the public API must keep while passwords are tried. */
const LEAST_SHARE = 0.5;

const PAGES = ["/admin", "/admin/users", "/admin/audit", "/admin/settings/association", "/account"];

export type PageRow = { path: string; ours: Figure; base: Figure; times: number };

/** Measures pages with everything around them: session, gates, one round trip, drawing. */
export async function measurePages(world: World, requests: number): Promise<PageRow[]> {
	const cookie = await signedIn(world);
	const base: Target = { port: world.ports.baseline, path: "/select/article-20", expect: 200 };
	const rows: PageRow[] = [];
	for (const path of PAGES) {
		const ours: Target = { port: world.ports.off, path, expect: 200, headers: { Cookie: cookie } };
		const { ratio, ...figures } = await compare({ ours, base, requests, cpu: world.cpu });
		const times = 1 / ratio;
		rows.push({ path, ...figures, times });
		const verdict = judged(path, times, { most: MOST_TIMES });
		say(`  ${path.padEnd(30)} ${times.toFixed(2)}×${verdict}  p50 ${figures.ours.p50.toFixed(1)} ms`);
	}
	return rows;
}

/** Inserts an administrator with a session; returns the session's cookie. */
export async function signedIn({ bindings }: Pick<World, "bindings">): Promise<string> {
	const at = Date.now();
	const expiresAt = at + 12 * HOUR;
	await bindings.DB.batch([
		bindings.DB.prepare(
			"INSERT INTO users (id, name, email, status, password_hash, created_at, updated_at) VALUES (1, '量測者', 'bench@example.org', 'active', 'x', ?1, ?1)",
		).bind(at),
		bindings.DB.prepare("INSERT INTO user_roles SELECT 1, id FROM roles WHERE code = 'admin'"),
		bindings.DB.prepare(
			`INSERT INTO sessions (id, user_id, session_version, created_at, last_seen_at, idle_ms, expires_at, authenticated_at)
			VALUES ('bench', 1, 1, ?1, ?1, ?2, ?3, ?1)`,
		).bind(at, 12 * HOUR, expiresAt),
	]);
	return `session=${await sealToken(bindings, "session", { subject: "bench", expiresAt })}`;
}

/**
 * Returns the share of its throughput that a cached answer keeps while twenty wrong passwords, each for another account
 * and from another address, arrive at once: the median of three rounds of two runs of `seconds` each.
 */
export async function measureGuessing(world: World, seconds: number): Promise<number> {
	const target: Target = { port: world.ports.on, path: "/api/v1/articles/article-20", expect: 200 };
	await load(target, 500);
	const shares: number[] = [];
	for (let round = 0; round < 3; round++) {
		const calm = await runFor(target, seconds);
		const guesses = Promise.all(Array.from({ length: 20 }, (_, n) => guess(world, round * 20 + n)));
		const busy = await runFor(target, seconds);
		await guesses;
		shares.push(busy / calm);
		say(`  round ${round + 1}: ${((busy / calm) * 100).toFixed(0)}% of the throughput of cached hits`);
	}
	const share = median(shares);
	say(`  median ${(share * 100).toFixed(0)}%${judged("wrong passwords", share, { least: LEAST_SHARE })}`);
	return share;
}

async function runFor(target: Target, seconds: number): Promise<number> {
	const until = performance.now() + seconds * 1000;
	let requests = 0;
	const startedAt = performance.now();
	while (performance.now() < until) {
		await load(target, 500);
		requests += 500;
	}
	return requests / (performance.now() - startedAt);
}

async function guess(world: World, n: number): Promise<void> {
	const answer = await fetch(`http://127.0.0.1:${world.ports.on}/login`, {
		method: "POST",
		headers: { "CF-Connecting-IP": `192.0.2.${n}` },
		body: new URLSearchParams({ identifier: `guess${n}@example.org`, password: "wrong password here" }),
		redirect: "manual",
	});
	await answer.text();
	if (![422, 429].includes(answer.status)) throw new Error(`a wrong password was answered ${answer.status}`);
}
