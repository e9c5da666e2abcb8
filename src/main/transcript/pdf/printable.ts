import { attempt } from '../../../shared/base/attempt'
import { inflateSync } from 'node:zlib'
import { pictureHeader } from '../../../shared/base/picture'

/** A picture that a PDF can hold, with its size in pixels. */
export interface Printable {
  src: string
  width: number
  height: number
}

/** The bytes of a pixel, by the colour type of a PNG file without a palette. */
const BYTES_PER_PIXEL: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

/** A picture of a `data:` address as a PDF can hold it: a JPEG, or a PNG of the kinds that Proscenium itself makes. Undefined for any other picture. */
export function printable(src: string): Printable | undefined {
  const bytes = Buffer.from(src.slice(src.indexOf(',') + 1), 'base64')
  const header = pictureHeader(bytes)
  if (!header || header.type === 'image/webp' || (header.type === 'image/png' && !isSoundPng(bytes, header))) return undefined
  return { src, width: header.width, height: header.height }
}

/** Whether the pixels of a PNG file are complete. The library decodes transparent ones later, and an error there would end the program. */
function isSoundPng(bytes: Buffer, { width, height }: { width: number; height: number }): boolean {
  const pixel = BYTES_PER_PIXEL[bytes[25] ?? -1]
  const isPlain = bytes[24] === 8 && bytes[28] === 0
  if (pixel === undefined || !isPlain) return false
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'tRNS') return false
    if (type === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  }
  const size = height * (1 + width * pixel)
  return attempt(() => inflateSync(Buffer.concat(parts), { maxOutputLength: size + 1 }).length === size, false)
}
