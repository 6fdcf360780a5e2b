/** A month of a small association, day by day: people at their pages, who press what is there for them to press. */
import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { expect, vi } from "vitest";
import { app } from "#app.ts";
import { type Desk, type Filled, type Place, press } from "./forms.ts";
import { openSession, type Person, signIn } from "./people.ts";
import { rows } from "./users.ts";

const ADDRESS = "http://localhost:8787";
const MINUTE = 60_000;

/** The Worker itself, asked as a browser asks it. */
async function worker(url: string, init: RequestInit): Promise<Response> {
	const context = createExecutionContext();
	const answer = await app.fetch(new Request(url, { redirect: "manual", ...init }), env, context);
	await waitOnExecutionContext(context);
	return answer;
}

export class Month<Name extends string> {
	readonly people: Record<Name, Person>;
	/** Who pressed what, in the order of the days. */
	readonly done: string[] = [];
	private today = "";
	private away = new Set<Name>();

	private constructor(people: Record<Name, Person>) {
		this.people = people;
	}

	/** On a day, with these people and their roles. */
	static async open<Name extends string>(day: string, roles: Record<Name, string[]>): Promise<Month<Name>> {
		vi.useFakeTimers({ toFake: ["Date"] });
		vi.setSystemTime(new Date(`${day}T09:00:00+08:00`));
		const pairs: [string, Person][] = [];
		for (const [name, held] of Object.entries<string[]>(roles)) pairs.push([name, await signIn({ name, roles: held })]);
		const month = new Month(Object.fromEntries(pairs) as Record<Name, Person>);
		await month.day(day);
		return month;
	}
	/** Another day begins, for whoever is there. */
	async day(day: string, { away = [] }: { away?: Name[] } = {}): Promise<void> {
		this.today = day;
		this.away = new Set(away);
		vi.setSystemTime(new Date(`${day}T09:00:00+08:00`));
		for (const person of Object.values<Person>(this.people))
			Object.assign(person, await openSession(person.userId, Date.now()));
	}
	get names(): Name[] {
		return (Object.keys(this.people) as Name[]).filter((name) => !this.away.has(name));
	}
	private desk(name: Name): Desk {
		return { address: ADDRESS, cookie: this.people[name].cookie, sent: [], fetch: worker };
	}

	/** Somebody opens a page and sends a form of it; fails where the page has none for them, or refuses. Returns where it leads. */
	async press(name: Name, place: Place, filled: Filled = {}): Promise<string> {
		expect(this.away.has(name), `${name} is on leave`).toBe(false);
		vi.setSystemTime(Date.now() + MINUTE);
		const { location } = await press(this.desk(name), place, filled).catch((error: unknown) => {
			throw new Error(`${this.today} ${name}: ${error instanceof Error ? error.message : error}`);
		});
		this.done.push(`${this.today} ${name} ${place.to}`);
		return location;
	}
	/** The same, of what has just been made: its id. */
	async make(name: Name, place: Place, filled: Filled = {}): Promise<number> {
		const to = await this.press(name, place, filled);
		const id = Number(/\/(\d+)(?:[/?]|$)/.exec(to)?.[1]);
		expect(id, `${place.to} leads to ${to}`).toBeGreaterThan(0);
		return id;
	}

	/** What somebody is told who sends this, past the page too; undefined where it is done. */
	async refusal(name: Name, { to, sent }: { to: string; sent: Filled }): Promise<string | undefined> {
		const body = new URLSearchParams();
		for (const [key, value] of Object.entries(sent)) for (const one of [value].flat()) body.append(key, String(one));
		const headers = { Cookie: this.people[name].cookie, "Sec-Fetch-Site": "same-origin", Accept: "application/json" };
		const answer = await worker(ADDRESS + to, { method: "POST", headers, body });
		if (answer.status < 400) {
			this.done.push(`${this.today} ${name} ${to}`);
			return undefined;
		}
		const said = (await answer.json()) as { message?: string };
		return answer.status === 403 ? "403" : String(said.message);
	}

	/** A page that somebody reads. */
	async read(name: Name, path: string): Promise<string> {
		const answer = await worker(ADDRESS + path, { headers: { Cookie: this.people[name].cookie } });
		expect(answer.status, `${name} reads ${path}`).toBe(200);
		return answer.text();
	}
}

/** One value of the database. */
export async function value<T extends string | number>(query: string, ...params: (string | number)[]): Promise<T> {
	const [row] = await rows<Record<string, T>>(query, ...params);
	const [found] = Object.values(row ?? {});
	if (found === undefined || found === null) throw new Error(`nothing: ${query}`);
	return found;
}
