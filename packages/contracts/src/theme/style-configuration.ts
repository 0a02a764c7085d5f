import { z } from "zod/mini";
import { uuid } from "../ids.ts";

const hexColor = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, "must be a color such as #1a2b3c"));
const pixels = (least: number, most: number) => z.number().check(z.minimum(least), z.maximum(most));

const textStyle = z.object({
  // The name becomes part of a style sheet, so only the characters of font names are allowed.
  fontFamily: z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\p{L}\p{N} ,'"-]+$/u)),
  fontSize: pixels(10, 40),
  lineHeight: pixels(10, 80),
  color: hexColor,
  fontWeight: z.int().check(z.minimum(300), z.maximum(800)),
});

export const styles = z.object({
  h1: textStyle,
  subheader: textStyle,
  bodyLarge: textStyle,
  bodyRegular: textStyle,
  bodySmall: textStyle,
  button: z.extend(textStyle, { borderRadius: pixels(0, 24), allCaps: z.boolean() }),
  primaryColor: hexColor,
  modalBackgroundColor: hexColor,
});
export type Styles = z.infer<typeof styles>;

/** What the direct sign-in page shows beside the form. */
export const signInPage = z.object({
  title: z.string().check(z.maxLength(200)),
  body: z.string().check(z.maxLength(2000)),
  backgroundImageUrl: z.nullable(z.url({ protocol: /^https?$/ })),
  logoUrl: z.nullable(z.url({ protocol: /^https?$/ })),
});
export type SignInPage = z.infer<typeof signInPage>;

/** A named theme. A page selects it by `name`, its customInitializationName. */
export const styleConfiguration = z.object({
  id: uuid,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  isDefault: z.boolean(),
  createdAt: z.iso.datetime(),
  styles,
  signInPage,
});
export type StyleConfiguration = z.infer<typeof styleConfiguration>;
