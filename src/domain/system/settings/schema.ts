import * as z from "zod";
import { CALENDARS, type Calendar } from "#kernel/calendar.ts";
import { isTaxId } from "#kernel/tax-id.ts";
import { APPROVAL } from "./approval.ts";
import { choice, count, file, flag, formed, type Setting, several, text } from "./kinds.ts";
import { isPublicLink, links } from "./links.ts";
import { isPreviewUrl } from "./preview-url.ts";
import { SIGNER_LABELS, SIGNERS_DEFAULT } from "./signers.ts";
import { STATUTES } from "./statutes.ts";
import { listedColumns, readTransferColumns, TRANSFER_DEFAULT } from "./transfer-columns.ts";

const isEmail = (value: string): boolean => z.email().safeParse(value).success;
const isHttp = (value: string): boolean => z.url({ protocol: /^https?$/ }).safeParse(value).success;

/** The only table of the settings, by group: everything that staff may change without a deployment. */
export const SETTINGS = {
	association: {
		name: text({
			label: "協會名稱",
			hint: "印在收據、信件與頁面上的全名。",
			max: 80,
			default: "病友協會",
			required: true,
		}),
		short_name: text({ label: "簡稱", hint: "空間不夠時使用；留空時使用全名。", max: 20 }),
		address: text({ label: "會址", hint: "印在收據上，也顯示在官網，請含郵遞區號。", max: 200 }),
		phone: formed({
			label: "電話",
			hint: "顯示在官網。",
			input: "tel",
			max: 40,
			form: (value) => /^\+?[0-9()\-#~ ]{6,}(?:(?:轉|分機) ?[0-9]+)?$/.test(value),
			wrong: "請輸入電話號碼，例如 02-2345-6789 轉 12。",
		}),
		email: formed({
			label: "電子郵件",
			hint: "顯示在官網。",
			input: "email",
			max: 254,
			form: isEmail,
			wrong: "請輸入電子郵件，例如 office@example.org。",
		}),
		tax_id: formed({
			label: "統一編號",
			hint: "8 位數字，印在收據上。",
			input: "text",
			max: 20,
			form: isTaxId,
			wrong: "統一編號不正確，請檢查 8 位數字。",
		}),
		registration_no: text({ label: "立案證書字號", hint: "例如：台內團字第 1234567 號。", max: 60 }),
		data_processor: text({
			label: "資料的主機業者",
			hint: "告知事項裡受託提供主機的業者；寄信用別家的一併寫上。改了要到「個人資料申請 › 告知事項」發布新版本。",
			max: 200,
			default: "Cloudflare, Inc.（美國）",
			required: true,
		}),
		data_region: text({
			label: "資料所在的地區",
			hint: "告知事項裡利用的地區，要照實寫；程式預設的主機可能在臺灣以外儲存與處理。",
			max: 200,
			default: "臺灣，以及資訊業者機房所在的其他國家或地區；資料可能在臺灣以外儲存與處理",
			required: true,
		}),
		logo_file_id: file({ label: "標誌", hint: "顯示在頁面上。" }),
		secretary_title: choice({
			label: "會務主管的職稱",
			hint: "簽章欄上的職稱；沒有設的選「沒有」。",
			choices: { 秘書長: "秘書長", 總幹事: "總幹事", none: "沒有" },
			default: "秘書長",
		}),
		supervisor_title: choice({
			label: "監事會代表的職稱",
			hint: "年度報表上的簽章欄：常務監事三人以上時，互選一人為監事會召集人（人民團體法 §17）。",
			choices: { 監事會召集人: "監事會召集人", 常務監事: "常務監事" },
			default: "監事會召集人",
		}),
		signers: several({
			label: "紙本的簽章欄",
			hint: "印在傳票、收據、存款單、調節表、捐款證明與報表的下面。報表一定有會務主管的職稱，年度報表另有監事會代表。",
			choices: SIGNER_LABELS,
			default: SIGNERS_DEFAULT,
		}),
		calendar: choice<Calendar>({
			label: "紀年",
			hint: "後台的頁面與日期欄位怎麼寫年份。收據、清冊、報表與給主管機關的檔案一律用民國。兩種寫法都可以輸入。",
			choices: CALENDARS,
			default: "roc",
		}),
	},
	statutes: STATUTES,
	members: {
		start_no: {
			...formed({
				label: "會員編號的起號",
				hint: "核准入會時，從這個號碼起依序編號；已用過的號碼不會再給別人。",
				input: "text",
				max: 20,
				tidy: (value) => value.toUpperCase(),
				form: (value) => /^(?:[A-Z]{1,8}-?)?[0-9]{1,10}$/.test(value),
				wrong: "請輸入英文字母與數字組成的號碼，結尾是數字，例如 M0001。",
			}),
			default: "M0001",
		},
		voting_from_age: count({
			label: "有表決權的最低年齡",
			hint: "依章程，以會議當天滿幾歲計算；0 表示不限。哪一類有表決權、有沒有自己的年齡，在「會員類別」設定。名冊上沒有出生日期的，不看年齡。",
			unit: "歲",
			min: 0,
			max: 30,
			default: 18,
		}),
		certificates_delete_after_days: count({
			label: "身障證明檔案的保留天數",
			hint: "審查完成後超過這個天數，就刪除照片，只留下審查的結果。0 表示一直保留。",
			unit: "天",
			min: 0,
			max: 3_650,
			default: 0,
		}),
	},
	fees: {
		entrance_fee: count({
			label: "入會費",
			hint: "入會時繳一次。",
			unit: "元",
			min: 0,
			max: 1_000_000,
			default: 1_000,
		}),
		annual_fee: count({
			label: "常年會費",
			hint: "每年繳一次。",
			unit: "元",
			min: 0,
			max: 1_000_000,
			default: 1_000,
		}),
		disability_discount_percent: count({
			label: "身心障礙減免",
			hint: "身心障礙證明核准且未到期者，入會費與常年會費減收的百分比。",
			unit: "%",
			min: 0,
			max: 100,
			default: 50,
		}),
		grace_months: count({
			label: "寬限期",
			hint: "會員資格到期後，仍視為會員的月數。",
			unit: "個月",
			min: 0,
			max: 24,
			default: 3,
		}),
		next_year_from_month: count({
			label: "改收次年常年會費的月份",
			hint: "從這個月起入會，改收次年的常年會費；13 表示不適用。",
			unit: "月",
			min: 2,
			max: 13,
			default: 11,
		}),
	},
	receipts: {
		dues_note: text({
			label: "會費收據的附註",
			hint: "從下一張收據起印在備註，開立過的不變；印花稅的字樣在「章程」設定選擇，不用寫在這裡。",
			max: 60,
		}),
		donation_note: text({
			label: "捐款收據的附註",
			hint: "例如所得稅列舉扣除的字樣；印花稅的字樣在「章程」設定選擇，不用寫在這裡。",
			max: 60,
		}),
		permit_no: text({
			label: "勸募許可文號",
			hint: "依公益勸募條例募款的期間填寫，印在捐款收據的備註；活動結束後清空。",
			max: 40,
		}),
		seal: choice({
			label: "圖記",
			hint: "選預留時，收據與捐款證明印出「圖記」的方框，列印後在框裡蓋章；選印出時，印旁邊上傳的圖。補印時依當時的設定。",
			choices: { none: "不預留", place: "預留蓋圖記的位置", picture: "印出圖記的圖" },
			default: "none",
		}),
		seal_file_id: file({ label: "圖記的圖", hint: "印在收據與捐款證明上。" }),
	},
	ledger: {
		second_person_above: count({
			label: "由第二人過帳的金額",
			hint: "手開的傳票超過這個金額，要由製票者以外的人過帳，也由過帳者以外的人沖銷。0 表示每一張都是。",
			unit: "元",
			min: 0,
			max: 999_999_999,
			default: 100_000,
		}),
		asset_from: count({
			label: "列為財產的金額",
			hint: "購置金額達到這個數字的，列入財產並逐年提列折舊；未達的記「購置費」，不列財產。",
			unit: "元",
			min: 0,
			max: 999_999_999,
			default: 10_000,
		}),
		transfer_columns: {
			...formed({
				label: "整批轉帳檔的欄位",
				hint: "依往來銀行的格式排列，用頓號分開。可以用：序號、銀行代碼、銀行名稱、分行、帳號、戶名、金額、附言。",
				input: "text",
				max: 100,
				tidy: (value) => listedColumns(value).join("、"),
				form: (value) => readTransferColumns(value) !== null,
				wrong: "請從可以用的欄位選，每個一次，並且要有帳號與金額。",
			}),
			default: TRANSFER_DEFAULT.join("、"),
		},
	},
	approval: APPROVAL,
	site: {
		PUBLIC_SITE_ORIGIN: formed({
			label: "官網網址",
			hint: "例如 https://www.example.org，網域之後的部分不計。留空時使用部署時的設定。",
			input: "url",
			max: 200,
			tidy: (value) => (isHttp(value) ? new URL(value).origin : value),
			form: isHttp,
			wrong: "請輸入網址，例如 https://www.example.org。",
		}),
		PREVIEW_ORIGIN_PATTERN: formed({
			label: "預覽網站的網址樣式",
			hint: "可以從瀏覽器讀取公開 API 的預覽網站，* 代表任意一段文字，例如 https://site-*-team.vercel.app。留空時使用部署時的設定。",
			input: "text",
			max: 200,
			form: (value) =>
				/^https:\/\/[a-z0-9*-]+(?:\.[a-z0-9*-]+)+(?::[0-9]{1,5})?$/.test(value) && value.split("*").length <= 3,
			wrong: "請輸入 https:// 開頭的小寫網址，結尾不加斜線，最多兩個 *，例如 https://site-*-team.vercel.app。",
		}),
		PREVIEW_URL: formed({
			label: "草稿在官網上的網址",
			hint: "按「預覽」時在官網自己的版面打開草稿，例如 https://www.example.org/api/draft?type={type}&id={id}&token={token}；三個大括號都要寫，打開時會換成那一篇的資料。留空時用系統的預覽頁。",
			input: "text",
			max: 500,
			form: isPreviewUrl,
			wrong:
				"請輸入 https:// 開頭的網址，裡面要有 {type}、{id} 和 {token}，例如 https://www.example.org/api/draft?type={type}&id={id}&token={token}。",
		}),
		privacy_url: formed({
			label: "隱私權政策的網址",
			hint: "有官網的協會，首頁要連到隱私權政策（個人資料檔案安全維護的規定）；官網頁尾連到這裡，例如 https://www.example.org/privacy。",
			input: "url",
			max: 500,
			form: isPublicLink,
			wrong: "請輸入 https:// 開頭的網址。",
		}),
		social_links: links({
			label: "社群連結",
			hint: "一行一個，先寫名稱，空一格再貼網址，例如：Facebook https://www.facebook.com/example。最多 10 個，依這裡的順序顯示在官網。",
		}),
	},
	mail: {
		provider: choice({
			label: "寄信方式",
			hint: "本機信箱只留在系統裡，不會真的寄出。",
			choices: { local: "本機信箱（不寄出）", cloudflare: "Cloudflare Email", resend: "Resend" },
			default: "local",
		}),
		from_address: formed({
			label: "寄件人信箱",
			hint: "網域必須先在寄信服務驗證過。",
			input: "email",
			max: 254,
			form: isEmail,
			wrong: "請輸入電子郵件，例如 office@example.org。",
		}),
		from_name: text({ label: "寄件人名稱", hint: "留空時使用協會名稱。", max: 80 }),
		reply_to: formed({
			label: "回信信箱",
			hint: "會員回信時寄到這裡；留空時寄回寄件人信箱。",
			input: "email",
			max: 254,
			form: isEmail,
			wrong: "請輸入電子郵件，例如 office@example.org。",
		}),
	},
	security: {
		require_second_factor: flag({
			label: "規定兩步驟驗證",
			hint: "能處理款項、使用者或設定的人員，必須先設定兩步驟驗證才能使用後台。",
			default: false,
		}),
	},
} satisfies Record<string, Record<string, Setting<unknown>>>;

export type Group = keyof typeof SETTINGS;
export type Name<G extends Group> = keyof (typeof SETTINGS)[G] & string;
export type Values<G extends Group> = {
	[N in Name<G>]: (typeof SETTINGS)[G][N] extends Setting<infer T> ? T : never;
};
