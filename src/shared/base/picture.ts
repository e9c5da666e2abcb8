/** The largest picture that is shown or embedded, in bytes. */
export const MAX_PICTURE_BYTES = 8 << 20

const SIGNATURES: readonly (readonly [type: string, signature: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF....WEBP/s],
  ['image/avif', /^....ftypavi[fs]/s]
]

/** The media type of a picture by its first bytes; undefined for any other file. */
export function pictureType(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16))
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0]
}

/** The ending of the name of a picture's file, by its first bytes: `jpg`, `webp`, otherwise `png`. */
export const endingOf = (bytes: Uint8Array): 'jpg' | 'webp' | 'png' => {
  const type = pictureType(bytes)
  return type === 'image/jpeg' ? 'jpg' : type === 'image/webp' ? 'webp' : 'png'
}

/** A picture as its file describes it: the media type, the size in pixels, and whether the file has its end. */
export interface PictureHeader {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
  isWhole: boolean
}

/** Reads the header of a PNG, JPEG or WebP file without decoding it; undefined for any other file, and for one without a size. */
export function pictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const type = pictureType(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const read =
      type === 'image/png' ? pngHeader(view) : type === 'image/jpeg' ? jpegHeader(view) : type === 'image/webp' ? webpHeader(view) : undefined
    return read && read.width > 0 && read.height > 0 ? read : undefined
  } catch (thrown) {
    // The header goes on behind the end of the file.
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

const fourAt = (view: DataView, at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))

function pngHeader(view: DataView): PictureHeader | undefined {
  if (fourAt(view, 12) !== 'IHDR') return undefined
  const size = { width: view.getUint32(16), height: view.getUint32(20) }
  // Chunks follow one another: their length, their type, their data, and a checksum.
  let at = 8
  while (at + 12 <= view.byteLength && fourAt(view, at + 4) !== 'IEND') at += 12 + view.getUint32(at)
  return { type: 'image/png', ...size, isWhole: at + 12 <= view.byteLength }
}

function jpegHeader(view: DataView): PictureHeader | undefined {
  let size: { width: number; height: number } | undefined
  let at = 2
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) at += 1
    else if (marker === 0xda) break
    else {
      // Frames of every kind, but not the tables and extensions between their markers.
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
        size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
      at += 2 + view.getUint16(at + 2)
    }
  }
  const ends = (from: number): boolean => {
    for (let i = view.byteLength - 2; i > from; i--) if (view.getUint8(i) === 0xff && view.getUint8(i + 1) === 0xd9) return true
    return false
  }
  return size && { type: 'image/jpeg', ...size, isWhole: ends(at) }
}

function webpHeader(view: DataView): PictureHeader | undefined {
  const isWhole = view.getUint32(4, true) + 8 <= view.byteLength
  const of = (width: number, height: number): PictureHeader => ({ type: 'image/webp', width, height, isWhole })
  const threeAt = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  switch (fourAt(view, 12)) {
    case 'VP8 ':
      return of(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return of((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8X':
      return of(threeAt(24) + 1, threeAt(27) + 1)
    default:
      return undefined
  }
}
