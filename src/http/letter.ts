/**
 * The Content-Security-Policy of a mail's own document: no script, nothing from other origins, and shown only in an
 * iframe of our own pages.
 */
const LETTER_POLICY = [
	"sandbox",
	"default-src 'none'",
	"style-src 'unsafe-inline'",
	"img-src data:",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'self'",
].join("; ");

/** The headers of a mail that is shown in an iframe. */
export const LETTER_HEADERS = {
	"Content-Type": "text/html; charset=utf-8",
	"Content-Security-Policy": LETTER_POLICY,
};

/**
 * Returns the HTML of a mail for an iframe. A click would open a new window, which the sandbox forbids, so that its links
 * do nothing.
 */
export const letterDocument = (html: string): string => html.replace("<head>", '<head><base target="_blank">');
