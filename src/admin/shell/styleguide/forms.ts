import { card } from "#ui/card.ts";
import { checkbox, checkboxes, choices, segment } from "#ui/choices.ts";
import { field } from "#ui/field.ts";
import { fileField } from "#ui/file-field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import { section } from "./section.ts";

const WRONG: FormState = {
	prefix: "member",
	values: {
		name: "方以晴",
		phone: "0987 654 32",
		email: "yiqing@mail.example",
		birthday: "1988-04-17",
		fee: "1,200",
		note: "希望以紙本收到會刊。",
		consent: [],
		topics: ["home", "school"],
		gender: "none",
	},
	errors: { phone: ["手機號碼少一碼，應為 10 碼"], identity: ["請選擇身分"], consent: ["需要同意才能建立會員資料"] },
};

const wrong = (): VNode =>
	card(
		{ title: "會員資料", level: 3 },
		form(
			{ action: "#main", state: WRONG, submit: "儲存會員資料", cancel: "#main", guard: true, main: true, version: 4 },
			html`<div class="cols two">
				${field({ name: "name", label: "姓名", state: WRONG, autocomplete: "off", required: true })}
				${field({ name: "phone", label: "手機號碼", state: WRONG, type: "tel", autocomplete: "off", hint: "空格與橫線可省略。" })}
				${field({ name: "email", label: "電子郵件", state: WRONG, type: "email", optional: true })}
				${field({
					name: "identity",
					label: "身分",
					state: WRONG,
					type: "select",
					empty: "請選擇",
					options: [
						{ value: "patient", label: "病友" },
						{ value: "parent", label: "家長／父母" },
						{ value: "friend", label: "一般支持者" },
					],
					hint: "由監護人代填時，請選病友。",
				})}
				${field({ name: "birthday", label: "生日", state: WRONG, type: "date" })}
				${field({ name: "fee", label: "常年會費", state: WRONG, type: "money" })}
			</div>`,
			segment({
				name: "gender",
				label: "稱謂",
				state: WRONG,
				options: [
					{ value: "mr", label: "先生" },
					{ value: "ms", label: "女士" },
					{ value: "none", label: "不使用" },
				],
			}),
			checkboxes({
				name: "topics",
				label: "想收到的消息",
				state: WRONG,
				columns: true,
				options: [
					{ value: "home", label: "居家照護" },
					{ value: "school", label: "就學與轉銜" },
					{ value: "meet", label: "病友聚會", hint: "每季一次，北中南輪流" },
					{ value: "law", label: "福利與法規" },
				],
			}),
			field({
				name: "note",
				label: "備忘錄",
				state: WRONG,
				type: "textarea",
				rows: 3,
				optional: true,
				hint: "會員有權查詢與自己有關的備忘錄，請只寫事實。",
			}),
			checkbox({ name: "consent", label: "已取得本人或監護人的個資同意書", state: WRONG }),
		),
	);

const pay = freshForm({ match: "exact" }, "pay");
const secret = freshForm({}, "secret");

const others = (): VNode => html`<div class="cols two">
	${card(
		{ title: "帶著事實的選項", level: 3 },
		choices({
			name: "match",
			label: "銀行明細配對",
			state: pay,
			options: [
				{
					value: "exact",
					label: "11月20日　跨行轉入　2,400 元",
					sub: "附言「何宗霖 會費」　末五碼 61027",
					aside: status({ word: "完全相符", tone: "ok" }),
				},
				{
					value: "near",
					label: "11月18日　跨行轉入　2,400 元",
					sub: "無附言　末五碼 33901",
					aside: status({ word: "金額相符", tone: "warn", icon: "info" }),
				},
				{ value: "later", label: "銀行還沒有這一筆", sub: "先不配對，匯入明細後再對" },
			],
		}),
	)}
	${card(
		{ title: "檔案與密碼", level: 3 },
		fileField({
			name: "proof",
			label: "匯款證明",
			state: pay,
			accept: "image/*,.pdf",
			hint: "JPEG、PNG、PDF，10 MB 以內。",
		}),
		field({
			name: "password",
			label: "新密碼",
			state: secret,
			type: "password",
			autocomplete: "new-password",
			hint: "至少 12 個字，一句記得住的話最好。",
		}),
		field({ name: "q", label: "搜尋名冊", state: secret, type: "search", placeholder: "姓名、編號、電話" }),
	)}
</div>`;

const CONFLICT: FormState = {
	prefix: "page",
	values: { lead: "門診後的第一週，是最需要陪伴的時候。" },
	errors: {},
	conflict: [
		{
			field: "lead",
			label: "摘要",
			mine: "門診後的第一週，是最需要陪伴的時候。",
			theirs: "出院後的第一個月，是最需要陪伴的時候。",
		},
	],
};

const conflict = (): VNode =>
	card(
		{ title: "兩人同時編輯", level: 3 },
		form(
			{ action: "#main", state: CONFLICT, submit: "儲存", version: 8 },
			field({ name: "lead", label: "摘要", state: CONFLICT, type: "textarea", rows: 2 }),
		),
	);

/** Draws the samples of forms: one with errors, other controls, and one that another user saved first. */
export const forms = (): VNode =>
	section(
		{ title: "表單", words: "錯誤在上方總結並連到欄位，同樣的話寫在欄位旁；打過的字不會不見。" },
		wrong(),
		others(),
		conflict(),
	);
