/** Everything a terminal would act on instead of show: C0 but newline and tab, DEL, C1, and the marks that reorder text. */
export const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
