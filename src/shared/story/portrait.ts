import { pictureHeader } from '../base/picture'

/** The largest width and height of a portrait in a campaign, in pixels. */
export const MAX_PORTRAIT_PX = 512
/** The largest portrait in a campaign, in bytes. */
export const MAX_PORTRAIT_BYTES = 2 << 20
/** The largest file from which a portrait is made, in bytes and in pixels. */
export const MAX_SOURCE_BYTES = 32 << 20
const MAX_SOURCE_PIXELS = 64_000_000

/** Why a portrait can't be made from a file that is too large to be read; undefined if it isn't. */
export const tooLarge = (name: string, bytes: number): string | undefined =>
  bytes > MAX_SOURCE_BYTES ? `${name} is larger than ${MAX_SOURCE_BYTES >> 20} MB. Make the picture smaller, and choose it again.` : undefined

/** Why a portrait can't be made from a file, in one sentence that names it; undefined if it can. */
export function sourceFault(name: string, bytes: Uint8Array): string | undefined {
  const header = pictureHeader(bytes)
  if (!header) return `${name} is no PNG, JPEG or WebP picture. Choose another file.`
  const { width, height, isWhole } = header
  if (width * height > MAX_SOURCE_PIXELS)
    return `${name} has ${width} × ${height} pixels, which is too many. Choose a picture of up to ${MAX_SOURCE_PIXELS / 1e6} megapixels.`
  return isWhole ? undefined : incomplete(name)
}

/** The sentence for a picture that can't be decoded to its end. */
export const incomplete = (name: string): string => `${name} is incomplete or damaged. Choose another copy of the picture.`

/** Why a file can't be a portrait in a campaign: only still pictures of a small size are. Undefined if it can. */
export function portraitFault(path: string, bytes: Uint8Array): string | undefined {
  const header = bytes.length > MAX_PORTRAIT_BYTES ? undefined : pictureHeader(bytes)
  const type = path.endsWith('.png') ? 'image/png' : 'image/webp'
  if (header?.type !== type)
    return `${path} is no ${type === 'image/png' ? 'PNG' : 'WebP'} picture of up to ${MAX_PORTRAIT_BYTES >> 20} MB. Choose the picture in the character's form, which converts it.`
  if (header.width > MAX_PORTRAIT_PX || header.height > MAX_PORTRAIT_PX)
    return `${path} has ${header.width} × ${header.height} pixels, but a portrait has at most ${MAX_PORTRAIT_PX} × ${MAX_PORTRAIT_PX}. Choose the picture in the character's form, which makes it smaller.`
  return header.isWhole ? undefined : incomplete(path)
}
