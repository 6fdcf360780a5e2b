import type { ConsentKind } from "#domain/people/members/codes.ts";

/** A text that people read and agreed to. A published text is never changed: a new text is a new version. */
export type ConsentText = {
	/** The month from which the text is used: "2026-11". The table `consents` stores it beside the kind. */
	version: string;
	/** The label of the box to tick. */
	label: string;
	/** The paragraphs of the text, in the name of the association. */
	text: (association: string) => readonly string[];
};

/** The names of the kinds of consent. */
export const CONSENT_NAMES: Record<ConsentKind, string> = {
	personal_data: "個人資料",
	health_data: "健康資料",
	guardian_access: "監護人代為處理",
};

/**
 * The only list of consent texts, by kind, the newest first; older ones stay, because people who agreed to them may
 * want to read them (個人資料保護法 7, 8). The association's name comes from the settings.
 */
export const CONSENT_VERSIONS: Record<ConsentKind, readonly [ConsentText, ...ConsentText[]]> = {
	// 個人資料保護法 8: who collects, purpose, kinds of data, period, area, recipients, manner, rights (3), effect of refusing.
	personal_data: [
		{
			version: "2026-11",
			label: "我已閱讀並同意以上的個人資料告知事項",
			text: (association) => [
				`蒐集者與目的：${association}為了會員管理、會務聯絡、會費收取、捐款與收據、病友服務及依法應辦的事項，蒐集您的個人資料。`,
				"資料的類別：姓名、性別、生日、身分證字號或居留證號、電話、電子郵件、LINE ID、地址、職業、緊急聯絡人、家屬關係、會籍與繳費紀錄，以及您登入與使用本系統的紀錄。",
				"利用的期間、地區、對象與方式：在您具有會員資格期間與法令規定的保存期限內，於臺灣境內，由本會及受本會委託的資訊、金融與郵遞業者，以電子或紙本方式，為上述目的利用。",
				"您的權利：您可以隨時向本會查詢、閱覽、取得複本、補充、更正，或請求停止蒐集、處理、利用及刪除您的資料；登入會員專區的「個人資料與隱私」，或以書面向本會提出都可以。依法或因執行業務必須保留的部分（例如帳冊與收據），本會會說明理由。",
				"不提供的影響：您可以自由選擇是否提供；不提供姓名與聯絡方式，本會就無法受理入會申請；不提供其他資料，本會可能無法提供相關的服務或會費減免。",
			],
		},
	],
	// 個人資料保護法 6, first paragraph, number 6: the consent is in writing, unmistakable, and never a condition.
	health_data: [
		{
			version: "2026-11",
			label: "我同意協會保存我的健康資料（選填）",
			text: (association) => [
				`病況是特種個人資料。${association}只在您同意後，為病友服務加密保存，獲得授權的工作人員才看得到，每次查看都有紀錄。`,
				"資料保存到您收回同意或離會後去識別化為止，只在臺灣境內由本會利用，不提供給別人。",
				"不同意，或日後收回同意，都不影響您的會員資格。收回同意時，本會會立刻刪除所保存的病況。",
			],
		},
	],
	guardian_access: [
		{
			version: "2026-11",
			label: "讓監護人繼續看見並修改我的資料",
			text: () => [
				"您已滿 18 歲。您同意以前，監護人只看得到您的姓名、會員編號與會費；同意後，監護人可以像以前一樣替您看資料、改資料和上傳證明。",
				"您可以隨時收回。",
			],
		},
	],
};

/** The current texts. */
export const CONSENT_TEXTS: Record<ConsentKind, ConsentText> = {
	personal_data: CONSENT_VERSIONS.personal_data[0],
	health_data: CONSENT_VERSIONS.health_data[0],
	guardian_access: CONSENT_VERSIONS.guardian_access[0],
};

/** Returns the text of a version, also of an older one; undefined when there never was such a version. */
export const consentText = (kind: ConsentKind, version: string): ConsentText | undefined =>
	CONSENT_VERSIONS[kind].find((one) => one.version === version);
