/**
 * The pictures of the settings, each with the group and the setting that names its file: the logo, which everybody sees,
 * and the association's seal 圖記, which is printed on receipts.
 */
export const PICTURE_SETTINGS = {
	logo: { group: "association", key: "association.logo_file_id", words: "標誌" },
	seal: { group: "receipts", key: "receipts.seal_file_id", words: "圖記的圖" },
} as const;
export type SettingPicture = keyof typeof PICTURE_SETTINGS;
