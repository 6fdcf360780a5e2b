import type * as z from "zod";
import type { Answer, Done } from "#auth/answer.ts";
import type { FormInput } from "#auth/input.ts";
import type { Gate } from "#auth/permissions.ts";
import { type Ask, action, type Form, type Place, type Route, type Seen, view } from "#auth/route.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

type Elsewhere = "missing" | Done;
type Run<F, P, Q, G extends Gate> = (ask: Ask<P, Q, Seen<G>>, form: FormInput<F>) => Promise<Answer>;

/** Of a page's forms the one that was refused, by its name; none where the page is opened. */
export type Refused<N extends string = "sent"> = Partial<Record<N, FormState>>;

type PageWithForms<N extends string, P, Q, G extends Gate> = Place<P, Q, G> & {
	/** The page, or the place to go to where it does not stand open (any more). */
	page: (ask: Ask<P, Q, Seen<G>>, refused: Refused<N>) => Promise<Page | Elsewhere>;
};

/** A form of a page. What it does not say is the page's; the proof and the file of its press it says itself. */
export type FormOnPage<F, P, Q, G extends Gate> = Form<F> &
	Partial<Omit<Place<P, Q, Gate>, "gate">> & { gate?: G extends "anyone" ? Gate : Exclude<Gate, "anyone"> };
type PressedForm<F, P, Q, G extends Gate> = FormOnPage<F, P, Q, G> & { run: Run<F, P, Q, G> };

/** A page, and what makes each of its forms. */
export type Standing<N extends string, P, Q, G extends Gate> = {
	show: Route;
	form: <F, R extends P = P>(name: N, of: PressedForm<F, R, Q, G>) => Route;
};

/** Draws a page, opened or with what of it was refused. */
type Draw<N extends string, P, Q, G extends Gate> = PageWithForms<N, P, Q, G>["page"];

/** Whether there is no page to show. */
const isElsewhere = (about: unknown): about is Elsewhere =>
	about === "missing" || (typeof about === "object" && about !== null && "to" in about);

/** The page as the answer to its form `name`, which was refused. */
const again =
	<N extends string, P, Q, G extends Gate>(draw: Draw<N, P, Q, G>, name: N) =>
	async (ask: Ask<P, Q, Seen<G>>, state: FormState): Promise<Page | "missing"> => {
		const page = await draw(ask, { [name]: state } as Refused<N>);
		return isElsewhere(page) ? "missing" : page;
	};

/**
 * THE way in which a page with forms is shown, and each of them sent, from an address of its own or the page's: the same page for
 * what was refused, with all that was typed.
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

type FormPage<F, P, Q, G extends Gate, S> = Place<P, Q, G> &
	Form<F> & {
		/** What the form is about, read for the page, and again where it was refused: a record, "missing", or the place to go to. */
		about?: (ask: Ask<P, Q, Seen<G>>) => Promise<S | Elsewhere>;
		/** Where whoever opens it is led where it does not stand open (any more). What was refused is shown all the same: it says why. */
		closed?: (about: S, ask: Ask<P, Q, Seen<G>>) => Elsewhere | undefined;
		/** What its fields hold at first; empty unless told. */
		filled?: (about: S, ask: Ask<P, Q, Seen<G>>) => FormState;
		page: (about: S, state: FormState, ask: Ask<P, Q, Seen<G>>) => Page | "missing" | Promise<Page | "missing">;
		run: Run<F, P, Q, G>;
	};

/** THE way in which a form with an address of its own is shown and sent: GET and POST. */
export function formPage<F, P = object, Q = object, G extends Gate = Gate, S = undefined>(
	of: FormPage<F, P, Q, G, S>,
): Route[] {
	const { about = async () => undefined as S, closed, filled = () => freshForm(), page, ...place } = of;
	const draw: Draw<"sent", P, Q, G> = async (ask, { sent }) => {
		const subject = await about(ask);
		if (isElsewhere(subject)) return subject as Elsewhere;
		return (!sent && closed?.(subject, ask)) || page(subject, sent ?? filled(subject, ask), ask);
	};
	const { show } = pageWithForms<"sent", P, Q, G>({ ...place, page: draw });
	return [show, action<F, P, Q, G>({ ...place, page: again<"sent", P, Q, G>(draw, "sent") })];
}
