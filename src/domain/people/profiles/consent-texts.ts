import type { ConsentKind } from "#domain/people/members/codes.ts";

/** What a text says of the association: its name, who processes the data on its behalf, and where. */
export type Wording = { association: string; processor: string; region: string };

/**
 * A text that ships with the program, which people read and agreed to. A published text is never changed: a new text is a
 * new version.
 */
export type ConsentText = {
	/** The month from which the text is used: "2026-11". The table `consents` stores it beside the kind. */
	version: string;
	/** The label of the box to tick. */
	label: string;
	/** The paragraphs of the text, in the name of the association. */
	text: (of: Wording) => readonly string[];
};

/**
 * Where the data of an association are that has not said otherwise: the services of Cloudflare, whose machines stand in
 * many countries. The settings have the same as their defaults.
 */
export const HOSTED = {
	processor: "Cloudflare, Inc.（美國）",
	region: "臺灣，以及資訊業者機房所在的其他國家或地區；資料可能在臺灣以外儲存與處理",
};

/** The names of the kinds of consent. */
export const CONSENT_NAMES: Record<ConsentKind, string> = {
	personal_data: "個人資料",
	health_data: "健康資料",
	guardian_access: "監護人代為處理",
};

/** The kinds of texts of which the association may publish versions of its own. Donors are told, and tick nothing. */
export const TEXT_KINDS = ["personal_data", "health_data", "donor_data"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];
export const TEXT_NAMES: Record<TextKind, string> = {
	personal_data: "會員個人資料告知事項",
	health_data: "健康資料同意事項",
	donor_data: "捐款人個人資料告知事項",
};

const RIGHTS = "您的權利：您可以隨時向本會查詢、閱覽、取得複本、補充、更正，或請求停止蒐集、處理、利用及刪除您的資料";

/**
 * The only list of the texts that ship, by kind, the newest first; older ones stay, because people who agreed to them may
 * want to read them (個人資料保護法 7, 8). The association's name comes from the settings.
 */
export const CONSENT_VERSIONS: Record<ConsentKind | TextKind, readonly [ConsentText, ...ConsentText[]]> = {
	// 個人資料保護法 8, with the codes of 個人資料保護法之特定目的及個人資料之類別: who collects, purpose, kinds of data, period, area, recipients, manner, rights (3), effect of refusing.
	personal_data: [
		{
			version: "2026-12",
			label: "我已閱讀並同意以上的個人資料告知事項",
			text: ({ association, processor, region }) => [
				`蒐集者：${association}。`,
				"蒐集的目的：會員名冊的內部管理（〇五二）、契約或類似的事務，例如會費、收據與病友服務（〇六九）、募款（一二七），以及依法應辦的事項，例如帳冊、扣繳與向主管機關的報備（〇六三）。括號裡是「個人資料保護法之特定目的及個人資料之類別」的代號。",
				"資料的類別：姓名、電話、電子郵件、LINE ID、地址與您登入使用本系統的紀錄（辨識個人者，C〇〇一）；繳費與轉帳的資料（辨識財務者，C〇〇二）；身分證字號、居留證號與身心障礙證明（政府資料中之辨識者，C〇〇三）；性別與生日（個人描述，C〇一一）；家屬、監護人與緊急聯絡人（家庭情形，C〇二一）；職業（C〇三八）。",
				"利用的期間、對象與方式：在您具有會員資格期間與法令規定的保存期限內，由本會及受本會委託的資訊、金融與郵遞業者，以電子或紙本方式，為上述目的利用。",
				`利用的地區：${region}。本系統由受託的資訊業者 ${processor} 提供主機與儲存。`,
				`${RIGHTS}；登入會員專區的「個人資料與隱私」，或以書面向本會提出都可以。依法或因執行業務必須保留的部分（例如帳冊與收據），本會會說明理由。`,
				"不提供的影響：您可以自由選擇是否提供；不提供姓名與聯絡方式，本會就無法受理入會申請；不提供其他資料，本會可能無法提供相關的服務或會費減免。",
			],
		},
		{
			version: "2026-11",
			label: "我已閱讀並同意以上的個人資料告知事項",
			text: ({ association }) => [
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
			version: "2026-12",
			label: "我同意協會保存我的健康資料（選填）",
			text: ({ association, processor, region }) => [
				`病況是特種個人資料（健康紀錄，C一一一）。${association}只在您同意後，為病友服務加密保存，獲得授權的工作人員才看得到，每次查看都有紀錄。`,
				`資料保存到您收回同意或離會後去識別化為止，只由本會利用，不提供給別人。加密後的資料存放在受託的資訊業者 ${processor} 的主機，地區是${region}。`,
				"不同意，或日後收回同意，都不影響您的會員資格。收回同意時，本會會立刻刪除所保存的病況。",
			],
		},
		{
			version: "2026-11",
			label: "我同意協會保存我的健康資料（選填）",
			text: ({ association }) => [
				`病況是特種個人資料。${association}只在您同意後，為病友服務加密保存，獲得授權的工作人員才看得到，每次查看都有紀錄。`,
				"資料保存到您收回同意或離會後去識別化為止，只在臺灣境內由本會利用，不提供給別人。",
				"不同意，或日後收回同意，都不影響您的會員資格。收回同意時，本會會立刻刪除所保存的病況。",
			],
		},
	],
	donor_data: [
		{
			version: "2026-12",
			label: "",
			text: ({ association, processor, region }) => [
				`蒐集者：${association}。`,
				"蒐集的目的：募款（一二七）、開立收據與相關的契約事務（〇六九），以及依法應辦的帳冊、捐款申報與徵信（〇六三）。括號裡是「個人資料保護法之特定目的及個人資料之類別」的代號。",
				"資料的類別：姓名、電話、電子郵件與地址（辨識個人者，C〇〇一）；捐款與轉帳的資料（辨識財務者，C〇〇二）；您要列舉扣除、由本會代為申報時的身分證字號（政府資料中之辨識者，C〇〇三）。",
				"利用的期間、對象與方式：在募款期間與法令規定的帳冊、收據保存期限內，由本會、稅捐與主管機關，及受本會委託的資訊、金融與郵遞業者，以電子或紙本方式利用。捐款徵信只刊登您同意的名稱，否則寫「善心人士」。",
				`利用的地區：${region}。本系統由受託的資訊業者 ${processor} 提供主機與儲存。`,
				`${RIGHTS}；以書面、電話或電子郵件向本會提出都可以。依法必須保留的帳冊與收據，本會會說明理由。`,
				"不提供的影響：您可以自由選擇是否提供；不提供姓名與聯絡方式仍可以捐款，但本會可能無法寄送收據，也無法代為申報。",
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

/** The newest texts that ship. */
export const CONSENT_TEXTS: Record<ConsentKind | TextKind, ConsentText> = {
	personal_data: CONSENT_VERSIONS.personal_data[0],
	health_data: CONSENT_VERSIONS.health_data[0],
	donor_data: CONSENT_VERSIONS.donor_data[0],
	guardian_access: CONSENT_VERSIONS.guardian_access[0],
};

/** A version of a text that the association published. */
export type StoredText = { kind: TextKind; version: string; body: string };
/** A text as people read it. */
export type ShownText = { version: string; label: string; paragraphs: readonly string[] };

const storedAs = (kind: ConsentKind | TextKind, { version, body }: StoredText): ShownText => ({
	version,
	label: CONSENT_TEXTS[kind].label,
	paragraphs: body.split(/\n+/),
});
const shippedAs = ({ version, label, text }: ConsentText, association: string): ShownText => ({
	version,
	label,
	paragraphs: text({ association, ...HOSTED }),
});

/** Returns the text that is asked for now: the one of its kind among those that the association published, else the newest that ships. */
export function currentText(
	kind: ConsentKind | TextKind,
	stored: readonly StoredText[],
	association: string,
): ShownText {
	const own = stored.find((one) => one.kind === kind);
	return own ? storedAs(kind, own) : shippedAs(CONSENT_TEXTS[kind], association);
}

/** Returns the text of a version, also of an older one; undefined when there never was such a version. */
export function textOf(
	kind: ConsentKind | TextKind,
	version: string,
	{ stored, association }: { stored: StoredText | undefined; association: string },
): ShownText | undefined {
	if (stored) return storedAs(kind, stored);
	const shipped = CONSENT_VERSIONS[kind].find((one) => one.version === version);
	return shipped && shippedAs(shipped, association);
}
