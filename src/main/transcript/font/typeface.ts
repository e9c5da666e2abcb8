import italic from '@expo-google-fonts/literata/400Regular_Italic/Literata_400Regular_Italic.ttf?inline'
import upright from '@expo-google-fonts/literata/400Regular/Literata_400Regular.ttf?inline'
import { create } from 'fontkit'

/** Replaces every character that the typeface lacks: a white square. */
export const UNKNOWN = '\u25A1'

/** A TrueType file, and the code points of its characters. */
export interface Typeface {
  bytes: Buffer
  has: (codePoint: number) => boolean
}

const typeface = (url: string): Typeface => {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  const font = create(bytes)
  return { bytes, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) }
}

/** Literata in two styles with the same characters. */
export const literata = (): { upright: Typeface; italic: Typeface } => ({ upright: typeface(upright), italic: typeface(italic) })
