import { ask, askField } from "#ui/islands/client/writing/ask.ts";
import { make } from "#ui/islands/client/writing/dom.ts";

type Asked = {
	/** The address that answers how old the last proof is, and that takes a new one. */
	href: string;
	/** For how many minutes a proof counts. */
	minutes: number;
	/** The press sends a form; else it opens a page or a file. */
	sends: boolean;
};
/** What the server says of the session's user. */
type Known = { userId: number; age: number; hasSecondFactor: boolean; username: string };
type Refused = { message?: string; errors?: Record<string, string[]> };

const MINUTE = 60_000;
/** A proof that ends in less than this counts as ended, so that the press does not come too late. */
const MARGIN = MINUTE / 6;
const JSON_ONLY = { Accept: "application/json" };
const CUT = "連線中斷，請稍後再按一次。";
const SOMEBODY_ELSES = "這一頁是另一個帳號打開的，沒有送出。請用原來的帳號登入，再回來按一次。";

/**
 * Resolves to whether the press may go through: the last proof of identity still counts, the password given in the
 * dialog was right, or the user is signed out, which the server answers with a page that holds the form.
 */
export async function proven({ href, minutes, sends }: Asked): Promise<boolean> {
	const answer = await fetch(href, { headers: JSON_ONLY });
	if (!answer.ok) return true;
	const known: Known = await answer.json();
	const whose = document.querySelector<HTMLElement>("[data-user]")?.dataset.user;
	const isOthers = whose !== undefined && whose !== String(known.userId);
	if (!isOthers && known.age < minutes * MINUTE - MARGIN) return true;
	const problem = make("p", { class: "error", role: "alert", hidden: true });
	const tell = (words: string): void => {
		problem.textContent = words;
		problem.hidden = false;
	};
	const password = make("input", {
		...{ class: "input", type: "password", name: "current", autocomplete: "current-password" },
		...{ required: true, autofocus: true },
	});
	const code = make("input", { class: "input", name: "code", autocomplete: "one-time-code", required: true });
	const username = make("input", {
		...{ class: "sr", name: "username", value: known.username, autocomplete: "username" },
		...{ readonly: true, tabindex: "-1", "aria-hidden": "true" },
	});
	const press = make("button", { class: "btn primary", type: "submit" }, sends ? "確認並送出" : "確認");

	/** Sends the proof; resolves to whether it was right. */
	async function send(): Promise<boolean> {
		if (press.hasAttribute("aria-disabled")) return false;
		press.setAttribute("aria-disabled", "true");
		const body = new URLSearchParams({ current: password.value, code: known.hasSecondFactor ? code.value : "" });
		const sent = await fetch(href, { method: "POST", body, headers: JSON_ONLY }).catch(() => undefined);
		press.removeAttribute("aria-disabled");
		if (sent?.ok) return true;
		const { message = CUT, errors = {} }: Refused = (await sent?.json().catch(() => undefined)) ?? {};
		tell(Object.values(errors).flat().join(" ") || message);
		const wrong = errors.code && !errors.current ? code : password;
		wrong.setAttribute("aria-invalid", "true");
		wrong.focus();
		wrong.select();
		return false;
	}

	const { done } = ask({
		title: isOthers ? "沒有送出" : "請確認是您本人",
		check: send,
		body: (close) =>
			isOthers
				? [make("p", {}, SOMEBODY_ELSES), make("div", { class: "row form-end" }, closing("關閉", close))]
				: [
						make("p", { class: "soft" }, `這項操作需要再輸入一次密碼。${sends ? "您填寫的內容都還在。" : ""}`),
						username,
						askField("密碼", password),
						...(known.hasSecondFactor ? [askField("驗證碼", code, HINT)] : []),
						problem,
						make("div", { class: "row form-end" }, press, closing("取消", close)),
					],
	});
	return (await done) === "sent";
}

const HINT = "驗證器 App 上的 6 位數字。手機不在身邊時，可以改輸入一組備用碼。";

const closing = (words: string, close: () => void): HTMLButtonElement =>
	make("button", { class: "btn", type: "button", click: close }, words);
