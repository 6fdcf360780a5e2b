import type * as z from "zod";
import type { Answer, Data, Done } from "#auth/answer.ts";
import type { FormInput } from "#auth/input.ts";
import type { Gate } from "#auth/permissions.ts";
import { type Ask, action, type Form, type Place, type Route, type Seen, view } from "#auth/route.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

/** The answers of an opened page in place of the page itself. Data is for scripts that ask the page's address for JSON. */
type Otherwise = "missing" | Done | Data;
type Run<F, P, Q, G extends Gate> = (ask: Ask<P, Q, Seen<G>>, form: FormInput<F>) => Promise<Answer>;

/** The state of the page's form that was refused, under the name of the form. Empty when the page is only opened. */
export type Refused<N extends string = "sent"> = Partial<Record<N, FormState>>;

type PageWithForms<N extends string, P, Q, G extends Gate> = Place<P, Q, G> & {
	/** Returns the page; when there is none to show (any more), a redirect or "missing"; for a script, data. */
	page: (ask: Ask<P, Q, Seen<G>>, refused: Refused<N>) => Promise<Page | Otherwise>;
};

/**
 * The declaration of a form that stands on a page. What it leaves out (path, gate, query, params) is taken from the
 * page; whether the form needs fresh authentication or takes files, it declares itself.
 */
export type FormOnPage<F, P, Q, G extends Gate> = Form<F> &
	Partial<Omit<Place<P, Q, Gate>, "gate">> & { gate?: G extends "anyone" ? Gate : Exclude<Gate, "anyone"> };
type PressedForm<F, P, Q, G extends Gate> = FormOnPage<F, P, Q, G> & { run: Run<F, P, Q, G> };

/** A page with forms: its route, and the function that makes the route of each of its forms. */
export type Standing<N extends string, P, Q, G extends Gate> = {
	show: Route;
	form: <F, R extends P = P>(name: N, of: PressedForm<F, R, Q, G>) => Route;
};

/** Returns the page as it is opened, or with the state of a form that was refused. */
type Draw<N extends string, P, Q, G extends Gate> = PageWithForms<N, P, Q, G>["page"];

/** Returns the function that answers a refused form `name`: it draws the page with the form's state. */
const again =
	<N extends string, P, Q, G extends Gate>(draw: Draw<N, P, Q, G>, name: N) =>
	async (ask: Ask<P, Q, Seen<G>>, state: FormState): Promise<Page | "missing"> => {
		const page = await draw(ask, { [name]: state } as Refused<N>);
		return page === "missing" || "to" in page || "data" in page ? "missing" : page;
	};

/**
 * Declares a page with forms, each of which is sent to an address of its own or to the page's. When a form is refused,
 * the same page is shown again with everything that was typed. All pages with forms are declared with this function or
 * `formPage`.
 */
export function pageWithForms<N extends string = "sent", P = object, Q = object, G extends Gate = Gate>({
	page,
	...place
}: PageWithForms<N, P, Q, G>): Standing<N, P, Q, G> {
	const { path, query, params: own } = place;
	return {
		show: view<P, Q, G>({ ...place, show: (ask) => page(ask, {}) }),
		form: <F, R extends P = P>(name: N, of: PressedForm<F, R, Q, G>) => {
			const gate = (of.gate ?? place.gate) as G;
			const params = of.params ?? (own as z.ZodType<R> | undefined);
			return action<F, R, Q, G>({
				...{ path, ...(query && { query }) },
				...of,
				...{ gate, ...(params && { params }) },
				page: again<N, P, Q, G>(page, name),
			});
		},
	};
}

const REDIRECT = Symbol("redirect");
/** A redirect in place of a record. Its key is a symbol, so that no field of a record has the same name. */
type Elsewhere = { [REDIRECT]: Done };
/** Makes the redirect that `about` of a form's page returns when the form is no longer for its record. */
export const elsewhere = (done: Done): Elsewhere => ({ [REDIRECT]: done });
const isElsewhere = (about: unknown): about is Elsewhere =>
	typeof about === "object" && about !== null && REDIRECT in about;

type FormPage<F, P, Q, G extends Gate, S> = Place<P, Q, G> &
	Form<F> & {
		/**
		 * Reads the subject of the form, when the page is opened and when the form was refused: a record, "missing", or
		 * `elsewhere` with a redirect.
		 */
		about?: (ask: Ask<P, Q, Seen<G>>) => Promise<S | "missing" | Elsewhere>;
		/**
		 * Returns where to redirect a user who opens the page when it is not available (any more). A refused form is
		 * shown all the same, because its message says why.
		 */
		closed?: (about: S, ask: Ask<P, Q, Seen<G>>) => "missing" | Done | undefined;
		/** Returns the first values of the fields. Left out, the fields begin empty. */
		filled?: (about: S, ask: Ask<P, Q, Seen<G>>) => FormState;
		page: (about: S, state: FormState, ask: Ask<P, Q, Seen<G>>) => Page | Otherwise | Promise<Page | Otherwise>;
		run: Run<F, P, Q, G>;
	};

/**
 * Declares a form with an address of its own: GET shows the page, POST sends the form. All such forms are declared with
 * this function.
 */
export function formPage<F, P = object, Q = object, G extends Gate = Gate, S = undefined>(
	of: FormPage<F, P, Q, G, S>,
): Route[] {
	const { about = async () => undefined as S, closed, filled = () => freshForm(), page, ...place } = of;
	const draw: Draw<"sent", P, Q, G> = async (ask, { sent }) => {
		const subject = await about(ask);
		if (subject === "missing") return "missing";
		if (isElsewhere(subject)) return subject[REDIRECT];
		return (!sent && closed?.(subject, ask)) || page(subject, sent ?? filled(subject, ask), ask);
	};
	const { show } = pageWithForms<"sent", P, Q, G>({ ...place, page: draw });
	return [show, action<F, P, Q, G>({ ...place, page: again<"sent", P, Q, G>(draw, "sent") })];
}
