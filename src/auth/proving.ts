import type { Context } from "hono";
import type { Admission } from "#auth/admit.ts";
import { refusedForm, takeProof } from "#auth/input.ts";
import type { Visitor } from "#auth/visitor.ts";
import { readForm } from "#http/body.ts";
import type { App } from "#http/context.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type AskedProof, PROOF } from "#ui/proof.ts";

/**
 * Checks the user's password, and the code of the second factor where there is one, and gives the browser a session
 * that begins with this proof. Returns the new session's id. Refuses as `confirmPassword` does.
 */
export type Prove = (
	c: Context<App>,
	proof: { who: Visitor; by: By; password: string; code: string },
) => Promise<{ sid: string }>;

/** The words for a form that another user filled in, in the same browser. */
const SOMEBODY_ELSES =
	"這份表單是另一個帳號填寫的，沒有送出。請用原來的帳號登入，再輸入密碼；不需要時，請直接離開這一頁。";

type Proving = { prove: Prove | undefined; maxBytes: number | undefined };

/**
 * Tries to open a gate that asks for a recent proof of identity with the proof that was sent in the posted form; the
 * form stays in the context for whoever reads it next. The admission that is returned is open when the proof was right
 * or not needed; else `proof` is what the page asks for, with what was wrong. A form that another user of this browser
 * filled in is sent by nobody else. Throws BadBody.
 */
export async function proved(
	c: Context<App>,
	admitted: Admission,
	{ prove, maxBytes }: Proving,
): Promise<Admission & { proof?: AskedProof }> {
	const { who, by, closed } = admitted;
	if (!who || !prove || (closed !== undefined && closed !== "not_fresh")) return admitted;
	const { form, proof } = takeProof(await readForm(c.req.raw, maxBytes === undefined ? {} : { maxBytes }));
	c.set("sent", form);
	const asked = (state: FormState) => ({
		...admitted,
		closed: "not_fresh" as const,
		proof: { userId: proof?.userId ?? String(who.userId), hasSecondFactor: who.hasSecondFactor, state },
	});
	if (proof && proof.userId !== String(who.userId)) return asked({ ...freshForm(), problem: SOMEBODY_ELSES });
	if (closed === undefined) return admitted;
	if (!proof) return asked(freshForm());
	try {
		const { sid } = await prove(c, { who, by, password: proof.password, code: proof.code });
		return { ...admitted, who: { ...who, sid, authenticatedAt: by.at }, closed: undefined };
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const { problem, errors } = refusedForm(error, {}).state;
		const { current = [], code = [] } = errors;
		return asked({ values: {}, errors: { [PROOF.password]: current, [PROOF.code]: code }, problem });
	}
}
