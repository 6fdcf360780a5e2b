import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { expect } from "vitest";
import { app } from "#app.ts";
import { type Element, parse } from "./markup.ts";
import { ask, type Person } from "./people.ts";
import { counted } from "./round-trips.ts";

/** A page as somebody sees it: its text without tags, and its elements. */
export type Shown = { status: number; html: string; elements: Element[] };

/** Reads an answer's page. */
export async function shown(answer: Response): Promise<Shown> {
	const html = await answer.text();
	return { status: answer.status, html, elements: parse(html.replace("<!doctype html>", "")) };
}

export const page = async (path: string, as: Person): Promise<Shown> => shown(await ask(path, { as }));

/** The rows of a page's tables, each the texts of its cells. */
export function cells({ elements }: Shown): string[][] {
	const rows: string[][] = [];
	for (const { name, inside, text } of elements) {
		if (!inside.includes("tbody")) continue;
		if (name === "tr") rows.push([]);
		else if (name === "td" || name === "th") rows.at(-1)?.push(text);
	}
	return rows;
}

/** The value of a control or a hidden field by its name; undefined where the page has none. */
export const fieldValue = ({ elements }: Shown, name: string): string | undefined =>
	elements.find((one) => one.name === "input" && one.attributes.name === name)?.attributes.value;

/** How many round trips to DB a page takes, the session's among them. */
export async function tripsOf(path: string, as: Person): Promise<number> {
	let trips = 0;
	const context = createExecutionContext();
	const request = new Request(`http://localhost:8787${path}`, { headers: { Cookie: as.cookie } });
	const answer = await app.fetch(request, { ...env, DB: counted(env.DB, () => trips++) }, context);
	await waitOnExecutionContext(context);
	expect([path, answer.status]).toEqual([path, 200]);
	await answer.body?.cancel();
	return trips;
}

/** The newest rows of the audit log, oldest first, as one line each. */
export async function newestAudit(limit: number): Promise<string[]> {
	const { results } = await env.DB.prepare(
		`SELECT line FROM (SELECT id, action || ' ' || auditable_type || ' ' || auditable_id || ' ' || description AS line
			FROM audit_log ORDER BY id DESC LIMIT ?) ORDER BY id`,
	)
		.bind(limit)
		.all<{ line: string }>();
	return results.map(({ line }) => line);
}
