import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type * as z from "zod";
import { type Closed, doorFor } from "#auth/admit.ts";
import { isSecret, type RefusedForm, takeProof } from "#auth/input.ts";
import { BadBody, type Form, readForm } from "#http/body.ts";
import type { App } from "#http/context.ts";
import { setFlash } from "#http/flash.ts";
import { paths } from "#http/paths.ts";
import { secure } from "#http/secure.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { type Held, problemPage } from "#ui/problem.ts";
import type { AskedProof } from "#ui/proof.ts";

/**
 * The outcome of a finished action: the browser goes on to `to` (303), where `flash` is shown once in `tone`, followed
 * by `link`, and by a button that sends the form `undo`; a script gets `json` with `status` (200 by default) instead.
 */
export type Done = {
	to: string;
	flash?: string;
	tone?: "ok" | "info" | "warn";
	link?: { href: string; label: string } | undefined;
	undo?: { action: string; fields: Record<string, string> } | undefined;
	json?: unknown;
	status?: 200 | 201;
};
/** An answer of data for scripts only. */
export type Data = { data: unknown };
/**
 * What a route may answer: "missing" is 404, "bad_query" 400; "not_fresh" asks for a new proof of the user's identity
 * first.
 */
export type Answer = Page | Done | Data | Response | "missing" | "bad_query" | "not_fresh";
/** A page with a refused form: its errors and the texts that were typed. */
export type Refused = { page: Page; refused: RefusedForm };

type Draw = (page: Page) => string;

const JSON_TYPE = "application/json";
export const wantsJson = (c: Context<App>): boolean => {
	const accept = c.req.header("Accept") ?? "";
	return accept.includes(JSON_TYPE) && !accept.includes("text/html");
};

/** Turns a route's answer into the response, with security headers. */
export function respond(c: Context<App>, answer: Answer, draw: Draw): Response | Promise<Response> {
	// Made anew through the context, which holds the cookies of a session that was renewed meanwhile.
	if (answer instanceof Response) return secure(c.newResponse(answer.body, answer));
	if (answer === "missing") return shown(c, problemPage({ kind: "missing" }), draw);
	if (answer === "bad_query") return badQuery(c, [], draw);
	if (answer === "not_fresh") return closedAnswer(c, { closed: answer }, draw);
	if ("data" in answer) return secure(c.json(answer.data));
	if ("to" in answer) {
		if (wantsJson(c)) return secure(c.json(answer.json ?? {}, answer.status ?? 200));
		const { flash: text, tone = "ok", link, undo } = answer;
		if (text) setFlash(c, { tone, text, link, undo });
		return secure(c.redirect(answer.to, 303));
	}
	return shown(c, answer, draw);
}

/** Conditions that no page writes wrongly are refused without words of ours. */
const IN_WORDS = /\p{Script=Han}/u;

/** Makes the response of an address with conditions that cannot be read; one that was typed is said in its own words. */
export function badQuery(c: Context<App>, issues: readonly z.core.$ZodIssue[], draw: Draw): Response {
	const said = issues.find(({ code, message }) => code === "custom" && IN_WORDS.test(message))?.message;
	return shown(c, problemPage({ kind: "bad_query", href: c.req.path, said }), draw);
}

/** Makes the response of a page; a script gets only the title of a page that reports an error. */
export function shown(c: Context<App>, page: Page, draw: Draw): Response {
	const status = page.status ?? 200;
	if (wantsJson(c) && status >= 400) return problem(c, { status, message: page.title });
	return html(c, draw(page), { ...page, status });
}

/** Makes the response of a refused form: the same page with its errors; a script gets the errors as JSON. */
export function refusedAnswer(c: Context<App>, { page, refused }: Refused, draw: Draw): Response {
	const { state, key } = refused;
	const status = page.status ?? refused.status;
	if (wantsJson(c)) {
		const message = state.problem ?? Object.values(state.errors).flat().join(" ");
		return problem(c, { status, message, errors: state.errors, key });
	}
	return html(c, draw(page), { ...page, status });
}

/** Makes an HTML response through Hono's context, which holds the cookies that drawing the page set. */
const html = (c: Context<App>, text: string, { status, outside }: { status: number; outside?: boolean | undefined }) =>
	secure(c.html(text, status as ContentfulStatusCode), { outside: outside ?? false });

const MOST_HELD = 12 * 1024 * 1024;

/**
 * The address at which the user can open a closed gate in another tab, by the reason why it is closed, while the first
 * tab holds the posted form. "forbidden" has none.
 */
const BESIDE: Partial<Record<Closed, string>> = {
	signed_out: paths.login(),
	second_factor_missing: paths.account.secondFactor(),
};

/** Why a gate is closed, and the proof of identity that the page asks for, by which it opens. */
export type ClosedGate = { closed: Closed; proof?: AskedProof | undefined };

/**
 * Answers a request that a closed gate stops: redirects to the page where the gate can be opened, or draws a page that
 * says why it is closed and holds a posted form until it can be sent again, which asks for the password where that
 * opens the gate. A script gets 401 or 403.
 */
export async function closedAnswer(c: Context<App>, { closed, proof }: ClosedGate, draw: Draw): Promise<Response> {
	const door = doorFor(c, closed);
	if (wantsJson(c)) {
		const status = closed === "signed_out" ? 401 : 403;
		return problem(c, { status, message: problemPage({ kind: closed }).title });
	}
	if (door) return secure(c.redirect(door, 303));
	// A form behind a "forbidden" gate is not held, because the user can never send it.
	const held = BESIDE[closed] || proof ? await heldForm(c) : undefined;
	const { pathname, search } = new URL(c.req.url);
	const page = problemPage({ kind: closed, held, href: pathname + search, door: BESIDE[closed], proof });
	return shown(c, page, draw);
}

/**
 * Returns the posted form for a page that holds it until it can be sent again: its texts without passwords and codes,
 * and the names of its files; undefined unless a readable form was posted.
 */
export async function heldForm(c: Context<App>): Promise<Held | undefined> {
	if (c.req.method !== "POST") return undefined;
	const sent = c.get("sent") ?? (await unreadForm(c.req.raw));
	if (!sent) return undefined;
	const fields = Object.entries(sent.fields).filter(([name]) => !isSecret(name));
	return {
		fields: fields.flatMap(([name, all]) => all.map((value): [string, string] => [name, value])),
		files: Object.entries(sent.files).map(([name, files]) => ({
			name,
			filenames: files.map(({ filename }) => filename),
		})),
	};
}

/**
 * Reads the form of a request that nothing has read yet; undefined when the body is not a form, cannot be read, or has
 * more than MOST_HELD bytes.
 */
async function unreadForm(request: Request): Promise<Form | undefined> {
	try {
		return takeProof(await readForm(request, { maxBytes: MOST_HELD })).form;
	} catch (error) {
		if (error instanceof BadBody) return undefined;
		throw error;
	}
}

const problem = (
	c: Context<App>,
	{ status, ...said }: { status: number; message: string; errors?: FormState["errors"]; key?: string | undefined },
): Response => secure(c.json(said, status as ContentfulStatusCode));
