import { makeLogin } from "./logins.ts";
import { ask, openSession, type Person } from "./people.ts";

type Given = Parameters<typeof makeLogin>[0] & { authenticatedAt?: number };
export type Owner = Person & { email: string; phone: string };

/** Somebody with PASSWORD, signed in now. */
export async function owner({ authenticatedAt = Date.now(), ...given }: Given = {}): Promise<Owner> {
	const { id, email, phone } = await makeLogin(given);
	return { userId: id, email, phone, ...(await openSession(id, Date.now(), authenticatedAt)) };
}

export type Seen = { status: number; to: string | null; text: string; cookie: string | undefined };

const seen = async (answer: Response): Promise<Seen> => ({
	status: answer.status,
	to: answer.headers.get("Location"),
	text: await answer.text(),
	cookie: answer.headers
		.getSetCookie()
		.find((cookie) => cookie.startsWith("session="))
		?.split(";")[0],
});

export const get = async (path: string, as: Person): Promise<Seen> => seen(await ask(path, { as }));
export const post = async (path: string, as: Person, form: Record<string, string> = {}): Promise<Seen> =>
	seen(await ask(path, { as, form }));

/** What a page says between its tags. */
export const words = (text: string): string =>
	text
		.slice(text.indexOf("<main"))
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");
