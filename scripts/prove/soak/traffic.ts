/** Makes the requests of people and machines on a usual day, each at its own pace, until the run is over. */
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { PAGES, type Role } from "../../../test/support/every-page.ts";
import { idOf, publish, save, type Writer } from "../../../test/support/written-site.ts";
import type { Server } from "../../server.ts";

const API = [
	"/api/v1/homepage",
	"/api/v1/articles",
	"/api/v1/articles/article-0",
	"/api/v1/articles/nobody-wrote-this",
	"/api/v1/pages",
	"/api/v1/categories",
	"/api/v1/documents",
	`/api/v1/articles?search=${encodeURIComponent("關於")}`,
	"/api/v1/feeds/articles.rss",
	"/api/v1/feeds/articles.json",
];
const EVERY_MS = { reader: 100, staff: 200, member: 300, editor: 2_500, cron: 10_000 };
const ARTICLES = 5;

export type Traffic = {
	/** How many answers of each kind came, by client and hundreds of the status: "reader 2xx". */
	answers: Map<string, number>;
	/** The requests that were answered with 5xx or not at all. */
	faults: string[];
	/** How often each article was saved, by its id. */
	saved: Map<number, number>;
	stop: () => Promise<void>;
};

type World = { server: Server; writer: Writer; cookies: Record<"admin" | "member", string> };

/** Returns the pages whose address has no id, which a role can open without further data. */
const pathsFor = (role: Role): string[] =>
	PAGES.filter(({ as, path, status = 200 }) => as === role && !path.includes(":") && status < 400).map(
		({ path }) => path,
	);

export async function startTraffic({ server, writer, cookies }: World): Promise<Traffic> {
	const traffic = { answers: new Map<string, number>(), faults: [] as string[], saved: new Map<number, number>() };
	const count = (name: string): void => void traffic.answers.set(name, (traffic.answers.get(name) ?? 0) + 1);
	const ask = async (who: string, path: string, headers: Record<string, string>): Promise<void> => {
		const { status } = await fetch(server.address + path, { headers, redirect: "manual" }).then(async (answer) => {
			await answer.arrayBuffer();
			return answer;
		});
		count(`${who} ${Math.floor(status / 100)}xx`);
		if (status >= 500) traffic.faults.push(`${who} ${path}: ${status}`);
	};
	for (let n = 0; n < ARTICLES; n++) await publish(writer, `article:article-${n}`);
	const staff = pathsFor("admin");
	const member = pathsFor("member");
	const acts: Record<string, (nth: number) => Promise<void>> = {
		// The rate limit counts by address, so the readers have fifty.
		reader: (nth) => ask("reader", API[nth % API.length] ?? "", { "CF-Connecting-IP": `10.9.${nth % 50}.1` }),
		staff: (nth) => ask("staff", staff[nth % staff.length] ?? "", { Cookie: `session=${cookies.admin}` }),
		member: (nth) => ask("member", member[nth % member.length] ?? "", { Cookie: `session=${cookies.member}` }),
		editor: async (nth) => {
			const name = `article:article-${nth % ARTICLES}` as const;
			await save(writer, name, { title: `第 ${nth} 次`, body: `第 ${nth} 次存檔。` });
			const id = idOf(writer, name);
			traffic.saved.set(id, (traffic.saved.get(id) ?? 0) + 1);
			count("editor saved");
		},
		cron: async () => {
			await server.runCron();
			count("cron ran");
		},
	};
	let isOver = false;
	const begin = async (who: keyof typeof EVERY_MS): Promise<void> => {
		for (let nth = 0; !isOver; nth++) {
			const next = Date.now() + EVERY_MS[who];
			await acts[who]?.(nth).catch((error: unknown) => traffic.faults.push(`${who}: ${String(error)}`));
			while (!isOver && Date.now() < next) await wait(Math.min(100, Math.max(1, next - Date.now())));
		}
	};
	const all = Promise.all((["reader", "staff", "member", "editor", "cron"] as const).map(begin));
	const stop = async (): Promise<void> => {
		isOver = true;
		await all;
	};
	return { ...traffic, stop };
}

const Message = z.object({ type: z.string(), data: z.unknown() });
const About = z.object({ resource: z.string(), id: z.int(), rev: z.int() });

/** Returns the newest revision of each article that webhooks reported, by the article's id. */
export function toldOf(bodies: readonly string[]): Map<number, number> {
	const told = new Map<number, number>();
	for (const body of bodies) {
		const { type, data } = Message.parse(JSON.parse(body));
		const all = type === "content.bulk" ? z.object({ changes: z.array(About) }).parse(data).changes : [data];
		for (const one of all) {
			const { success, data: about } = About.safeParse(one);
			if (success && about.resource === "article") told.set(about.id, Math.max(told.get(about.id) ?? 0, about.rev));
		}
	}
	return told;
}
