import type { Context } from "hono";
import * as z from "zod";
import { type Admission, admit } from "#auth/admit.ts";
import { type Answer, badQuery, closedAnswer, refusedAnswer, respond, wantsJson } from "#auth/answer.ts";
import { FRESH_MS, type Holds, needsProof, TAKING_MS } from "#auth/holds.ts";
import { type FormInput, type RefusedForm, readInput, refusedForm } from "#auth/input.ts";
import type { Gate } from "#auth/permissions.ts";
import { type Prove, proved } from "#auth/proving.ts";
import { somebodyElse } from "#auth/somebody-else.ts";
import { validated } from "#auth/validated.ts";
import type { Surroundings, Visitor } from "#auth/visitor.ts";
import { type Db, open } from "#db/commit.ts";
import type { Bindings } from "#env.ts";
import type { App } from "#http/context.ts";
import { paths } from "#http/paths.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { MEMBERS, PAPERS, type Writing, writtenIn } from "#kernel/written.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

/** The request as a page or an action gets it. Behind the gate "anyone" `who` may be undefined. */
export type Ask<P = object, Q = object, W = Visitor> = {
	c: Context<App>;
	env: Bindings;
	db: Db;
	who: W;
	surroundings: Surroundings;
	/** The time of the request, in UTC milliseconds. */
	at: number;
	by: By;
	params: P;
	query: Q;
};

export type Seen<G extends Gate> = G extends "anyone" ? Visitor | undefined : Visitor;

export type Place<P, Q, G extends Gate> = {
	/** Hono's pattern of the address: an address of paths.ts with ":id" in place of an id. */
	path: string;
	gate: G;
	params?: z.ZodType<P>;
	query?: z.ZodType<Q>;
	/**
	 * Whether the user must have given the password or the second factor within the last 10 minutes; "taking", for the
	 * page that offers a download, means within 30.
	 */
	fresh?: true | "taking";
	/** The page is a list, over which the views stand that are kept of it. */
	isList?: true;
	/** The answer is a paper or a file: its dates do not follow the association's setting. */
	isPaper?: true;
	/** What the file contains that the route answers with. A route without it cannot answer with a file. */
	holds?: Holds;
};

export type Form<F> = {
	form: z.ZodType<F>;
	/** Fields that may occur more than once, such as a group of check boxes. */
	many?: readonly string[];
	/** The most bytes of the body, by default 1 MB. */
	maxBytes?: number;
	/** The message after the change may offer the form that takes it back (src/kits/steps/undo.ts). */
	isReversible?: true;
	/** The fields that are read when another page's whole form is sent here; the other fields are ignored. */
	only?: readonly string[];
	/**
	 * Matches the names of fields that the schema does not know because the fields are rows of the database, such as
	 * members' own fields; the action checks them.
	 */
	aside?: RegExp;
};

/** A function that draws the whole HTML document of a page: the page inside the layout around every page. */
export type Frame = (
	page: Page,
	ask: Pick<Ask<object, object, Visitor | undefined>, "c" | "who" | "surroundings" | "at">,
) => string;

/** A declared address with the function that answers it. A test requests each of them as every role. */
export type Route = {
	method: "GET" | "POST";
	path: string;
	gate: Gate;
	/** For how many milliseconds a proof of identity counts here; undefined where none is asked for. */
	within: number | undefined;
	holds: Holds | undefined;
	/** Its dates do not follow the association's setting. */
	isPaper: boolean;
	/** The message after it may offer the form that takes it back. */
	isReversible: boolean;
	/** `prove` checks a proof of identity that is sent with a form; without it such a form is always asked for one. */
	handle: (c: Context<App>, frame: Frame, prove?: Prove) => Promise<Response>;
};

const Nothing = z.strictObject({});

/** Declares a page: a GET route, which only reads. */
export const view = <P = object, Q = object, G extends Gate = Gate>(
	of: Place<P, Q, G> & { show: (ask: Ask<P, Q, Seen<G>>) => Promise<Answer> },
): Route => declare("GET", of, async (ask, draw) => respond(ask.c, await of.show(ask), draw));

/**
 * Declares a change: a POST route of a form. When its schema or a rule refuses the form, the form's page is shown again
 * with all that was typed.
 */
export const action = <F, P = object, Q = object, G extends Gate = Gate>(
	of: Place<P, Q, G> &
		Form<F> & {
			run: (ask: Ask<P, Q, Seen<G>>, form: FormInput<F>) => Promise<Answer>;
			page: (ask: Ask<P, Q, Seen<G>>, state: FormState) => Promise<Page | "missing">;
		},
): Route =>
	declare("POST", of, async (ask, draw) => {
		const again = async (refused: RefusedForm) => {
			const page = await of.page(ask, refused.state);
			return page === "missing" ? respond(ask.c, page, draw) : refusedAnswer(ask.c, { page, refused }, draw);
		};
		// The scope binds a key to this user and this address, and so to the form of one record.
		const { pathname, search } = new URL(ask.c.req.url);
		const scope = `${ask.by.actor} ${pathname}${search}`;
		const read = await readInput(ask.c, { ...of, scope, keys: ask.env });
		ask.c.set("sent", read.sent);
		if (!read.ok) return again(read.refused);
		try {
			const answer = await of.run(ask, read.form);
			if (!of.isReversible && typeof answer === "object" && "undo" in answer && answer.undo)
				throw new Error(`${of.path}: a change is taken back that is not declared so`);
			return respond(ask.c, answer, draw);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			const { env, who, at, c } = ask;
			const others = await somebodyElse(error, { env, who, at, gate: of.gate, path: c.req.path });
			return again(refusedForm(error, read.form.values, others));
		}
	});

/** Returns how the dates of an answer are written: as the association chose, where the staff work. */
const writingFor = (path: string, { who, surroundings }: Admission): Writing =>
	who?.isStaff && STAFF_PLACES.some((place) => path.startsWith(place))
		? { calendar: surroundings.calendar, isStaff: true }
		: MEMBERS;
const STAFF_PLACES = [paths.admin.home(), paths.account.show()];

function declare<P, Q, G extends Gate>(
	method: Route["method"],
	of: Place<P, Q, G> & { maxBytes?: number; isReversible?: true },
	answer: (ask: Ask<P, Q, Seen<G>>, draw: (page: Page) => string) => Promise<Response>,
): Route {
	const { path, gate, holds } = of;
	const within = of.fresh === true ? FRESH_MS : of.fresh || (holds && needsProof(holds, 1)) ? TAKING_MS : undefined;
	const list = method === "GET" && of.isList ? path : undefined;
	const handle: Route["handle"] = async (c, frame, prove) => {
		const at = Date.now();
		const admitted = await admit(c, { gate, within, at, list });
		return writtenIn(of.isPaper ? PAPERS : writingFor(c.req.path, admitted), () =>
			answered({ c, frame, prove }, admitted, at),
		);
	};
	const answered = async (
		{ c, frame, prove }: { c: Context<App>; frame: Frame; prove: Prove | undefined },
		admitted: Admission,
		at: number,
	): Promise<Response> => {
		const { surroundings } = admitted;
		const mayProve = method === "POST" && within !== undefined && !wantsJson(c);
		const { who, by, closed, proof } = mayProve
			? await proved(c, admitted, { prove, maxBytes: of.maxBytes })
			: { ...admitted, proof: undefined };
		const draw = (page: Page) => frame(page, { c, who, surroundings, at });
		if (closed) return closedAnswer(c, { closed, proof }, draw);
		const params = await validated<unknown>(c, "param", { schema: of.params ?? Nothing, value: c.req.param() });
		if (!params.success) return respond(c, "missing", draw);
		const query = await validated<unknown>(c, "query", { schema: of.query ?? Nothing, value: c.req.query() });
		if (!query.success) return badQuery(c, query.error.issues, draw);
		const ask = {
			c,
			env: c.env,
			db: open(c.env.DB),
			who: who as Seen<G>,
			surroundings,
			at,
			by,
			params: params.data as P,
			query: query.data as Q,
		};
		const response = await answer(ask, draw);
		if (!holds && response.headers.has("Content-Disposition"))
			throw new Error(`${path}: a file of which nobody said what it holds`);
		return response;
	};
	return {
		method,
		path,
		gate,
		within,
		holds,
		isPaper: of.isPaper ?? false,
		isReversible: of.isReversible ?? false,
		handle,
	};
}

/**
 * Returns whether the user must prove their identity again before a file with the contents `holds` about `people`
 * people is downloaded: the last proof is older than TAKING_MS, and the contents need one.
 */
export const isUnproven = ({ who, at }: Pick<Ask, "who" | "at">, holds: Holds, people: number): boolean =>
	needsProof(holds, people) && at - who.authenticatedAt > TAKING_MS;

/** The schema of the id in an address. */
export const IdParams = z.strictObject({
	id: z
		.string()
		.regex(/^[1-9]\d{0,14}$/)
		.transform(Number),
});
