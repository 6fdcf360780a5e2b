// Made by `npm run client:build` from the API's schemas. Do not edit.
// client/src/each.ts
var MOST_PER_PAGE = 100;
var MOST_WITH_BODY = 50;
async function* eachOf(query, read) {
  const per_page = "include" in query && query.include ? MOST_WITH_BODY : MOST_PER_PAGE;
  const given = /* @__PURE__ */ new Set();
  for (let page = 1; ; page++) {
    const { data, meta } = await read({ per_page, ...query, page });
    for (const item of data) {
      if (!isNew(item, given)) continue;
      yield item;
    }
    if (meta.current_page >= meta.last_page) return;
  }
}
function isNew(item, given) {
  if (!("id" in item)) return true;
  const key = `${"kind" in item ? item.kind : ""}:${item.id}`;
  if (given.has(key)) return false;
  given.add(key);
  return true;
}
async function* eachPart(from, read) {
  for (let next = from; next !== null; ) {
    const part = await read(next);
    yield* part.data;
    next = part.next;
  }
}

// client/src/errors.ts
var ApiError = class extends Error {
  name = "ApiError";
  status;
  problem;
  constructor(status, problem, path = "") {
    const said2 = problem ? `${status} ${problem.title}: ${problem.detail}` : `The API answered ${status}`;
    const errors = problem?.errors?.map(({ pointer, detail }) => ` ${pointer} ${detail}.`).join("") ?? "";
    super(path === "" ? said2 : `${path}: ${said2}${errors}`);
    this.status = status;
    this.problem = problem;
  }
};
var ApiTimeout = class extends Error {
  name = "ApiTimeout";
  timeoutMs;
  constructor(path, timeoutMs) {
    super(`${path}: no whole answer within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
};

// client/src/send.ts
var TIMES = 5;
var WAIT_MS = 15e4;
var TIMEOUT_MS = 15e3;
var SPREAD_MS = 250;
async function send(of, path, init, keeps = true) {
  const { minRev, retry, timeoutMs = TIMEOUT_MS, ...rest } = { ...of.always, ...init };
  const address = `${of.base}/api/v1${path}`;
  const headers = new Headers(of.always?.headers);
  new Headers(init?.headers).forEach((value, name) => {
    headers.set(name, value);
  });
  if (minRev) headers.set("X-Min-Rev", String(minRev));
  if (of.token !== void 0) headers.set("Authorization", `Bearer ${of.token}`);
  const kept = keeps ? await of.cache?.get(address) : void 0;
  if (kept) headers.set("If-None-Match", kept.etag);
  const ask = () => once(of.fetch, address, { ...rest, headers }, { path, timeoutMs });
  let answer = await ask();
  let left = retry?.waitMs ?? WAIT_MS;
  for (let again = 0; again < (retry?.times ?? TIMES) && mayRepeat(answer.status); again++) {
    const wait = waitOf(answer.headers.get("Retry-After"), again);
    if (wait > left) break;
    left -= wait;
    await pause(wait, rest.signal ?? void 0);
    answer = await ask();
  }
  if (answer.status === 304 && kept) return { kind: "json", text: kept.body };
  const etag = answer.headers.get("ETag");
  if (keeps && answer.status === 200 && etag !== null) await of.cache?.set(address, { etag, body: answer.text });
  return said(answer, path);
}
var mayRepeat = (status) => status === 429 || status === 503;
function said({ status, headers, text, redirectedTo }, path) {
  const location = redirectedTo ?? headers.get("Location");
  if (redirectedTo !== null || status >= 301 && status <= 308 && location !== null && status !== 304) {
    return { kind: "moved", to: location ?? "" };
  }
  if (status === 404 || status === 410) return { kind: "nothing" };
  if (status >= 200 && status < 300) return { kind: "json", text };
  const isProblem = headers.get("Content-Type")?.startsWith("application/problem+json") ?? false;
  throw new ApiError(status, isProblem ? JSON.parse(text) : void 0, path);
}
async function once(fetch2, address, init, { path, timeoutMs }) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
  try {
    const first = await fetch2(address, { ...init, signal, redirect: "manual" });
    const isHidden = String(first.type) === "opaqueredirect";
    const answer = isHidden ? await fetch2(address, { ...init, signal, redirect: "follow" }) : first;
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      redirectedTo: isHidden && answer.redirected ? answer.url : null
    };
  } catch (error) {
    if (late.signal.aborted && !init.signal?.aborted) throw new ApiTimeout(path, timeoutMs);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
function waitOf(retryAfter, again) {
  const seconds = retryAfter === null || retryAfter === "" ? Number.NaN : Number(retryAfter);
  const until = Number.isFinite(seconds) ? seconds * 1e3 : Date.parse(retryAfter ?? "") - Date.now();
  const least = Number.isFinite(until) ? Math.max(0, until) : 1e3 * 2 ** again;
  return least + Math.random() * (least / 4 + SPREAD_MS);
}
function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

// client/src/cache.ts
function memoryCache({ entries = 500, characters = 8e6 } = {}) {
  const kept = /* @__PURE__ */ new Map();
  let held = 0;
  const drop = (address) => {
    held -= kept.get(address)?.body.length ?? 0;
    kept.delete(address);
  };
  return {
    get(address) {
      const found = kept.get(address);
      if (found) {
        kept.delete(address);
        kept.set(address, found);
      }
      return found;
    },
    set(address, answer) {
      drop(address);
      if (answer.body.length > characters / 4) return;
      kept.set(address, answer);
      held += answer.body.length;
      for (const [oldest] of kept) {
        if (kept.size <= entries && held <= characters) return;
        drop(oldest);
      }
    }
  };
}

// client/src/draft.ts
var EVERY_MS = 2e3;
function watchDraft({ baseUrl, type, id, token }, changed) {
  const { document } = globalThis;
  const base = baseUrl.replace(/\/+$/, "");
  const address = `${base}/api/v1/preview/${type}s/${encodeURIComponent(id)}?token=${encodeURIComponent(token)}`;
  let before;
  let isOver = false;
  const look = async () => {
    if (document.visibilityState !== "visible") return;
    const text = await draftAt(address);
    if (isOver || text === void 0) return;
    if (before !== void 0 && text !== before) changed();
    before = text;
  };
  void look();
  const timer = setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", look);
  return () => {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
async function draftAt(address) {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (answer.ok) return await answer.text();
    return answer.status === 429 || answer.status >= 500 ? void 0 : String(answer.status);
  } catch {
    return void 0;
  }
}

// client/src/webhook.ts
var WebhookError = class extends Error {
  name = "WebhookError";
  code;
  status;
  constructor(code) {
    super(WORDS[code]);
    this.code = code;
    this.status = code === "no-secret" || code === "bad-secret" ? 500 : code === "bad-body" ? 400 : 401;
  }
};
var WORDS = {
  "no-secret": "No secret was given",
  "bad-secret": "A secret is not whsec_ and base64",
  "missing-header": "webhook-id, webhook-timestamp or webhook-signature is missing",
  "bad-timestamp": "webhook-timestamp is not a number of seconds",
  "too-old": "The message was signed too long ago",
  "too-new": "The message was signed in the future",
  "too-large": "The message is larger than any that is sent",
  "bad-signature": "The message was not signed with one of the secrets",
  "bad-body": "The message is signed, and not what a webhook says"
};
var LARGEST = 1e6;
var SIGNATURES_AT_MOST = 8;
async function verifyWebhook(request, secret, { toleranceSeconds = 300, now = Date.now() } = {}) {
  const keys = await keysOf(secret);
  const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => headerOf(request.headers, name)
  );
  if (!id || !timestamp || !signature) throw new WebhookError("missing-header");
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new WebhookError("bad-timestamp");
  const age = now / 1e3 - Number(timestamp);
  if (age > toleranceSeconds) throw new WebhookError("too-old");
  if (age < -toleranceSeconds) throw new WebhookError("too-new");
  const body = await bytesOf(request);
  if (body.length > LARGEST) throw new WebhookError("too-large");
  const content = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const given = signature.split(" ").slice(0, SIGNATURES_AT_MOST).flatMap(signatureIn);
  const checks = keys.flatMap((key) => given.map((one) => crypto.subtle.verify("HMAC", key, one, content)));
  if (!(await Promise.all(checks)).includes(true)) throw new WebhookError("bad-signature");
  return { ...messageIn(body), id };
}
async function keysOf(secret) {
  const secrets = (typeof secret === "string" ? [secret] : secret ?? []).flatMap((one) => one.split(/\s+/)).filter(Boolean);
  if (secrets.length === 0) throw new WebhookError("no-secret");
  return Promise.all(
    secrets.map((one) => {
      const key = fromBase64(one.replace(/^whsec_/, ""));
      if (!key || key.length === 0) throw new WebhookError("bad-secret");
      return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    })
  );
}
function headerOf(headers, name) {
  if (headers instanceof Headers) return headers.get(name) ?? void 0;
  const value = headers[name];
  return Array.isArray(value) ? value.join(" ") : value;
}
async function bytesOf(request) {
  if ("arrayBuffer" in request) return new Uint8Array(await request.arrayBuffer());
  return typeof request.body === "string" ? new TextEncoder().encode(request.body) : request.body;
}
function joined(left, right) {
  const all = new Uint8Array(left.length + right.length);
  all.set(left);
  all.set(right, left.length);
  return all;
}
function signatureIn(text) {
  const bytes = text.startsWith("v1,") ? fromBase64(text.slice(3)) : void 0;
  return bytes ? [bytes] : [];
}
function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  } catch {
    return void 0;
  }
}
function messageIn(body) {
  let message;
  try {
    message = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookError("bad-body");
  }
  const isMessage = typeof message?.type === "string" && Array.isArray(message.data?.tags) && Array.isArray(message.data.paths);
  if (!isMessage) throw new WebhookError("bad-body");
  return message;
}

// client/src/index.ts
var search = (query) => {
  const pairs = Object.entries(query).flatMap(
    ([name, value]) => value === void 0 ? [] : [[name, Array.isArray(value) ? value.join(",") : String(value)]]
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
};
function plain(slug) {
  try {
    return decodeURIComponent(slug).normalize("NFC");
  } catch {
    return slug.normalize("NFC");
  }
}
var encoded = (path) => path.split("/").filter(Boolean).map((slug) => encodeURIComponent(plain(slug))).join("/");
function createClient(options) {
  const sending = {
    base: options.baseUrl.replace(/\/+$/, ""),
    fetch: options.fetch ?? ((...of) => globalThis.fetch(...of)),
    always: options.init,
    token: options.token,
    cache: options.cache
  };
  const whole = (path) => (init) => read(path, init);
  async function read(path, init) {
    const said2 = await send(sending, path, init);
    if (said2.kind === "json") return JSON.parse(said2.text);
    throw new TypeError(`${sending.base}/api/v1${path} is not an address of the API`);
  }
  function list(path) {
    const page = (query, init) => read(path + search(query), init);
    const all = (query, init) => eachOf(query ?? {}, (asked) => page(asked, init));
    const one2 = (query, init) => page(query ?? {}, init);
    return Object.assign(one2, { all });
  }
  const everyPage = (init) => eachOf({ include: "body" }, (asked) => read(`/pages${search(asked)}`, init));
  const one = (path) => async (slug, init) => {
    const place = path.slice(0, path.indexOf("{"));
    return foundIn(await send(sending, place + encoded(slug), init), place);
  };
  const draft = (path) => async (id, token, init) => {
    const address = `${path.slice(0, path.indexOf("{"))}${encodeURIComponent(id)}${search({ token })}`;
    const said2 = await send(sending, address, { cache: "no-store", ...init }, false);
    return said2.kind === "json" ? JSON.parse(said2.text) : null;
  };
  const find = (query, init) => read(`/search${search(query)}`, init);
  const allHits = (query, init) => eachOf(query, (asked) => find({ ...query, ...asked }, init));
  const changes = (query, init) => read(`/changes${search(query)}`, init);
  const allChanges = ({ since }, init) => eachPart(since, async (rev) => {
    const { data, meta } = await changes({ since: rev }, init);
    return { data, next: meta.has_more ? meta.rev : null };
  });
  const redirects = (query = {}, init) => read(`/redirects${search(query)}`, init);
  const allRedirects = (init) => eachPart(0, async (after) => {
    const { data, meta } = await redirects({ after }, init);
    return { data, next: meta.has_more ? meta.after : null };
  });
  return {
    /** Article summaries, pinned articles first. */
    articles: list("/articles"),
    /** An article with its related articles. */
    article: one("/articles/{slug}"),
    categories: whole("/categories"),
    tags: whole("/tags"),
    /** The tree of pages; `all` goes through the whole pages, with their texts. */
    pages: Object.assign((init) => read("/pages", init), { all: everyPage }),
    /** A page by its slug or path, such as "about/team". */
    page: one("/pages/{path}"),
    homepage: whole("/homepage"),
    documents: list("/documents"),
    document: one("/documents/{slug}"),
    /** Articles, pages and documents that have the words of `q`: the exact hits first, then those that have a part of them. */
    search: Object.assign(find, { all: allHits }),
    /** The announcements that are public now, pinned ones first. */
    announcements: list("/announcements"),
    announcement: one("/announcements/{slug}"),
    /** What the association says of itself, for header and footer. */
    site: whole("/site"),
    /** Where old paths of the website lead, or one of them. While `meta.has_more`, ask again with `meta.after`, or use `all`. */
    redirects: Object.assign(redirects, { all: allRedirects }),
    /** What changed after a revision, oldest first. While `meta.has_more`, ask again with `meta.rev`, or use `all`. */
    changes: Object.assign(changes, { all: allChanges }),
    preview: { article: draft("/preview/articles/{id}"), page: draft("/preview/pages/{id}") }
  };
}
function foundIn(said2, place) {
  if (said2.kind === "nothing") return null;
  if (said2.kind === "json") return JSON.parse(said2.text);
  const { pathname } = new URL(said2.to, "https://api.invalid");
  return {
    movedTo: pathname.slice(pathname.indexOf(place) + place.length).split("/").map(plain).join("/")
  };
}
export {
  ApiError,
  ApiTimeout,
  WebhookError,
  createClient,
  memoryCache,
  verifyWebhook,
  watchDraft
};
