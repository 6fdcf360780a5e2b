const DIGEST = /#([A-Za-z0-9_-]{43})$/;

/**
 * Returns a form's key as actions pass it on: `form`, which says which form of which user it is, then "#" and the
 * digest of the form's content.
 */
export const formKey = (form: string, digest: string): string => `${form}#${digest}`;

/**
 * Splits a key that `formKey` made into the form and the digest of its content; the digest is null when the key has
 * none.
 */
export function readFormKey(key: string): { form: string; digest: string | null } {
	const digest = DIGEST.exec(key)?.[1] ?? null;
	return { form: key.replace(DIGEST, ""), digest };
}

/**
 * Returns a form's key without the digest of its content, for an action whose result does not depend on the form's
 * fields.
 */
export const anyWords = (key: string): string => readFormKey(key).form;
