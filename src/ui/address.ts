type Address = { postal_code: string | null; city: string | null; district: string | null; address: string | null };

/** Returns a postal address as one line, "106 臺北市大安區信義路三段 10 號"; "" when no part of it is known. */
export const addressWords = ({ postal_code, city, district, address }: Address): string =>
	[postal_code, [city, district, address].filter(Boolean).join("")].filter(Boolean).join(" ");
