/** Writes a ten-digit phone number as it is read aloud, 0912 345 678; any other number stays as it is. */
export const phoneWords = (phone: string): string => phone.replace(/^(\d{4})(\d{3})(\d{3})$/, "$1 $2 $3");
