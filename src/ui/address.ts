type Address = { postal_code: string | null; city: string | null; district: string | null; address: string | null };

/** 106 臺北市大安區信義路三段 10 號; "" where nothing is known. */
export const addressWords = ({ postal_code, city, district, address }: Address): string =>
	[postal_code, [city, district, address].filter(Boolean).join("")].filter(Boolean).join(" ");
