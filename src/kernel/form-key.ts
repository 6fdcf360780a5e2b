const DIGEST = /#([A-Za-z0-9_-]{43})$/;

/** Returns a form's key as actions pass it on: which form of which user, followed by the digest of its content. */
export const formKey = (form: string, digest: string): string => `${form}#${digest}`;

/** Splits a key into the form and the digest of its content; the digest is null when none was computed. */
export function readFormKey(key: string): { form: string; digest: string | null } {
	const digest = DIGEST.exec(key)?.[1] ?? null;
	return { form: key.replace(DIGEST, ""), digest };
}

/** Returns the key without the digest, for an action whose result does not depend on the form's fields. */
export const anyWords = (key: string): string => readFormKey(key).form;
