import type { Answer, Done } from "#auth/answer.ts";
import type { FormInput } from "#auth/input.ts";
import type { Gate } from "#auth/permissions.ts";
import { type Ask, action, type Form, type Place, type Route, type Seen, view } from "#auth/route.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

type Elsewhere = "missing" | Done;

type FormPage<F, P, Q, G extends Gate, S> = Place<P, Q, G> &
	Form<F> & {
		/**
		 * What the form is about, read for the page, and again where it was refused: a record, "missing", or the place to go to
		 * where the form does not stand open (any more). Not given where it is about nothing that there is.
		 */
		about?: (ask: Ask<P, Q, Seen<G>>) => Promise<S | Elsewhere>;
		/** What its fields hold at first; empty unless told. */
		filled?: (about: S, ask: Ask<P, Q, Seen<G>>) => FormState;
		page: (about: S, state: FormState, ask: Ask<P, Q, Seen<G>>) => Page | Promise<Page>;
		run: (ask: Ask<P, Q, Seen<G>>, form: FormInput<F>) => Promise<Answer>;
	};

/** Whether there is no form to show. */
const isElsewhere = (about: unknown): about is Elsewhere =>
	about === "missing" || (typeof about === "object" && about !== null && "to" in about);

/** THE way in which a form is shown and sent: GET and POST of one address, the same page for what was refused, with all that was typed. */
export function formPage<F, P = object, Q = object, G extends Gate = Gate, S = undefined>(
	of: FormPage<F, P, Q, G, S>,
): Route[] {
	const { about = async () => undefined as S, filled = () => freshForm(), page, run, form, ...place } = of;
	return [
		view<P, Q, G>({
			...place,
			show: async (ask) => {
				const subject = await about(ask);
				if (isElsewhere(subject)) return subject as Elsewhere;
				return page(subject, filled(subject, ask), ask);
			},
		}),
		action<F, P, Q, G>({
			...place,
			form,
			run,
			page: async (ask, state) => {
				const subject = await about(ask);
				return isElsewhere(subject) ? "missing" : page(subject, state, ask);
			},
		}),
	];
}
