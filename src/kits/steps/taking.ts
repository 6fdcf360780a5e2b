import type { Done } from "#auth/answer.ts";
import type { FormInput } from "#auth/input.ts";
import type { Gate } from "#auth/permissions.ts";
import type { Ask, Form, Place, Route, Seen } from "#auth/route.ts";
import type { Step } from "#kernel/steps.ts";
import { type FormOnPage, formPage, type Standing } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

/** What a step said in place of what its table says, or another answer: there is no such record, or a page with what it lacks. */
type Taken = "missing" | Page | Partial<Done>;

type Taking<F, P, Q, G extends Gate> = {
	/** The step as its table has it: who is told, and what is said. */
	step: Partial<Step>;
	/** Where whoever took it goes on. */
	to: (ask: Ask<P, Q, Seen<G>>) => string;
	take: (ask: Ask<P, Q, Seen<G>>, sent: FormInput<F>) => Promise<Taken | undefined>;
};

/** What the press of a form that takes a step does. */
const stepped =
	<F, P, Q, G extends Gate>({ step, to, take }: Taking<F, P, Q, G>) =>
	async (ask: Ask<P, Q, Seen<G>>, sent: FormInput<F>) => {
		const taken = await take(ask, sent);
		if (taken === "missing" || (taken && "body" in taken)) return taken;
		if (step.tells?.length) ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
		return { to: to(ask), flash: step.done ?? "", ...taken };
	};

/** THE way in which a form of a page takes a step: who is told, and what is said after. All else is that of a form. */
export const taking = <N extends string, P, Q, G extends Gate, F, R extends P = P>(
	page: Standing<N, P, Q, G>,
	name: NoInfer<N>,
	of: FormOnPage<F, R, Q, G> & Taking<F, R, Q, G>,
): Route => page.form<F, R>(name, { ...of, run: stepped(of) });

type Asking<F, P, Q, G extends Gate, S> = Place<P, Q, G> &
	Form<F> &
	Taking<F, P, Q, G> & {
		/** The record; none where there is none. */
		about: (ask: Ask<P, Q, Seen<G>>) => Promise<S | undefined>;
		/** Whether the step begins where the record stands. */
		isOpen: (record: S, ask: Ask<P, Q, Seen<G>>) => boolean;
		/** What its fields hold at first; empty unless told. */
		filled?: (record: S, ask: Ask<P, Q, Seen<G>>) => FormState;
		/** The page of the step's form. */
		page: (record: S, state: FormState, ask: Ask<P, Q, Seen<G>>) => Page;
		/** The record's own page, with what was refused: the record moved on while the form was open. */
		moved: (record: S, state: FormState, ask: Ask<P, Q, Seen<G>>) => Page | Promise<Page | "missing">;
	};

/**
 * The same of a step with a page of its own, which asks first. Where the record has moved on, the page leads to it, and what was
 * sent stands on the record's own page, which says how it is now.
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
