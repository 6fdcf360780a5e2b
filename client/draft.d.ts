// Made by `npm run client:build` from the API's schemas. Do not edit.
/** The draft of a preview: the address of the API, and what the preview's own address says of type, id and token. */
export type WatchedDraft = {
    baseUrl: string;
    type: "article" | "page";
    id: number | string;
    token: string;
};
/**
 * In a browser: calls `changed` each time the draft was saved anew, and when its link is over. It asks every two seconds
 * while the page is visible, and at once when it becomes visible. Returns a function that ends it.
 */
export declare function watchDraft({ baseUrl, type, id, token }: WatchedDraft, changed: () => void): () => void;
