import { EVENT_FILTERS } from "#domain/content/webhooks/schema.ts";
import type { Status } from "#ui/status.ts";

const RESOURCES: Record<string, string> = {
	article: "文章",
	page: "單頁",
	category: "分類",
	tag: "標籤",
	document: "文件",
	announcement: "公告",
	redirect: "轉址",
	site: "官網資料",
};
const EVENTS: Record<string, string> = {
	created: "新增",
	published: "發布",
	updated: "更新",
	unpublished: "下架",
	archived: "封存",
	deleted: "刪除",
	"*": "全部",
};

/**
 * Returns the words for an event or a family of events: 文章發布, 文章（全部）, 測試; an unknown event is returned as
 * it is.
 */
export function eventWords(type: string): string {
	if (type === "ping") return "測試";
	if (type === "content.bulk") return "多筆變更";
	const [resource = "", event = ""] = type.split(".");
	const [noun, verb] = [RESOURCES[resource], EVENTS[event]];
	if (!noun || !verb) return type;
	return event === "*" ? `${noun}（全部）` : `${noun}${verb}`;
}

/** Returns in words the events that an endpoint receives. */
export const eventsWords = (filters: readonly string[]): string =>
	filters.length === 0 ? "全部事件" : filters.map(eventWords).join("、");

const isFamily = (filter: string): boolean => filter.endsWith(".*");
/** The families of events ("article.*") as options of the form. */
export const FAMILIES = EVENT_FILTERS.filter(isFamily).map((value) => ({
	value,
	label: RESOURCES[value.split(".")[0] ?? ""] ?? value,
}));
/** The single events as options of the form, grouped by the kind of content. */
export const EVENT_GROUPS = [
	...Map.groupBy(
		EVENT_FILTERS.filter((filter) => !isFamily(filter)),
		(filter) => filter.split(".")[0] ?? "",
	),
].map(([resource, filters]) => ({
	resource,
	label: RESOURCES[resource] ?? resource,
	options: filters.map((value) => ({ value, label: EVENTS[value.split(".")[1] ?? ""] ?? value })),
}));

type State = "waiting" | "sending" | "delivered" | "failed";

/** The states of a delivery as the options of the log's filter. */
export const STATE_OPTIONS: { value: State; label: string }[] = [
	{ value: "waiting", label: "等待送出" },
	{ value: "sending", label: "送出中" },
	{ value: "delivered", label: "已送達" },
	{ value: "failed", label: "失敗" },
];

/** Returns the status of a delivery. */
export function stateStatus(state: State, attempts: number): Status {
	if (state === "delivered") return { word: "已送達", tone: "ok" };
	if (state === "failed") return { word: "失敗", tone: "danger", icon: "no" };
	if (state === "sending") return { word: "送出中", tone: "info", icon: "send" };
	return attempts > 0 ? { word: "等待重試", tone: "warn" } : { word: "等待送出", tone: "info", icon: "clock" };
}

const REASONS: Record<string, string> = {
	"the endpoint answered 410 Gone": "對方回應 410，表示不再接收",
};
/** Returns in words why the system disabled an endpoint. */
export const reasonWords = (reason: string): string => REASONS[reason] ?? reason;
