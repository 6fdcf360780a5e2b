// Made by `npm run client:build` from the API's schemas. Do not edit.
class ApiError extends Error {
  name = "ApiError";
  status;
  problem;
  constructor(status, problem) {
    super(problem ? `${status} ${problem.title}: ${problem.detail}` : `The API answered ${status}`);
    this.status = status;
    this.problem = problem;
  }
}
const search = (query) => {
  const pairs = Object.entries(query).flatMap(
    ([name, value]) => value === void 0 ? [] : [[name, Array.isArray(value) ? value.join(",") : String(value)]]
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
};
const slugs = (path) => path.split("/").map(encodeURIComponent).join("/");
const MOST_AGAIN = 5;
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1e3 * Math.min(Math.max(1, seconds || 1), 10)));
function createClient({ baseUrl, fetch = globalThis.fetch, init: always }) {
  const get = async (path, init) => {
    const { minRev, ...rest } = { ...always, ...init };
    const headers = new Headers(rest.headers);
    if (minRev !== void 0) headers.set("X-Min-Rev", String(minRev));
    const ask = () => fetch(`${baseUrl.replace(/\/+$/, "")}/api/v1${path}`, { ...rest, headers });
    let answer = await ask();
    for (let again = 0; again < MOST_AGAIN && minRev !== void 0 && answer.status === 503; again++) {
      await answer.body?.cancel();
      await pause(Number(answer.headers.get("Retry-After")));
      answer = await ask();
    }
    if (answer.ok) return answer.json();
    const isProblem = answer.headers.get("Content-Type")?.startsWith("application/problem+json");
    throw new ApiError(answer.status, isProblem ? await answer.json() : void 0);
  };
  return {
    /** Reads a page of article summaries, pinned articles first. */
    articles: (query = {}, init) => get(`/articles${search(query)}`, init),
    /** Reads an article with its related articles. The status is 410 when it is archived. */
    article: (slug, init) => get(`/articles/${encodeURIComponent(slug)}`, init),
    categories: (init) => get("/categories", init),
    tags: (init) => get("/tags", init),
    /** Reads the tree of pages. */
    pages: (init) => get("/pages", init),
    /** Reads a page by its slug or path, such as "about/team". */
    page: (path, init) => get(`/pages/${slugs(path)}`, init),
    /** Reads what the website shows of the association: its name, logo, contact and links. */
    site: (init) => get("/site", init),
    homepage: (init) => get("/homepage", init),
    documents: (query = {}, init) => get(`/documents${search(query)}`, init),
    document: (slug, init) => get(`/documents/${encodeURIComponent(slug)}`, init),
    /** Reads where old paths of the website lead. While `meta.has_more` is true, ask again with `meta.after`. */
    redirects: (query = {}, init) => get(`/redirects${search(query)}`, init),
    /** Reads what changed after a revision. While `meta.has_more` is true, ask again with `meta.rev`. */
    changes: (since, init) => get(`/changes?since=${since}`, init)
  };
}
export {
  ApiError,
  createClient
};
