import type { Done } from "#auth/answer.ts";
import type { FormInput } from "#auth/input.ts";
import type { Gate } from "#auth/permissions.ts";
import { type Ask, action, type Form, type Place, type Route, type Seen, view } from "#auth/route.ts";
import type { Step } from "#kernel/steps.ts";
import { relay } from "#platform/queue.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

/** What a step said in place of what its table says, or another answer: there is no such record, or a page with what it lacks. */
type Taken = "missing" | Page | Partial<Done>;

type Verb<F, P, Q, G extends Gate> = {
	/** The step as its table has it: who is told, and what is said. */
	step: Partial<Step>;
	/** Where whoever took it goes on. */
	to: (ask: Ask<P, Q, Seen<G>>) => string;
	take: (ask: Ask<P, Q, Seen<G>>, sent: FormInput<F>) => Promise<Taken | undefined>;
};
type Taking<F, P, Q, G extends Gate> = Place<P, Q, G> & Form<F> & Verb<F, P, Q, G>;
type Again<P, Q, G extends Gate> = (ask: Ask<P, Q, Seen<G>>, state: FormState) => Promise<Page | "missing">;

const runOf =
	<F, P, Q, G extends Gate>({ step, to, take }: Verb<F, P, Q, G>) =>
	async (ask: Ask<P, Q, Seen<G>>, sent: FormInput<F>) => {
		const taken = await take(ask, sent);
		if (taken === "missing" || (taken && "body" in taken)) return taken;
		if (step.tells?.length) ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
		return { to: to(ask), flash: step.done ?? "", ...taken };
	};

/** THE way in which a step is taken: the POST of its form, who is told, what is said after, and the same page for what was refused. */
export const taking = <F, P = object, Q = object, G extends Gate = Gate>({
	page,
	...of
}: Taking<F, P, Q, G> & { page: Again<P, Q, G> }): Route => action<F, P, Q, G>({ ...of, page, run: runOf(of) });

type Asking<F, P, Q, G extends Gate, R> = Taking<F, P, Q, G> & {
	/** The record; none where there is none. */
	about: (ask: Ask<P, Q, Seen<G>>) => Promise<R | undefined>;
	/** Whether the step begins where the record stands. */
	isOpen: (record: R, ask: Ask<P, Q, Seen<G>>) => boolean;
	/** What its fields hold at first; empty unless told. */
	filled?: (record: R, ask: Ask<P, Q, Seen<G>>) => FormState;
	/** The page of the step's form. */
	draw: (record: R, state: FormState, ask: Ask<P, Q, Seen<G>>) => Page;
	/** The record's own page, with what was refused: the record moved on while the form was open. */
	moved: (record: R, state: FormState, ask: Ask<P, Q, Seen<G>>) => Page | Promise<Page | "missing">;
};

/**
 * The same of a step with a page of its own, which asks first. Where the record has moved on, the page leads to it, and what was
 * sent stands on the record's own page, which says how it is now.
 */
export function askingStep<F, P = object, Q = object, G extends Gate = Gate, R = unknown>(
	of: Asking<F, P, Q, G, R>,
): Route[] {
	const { about, isOpen, filled = () => freshForm(), draw, moved, to } = of;
	return [
		view<P, Q, G>({
			...of,
			show: async (ask) => {
				const record = await about(ask);
				if (record === undefined) return "missing";
				return isOpen(record, ask) ? draw(record, filled(record, ask), ask) : { to: to(ask) };
			},
		}),
		taking<F, P, Q, G>({
			...of,
			page: async (ask, state) => {
				const record = await about(ask);
				if (record === undefined) return "missing";
				return isOpen(record, ask) ? draw(record, state, ask) : moved(record, state, ask);
			},
		}),
	];
}
