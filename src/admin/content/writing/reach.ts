import type { Reach } from "#db/content/live.ts";

/** Returns a duration in words: 1.4 秒, 3 分鐘, 2 小時. */
function durationWords(ms: number): string {
	if (ms < 59_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} 秒`;
	if (ms < 3_600_000) return `${Math.round(ms / 60_000)} 分鐘`;
	return `${Math.round(ms / 3_600_000)} 小時`;
}

/** Returns how soon the website received a change: 1.4 秒, 尚未送達, 沒有設定通知官網. */
export function reachWords({ live_after_ms, is_told }: Reach): string {
	if (live_after_ms !== null) return durationWords(live_after_ms);
	return is_told === 1 ? "尚未送達" : "沒有設定通知官網";
}

/** Returns a sentence, for the editor, that says how soon the website received the change: 官網已於 1.4 秒後更新。 */
export function reachSentence(reach: Reach): string {
	if (reach.live_after_ms !== null) return `官網已於 ${reachWords(reach)}後更新。`;
	return reach.is_told === 1
		? "正在通知官網，通常一秒內更新；沒有送到會再通知。"
		: "沒有設定通知官網，官網不會立刻收到通知。";
}
