/**
 * Returns whether another site made a request that changes something, by the check of Go's CrossOriginProtection
 * (net/http, Go 1.25). Sec-Fetch-Site decides when the browser sends it; otherwise Origin must name this host. A
 * request with neither header is from no browser and carries no user's cookie.
 */
export function isCrossSite(request: Request): boolean {
	if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return false;
	const site = request.headers.get("Sec-Fetch-Site");
	if (site !== null && site !== "") return site !== "same-origin" && site !== "none";
	const origin = request.headers.get("Origin");
	if (origin === null) return false;
	return !URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host;
}
