import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Closed, doorFor } from "#auth/admit.ts";
import { isSecret, type RefusedForm } from "#auth/input.ts";
import { BadBody, type Form, readForm } from "#http/body.ts";
import type { App } from "#http/context.ts";
import { setFlash } from "#http/flash.ts";
import { paths } from "#http/paths.ts";
import { secure } from "#http/secure.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { type Held, problemPage } from "#ui/problem.ts";

/** Done: go on to `to` (303), where `flash` is said once, with `link` behind it; a script gets `json` instead. */
export type Done = {
	to: string;
	flash?: string;
	tone?: "ok" | "info" | "warn";
	link?: { href: string; label: string } | undefined;
	json?: unknown;
	status?: 200 | 201;
};
/** Data for a script alone. */
export type Data = { data: unknown };
/** "not_fresh": what was found is given only after a fresh proof of who asks. */
export type Answer = Page | Done | Data | Response | "missing" | "bad_query" | "not_fresh";
/** A page with what a form was refused for. */
export type Refused = { page: Page; refused: RefusedForm };

type Draw = (page: Page) => string;

const JSON_TYPE = "application/json";
export const wantsJson = (c: Context<App>): boolean => {
	const accept = c.req.header("Accept") ?? "";
	return accept.includes(JSON_TYPE) && !accept.includes("text/html");
};

/** Turns what a route answered into the response, secured. */
export function respond(c: Context<App>, answer: Answer, draw: Draw): Response | Promise<Response> {
	if (answer instanceof Response) return secure(answer);
	if (answer === "missing") return shown(c, problemPage({ kind: "missing" }), draw);
	if (answer === "bad_query") return shown(c, problemPage({ kind: "bad_query", href: c.req.path }), draw);
	if (answer === "not_fresh") return closedAnswer(c, answer, draw);
	if ("data" in answer) return secure(c.json(answer.data));
	if ("to" in answer) {
		if (wantsJson(c)) return secure(c.json(answer.json ?? {}, answer.status ?? 200));
		if (answer.flash) setFlash(c, { tone: answer.tone ?? "ok", text: answer.flash, link: answer.link });
		return secure(c.redirect(answer.to, 303));
	}
	return shown(c, answer, draw);
}

/** A page as the response; a script gets the title of one that says what went wrong. */
export function shown(c: Context<App>, page: Page, draw: Draw): Response {
	const status = page.status ?? 200;
	if (wantsJson(c) && status >= 400) return problem(c, { status, message: page.title });
	return html(c, draw(page), { ...page, status });
}

/** The same form again with what was refused. */
export function refusedAnswer(c: Context<App>, { page, refused }: Refused, draw: Draw): Response {
	const { state, key } = refused;
	const status = page.status ?? refused.status;
	if (wantsJson(c)) {
		const message = state.problem ?? Object.values(state.errors).flat().join(" ");
		return problem(c, { status, message, errors: state.errors, key });
	}
	return html(c, draw(page), { ...page, status });
}

/** Through the context, which holds the cookies that drawing set. */
const html = (c: Context<App>, text: string, { status, outside }: { status: number; outside?: boolean | undefined }) =>
	secure(c.html(text, status as ContentfulStatusCode), { outside: outside ?? false });

const MOST_HELD = 12 * 1024 * 1024;

/** Where a tab beside the held form leads, to open the gate for it. */
const BESIDE: Partial<Record<Closed, string>> = {
	signed_out: paths.login(),
	not_fresh: paths.account.confirm(),
	second_factor_missing: paths.account.secondFactor(),
};

/** A closed gate: to the door and back again, or a page that keeps what was posted until it can be sent again. */
export async function closedAnswer(c: Context<App>, closed: Closed, draw: Draw): Promise<Response> {
	const door = doorFor(c, closed);
	if (wantsJson(c)) {
		const status = closed === "signed_out" ? 401 : 403;
		return problem(c, { status, message: problemPage({ kind: closed }).title });
	}
	if (door) return secure(c.redirect(door, 303));
	// What nobody may do is not kept to be tried again.
	const held = BESIDE[closed] ? await heldForm(c) : undefined;
	return shown(c, problemPage({ kind: closed, held, href: c.req.path, door: BESIDE[closed] }), draw);
}

/** What was posted, for a page that keeps it: its texts without passwords and codes, and the names of its files. */
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

/** A body that is none of a form's holds nothing to keep. */
async function unreadForm(request: Request): Promise<Form | undefined> {
	try {
		return await readForm(request, { maxBytes: MOST_HELD });
	} catch (error) {
		if (error instanceof BadBody) return undefined;
		throw error;
	}
}

const problem = (
	c: Context<App>,
	{ status, ...said }: { status: number; message: string; errors?: FormState["errors"]; key?: string | undefined },
): Response => secure(c.json(said, status as ContentfulStatusCode));
