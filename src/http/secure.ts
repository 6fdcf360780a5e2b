/**
 * What every answer that is not the public API carries. Scripts and styles come from our own files alone, so a text that
 * slipped through as markup could still run nothing. Pages are never kept: after signing out, "back" shows nothing.
 */
const HEADERS: Record<string, string> = {
	"Content-Security-Policy": [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self' data:",
		"frame-src 'self'",
		"connect-src 'self'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		"base-uri 'none'",
	].join("; "),
	"Strict-Transport-Security": "max-age=63072000; includeSubDomains",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "same-origin",
	"Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Cache-Control": "no-store",
};

/** Adds the headers that an answer does not set itself. */
export function secure(response: Response): Response {
	for (const [name, value] of Object.entries(HEADERS))
		if (!response.headers.has(name)) response.headers.set(name, value);
	return response;
}
