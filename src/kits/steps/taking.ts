import type { Done } from "#auth/answer.ts";
import type { FormInput } from "#auth/input.ts";
import type { Gate } from "#auth/permissions.ts";
import type { Ask, Form, Place, Route, Seen } from "#auth/route.ts";
import type { Step } from "#kernel/steps.ts";
import { type FormOnPage, formPage, type Standing } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

/**
 * What the action of a step returned: parts of the redirect that replace the usual address and message, "missing" when
 * there is no such record, or a page that shows what is lacking.
 */
type Taken = "missing" | Page | Partial<Done>;

type Taking<F, P, Q, G extends Gate> = {
	/** The step as its workflow's table has it: whether it sends notifications, and the message after it. */
	step: Partial<Step>;
	/** Returns the address to which the user goes on after the step. */
	to: (ask: Ask<P, Q, Seen<G>>) => string;
	take: (ask: Ask<P, Q, Seen<G>>, sent: FormInput<F>) => Promise<Taken | undefined>;
};

/**
 * Returns the function that runs when the form of a step is sent: it takes the step, has its notifications mailed, and
 * redirects with the step's message. A page or "missing" that `take` returns is passed on.
 */
const stepped =
	<F, P, Q, G extends Gate>({ step, to, take }: Taking<F, P, Q, G>) =>
	async (ask: Ask<P, Q, Seen<G>>, sent: FormInput<F>) => {
		const taken = await take(ask, sent);
		if (taken === "missing" || (taken && "body" in taken)) return taken;
		if (step.tells?.length) ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
		return { to: to(ask), flash: step.done ?? "", ...taken };
	};

/**
 * Declares a form of a page that takes a step of a workflow: notifications and the message afterwards follow from the
 * step's table. All such forms are declared with this function or `askingStep`.
 */
export const taking = <N extends string, P, Q, G extends Gate, F, R extends P = P>(
	page: Standing<N, P, Q, G>,
	name: NoInfer<N>,
	of: FormOnPage<F, R, Q, G> & Taking<F, R, Q, G>,
): Route => page.form<F, R>(name, { ...of, run: stepped(of) });

type Asking<F, P, Q, G extends Gate, S> = Place<P, Q, G> &
	Form<F> &
	Taking<F, P, Q, G> & {
		/** Reads the record; undefined when there is none. */
		about: (ask: Ask<P, Q, Seen<G>>) => Promise<S | undefined>;
		/** Returns whether the step begins in the record's present state. */
		isOpen: (record: S, ask: Ask<P, Q, Seen<G>>) => boolean;
		/** Returns the first values of the fields. Left out, the fields begin empty. */
		filled?: (record: S, ask: Ask<P, Q, Seen<G>>) => FormState;
		/** Draws the page of the step's form. */
		page: (record: S, state: FormState, ask: Ask<P, Q, Seen<G>>) => Page;
		/** Draws the record's own page with the refused form: the record's state changed while the form was open. */
		moved: (record: S, state: FormState, ask: Ask<P, Q, Seen<G>>) => Page | Promise<Page | "missing">;
	};

/**
 * Declares a step that has a page of its own, which asks before the step is taken. When the step no longer begins in
 * the record's state, opening the page redirects to the record, and a sent form is answered with the record's own page,
 * which shows its present state.
 */
export const askingStep = <F, P = object, Q = object, G extends Gate = Gate, S = unknown>({
	about,
	isOpen,
	page,
	moved,
	...of
}: Asking<F, P, Q, G, S>): Route[] =>
	formPage<F, P, Q, G, S>({
		...of,
		about: async (ask) => (await about(ask)) ?? "missing",
		closed: (record, ask) => (isOpen(record, ask) ? undefined : { to: of.to(ask) }),
		page: (record, state, ask) => (isOpen(record, ask) ? page : moved)(record, state, ask),
		run: stepped(of),
	});
