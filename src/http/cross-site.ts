/**
 * Whether a request that changes something was made by another site: the check of Go's CrossOriginProtection (net/http,
 * Go 1.25). Sec-Fetch-Site decides where the browser sends it; else Origin must name this host; a request with neither
 * is from no browser and carries no cookie of anybody.
 */
export function isCrossSite(request: Request): boolean {
	if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return false;
	const site = request.headers.get("Sec-Fetch-Site");
	if (site !== null && site !== "") return site !== "same-origin" && site !== "none";
	const origin = request.headers.get("Origin");
	if (origin === null) return false;
	return !URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host;
}
