/** The widths, in pixels, in which a website may ask for a picture. */
export const PICTURE_WIDTHS = [320, 640, 960, 1280, 1920] as const;
export const PICTURE_FORMATS = ["webp", "jpeg"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];
